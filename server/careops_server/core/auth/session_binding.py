"""Binding of sessions to the browser that started them, by a cookie that scripts cannot read (SEC-18).

Local storage contains the documented keys, so copying it gives both tokens. A session started in a browser also needs
its cookie. Sessions of the SDK or the terminal have no cookie and need none.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from careops.error_codes import title_of
from careops.errors import Forbidden, Unauthorized
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.replica import MAX_SECONDS
from careops_server.core.observability import metrics
from careops_server.core.observability.logs import log
from careops_server.core.principal import Origin

FOREIGN_PAGE: Final = title_of("foreign_page")
_LONGEST: Final = 100


class SessionBinding:
    """Cookies of this installation. Their names are specific to it, because cookies ignore ports."""

    def __init__(self, settings: Settings) -> None:
        # Browsers accept this prefix from https only, and no other host of the domain can set such a cookie.
        prefix = "__Host-" if settings.https else ""
        self._names = tuple(f"{prefix}careops-{_own(key)}" for key in settings.signing_keys)
        secure = "; Secure" if settings.https else ""
        self._attributes = f"Path=/; Max-Age={round(settings.session_hours * 3600)}; HttpOnly; SameSite=Strict{secure}"
        self._changed = f"{self._names[0]}-changed"
        # A replica has all changes older than MAX_SECONDS. One more second allows for rounding in the browser.
        longer = f"Max-Age={round(MAX_SECONDS) + 1}"
        self.has_changed: Final = f"{self._changed}=1; Path=/; {longer}; HttpOnly; SameSite=Strict{secure}"
        """Cookie set with the answer to a change: all tabs of this browser then read their changes."""

    def cookie_hashes(self, header: str) -> tuple[bytes, ...]:
        """Return the hashes of a request's cookies. There may be several with the same name, for different paths."""
        if "careops-" not in header:
            return ()
        pairs = (cookie.strip().partition("=") for cookie in header.split(";"))
        return tuple(_hash(value) for name, _, value in pairs if name in self._names and len(value) <= _LONGEST)

    def wrote_recently(self, header: str) -> bool:
        """Return whether this browser changed something within the last seconds."""
        return self._changed in header

    def new_cookie(self) -> tuple[str, bytes]:
        """Return a new cookie as a header, and its hash."""
        value = secrets.token_urlsafe(32)
        return f"{self._names[0]}={value}; {self._attributes}", _hash(value)


def check_same_browser(bound: bytes | None, origin: Origin, *, source: str = "") -> None:
    """Raise ``Unauthorized`` if a session is bound to another browser."""
    if bound is None or any(hmac.compare_digest(bound, browser) for browser in origin.browsers):
        return
    metrics.tokens_elsewhere.inc()
    log.warning("access token without session cookie", ip_address=origin.ip_address)
    raise Unauthorized(source=source)


def check_same_origin(origin: Origin) -> None:
    """Raise ``Forbidden`` if a page of another site sent the request (SEC-40)."""
    if origin.foreign_page:
        raise Forbidden(FOREIGN_PAGE)


def _own(key: str) -> str:
    return hmac.digest(key.encode(), b"careops browser cookie", "sha256").hex()[:8]


def _hash(value: str) -> bytes:
    return hashlib.sha256(value.encode("utf-8", "surrogateescape")).digest()
