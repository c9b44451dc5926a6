"""Old public names, which work until the release in ``REMOVED_IN``, with a ``DeprecationWarning``."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, Final

REMOVED_IN: Final = "1.3"
"""Version that has none of these names (docs/guide/upgrading.md)."""
CALLS: Final[Mapping[str, str]] = {
    "ForgetDraft": "DeleteDraft",
    "KeepDraft": "SaveDraft",
    "MakeChanges": "ApplyBatch",
}
"""Calls. Stored scopes of API keys may still contain an old name."""


def find_renamed_call(module: str, name: str, home: Mapping[str, Any]) -> Any:
    """Return the call with the new name from ``home``. Raises ``AttributeError`` for a name that never existed."""
    new = CALLS.get(name, "")
    if new not in home:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    warn_renamed(name, new, stacklevel=4)
    return home[new]


def find_renamed_method(owner: object, name: str, names: Mapping[str, str]) -> Any:
    """Return the method with the new name of ``owner``. Raises ``AttributeError`` for a name that never existed."""
    if name not in names:
        raise AttributeError(f"{type(owner).__name__!r} object has no attribute {name!r}")
    warn_renamed(name, names[name], stacklevel=4)
    return getattr(owner, names[name])


def warn_renamed(old: str, new: str, *, stacklevel: int) -> None:
    """Warn the caller of the deprecated name."""
    warnings.warn(f"{old} is {new}; {REMOVED_IN} removes the old name", DeprecationWarning, stacklevel=stacklevel)
