"""Feed host on this machine, under public internet addresses that only these tests resolve."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import httpcore
import pytest

from careops_server.core.feeds.fetcher import HttpSource
from careops_server.core.feeds.ssrf_guard import GuardedBackend, dial, resolve

PUBLIC = "93.184.215.14"
Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


def document(*items: str, title: str = "Health Daily") -> str:
    """A feed with these items."""
    return (
        f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>{title}</title>'
        f"<link>http://feeds.example/</link>{''.join(items)}</channel></rss>"
    )


def item(number: int, text: str = "A text.", **parts: str) -> str:
    """An item; unspecified parts are derived from its number."""
    fields = {
        "title": f"Item {number}",
        "link": f"http://feeds.example/{number}",
        "guid": f"guid-{number}",
        "pubDate": "Fri, 20 Nov 2026 06:00:00 GMT",
        "description": text,
        **parts,
    }
    return f"<item>{''.join(f'<{name}>{value}</{name}>' for name, value in fields.items() if value)}</item>"


@dataclass
class FeedHost:
    """Serves the configured paths, and records requests and connection attempts."""

    port: int = 0
    answers: dict[str, Answer] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    names: dict[str, list[list[str]]] = field(default_factory=dict)
    """Successive DNS answers of a name; the last one repeats. Other names use the system's resolver."""
    dialled: list[str] = field(default_factory=list)
    arrived: int = 0
    """Connections that arrived at this host."""

    def page(self, path: str, body: bytes | str, *, status: str = "200 OK", **headers: str) -> None:
        """Answer a path with a body."""
        content = body.encode() if isinstance(body, str) else body
        lines = {"content-length": str(len(content)), **{name.replace("_", "-"): v for name, v in headers.items()}}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())

        async def answer(writer: asyncio.StreamWriter) -> None:
            writer.write(f"HTTP/1.1 {status}\r\n{head}connection: close\r\n\r\n".encode() + content)
            await writer.drain()

        self.answers[path] = answer

    def moved(self, path: str, to: str) -> None:
        """Redirect a path."""
        self.page(path, "", status="302 Found", location=to)

    def internet(self) -> HttpSource:
        """An ``HttpSource`` whose connections reach this host."""
        return HttpSource(GuardedBackend(resolve=self._resolve, dial=self._dial))

    async def _resolve(self, host: str, port: int) -> list[str]:
        if host in self.names:
            addresses = self.names[host]
            return addresses.pop(0) if len(addresses) > 1 else addresses[0]
        return await resolve(host, port)

    async def _dial(self, address: str, port: int, seconds: float | None) -> httpcore.AsyncNetworkStream:
        self.dialled.append(address)
        return await dial("127.0.0.1", self.port, seconds)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        self.arrived += 1
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            path = head[0].split(" ")[1]
            self.requests.append(path)
            self.headers.append(dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line))
            answer = self.answers.get(path)
            if answer is not None:
                await answer(writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@pytest.fixture
async def host() -> AsyncIterator[FeedHost]:
    feed_host = FeedHost(names={"feeds.example": [[PUBLIC]]})
    server = await asyncio.start_server(feed_host.serve, "127.0.0.1", 0)
    feed_host.port = server.sockets[0].getsockname()[1]
    try:
        yield feed_host
        # All connections went to addresses that were verified as public.
        assert feed_host.arrived <= len(feed_host.dialled)
    finally:
        server.close()
