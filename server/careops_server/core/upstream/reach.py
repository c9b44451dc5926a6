"""Check whether the platform behind a gateway can be reached."""

from __future__ import annotations

import asyncio
from typing import Any, Final
from urllib.parse import urlsplit

from careops.client.request_flow import NoResponse, SendRequest
from careops.contract import HttpParts
from careops_server.core.observability.recent_checks import RecentCheck

CHECK_SECONDS: Final = 3.0
KNOWN_SECONDS: Final = 5.0
"""Lifetime of the cached result, so that frequent health checks do not reach the platform."""
_CHECKED_PATH: Final = "/spec_modules"
"""A documented read. Any answer will do, including 401."""
_PROXY_FAILURES: Final = frozenset({502, 503, 504})


def shown_address(url: str) -> str:
    """Return scheme, host and port of an address, without credentials, path or query."""
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{f':{parts.port}' if parts.port else ''}"


async def find_failure(url: str) -> str | None:
    """Ask the platform at ``url`` once. Return the reason if it cannot be reached, else None."""
    from careops.client.transport import AsyncHttp  # httpx, which only a gateway needs

    http = AsyncHttp(url, timeout=CHECK_SECONDS)
    try:
        reply = await http.send(SendRequest(HttpParts("GET", _CHECKED_PATH, {}, None), within=CHECK_SECONDS))
    finally:
        await http.close()
    if isinstance(reply, NoResponse):
        return reply.reason
    return f"A proxy in front of it answered {reply.status}" if reply.status in _PROXY_FAILURES else None


class PlatformReach:
    """The platform as a component of ``/ready``, checked at most every ``KNOWN_SECONDS``."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._recent = RecentCheck(lambda: find_failure(url), seconds=KNOWN_SECONDS)

    async def check(self) -> dict[str, Any]:
        """Return the component's state."""
        failure = await asyncio.shield(self._recent.task())
        state = {"ok": failure is None, "address": shown_address(self._url)}
        return {"platform": state if failure is None else {**state, "reason": failure}}
