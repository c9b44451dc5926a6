"""Public paths, which need no Authorization header. Without it, all other requests are refused before sending (B 7)."""

from __future__ import annotations

from urllib.parse import urlsplit

from careops.constants import EXEMPT_PATHS


def is_exempt(address: str, *, base: str = "", storage: str = "") -> bool:
    """Return True if this address is one of the eleven public ones (B-89).

    The whole parsed path is compared, after removing ``base``, the base path of the calls. The eleventh is the file
    storage, identified by its host. A public path elsewhere in an address has no effect.
    """
    parts = urlsplit(address)
    if storage and parts.hostname == storage.lower():
        return True
    return parts.path.removeprefix(base) in EXEMPT_PATHS
