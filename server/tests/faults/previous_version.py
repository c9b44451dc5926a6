"""Build an older version from this repository's history, and run code with it."""

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
from tools.archives import extract

ROOT = Path(__file__).parents[3]
FIRST_UNKNOWN = "server/careops_server/core/database/versions/0500_change_requests.py"
"""The older version, 1.0.0, is the last one without this migration. The newer version runs it and all later ones."""
_PACKED = ("sdk/careops", "cli/careops_cli", "server/careops_server", "pyproject.toml", "hatch_build.py")
_BESIDE = ("README.md", "LICENSE")


@dataclass(frozen=True)
class Older:
    """An older version; ``folder`` contains the unpacked wheel."""

    commit: str
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """Environment that puts this version before the installed one; libraries are the installed ones."""
        return {"PYTHONPATH": str(self.folder)}

    def run(self, script: str, settings: Mapping[str, str] | None = None) -> str:
        """Run a script with this version. Return its output."""
        environment = {**os.environ, **(settings or {}), **self.environment}
        return subprocess.run(  # noqa: S603 (our own interpreter and script)
            [sys.executable, "-c", script], env=environment, cwd=self.folder, check=True, capture_output=True, text=True
        ).stdout


def built(folder: Path) -> Older:
    """Build its wheel like `nox -s package`, without the console, and unpack it.

    Skips the test, with the reason, if the history is missing: in an unpacked archive or a shallow clone.
    """
    commit = _last_without(FIRST_UNKNOWN)
    if commit is None:
        pytest.skip(f"no older version to work beside: this is no clone whose history goes back to {FIRST_UNKNOWN}")
    tree, wheels, unpacked = folder / "tree", folder / "wheels", folder / "package"
    packed = _git("archive", "--format=tar", commit, *_PACKED, *_BESIDE)
    assert packed is not None, commit
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        extract(archive, tree)
    subprocess.run(  # noqa: S603 (a pinned tool of the tests)
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)],
        env={**os.environ, "CAREOPS_WITHOUT_CONSOLE": "1"},
        cwd=tree,
        check=True,
        capture_output=True,
    )
    (wheel,) = wheels.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(unpacked)  # noqa: S202 (our own wheel)
    return Older(commit, unpacked)


def _last_without(file: str) -> str | None:
    """Return the commit before the one that added a file; None if the history does not reach that far."""
    top = _git("rev-parse", "--show-toplevel")
    if top is None or Path(top.decode().strip()) != ROOT:
        return None  # an archive unpacked inside another repository
    added = (_git("log", "--diff-filter=A", "--format=%H", "--", file) or b"").split()
    before = _git("rev-parse", "--verify", "--quiet", f"{added[-1].decode()}^") if added else None
    return before.decode().strip() if before else None


def _git(*words: str) -> bytes | None:
    """Return git's output; None if git fails or is not installed."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, check=False, capture_output=True)  # noqa: S603, S607 (fixed words)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None
