"""The only module that knows httpx."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from careops.conversation import Reply, Send, Silence

if "httpx" not in sys.modules and "httpx._main" not in sys.modules:
    # httpx imports its own command line where rich and click are installed: a third of its start-up, never used here.
    sys.modules["httpx._main"] = None  # type: ignore[assignment]  # None is how an import is made to fail
    import httpx

    del sys.modules["httpx._main"]
else:
    import httpx

if TYPE_CHECKING:
    from collections.abc import Mapping

TIMEOUT = httpx.Timeout(connect=5.0, read=30.0, write=30.0, pool=5.0)
_NEVER_LEFT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)
_SILENCES = (httpx.TransportError, httpx.DecodingError)
"""No answer, or one that breaks off or cannot be unpacked."""


def _options(base_url: str, timeout: float | None, headers: Mapping[str, str] | None) -> dict[str, Any]:
    return {
        "base_url": base_url,
        "timeout": TIMEOUT if timeout is None else httpx.Timeout(timeout, connect=min(5.0, timeout)),
        "headers": {"user-agent": "careops-sdk", **(headers or {})},
        "follow_redirects": False,
        "limits": httpx.Limits(max_connections=100, max_keepalive_connections=50),
    }


class Http:
    """Carries a ``Send`` out, blocking."""

    def __init__(
        self,
        base_url: str,
        *,
        timeout: float | None = None,
        transport: httpx.BaseTransport | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._http = httpx.Client(**_options(base_url, timeout, headers), transport=transport)

    def send(self, step: Send) -> Reply | Silence:
        try:
            return _reply(self._http.send(_request(self._http, step)))
        except _SILENCES as error:
            return _silence(error)

    def close(self) -> None:
        self._http.close()


class AsyncHttp:
    """Carries a ``Send`` out, without blocking."""

    def __init__(
        self,
        base_url: str,
        *,
        timeout: float | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._http = httpx.AsyncClient(**_options(base_url, timeout, headers), transport=transport)

    async def send(self, step: Send) -> Reply | Silence:
        try:
            return _reply(await self._http.send(_request(self._http, step)))
        except _SILENCES as error:
            return _silence(error)

    async def close(self) -> None:
        await self._http.aclose()


def _request(http: httpx.Client | httpx.AsyncClient, step: Send) -> httpx.Request:
    wire = step.wire
    headers = {**step.headers, "content-type": "application/json"}
    return http.build_request(wire.method, wire.path, params=dict(wire.query), json=wire.body, headers=headers)


def _reply(response: httpx.Response) -> Reply:
    try:
        payload = response.json()
    except (ValueError, RecursionError):
        payload = None
    return Reply(response.status_code, dict(response.headers), payload)


def _silence(error: httpx.RequestError) -> Silence:
    reason = str(error) or type(error).__name__
    return Silence(f"No answer from the platform: {reason}", reached=not isinstance(error, _NEVER_LEFT))
