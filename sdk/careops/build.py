"""Version and commit of the installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from careops import __version__

_COMMIT = Path(__file__).with_name("commit.txt")
"""Written by ``hatch_build.py`` into packages. A checkout has none."""


def describe_version() -> str:
    """Return the version with its commit, such as ``1.0.0 (commit 3b90c6938a52)``."""
    commit = find_commit()
    return f"{__version__} (commit {commit})" if commit else __version__


@cache
def find_commit() -> str:
    """Return the commit that the package was built from; empty if it is not known."""
    return _COMMIT.read_text("utf-8").strip() if _COMMIT.is_file() else ""
