"""A session store that asks the one below it at most once a second: a keyring is slow, and a run asks all the time."""

from __future__ import annotations

import time

from careops.tokens import Tokens, TokenStore

_FRESH_SECONDS = 1.0


class RecentTokens:
    """What another process stores is seen a second later; the server accepts the tokens before for longer than that."""

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
