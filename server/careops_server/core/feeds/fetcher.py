"""Download of documents from the public internet with limits on time and size (SEC-52, FAULT-35)."""

from __future__ import annotations

import asyncio
import ssl
import zlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol
from urllib.parse import quote, urljoin, urlsplit

import httpcore

from careops import __version__
from careops.models.feeds import FORBIDDEN, ODD_REDIRECTS, ODD_STATUS, PACKED_TWICE, TOO_LARGE, TOO_SLOW, UNREACHABLE
from careops_server.core.feeds.ssrf_guard import ForbiddenError, GuardedBackend

MAX_BYTES: Final = 5 * 1024 * 1024
"""Limit after decompression."""
SECONDS: Final = 10.0
"""Total time limit for names, connections, redirects and the body."""
CONNECT_SECONDS: Final = 5.0
REDIRECTS: Final = 3
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
_UNPACKED_BY: Final = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
_URL_CHARACTERS: Final = "%/:=&?~#+!$,;'@()*[]"
_ACCEPT: Final = "application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.1"


class FeedError(Exception):
    """A feed that cannot be read. The message is a sentence of ``careops.models.feeds``."""


@dataclass(frozen=True)
class CacheValidators:
    """Validators of the last downloaded version of a document."""

    etag: str | None = None
    last_modified: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """Headers of a conditional request."""
        headers = {"if-none-match": self.etag, "if-modified-since": self.last_modified}
        return {name: value for name, value in headers.items() if value}


@dataclass(frozen=True)
class FetchResult:
    """A downloaded document, or the result that it has not changed."""

    address: str
    """Final address after redirects."""
    content: bytes | None = field(default=None, repr=False)
    """Decompressed content; empty if the document has not changed."""
    content_type: str = ""
    etag: str | None = None
    last_modified: str | None = None


class Source(Protocol):
    """Source of documents."""

    async def fetch(self, address: str, validators: CacheValidators = CacheValidators()) -> FetchResult:
        """Return the document at the address. Raises ``FeedError``."""

    async def close(self) -> None:
        """Close connections."""


class HttpSource:
    """Source on the public internet. It uses no cookies, credentials or proxies of the environment."""

    def __init__(self, backend: GuardedBackend | None = None, *, tls: ssl.SSLContext | None = None) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            network_backend=backend or GuardedBackend(), ssl_context=tls, max_connections=4, keepalive_expiry=5
        )

    async def fetch(self, address: str, validators: CacheValidators = CacheValidators()) -> FetchResult:
        """Return the document at the address, following redirects. Raises ``FeedError``."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._follow(address, validators)
        except (TimeoutError, httpcore.TimeoutException):
            raise FeedError(TOO_SLOW) from None
        except ForbiddenError:
            raise FeedError(FORBIDDEN) from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol, OSError):
            raise FeedError(UNREACHABLE) from None
        except (ValueError, UnicodeError):  # invalid addresses
            raise FeedError(UNREACHABLE) from None

    async def close(self) -> None:
        """Close connections."""
        await self._pool.aclose()

    async def _follow(self, address: str, validators: CacheValidators) -> FetchResult:
        for _ in range(REDIRECTS + 1):
            if urlsplit(address).scheme not in ("http", "https"):
                raise FeedError(FORBIDDEN)
            result = await self._ask(address, validators)
            if isinstance(result, FetchResult):
                return result
            address = urljoin(address, result)
        raise FeedError(ODD_REDIRECTS)

    async def _ask(self, address: str, validators: CacheValidators) -> FetchResult | str:
        """Return the document, or the address of a redirect."""
        headers = {
            "user-agent": f"careops/{__version__}",
            "accept": _ACCEPT,
            "accept-encoding": "gzip, deflate",
            **validators.headers,
        }
        timeouts = {"connect": CONNECT_SECONDS, "read": SECONDS, "write": SECONDS, "pool": SECONDS}
        url = quote(address, safe=_URL_CHARACTERS)
        sent = list(headers.items())
        async with self._pool.stream("GET", url, headers=sent, extensions={"timeout": timeouts}) as response:
            response_headers = {
                name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers
            }
            if response.status in _MOVED and response_headers.get("location"):
                return response_headers["location"]
            if response.status == 304 and validators.headers:
                return FetchResult(address, etag=validators.etag, last_modified=validators.last_modified)
            if response.status != 200:
                raise FeedError(ODD_STATUS)
            content = await _unpacked(response.aiter_stream(), response_headers)
        return FetchResult(
            address,
            content,
            response_headers.get("content-type", ""),
            response_headers.get("etag"),
            response_headers.get("last-modified"),
        )


async def _unpacked(stream: AsyncIterator[bytes], headers: Mapping[str, str]) -> bytes:
    """Return the body, decompressed in pieces and limited to ``MAX_BYTES``. Raises ``FeedError``."""
    packed = headers.get("content-encoding", "identity").strip().lower()
    if packed not in ("identity", "", *_UNPACKED_BY):
        raise FeedError(PACKED_TWICE)
    unpacker = zlib.decompressobj(_UNPACKED_BY[packed]) if packed in _UNPACKED_BY else None
    content = bytearray()
    async for piece in stream:
        room = MAX_BYTES + 1 - len(content)
        try:
            content += piece if unpacker is None else unpacker.decompress(piece, room)
        except zlib.error:
            raise FeedError(UNREACHABLE) from None
        if len(content) > MAX_BYTES:
            raise FeedError(TOO_LARGE)
    if content[:2] == b"\x1f\x8b":
        raise FeedError(PACKED_TWICE)
    return bytes(content)
