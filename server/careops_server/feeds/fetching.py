"""Bringing a document from an address of the public internet, in bounded time and size (SEC-52, FAULT-35)."""

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
from careops.feeds import (
    FORBIDDEN,
    ODD_REDIRECTS,
    ODD_STATUS,
    PACKED_TWICE,
    TOO_LARGE,
    TOO_SLOW,
    UNREACHABLE,
)
from careops_server.feeds.addresses import ForbiddenError, GuardedBackend

MOST_BYTES: Final = 5 * 1024 * 1024
"""Of a document as it is once unpacked."""
SECONDS: Final = 10.0
"""For all of it: names, connections, redirects, the last byte."""
CONNECT_SECONDS: Final = 5.0
REDIRECTS: Final = 3
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
_UNPACKED_BY: Final = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
_URL_CHARACTERS: Final = "%/:=&?~#+!$,;'@()*[]"
_ACCEPT: Final = "application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.1"


class FeedError(Exception):
    """Why a feed cannot be taken, as a sentence of ``careops.feeds``."""


@dataclass(frozen=True)
class Known:
    """What is known of a document since it was brought last."""

    etag: str | None = None
    last_modified: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What asks for it only if it is another one by now."""
        said = {"if-none-match": self.etag, "if-modified-since": self.last_modified}
        return {name: value for name, value in said.items() if value}


@dataclass(frozen=True)
class Brought:
    """A document, or the word that it is still the one we know."""

    address: str
    """Where it was in the end."""
    content: bytes | None = field(default=None, repr=False)
    """Its bytes, unpacked; None when it is the one we know."""
    content_type: str = ""
    etag: str | None = None
    last_modified: str | None = None


class Source(Protocol):
    """Where documents come from."""

    async def bring(self, address: str, known: Known = Known()) -> Brought:
        """The document at that address. Raises ``FeedError``."""

    async def close(self) -> None:
        """Let go of connections."""


class Internet:
    """The public internet, and nothing else. Cookies, credentials and proxies of the environment play no part."""

    def __init__(self, backend: GuardedBackend | None = None, *, tls: ssl.SSLContext | None = None) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            network_backend=backend or GuardedBackend(), ssl_context=tls, max_connections=4, keepalive_expiry=5
        )

    async def bring(self, address: str, known: Known = Known()) -> Brought:
        """The document at that address, also where it has moved to. Raises ``FeedError``."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._follow(address, known)
        except (TimeoutError, httpcore.TimeoutException):
            raise FeedError(TOO_SLOW) from None
        except ForbiddenError:
            raise FeedError(FORBIDDEN) from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol, OSError):
            raise FeedError(UNREACHABLE) from None
        except (ValueError, UnicodeError):  # what calls itself an address and is none
            raise FeedError(UNREACHABLE) from None

    async def close(self) -> None:
        """Let go of connections."""
        await self._pool.aclose()

    async def _follow(self, address: str, known: Known) -> Brought:
        for _ in range(REDIRECTS + 1):
            if urlsplit(address).scheme not in ("http", "https"):
                raise FeedError(FORBIDDEN)
            found = await self._ask(address, known)
            if isinstance(found, Brought):
                return found
            address = urljoin(address, found)
        raise FeedError(ODD_REDIRECTS)

    async def _ask(self, address: str, known: Known) -> Brought | str:
        """The document, or where it has moved to."""
        headers = {
            "user-agent": f"careops/{__version__}",
            "accept": _ACCEPT,
            "accept-encoding": "gzip, deflate",
            **known.headers,
        }
        timeouts = {"connect": CONNECT_SECONDS, "read": SECONDS, "write": SECONDS, "pool": SECONDS}
        url = quote(address, safe=_URL_CHARACTERS)
        sent = list(headers.items())
        async with self._pool.stream("GET", url, headers=sent, extensions={"timeout": timeouts}) as response:
            said = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
            if response.status in _MOVED and said.get("location"):
                return said["location"]
            if response.status == 304 and known.headers:
                return Brought(address, etag=known.etag, last_modified=known.last_modified)
            if response.status != 200:
                raise FeedError(ODD_STATUS)
            content = await _unpacked(response.aiter_stream(), said)
        return Brought(address, content, said.get("content-type", ""), said.get("etag"), said.get("last-modified"))


async def _unpacked(stream: AsyncIterator[bytes], headers: Mapping[str, str]) -> bytes:
    """All of a body, unpacked piece by piece: it is never held beyond ``MOST_BYTES``. Raises ``FeedError``."""
    packed = headers.get("content-encoding", "identity").strip().lower()
    if packed not in ("identity", "", *_UNPACKED_BY):
        raise FeedError(PACKED_TWICE)
    unpacker = zlib.decompressobj(_UNPACKED_BY[packed]) if packed in _UNPACKED_BY else None
    content = bytearray()
    async for piece in stream:
        room = MOST_BYTES + 1 - len(content)
        try:
            content += piece if unpacker is None else unpacker.decompress(piece, room)
        except zlib.error:
            raise FeedError(UNREACHABLE) from None
        if len(content) > MOST_BYTES:
            raise FeedError(TOO_LARGE)
    if content[:2] == b"\x1f\x8b":
        raise FeedError(PACKED_TWICE)
    return bytes(content)
