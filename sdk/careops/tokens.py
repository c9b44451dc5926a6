"""Where a session's tokens are kept between calls. Any object with these three methods will do."""

from __future__ import annotations

import base64
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

_KINDS: Mapping[str, type] = {"auth_token": str, "refresh_token": str, "account_type": str, "user": dict}


@dataclass(frozen=True)
class Tokens:
    """A session as it is stored: the two tokens and who they belong to."""

    auth_token: str = field(repr=False)
    refresh_token: str = field(default="", repr=False)
    account_type: str = ""
    user: dict[str, Any] = field(default_factory=dict)

    def renewed(self, auth_token: str, refresh_token: str) -> Tokens:
        """The same session with its next pair of tokens."""
        return Tokens(auth_token, refresh_token, self.account_type, self.user)


class TokenStore(Protocol):
    """Keeps at most one session. ``load`` is asked again before each refresh: another process may have been first."""

    def load(self) -> Tokens | None:
        """The session as it is kept; None when there is none."""

    def save(self, tokens: Tokens) -> None:
        """Keep this session in the place of the one before."""

    def clear(self) -> None:
        """Keep none."""


class MemoryTokens:
    """Keeps the session for as long as the process lives."""

    def __init__(self, tokens: Tokens | None = None) -> None:
        self._tokens = tokens

    def load(self) -> Tokens | None:
        return self._tokens

    def save(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def clear(self) -> None:
        self._tokens = None


class FileTokens:
    """Keeps the session in a file only its owner can read (0600), replaced in one step so that no reader sees half."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def load(self) -> Tokens | None:
        try:
            return tokens_from_json(self.path.read_bytes())
        except FileNotFoundError:
            return None

    def save(self, tokens: Tokens) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")  # made 0600
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
    """The stored form of a session."""
    return json.dumps(asdict(tokens))


def tokens_from_json(text: str | bytes) -> Tokens | None:
    """The session in a stored text; None when the text is damaged, so that signing in again mends it."""
    try:
        stored = json.loads(text)
        tokens = Tokens(**{name: stored[name] for name in _KINDS})
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return tokens if all(isinstance(stored[name], kind) for name, kind in _KINDS.items()) else None


def expires_at(auth_token: str) -> float | None:
    """The ``exp`` of a JWT in seconds since 1970, unverified; None when it has none or is no JWT at all."""
    try:
        payload = auth_token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        exp = claims["exp"]
        return float(exp) if isinstance(exp, (int, float)) and not isinstance(exp, bool) else None
    except (IndexError, KeyError, TypeError, ValueError, OverflowError, RecursionError):
        return None
