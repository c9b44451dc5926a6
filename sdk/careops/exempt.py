"""Which requests go without an Authorization header; every other one without it is refused before it is sent (B 7)."""

from __future__ import annotations

from urllib.parse import urlsplit

from careops.constants import EXEMPT_PATHS


def is_exempt(address: str, *, base: str = "", storage: str = "") -> bool:
    """Whether this address is one of the eleven (B-89).

    The parsed path is compared as a whole, without ``base``, the path the platform's calls stand below; the eleventh
    is the file storage, known by its host. That a path stands anywhere else in an address means nothing.
    """
    parts = urlsplit(address)
    if storage and parts.hostname == storage.lower():
        return True
    return parts.path.removeprefix(base) in EXEMPT_PATHS
