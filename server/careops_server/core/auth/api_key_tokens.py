"""Format of API keys: a prefix for people and secret scanners, and 256 random bits."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

from careops.constants import KEY_PREFIX

_FORM: Final = re.compile(rf"{KEY_PREFIX}[A-Za-z0-9_-]{{43}}")
_SHOWN: Final = 4


def new_key() -> str:
    """Return a new random key."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def is_key(token: str) -> bool:
    """Return whether a token has the prefix of an API key, unlike a session's token."""
    return token.startswith(KEY_PREFIX)


def is_well_formed(token: str) -> bool:
    """Return whether a key is well-formed. Malformed keys need no database query."""
    return _FORM.fullmatch(token) is not None


def fingerprint(token: str) -> bytes:
    """Return the hash to store. A fast hash is enough for this many random bits."""
    return hashlib.sha256(token.encode()).digest()


def suffix(token: str) -> str:
    """Return the last characters, by which people recognize a key."""
    return token[-_SHOWN:]
