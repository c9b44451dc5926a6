"""TCP proxy with injectable faults: latency, low bandwidth, cuts, resets, black holes, half-open connections.

It runs in a separate thread, so that faults happen while the test waits for an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Coroutine
from typing import Any, Self

_PIECE = 16_384
_AT_ONCE = struct.pack("ii", 1, 0)


class _Pair:
    """One connection through the proxy."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.ends = (client, server)
        self.deaf = False
        """Discard all data without closing either side, as if the peer had lost power."""

    def cut(self, *, reset: bool) -> None:
        """Close both ends, optionally with a reset."""
        for end in self.ends:
            if reset:
                with contextlib.suppress(OSError):  # already closed
                    end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                end.transport.abort()
            else:
                end.close()


class FaultProxy:
    """Forwards connections to ``target``: a (host, port), or the path of a Unix socket. Faults may change at any time.

    ``latency`` is in seconds per piece and direction; ``rate`` in bytes per second, 0 for no limit.
    """

    def __init__(self, target: tuple[str, int] | str) -> None:
        self.target = target
        self.latency = 0.0
        self.rate = 0.0
        self.port = 0
        self.accepted = 0
        self._deaf = False
        self._cut_after: bytes | None = None
        self._pairs: set[_Pair] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fault-proxy", daemon=True)
        self._thread.start()
        self.port = self._run(self._listen())
        return self

    def __exit__(self, *error: object) -> None:
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self, *, reset: bool = False) -> None:
        """Close all current connections. New ones are accepted."""
        self._run(self._each(lambda pair: pair.cut(reset=reset)))

    def blackhole(self) -> None:
        """Act as a black hole: accept connections, forward nothing, and close nothing."""
        self._deaf = True
        self._run(self._each(lambda pair: setattr(pair, "deaf", True)))

    def restore(self) -> None:
        """Serve new connections again. Swallowed ones stay half-open for ever."""
        self._deaf, self._cut_after, self.latency, self.rate = False, None, 0.0, 0.0

    def drop_response(self, size: bytes) -> None:
        """Forward the next piece that contains ``said``, wait for its answer, then cut instead of delivering it."""
        self._cut_after = size

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, backlog=512)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        try:
            if isinstance(self.target, str):
                server_reader, server_writer = await asyncio.open_unix_connection(self.target)
            else:
                server_reader, server_writer = await asyncio.open_connection(*self.target)
        except OSError:
            writer.transport.abort()
            return
        pair = _Pair(writer, server_writer)
        pair.deaf = self._deaf
        self._pairs.add(pair)
        losing = asyncio.Event()
        for work in (
            self._pump(pair, reader, server_writer, losing, upwards=True),
            self._pump(pair, server_reader, writer, losing, upwards=False),
        ):
            task = asyncio.ensure_future(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(
        self,
        pair: _Pair,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        losing: asyncio.Event,
        *,
        upwards: bool,
    ) -> None:
        with contextlib.suppress(OSError):
            while piece := await reader.read(max(1, int(self.rate / 20)) if self.rate else _PIECE):
                await asyncio.sleep(self.latency + (len(piece) / self.rate if self.rate else 0))
                if pair.deaf:
                    continue
                if upwards and self._cut_after is not None and self._cut_after in piece:
                    self._cut_after = None
                    losing.set()
                if not upwards and losing.is_set():
                    break  # the work is done, but its answer is not delivered
                writer.write(piece)
                await writer.drain()
        if not pair.deaf:
            self._pairs.discard(pair)
            pair.cut(reset=losing.is_set())

    async def _each(self, act: Any) -> None:
        for pair in list(self._pairs):
            act(pair)

    async def _close(self) -> None:
        self._server.close()
        await self._each(lambda pair: pair.cut(reset=True))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)
