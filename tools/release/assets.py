"""The folder ``dist/release/``: every file of a release with its checksum."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from careops import __version__
from tools.archives import extract
from tools.files import ROOT
from tools.release.preconditions import release_notes
from tools.release.types_package import PROGRAM, compile_program, pack

DIST = ROOT / "dist"
FOLDER = DIST / "release"
CHECKSUMS = "SHA256SUMS"
WHEEL = f"careops-{__version__}-py3-none-any.whl"
ARCHIVE = f"careops-{__version__}.tar.gz"
TYPES = f"careops-types-{__version__}.tgz"
REQUIREMENTS = "requirements.txt"
MAX_BYTES = 8_000_000
"""Limit of the wheel."""
BILLS = {"python": "materials-python.json", "console": "materials-console.json"}


def assemble() -> None:
    """Fill the folder with the output of the builds."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for name in (WHEEL, ARCHIVE, REQUIREMENTS):
        shutil.copy(DIST / name, FOLDER)
    for package, bill in BILLS.items():
        document = json.loads((DIST / bill).read_text("utf-8"))
        document["metadata"]["component"]["version"] = __version__  # the tool reads static versions only
        _write(f"careops-{__version__}-{package}.cdx.json", json.dumps(document, indent=1))
    shutil.copy(ROOT / "docs/deploy/Containerfile", FOLDER)
    with tarfile.open(FOLDER / f"careops-deploy-{__version__}.tar.gz", "w:gz") as archive:
        archive.add(ROOT / "docs/deploy", "deploy", filter=_anonymous)
    pack(FOLDER)
    notes = release_notes((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    _write("NOTES.md", notes)
    _write(CHECKSUMS, "\n".join(f"{digest}  {name}" for name, digest in checksums(FOLDER).items()))


def checksums(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file by its name, without that of the file of checksums."""
    files = sorted(path for path in folder.iterdir() if path.name != CHECKSUMS)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def faults(folder: Path = FOLDER) -> Iterator[str]:
    """Yield a sentence for each fault of the files of a release."""
    written = [line.partition("  ") for line in (folder / CHECKSUMS).read_text("utf-8").splitlines()]
    if {name: digest for digest, _, name in written} != checksums(folder):
        yield f"{CHECKSUMS} does not match the files."
    yield from size_faults(folder / WHEEL)
    requirements = (folder / REQUIREMENTS).read_text("utf-8")
    for package in BILLS:
        yield from bill_faults(
            f"careops-{__version__}-{package}.cdx.json", folder, requirements if package == "python" else ""
        )
    if wheel_of(folder / ARCHIVE) != (folder / WHEEL).read_bytes():
        yield "The wheel that is built from the source archive differs from the wheel."
    if errors := compile_program(folder / TYPES, PROGRAM.read_text("utf-8")):
        yield f"A program with {TYPES} does not compile: {errors}"


def size_faults(wheel: Path) -> Iterator[str]:
    """Yield a fault if the wheel, with console and documentation, is larger than planned."""
    if wheel.stat().st_size > MAX_BYTES:
        yield f"{wheel.name} has {wheel.stat().st_size:,} bytes, {MAX_BYTES:,} at most."


def bill_faults(name: str, folder: Path, requirements: str) -> Iterator[str]:
    """Yield the faults of a bill of materials: its form, its version, and packages that it does not name."""
    bill: dict[str, Any] = json.loads((folder / name).read_text("utf-8"))
    if bill.get("bomFormat") != "CycloneDX" or bill["metadata"]["component"].get("version") != __version__:
        yield f"{name} is no CycloneDX document of {__version__}."
    named = {(_normalized(component["name"]), component["version"]) for component in bill["components"]}
    pinned = re.findall(r"^([\w.\[\]-]+)==([^\s;\\]+)", requirements, re.MULTILINE)
    packages = {(_normalized(package), version) for package, version in pinned}
    if missing := sorted(package for package, _ in packages - named):
        yield f"{name} does not name {', '.join(missing)}."


def wheel_of(archive: Path) -> bytes:
    """Build a wheel from a source archive."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as content:
            extract(content, Path(folder))
        (source,) = Path(folder).iterdir()
        words = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist")
        subprocess.run(words, cwd=source, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 (fixed command)
        return (source / "dist" / WHEEL).read_bytes()


def _write(name: str, text: str) -> None:
    (FOLDER / name).write_text(f"{text}\n", "utf-8")


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove user and group of the machine that builds the release."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def _normalized(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package.partition("[")[0]).lower()
