"""The package of an older version, built from this repository's own history, and what is run with it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FIRST_UNKNOWN = "server/careops_server/database/versions/0227_jobs_in_traces.py"
"""The migration that the older version is the last without. Everything behind it, the newer one has to migrate."""
_PACKED = ("sdk/careops", "cli/careops_cli", "server/careops_server", "pyproject.toml", "hatch_build.py")
_BESIDE = ("README.md", "LICENSE")


@dataclass(frozen=True)
class Older:
    """An older version: ``folder`` is what its wheel holds."""

    commit: str
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """Goes before what is installed: a process has this version, with the libraries that are there."""
        return {"PYTHONPATH": str(self.folder)}

    def run(self, script: str, settings: Mapping[str, str] | None = None) -> str:
        """What a script of its own says."""
        environment = {**os.environ, **(settings or {}), **self.environment}
        return subprocess.run(  # noqa: S603 (our own interpreter and script)
            [sys.executable, "-c", script], env=environment, cwd=self.folder, check=True, capture_output=True, text=True
        ).stdout


def built(folder: Path) -> Older:
    """Build its wheel as `nox -s package` does, without the console, and unpack it.

    Skips the test, in so many words, where there is no history to take it from: an unpacked archive has none, and a
    clone of the last commits alone has too little.
    """
    commit = _last_without(FIRST_UNKNOWN)
    if commit is None:
        pytest.skip(f"no older version to work beside: this is no clone whose history goes back to {FIRST_UNKNOWN}")
    tree, wheels, unpacked = folder / "tree", folder / "wheels", folder / "package"
    packed = _git("archive", "--format=tar", commit, *_PACKED, *_BESIDE)
    assert packed is not None, commit
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(tree, filter="data")
    subprocess.run(  # noqa: S603 (a pinned tool of the tests)
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)],
        env={**os.environ, "CAREOPS_WITHOUT_CONSOLE": "1"},
        cwd=tree,
        check=True,
        capture_output=True,
    )
    (wheel,) = wheels.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(unpacked)  # noqa: S202 (a wheel built right here)
    return Older(commit, unpacked)


def _last_without(file: str) -> str | None:
    """The commit before the one that added a file; None where there is no such history."""
    top = _git("rev-parse", "--show-toplevel")
    if top is None or Path(top.decode().strip()) != ROOT:
        return None  # an archive that was unpacked in somebody else's repository
    added = (_git("log", "--diff-filter=A", "--format=%H", "--", file) or b"").split()
    before = _git("rev-parse", "--verify", "--quiet", f"{added[-1].decode()}^") if added else None
    return before.decode().strip() if before else None


def _git(*words: str) -> bytes | None:
    """What git says; None when it refuses, or is not there."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, check=False, capture_output=True)  # noqa: S603, S607 (fixed words)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None
