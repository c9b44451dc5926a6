"""Many WebSockets that only record arrival times, so that the load generator costs next to nothing."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bench.load import Target
from careops.calls.realtime import SOCKET_PATH

_AT_ONCE = 50
_OPEN_SECONDS = 120.0
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


@dataclass(eq=False)
class Ear(asyncio.Protocol):
    """A WebSocket client, starting with its handshake."""

    port: int
    hello: bytes
    events: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    """Arrival time and event."""
    closed: str = ""
    """Reason for the end, if it has ended."""

    def __post_init__(self) -> None:
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._upgraded = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request a WebSocket."""
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("no stream")
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api{SOCKET_PATH} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\nupgrade: websocket\r\n"
            f"connection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Parse frames."""
        now = time.perf_counter()
        self._buffer += data
        if not self._upgraded:
            head, end, frames = bytes(self._buffer).partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self._over(head[:200].decode("latin-1"))
                return
            self._upgraded, self._buffer = True, bytearray(frames)
            self._send(_TEXT, self.hello)
        while (frame := self._frame()) is not None:
            self._take(now, *frame)

    def connection_lost(self, exc: Exception | None) -> None:
        """Record the reason."""
        self._over(repr(exc))

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    def _take(self, now: float, kind: int, body: bytes) -> None:
        if kind == _PING:
            self._send(_PONG, body)
        elif kind == _CLOSE:
            self._over(body[2:].decode(errors="replace") or "closed")
        elif kind == _TEXT:
            message = json.loads(body)
            if "channel" in message:
                self.events.append((now, message))
            elif message["event"] == "ready" and not self.ready.done():
                self.ready.set_result(None)

    def _frame(self) -> tuple[int, bytes] | None:
        if len(self._buffer) < 2:
            return None
        length, start = self._buffer[1] & 127, 2
        if length == 126:
            start = 4
            length = int.from_bytes(self._buffer[2:4], "big")
        if len(self._buffer) < start + length:
            return None
        kind, body = self._buffer[0] & 15, bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        return kind, body

    def _send(self, kind: int, body: bytes) -> None:
        """Send a frame with a zero mask."""
        size = struct.pack("!B", 128 | len(body)) if len(body) < 126 else struct.pack("!BH", 254, len(body))
        if self._transport is not None:
            self._transport.write(bytes([128 | kind]) + size + bytes(4) + body)

    def _over(self, why: str) -> None:
        self.closed = self.closed or why
        if not self.ready.done():
            self.ready.set_exception(RuntimeError(f"a socket was not opened: {why}"))


@asynccontextmanager
async def listening(target: Target, channel: str, count: int) -> AsyncIterator[list[Ear]]:
    """Open ``count`` sockets and wait until all are ready."""
    token = target.headers["authorization"].partition(" ")[2]
    hello = json.dumps({"token": token, "channels": [channel]}).encode()
    loop = asyncio.get_running_loop()
    ears: list[Ear] = []
    try:
        async with asyncio.timeout(_OPEN_SECONDS):
            while len(ears) < count:
                some = [Ear(target.port, hello) for _ in range(min(_AT_ONCE, count - len(ears)))]
                ears += some
                for ear in some:
                    await loop.create_connection(partial(_itself, ear), "127.0.0.1", target.port)
                await asyncio.gather(*(ear.ready for ear in some))
        yield ears
    finally:
        for ear in ears:
            ear.close()


def _itself(ear: Ear) -> Ear:
    return ear
