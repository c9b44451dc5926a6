"""Which browser a session was begun in: a cookie that pages cannot read (SEC-18).

Local storage holds the documented keys, so whoever copies it has both tokens. A session that a browser began is worth
nothing without the cookie it got with it; one that the SDK or the terminal began has none and needs none.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

import structlog

from careops.errors import Forbidden, Unauthorized
from careops_server.asking import Origin
from careops_server.database.replica import MOST_SECONDS
from careops_server.observe import metrics
from careops_server.settings import Settings

log = structlog.get_logger()
FOREIGN_PAGE: Final = "A page of another site may not call this server"
_LONGEST: Final = 100


class Browsers:
    """The cookie of this installation: its name is its own, as cookies know no ports."""

    def __init__(self, settings: Settings) -> None:
        # A browser takes this prefix from https alone, and lets no other host of the domain set such a cookie.
        prefix = "__Host-" if settings.https else ""
        self._names = tuple(f"{prefix}careops-{_own(key)}" for key in settings.signing_keys)
        secure = "; Secure" if settings.https else ""
        self._attributes = f"Path=/; Max-Age={round(settings.session_hours * 3600)}; HttpOnly; SameSite=Strict{secure}"
        self._changed = f"{self._names[0]}-changed"
        # A replica has what is older than MOST_SECONDS; a second more, as a browser counts in whole ones.
        longer = f"Max-Age={round(MOST_SECONDS) + 1}"
        self.has_changed: Final = f"{self._changed}=1; Path=/; {longer}; HttpOnly; SameSite=Strict{secure}"
        """Set with the answer to a change: all of this browser's tabs read what they have written."""

    def hashes(self, header: str) -> tuple[bytes, ...]:
        """What the cookies of a request may prove. There may be several of a name, for different paths."""
        if "careops-" not in header:
            return ()
        pairs = (part.strip().partition("=") for part in header.split(";"))
        return tuple(_hash(value) for name, _, value in pairs if name in self._names and len(value) <= _LONGEST)

    def changed_lately(self, header: str) -> bool:
        """Whether something was changed from there within the last seconds."""
        return self._changed in header

    def fresh(self) -> tuple[str, bytes]:
        """A new cookie, as it is set, and what is kept of it."""
        value = secrets.token_urlsafe(32)
        return f"{self._names[0]}={value}; {self._attributes}", _hash(value)


def refuse_elsewhere(bound: bytes | None, origin: Origin, *, source: str = "") -> None:
    """Raise ``Unauthorized`` when a session was begun in a browser, and this is not that one."""
    if bound is None or any(hmac.compare_digest(bound, given) for given in origin.browsers):
        return
    metrics.tokens_elsewhere.inc()
    log.warning("a token of a browser's session came without its cookie", ip_address=origin.ip_address)
    raise Unauthorized(source=source)


def refuse_foreign_page(origin: Origin) -> None:
    """Raise ``Forbidden`` when a page of another site sends this (SEC-40)."""
    if origin.foreign_page:
        raise Forbidden(FOREIGN_PAGE)


def _own(key: str) -> str:
    return hmac.digest(key.encode(), b"careops browser cookie", "sha256").hex()[:8]


def _hash(value: str) -> bytes:
    return hashlib.sha256(value.encode("utf-8", "surrogateescape")).digest()
