"""The keys themselves: 256 random bits behind a word by which people and scanners know one."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

from careops.constants import KEY_PREFIX

_FORM: Final = re.compile(rf"{KEY_PREFIX}[A-Za-z0-9_-]{{43}}")
_SHOWN: Final = 4


def fresh() -> str:
    """A key nobody has."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def is_key(token: str) -> bool:
    """Whether it claims to be a program's key, rather than a session's token."""
    return token.startswith(KEY_PREFIX)


def is_whole(token: str) -> bool:
    """Whether it could be one: what is cut off or mistyped in form needs no look into the database."""
    return _FORM.fullmatch(token) is not None


def fingerprint(token: str) -> bytes:
    """What is stored of it. So many random bits need no slow hash."""
    return hashlib.sha256(token.encode()).digest()


def ending(token: str) -> str:
    """What people tell it by."""
    return token[-_SHOWN:]
