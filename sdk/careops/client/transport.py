"""HTTP transport. The only module that imports httpx."""

from __future__ import annotations

import json
import logging
import ssl
import time
from contextlib import ExitStack, aclosing, closing, contextmanager, suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import httpx

from careops import __version__
from careops.client.proxies import describe_proxy, find_proxy, is_in_excluded_range
from careops.client.request_flow import NoResponse, Reply, SendRequest
from careops.client.tls import LazySSLContext
from careops.errors import ConnectionFailed, NotSent
from careops.tracing import traced, tracers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping

    from careops.files import Download, Upload

TransportT = TypeVar("TransportT", httpx.BaseTransport, httpx.AsyncBaseTransport)
ClientT = TypeVar("ClientT", httpx.Client, httpx.AsyncClient)
MAX_ANSWER_BYTES = 32 * 1024 * 1024
"""Default maximum size of an answer in bytes, uncompressed. A page of 500 records has less than one of these 32 MB."""
USER_AGENT = f"careops-sdk/{__version__}"
TIMEOUT = httpx.Timeout(connect=5.0, read=30.0, write=30.0, pool=5.0)
_NEVER_LEFT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)
_log = logging.getLogger("careops")
_PLATFORM = "the platform"
_OWN_CA = "If your organisation has its own certificate authority, set SSL_CERT_FILE to the file with its certificate."
_SILENCES = (httpx.TransportError, httpx.DecodingError)
"""Errors that mean no answer, or an answer that is incomplete or cannot be decompressed."""


def _silences(timeout: float) -> httpx.Timeout:
    """Return the timeout of each phase of a request. Raises ``TypeError`` for a value that is not a number."""
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
        raise TypeError(f"timeout is a number of seconds, not {type(timeout).__name__}")
    return httpx.Timeout(timeout, connect=min(5.0, timeout))


def client_headers(headers: Mapping[str, str] | None) -> dict[str, str]:
    """Return the default headers of a client with lower-case names. A ``user-agent`` precedes that of the SDK."""
    defaults = dict(httpx.Headers(headers).items())
    if agent := defaults.get("user-agent"):
        defaults["user-agent"] = f"{agent} {USER_AGENT}"
    return defaults


def _options(base_url: str, timeout: float | None, headers: Mapping[str, str] | None) -> dict[str, Any]:
    return {
        "base_url": base_url,
        "timeout": TIMEOUT if timeout is None else _silences(timeout),
        "headers": {"user-agent": USER_AGENT, **(headers or {})},
        # A session is its bearer token. A gateway sends requests of all users through one client, so a stored cookie of
        # one user's answer would be sent with another user's call.
        "cookies": CookieJar(DefaultCookiePolicy(allowed_domains=())),
        "follow_redirects": False,
        "limits": httpx.Limits(max_connections=100, max_keepalive_connections=50),
        "verify": LazySSLContext(httpx.create_ssl_context),
    }


def _build_client(kind: Callable[..., ClientT], options: dict[str, Any], transport: object) -> ClientT:
    """Build an httpx client. Raises ``NotSent`` if the platform's proxy cannot be used."""
    if is_in_excluded_range(options["base_url"]):
        # httpx reads a range in NO_PROXY as one host. A mount of None is no proxy.
        options = {**options, "mounts": {f"all://{httpx.URL(options['base_url']).netloc.decode()}": None}}
    try:
        return kind(**options, transport=transport)
    except (ImportError, ValueError, httpx.InvalidURL):
        # httpx sets up all proxies of the environment, including those excluded by NO_PROXY or the scheme.
        return _build_client_of_one_proxy(kind, options)


def _build_client_of_one_proxy(kind: Callable[..., ClientT], options: dict[str, Any]) -> ClientT:
    url = options["base_url"]
    try:
        return kind(**options, proxy=find_proxy(url), trust_env=False)
    except (ImportError, ValueError, httpx.InvalidURL) as error:
        proxy = describe_proxy(url)
        if isinstance(error, ImportError):
            unusable = NotSent(f"The proxy {proxy} needs the package socksio, which is not installed")
            unusable.next_step = "Run: pip install socksio, or add the platform's host to NO_PROXY."
        else:
            unusable = NotSent(f"The proxy {proxy} has no usable address")
            unusable.next_step = "Correct the variable, or add the platform's host to NO_PROXY."
        raise unusable from error


