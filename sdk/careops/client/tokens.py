"""Token stores. Any object with these three methods can be used."""

from __future__ import annotations

import base64
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any, Protocol

_KINDS: Mapping[str, type] = {"auth_token": str, "refresh_token": str, "account_type": str, "user": dict}
"""Fields of stored tokens, in their order."""
_read_values = itemgetter(*_KINDS)


@dataclass(frozen=True)
class Tokens:
    """Session in its stored form: two tokens and their user."""

    auth_token: str = field(repr=False)
    refresh_token: str = field(default="", repr=False)
    account_type: str = ""
    user: dict[str, Any] = field(default_factory=dict)

    def renewed(self, auth_token: str, refresh_token: str) -> Tokens:
        """Return the same session with its next pair of tokens."""
        return Tokens(auth_token, refresh_token, self.account_type, self.user)


class TokenStore(Protocol):
    """Stores at most one session. ``load`` is called before each refresh, because another process may have refreshed
    first."""

    def load(self) -> Tokens | None:
        """Return the stored session; None if there is none."""

    def save(self, tokens: Tokens) -> None:
        """Store this session and replace the previous one."""

    def clear(self) -> None:
        """Delete the stored session."""


class MemoryTokens:
    """Token store in memory."""

    def __init__(self, tokens: Tokens | None = None) -> None:
        self._tokens = tokens

    def load(self) -> Tokens | None:
        return self._tokens

    def save(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def clear(self) -> None:
        self._tokens = None


class FileTokens:
    """Token store in a file that only its owner can read (0600), replaced atomically."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def load(self) -> Tokens | None:
        try:
            return tokens_from_json(self.path.read_bytes())
        except FileNotFoundError:
            return None

    def save(self, tokens: Tokens) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")  # created with mode 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(tokens_to_json(tokens))
            os.replace(name, self.path)
        except BaseException:
            os.unlink(name)
            raise

    def clear(self) -> None:
        self.path.unlink(missing_ok=True)


def tokens_to_json(tokens: Tokens) -> str:
    """Return a session in its stored form."""
    return json.dumps(asdict(tokens))


def tokens_from_json(text: str | bytes) -> Tokens | None:
    """Parse a stored session; None for damaged text, so that the next sign-in replaces it."""
    try:
        values = _read_values(json.loads(text))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return Tokens(*values) if all(map(isinstance, values, _KINDS.values())) else None


def expires_at(auth_token: str) -> float | None:
    """Return the unverified ``exp`` of a JWT in seconds since 1970; None if it has none or is not a JWT."""
    try:
        payload = auth_token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        exp = claims["exp"]
        return float(exp) if isinstance(exp, (int, float)) and not isinstance(exp, bool) else None
    except (IndexError, KeyError, TypeError, ValueError, OverflowError, RecursionError):
        return None
