"""Trusted certificates of TLS connections, loaded with the first one."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterable
from typing import Any, Self


class LazySSLContext(ssl.SSLContext):
    """SSL context that is created by ``make`` on first use.

    Loading all trusted certificates takes longer than the rest of a client, and a client of http:// on this machine
    never needs them.
    """

    def __new__(cls, make: Callable[[], ssl.SSLContext]) -> Self:
        return super().__new__(cls, ssl.PROTOCOL_TLS_CLIENT)

    def __init__(self, make: Callable[[], ssl.SSLContext]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._cached: ssl.SSLContext | None = None
        self._protocols: list[str] = []

    def set_alpn_protocols(self, alpn_protocols: Iterable[str]) -> None:
        self._protocols = [*alpn_protocols]

    def wrap_socket(self, *args: Any, **options: Any) -> ssl.SSLSocket:
        return self._context().wrap_socket(*args, **options)

    def wrap_bio(self, *args: Any, **options: Any) -> ssl.SSLObject:
        return self._context().wrap_bio(*args, **options)

    def _context(self) -> ssl.SSLContext:
        with self._lock:
            if self._cached is None:
                self._cached = self._make()
            self._cached.set_alpn_protocols(self._protocols)
            return self._cached