class _Executor(Generic[ClientT, TransportT]):
    """Connections of an executor, and the limits of its answers."""

    _kind: type[ClientT]

    def __init__(
        self,
        base_url: str,
        *,
        timeout: float | None = None,
        longest_answer: int = MAX_ANSWER_BYTES,
        transport: TransportT | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._longest = longest_answer
        self._proxied = transport is None  # a transport of the caller uses no proxies
        self._http: ClientT = _build_client(self._kind, _options(base_url, timeout, headers), transport)


class Http(_Executor[httpx.Client, httpx.BaseTransport]):
    """Blocking executor of ``SendRequest`` steps."""

    _kind = httpx.Client

    def send(self, step: SendRequest) -> Reply | NoResponse:
        """Return the answer with any status; ``NoResponse`` without an answer in time. Raises ``NotSent`` after
        ``close``."""
        _check_open(self._http)
        started = time.monotonic()
        if not tracers:
            return _logged(step, self._send(step, started), started)
        with traced(step) as span:
            return span.record(_logged(step, self._send(span.step, started), started))

    def _send(self, step: SendRequest, started: float) -> Reply | NoResponse:
        try:
            with ExitStack() as opened:
                response = self._http.send(_request(self._http, step, opened), stream=True)
            if step.wants_file and _is_file(response):
                return _reply(response, file=_download(response, _pieces(response), response.close))
            with closing(response):
                body = _Body(step, started, self._longest)
                for piece in response.iter_bytes():
                    if (silence := body.add(piece)) is not None:
                        return silence
                return _reply(response, body.content())
        except _SILENCES as error:
            return _silence(error, proxied=self._proxied)

    def put(self, url: str, file: Upload) -> Reply | NoResponse:
        """Upload a file to a presigned URL, without headers of the session."""
        try:
            response = self._http.send(_put_request(self._http, url, file, file.chunks()))
            return _reply(response, response.content)
        except _SILENCES as error:
            return _silence(error, proxied=self._proxied, service=_service(self._http, url))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()


class AsyncHttp(_Executor[httpx.AsyncClient, httpx.AsyncBaseTransport]):
    """Asynchronous executor of ``SendRequest`` steps."""

    _kind = httpx.AsyncClient

    async def send(self, step: SendRequest) -> Reply | NoResponse:
        """Return the answer with any status; ``NoResponse`` without an answer in time. Raises ``NotSent`` after
        ``close``."""
        _check_open(self._http)
        started = time.monotonic()
        if not tracers:
            return _logged(step, await self._send(step, started), started)
        with traced(step) as span:
            return span.record(_logged(step, await self._send(span.step, started), started))

    async def _send(self, step: SendRequest, started: float) -> Reply | NoResponse:
        from asyncio import timeout  # imported here because the command line never needs it

        try:
            async with timeout(step.within):
                with ExitStack() as opened:
                    response = await self._http.send(_request(self._http, step, opened), stream=True)
                if step.wants_file and _is_file(response):
                    return _reply(response, file=_download(response, _apieces(response), response.aclose))
                async with aclosing(response):
                    body = _Body(step, started, self._longest)
                    async for piece in response.aiter_bytes():
                        if (silence := body.add(piece)) is not None:
                            return silence
                    return _reply(response, body.content())
        except TimeoutError:
            return _too_late()
        except _SILENCES as error:
            return _silence(error, proxied=self._proxied)

    async def put(self, url: str, file: Upload) -> Reply | NoResponse:
        """Upload a file to a presigned URL, without headers of the session."""

        async def pieces() -> AsyncIterator[bytes]:
            for piece in file.chunks():
                yield piece

        try:
            response = await self._http.send(_put_request(self._http, url, file, pieces()))
            return _reply(response, response.content)
        except _SILENCES as error:
            return _silence(error, proxied=self._proxied, service=_service(self._http, url))

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()


class _Body:
    """Body of an answer while it arrives, limited in size and time."""

    def __init__(self, step: SendRequest, started: float, longest: int) -> None:
        self._ends = None if step.within is None else started + step.within
        self._longest = longest
        self._pieces: list[bytes] = []
        self._size = 0

    def add(self, piece: bytes) -> NoResponse | None:
        """Add a chunk. Return a ``NoResponse`` if it exceeds a limit."""
        self._size += len(piece)
        if self._size > self._longest:
            return NoResponse(f"The answer is longer than {self._longest:,} bytes", reached=True, final=True)
        if self._ends is not None and time.monotonic() > self._ends:
            return _too_late()
        self._pieces.append(piece)
        return None

    def content(self) -> bytes:
        return b"".join(self._pieces)


def _request(http: httpx.Client | httpx.AsyncClient, step: SendRequest, opened: ExitStack) -> httpx.Request:
    wire = step.wire
    headers = dict(step.headers)
    content: dict[str, Any] = {}
    if wire.files:
        files = {n: (f.name, opened.enter_context(f.open()), f.content_type) for n, f in wire.files.items()}
        content = {"data": wire.body, "files": files}
    else:
        headers["content-type"] = "application/json"
        content = {"json": wire.body}
    if step.within is not None or step.silence or step.timeout is not None:
        chosen = http.timeout if step.timeout is None else _silences(step.timeout)
        silences = chosen.as_dict()
        if step.silence and step.timeout is None and http.timeout == TIMEOUT:  # the caller chose another timeout
            silences["read"] = step.silence
        if step.within is not None:
            silences = {name: min(step.within, seconds or step.within) for name, seconds in silences.items()}
        content["timeout"] = httpx.Timeout(**silences)
    # An empty query would make httpx parse the address again.
    return http.build_request(wire.method, wire.path, params=dict(wire.query) or None, headers=headers, **content)


def _put_request(http: httpx.Client | httpx.AsyncClient, url: str, file: Upload, content: Any) -> httpx.Request:
    """Build the request that stores a file. Only the platform itself receives the client's default headers."""
    base, target = http.base_url, http.base_url.join(url)
    # Storages require the length; without it httpx would send chunks.
    headers = {"content-type": file.content_type, "content-length": str(file.size)}
    if (target.scheme, target.host, target.port) == (base.scheme, base.host, base.port):
        return http.build_request("PUT", target, content=content, headers=headers)
    headers["user-agent"] = USER_AGENT
    return httpx.Request(
        "PUT", target, content=content, headers=headers, extensions={"timeout": http.timeout.as_dict()}
    )


def _reply(response: httpx.Response, body: bytes | None = None, file: Download | None = None) -> Reply:
    payload = None
    if body:
        with suppress(ValueError, RecursionError):
            payload = json.loads(body)
    # Reading a single header iterates over all of them, so convert them once.
    return Reply(response.status_code, dict(response.headers.items()), payload, file)


def _is_file(response: httpx.Response) -> bool:
    """Return True if the body is a file, not an envelope with an error."""
    is_json = response.headers.get("content-type", "").startswith("application/json")
    return response.is_success and (not is_json or "content-disposition" in response.headers)


def _download(response: httpx.Response, pieces: Any, closed_by: Any) -> Download:
    from careops.files import Download, filename_from_disposition

    headers = response.headers
    packed = "content-encoding" in headers
    size = headers.get("content-length", "")
    return Download(
        pieces,
        name=filename_from_disposition(headers.get("content-disposition", "")),
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
        raise ConnectionFailed(f"The file broke off: {error or type(error).__name__}") from error


def _check_open(client: httpx.Client | httpx.AsyncClient) -> None:
    if client.is_closed:  # httpx raises a RuntimeError, which callers do not expect
        closed = NotSent("The client is closed")
        closed.next_step = "Open a new one, or make the call before it is closed."
        raise closed


def _service(client: httpx.Client | httpx.AsyncClient, url: str) -> str:
    """Return the name of the service that stores a file: the platform itself, or a file store at another address."""
    address = httpx.URL(url)
    return f"the file store {address.netloc.decode()}" if address.host not in ("", client.base_url.host) else _PLATFORM


def _silence(error: httpx.RequestError, *, proxied: bool, service: str = _PLATFORM) -> NoResponse:
    if _distrusted(error):
        title = f"The certificate of {service} is not trusted: {error}"
        return NoResponse(title, reached=False, final=True, next_step=_OWN_CA)
    reason = str(error) or type(error).__name__
    proxy = describe_proxy(str(error.request.url)) if proxied else ""
    through = f" through the proxy {proxy}" if proxy else ""
    return NoResponse(f"No answer from {service}{through}: {reason}", reached=not isinstance(error, _NEVER_LEFT))


def _too_late() -> NoResponse:
    return NoResponse("No answer from the platform before the call's deadline", reached=True, final=True)


def _logged(step: SendRequest, outcome: Reply | NoResponse, started: float) -> Reply | NoResponse:
    """Log a request to the logger ``careops``: no query, no body, no header except the request id."""
    if _log.isEnabledFor(logging.DEBUG):
        milliseconds = (time.monotonic() - started) * 1000
        what = f"{step.wire.method} {step.wire.path}"
        if isinstance(outcome, Reply):
            named = outcome.request_id or "-"
            _log.debug("%s: %d in %.0f ms, request %s", what, outcome.status, milliseconds, named)
        else:
            _log.debug("%s: %s after %.0f ms", what, outcome.reason, milliseconds)
    return outcome


def _distrusted(error: BaseException | None) -> bool:
    """Return True for a certificate error, which a retry does not resolve."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False
