"""Version and commit of the installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from careops import __version__

_COMMIT = Path(__file__).with_name("commit.txt")
"""Written by ``hatch_build.py`` into packages."""
_CHECKOUT = Path(__file__).parents[2]


def describe_version() -> str:
    """Return the version with its commit, such as ``1.0.0 (commit 3b90c6938a52)``."""
    commit = find_commit()
    return f"{__version__} (commit {commit})" if commit else __version__


@cache
def find_commit() -> str:
    """Return the commit that the package was built from, or that is checked out. Empty if neither is known."""
    if _COMMIT.is_file():
        return _COMMIT.read_text("utf-8").strip()
    return _commit_of(_CHECKOUT) if (_CHECKOUT / ".git").exists() else ""


def _commit_of(checkout: Path) -> str:
    import subprocess

    words = ("git", "rev-parse", "--short=12", "HEAD")
    try:
        done = subprocess.run(words, cwd=checkout, capture_output=True, text=True, check=True, timeout=5)  # noqa: S603 (git)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
