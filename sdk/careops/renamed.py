"""Old public names, which work until the release in ``REMOVED_IN``, with a ``DeprecationWarning``."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, Final

REMOVED_IN: Final = "1.1"
"""Version that has none of these names (docs/guide/upgrading.md)."""
ERRORS: Final[Mapping[str, str]] = {
    "NoAnswer": "ConnectionFailed",
    "NotOffered": "NotSupported",
    "Refused": "ApiError",
    "Stale": "PreconditionFailed",
    "TooLarge": "PayloadTooLarge",
    "UnreadableAnswer": "InvalidResponse",
}
BULK: Final[Mapping[str, str]] = {
    "ListedChange": "ListBackedChange",
    "Pace": "Backoff",
    "Wrong": "InvalidRow",
    "record_ids": "parse_ids",
}
CONTRACT: Final[Mapping[str, str]] = {
    "Done": "Empty",
    "InQuery": "QueryParam",
    "Mismatch": "PathBodyMismatch",
    "OnlyFor": "RestrictedTo",
    "Paged": "PageParams",
    "PagedByTen": "FixedPageParams",
    "Wire": "HttpParts",
    "Written": "RawJson",
}
CALLS: Final[Mapping[str, Mapping[str, str]]] = {
    "news": {"FindTwins": "FindDuplicates", "FindTwinsOf": "FindDuplicatesOf"},
    "news_insights": {"FindTwinTags": "FindDuplicateTags", "TwinTags": "DuplicateTags"},
}
"""By area."""
METHODS: Final[Mapping[str, str]] = {
    "twin_tags": "duplicate_tags",
    "twins": "duplicates",
    "twins_of": "duplicates_of",
}


def find_renamed(module: str, name: str, names: Mapping[str, str], home: Mapping[str, Any]) -> Any:
    """Return the object with the new name from ``home``. Raises ``AttributeError`` for a name that never existed."""
    if name not in names:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    warn_renamed(f"{module}.{name}", names[name], stacklevel=4)
    return home[names[name]]


def warn_renamed(old: str, new: str, *, stacklevel: int = 3) -> None:
    """Warn the caller of the deprecated name."""
    text = f"{old} is now {new}; the old name works until careops {REMOVED_IN}"
    warnings.warn(text, DeprecationWarning, stacklevel=stacklevel)
