"""The only module that knows httpx."""

from __future__ import annotations

import ssl
import sys
from contextlib import ExitStack, aclosing, closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from careops import __version__
from careops.conversation import Reply, Send, Silence
from careops.errors import NoAnswer

if "httpx" not in sys.modules and "httpx._main" not in sys.modules:
    # httpx imports its own command line where rich and click are installed: a third of its start-up, never used here.
    sys.modules["httpx._main"] = None  # type: ignore[assignment]  # None is how an import is made to fail
    import httpx

    del sys.modules["httpx._main"]
else:
    import httpx

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping

    from careops.files import Download, Upload

TIMEOUT = httpx.Timeout(connect=5.0, read=30.0, write=30.0, pool=5.0)
_NEVER_LEFT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)
_SILENCES = (httpx.TransportError, httpx.DecodingError)
"""No answer, or one that breaks off or cannot be unpacked."""


def _options(base_url: str, timeout: float | None, headers: Mapping[str, str] | None) -> dict[str, Any]:
    return {
        "base_url": base_url,
        "timeout": TIMEOUT if timeout is None else httpx.Timeout(timeout, connect=min(5.0, timeout)),
        "headers": {"user-agent": f"careops-sdk/{__version__}", **(headers or {})},
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
            with ExitStack() as opened:
                response = self._http.send(_request(self._http, step, opened), stream=True)
            if step.wants_file and _is_file(response):
                return _reply(response, _download(response, _pieces(response), response.close))
            with closing(response):
                response.read()
                return _reply(response)
        except _SILENCES as error:
            return _silence(error)

    def put(self, url: str, file: Upload) -> Reply | Silence:
        """Store a file at an address that was signed for it: the bytes, and nothing of ours beside them."""
        try:
            headers = _file_headers(file)
            return _reply(self._http.put(self._http.base_url.join(url), content=file.chunks(), headers=headers))
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
            with ExitStack() as opened:
                response = await self._http.send(_request(self._http, step, opened), stream=True)
            if step.wants_file and _is_file(response):
                return _reply(response, _download(response, _apieces(response), response.aclose))
            async with aclosing(response):
                await response.aread()
                return _reply(response)
        except _SILENCES as error:
            return _silence(error)

    async def put(self, url: str, file: Upload) -> Reply | Silence:
        """Store a file at an address that was signed for it: the bytes, and nothing of ours beside them."""

        async def pieces() -> AsyncIterator[bytes]:
            for piece in file.chunks():
                yield piece

        try:
            headers = _file_headers(file)
            return _reply(await self._http.put(self._http.base_url.join(url), content=pieces(), headers=headers))
        except _SILENCES as error:
            return _silence(error)

    async def close(self) -> None:
        await self._http.aclose()


def _request(http: httpx.Client | httpx.AsyncClient, step: Send, opened: ExitStack) -> httpx.Request:
    wire, query = step.wire, dict(step.wire.query)
    if not wire.files:
        headers = {**step.headers, "content-type": "application/json"}
        return http.build_request(wire.method, wire.path, params=query, json=wire.body, headers=headers)
    files = {n: (f.name, opened.enter_context(f.opened()), f.content_type) for n, f in wire.files.items()}
    return http.build_request(
        wire.method, wire.path, params=query, data=wire.body, files=files, headers=dict(step.headers)
    )


def _file_headers(file: Upload) -> dict[str, str]:
    # The length is said, because storages take no file without; else httpx would send it in chunks.
    return {"content-type": file.content_type, "content-length": str(file.size)}


def _reply(response: httpx.Response, file: Download | None = None) -> Reply:
    payload = None
    if file is None:
        with suppress(ValueError, RecursionError):
            payload = response.json()
    return Reply(response.status_code, dict(response.headers), payload, file)


def _is_file(response: httpx.Response) -> bool:
    """Whether the body is a file, not an envelope that says why there is none."""
    is_json = response.headers.get("content-type", "").startswith("application/json")
    return response.is_success and (not is_json or "content-disposition" in response.headers)


def _download(response: httpx.Response, pieces: Any, closed_by: Any) -> Download:
    from careops.files import Download, disposed_name

    headers = response.headers
    packed = "content-encoding" in headers
    size = headers.get("content-length", "")
    return Download(
        pieces,
        name=disposed_name(headers.get("content-disposition", "")),
        content_type=headers.get("content-type", "application/octet-stream"),
        size=int(size) if size.isdecimal() and not packed else None,
        closed_by=closed_by,
    )


def _pieces(response: httpx.Response) -> Iterator[bytes]:
    with _breaking_off(), closing(response):
        yield from response.iter_bytes()


async def _apieces(response: httpx.Response) -> AsyncIterator[bytes]:
    with _breaking_off():
        async with aclosing(response):
            async for piece in response.aiter_bytes():
                yield piece


@contextmanager
def _breaking_off() -> Iterator[None]:
    try:
        yield
    except _SILENCES as error:
        raise NoAnswer(f"The file broke off: {error or type(error).__name__}") from error


def _silence(error: httpx.RequestError) -> Silence:
    if _distrusted(error):
        return Silence(f"The platform's certificate is not trusted: {error}", reached=False, final=True)
    reason = str(error) or type(error).__name__
    return Silence(f"No answer from the platform: {reason}", reached=not isinstance(error, _NEVER_LEFT))


def _distrusted(error: BaseException | None) -> bool:
    """Whether a certificate is what is wrong: no second try makes it right."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False
