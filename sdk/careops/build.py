"""Version and commit of the installed package."""

from __future__ import annotations

import os.path
from functools import cache

from careops import __version__

_COMMIT = os.path.join(os.path.dirname(__file__), "commit.txt")
"""Written by ``hatch_build.py`` into packages. A checkout has none. It is not a ``Path``, because pathlib takes longer
to load than the version to print.
"""


def describe_version() -> str:
    """Return the version with its commit, such as ``1.1.0 (commit 3b90c6938a52)``."""
    commit = find_commit()
    return f"{__version__} (commit {commit})" if commit else __version__


@cache
def find_commit() -> str:
    """Return the commit that the package was built from; empty if it is not known."""
    try:
        with open(_COMMIT, encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""
