"""Connection limiter (SEC-34)."""

from __future__ import annotations

import resource
from typing import Final

import orjson

from careops.error_codes import Title, title_of
from careops_server.core.configuration.settings import Settings
from careops_server.core.http.client_address import is_trusted
from careops_server.core.rate_limits.limiter import CONNECTIONS
from careops_server.core.rate_limits.shared_counters import SharedCounters

RESERVE: Final = 128
"""File descriptors reserved for the database, files and other services."""
MAX_FILES: Final = 65_536
_THIS_MACHINE: Final = frozenset({"127.0.0.1", "::1"})


def _answer(status: str, title: Title) -> bytes:
    body = orjson.dumps({"success": False, "errors": [{"source": "", "title": title, "code": title.code}]})
    head = f"HTTP/1.1 {status}\r\nconnection: close\r\nretry-after: 1\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body


TOO_MANY: Final = _answer("429 Too Many Requests", title_of("too_many_connections"))
FULL: Final = _answer("503 Service Unavailable", title_of("busy"))


class ConnectionLimiter:
    """Counts the connections of each address over all workers, and the total of this worker.

    Trusted proxies and this machine have no limit, because many clients share their addresses.
    """

    def __init__(self, settings: Settings, counters: SharedCounters) -> None:
        self._each = settings.connections_per_address
        self._trusted = settings.trusted_proxies
        self._connections = counters.members(CONNECTIONS)
        self._most = _allowed_files() - RESERVE
        self._inside = 0

    def acquire(self, address: str) -> bytes | None:
        """Admit a connection. Return None, or the HTTP response that refuses it."""
        if self._inside >= self._most:
            return FULL
        if self._counts(address) and not self._connections.acquire(address, self._each):
            return TOO_MANY
        self._inside += 1
        return None

    def release(self, address: str) -> None:
        """Count off a connection that ``acquire`` admitted."""
        self._inside -= 1
        if self._counts(address):
            self._connections.release(address)

    def _counts(self, address: str) -> bool:
        return address not in _THIS_MACHINE and not is_trusted(address, self._trusted)


def _allowed_files() -> int:
    """Return the number of file descriptors this process may open, after raising the soft limit to the hard limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        soft = limit
    return MAX_FILES if soft == resource.RLIM_INFINITY else soft
