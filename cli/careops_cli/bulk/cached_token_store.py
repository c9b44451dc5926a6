"""Token store that reads the underlying one at most once a second, because a keyring is slow."""

from __future__ import annotations

import time

from careops.client.tokens import Tokens, TokenStore

_FRESH_SECONDS = 1.0


class RecentTokens:
    """Caching token store. Tokens of another process appear after a second; the server accepts the previous ones
    longer."""

    def __init__(self, store: TokenStore) -> None:
        self._store = store
        self._tokens: Tokens | None = None
        self._loaded_at = float("-inf")

    def load(self) -> Tokens | None:
        if time.monotonic() - self._loaded_at > _FRESH_SECONDS:
            self._tokens = self._store.load()
            self._loaded_at = time.monotonic()
        return self._tokens

    def save(self, tokens: Tokens) -> None:
        self._store.save(tokens)
        self._tokens = tokens
        self._loaded_at = time.monotonic()

    def clear(self) -> None:
        self._store.clear()
        self._tokens = None
        self._loaded_at = time.monotonic()
