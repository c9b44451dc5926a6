"""Tokens of a session: a signed access token for a quarter of an hour, and a refresh token for one use."""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import jwt

from careops.errors import Unauthorized
from careops_server.core.configuration.settings import Settings

ALGORITHM = "HS256"
KIND = "at+jwt"
NAME = "careops"
LEEWAY_SECONDS = 30
_MAX_STORED = 10_000


@dataclass(frozen=True)
class Claims:
    """Claims of a valid access token."""

    user_id: int
    session_id: UUID


@dataclass(frozen=True)
class _Verified:
    """A token with a valid signature."""

    claims: Claims
    not_before: float
    expires_at: float


class TokenMint:
    """Creates and verifies both tokens."""

    def __init__(self, settings: Settings) -> None:
        self._keys = {_key_id(key): key for key in settings.signing_keys}
        self._signing = _key_id(settings.signing_keys[0])
        self._lifetime = timedelta(minutes=settings.access_token_minutes)
        self._verified: dict[str, _Verified] = {}

    def access_token(self, user_id: int, session_id: UUID, now: datetime | None = None) -> str:
        """Return a JWT for the session."""
        issued = now or datetime.now(UTC)
        claims = {
            "iss": NAME,
            "aud": NAME,
            "sub": str(user_id),
            "sid": str(session_id),
            "iat": issued,
            "nbf": issued,
            "exp": issued + self._lifetime,
            # Without it, two tokens of the same second would be equal, and a client could not detect a renewed one.
            "jti": secrets.token_urlsafe(8),
        }
        headers = {"kid": self._signing, "typ": KIND}
        return jwt.encode(claims, self._keys[self._signing], algorithm=ALGORITHM, headers=headers)

    def read(self, token: str) -> Claims:
        """Return the claims of a valid token. Raises ``Unauthorized`` for any other text (SEC-10)."""
        # A client sends the same token for a quarter of an hour. Its signature is checked once, its times always.
        verified = self._verified.get(token) or self._verify(token)
        now = datetime.now(UTC).timestamp()
        if now >= verified.expires_at or verified.not_before > now + LEEWAY_SECONDS:
            self._verified.pop(token, None)
            raise Unauthorized
        return verified.claims

    def _verify(self, token: str) -> _Verified:
        try:
            header = jwt.get_unverified_header(token)
            key = self._keys.get(header.get("kid", ""))
            if key is None or header.get("typ") != KIND:
                raise Unauthorized
            claims = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                audience=NAME,
                issuer=NAME,
                leeway=0,
                options={"require": ["exp", "iat", "nbf", "sub", "sid"], "verify_iat": False, "verify_nbf": False},
            )
            signed = Claims(int(claims["sub"]), UUID(claims["sid"]))
            not_before = max(_time(claims["nbf"]), _time(claims["iat"]))
            verified = _Verified(signed, not_before, _time(claims["exp"]))
        except (jwt.InvalidTokenError, ArithmeticError, ValueError, TypeError, AttributeError, RecursionError):
            raise Unauthorized from None
        if len(self._verified) >= _MAX_STORED:
            self._verified.clear()
        self._verified[token] = verified
        return verified

    def first_refresh_token(self) -> str:
        """Return a new session's refresh token: 256 random bits."""
        return f"r1.{secrets.token_urlsafe(32)}"

    def next_refresh_token(self, token: str) -> str:
        """Return the successor of a refresh token.

        It is derived instead of random. Within the grace time, the server can return the same successor again although
        it stores only hashes.
        """
        key = self._keys[self._signing].encode()
        successor = hmac.digest(key, b"next refresh token\0" + token.encode(), "sha256")
        return f"r1.{urlsafe_b64encode(successor).decode().rstrip('=')}"


def _time(claim: object) -> float:
    """Return a NumericDate of RFC 7519 in seconds. Raise ``TypeError``, ``ValueError`` or ``OverflowError``."""
    if isinstance(claim, bool) or not isinstance(claim, int | float):
        raise TypeError("a time is a number")
    seconds = float(claim)
    if not math.isfinite(seconds):
        raise ValueError("a time is a finite number")
    return seconds


def fingerprint(token: str) -> bytes:
    """Return the hash of a refresh token for storage."""
    return hashlib.sha256(token.encode()).digest()


def _key_id(key: str) -> str:
    return hashlib.sha256(b"key id\0" + key.encode()).hexdigest()[:12]
