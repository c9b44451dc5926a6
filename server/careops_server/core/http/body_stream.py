"""Reading of request bodies with limits on size and speed (SEC-32, SEC-34).

The body is read only after authentication and the access check. Slow clients get an error, and the connection closes.
At 64 kbit/s, five megabytes arrive in time.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from sanic import Request
from sanic.http import Http

from careops.error_codes import title_of
from careops.errors import ApiError, PayloadTooLarge
from careops_server.core.http.protocol import TimeoutProtocol

STALL_SECONDS: Final = 10.0
"""Longest time without a byte."""
SLOWEST: Final = 1024
"""Minimum average in bytes per second, after the first ``STALL_SECONDS``."""
USUAL: Final = 7_000
"""Bytes per second that set the time limit: the largest body of the route at this speed, plus a minute."""
_LARGE: Final = 1 << 14
"""Size of a piece whose handling blocks the event loop noticeably."""
_ONE_PIECE: Final = asyncio.Lock()
TOO_SLOW: Final = title_of("request_too_slow")


async def read_body(request: Request[Any, Any], *, most: int) -> bytes:
    """Return the whole body; most requests have none. Raises the errors of ``BodyReader.read``."""
    stream: Any = request.stream
    return await BodyReader(request, most=most).read_all() if stream.request_body else b""


class BodyReader:
    """Body of a request, which can be read once."""

    def __init__(self, request: Request[Any, Any], *, most: int) -> None:
        self._request = request
        self._most = most
        self._taken = 0
        self._began = asyncio.get_running_loop().time()
        self._ends = self._began + 60 + most / USUAL

    async def read(self) -> bytes:
        """Return the next piece, empty at the end. Raises ``PayloadTooLarge``, and ``ApiError`` (408) if
        the client is too slow.

        Only one large piece is handled per round of the event loop, over all bodies. Other work runs in between, and
        backpressure slows the other clients.
        """
        stream: Any = self._request.stream
        declared = self._request.headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > self._most:
            raise PayloadTooLarge(source="body")
        piece = b""
        while stream.request_body and not piece:
            now = asyncio.get_running_loop().time()
            try:
                async with asyncio.timeout_at(min(now + STALL_SECONDS, self._ends)):
                    piece = await stream.read() or b""
            except TimeoutError:
                raise self._left() from None
        self._taken += len(piece)
        if self._taken > self._most:
            raise PayloadTooLarge(source="body")
        elapsed = asyncio.get_running_loop().time() - self._began
        if piece and elapsed > STALL_SECONDS and self._taken < elapsed * SLOWEST:
            raise self._left()
        if isinstance(stream, Http) and isinstance(stream.protocol, TimeoutProtocol):
            stream.protocol.body_goes_on()
        if len(piece) >= _LARGE:
            async with _ONE_PIECE:
                await asyncio.sleep(0)
        return piece

    async def pieces(self) -> list[bytes]:
        """Return all pieces unjoined. Joining megabytes takes milliseconds and blocks other requests."""
        pieces: list[bytes] = []
        while piece := await self.read():
            pieces.append(piece)
        return pieces

    async def read_all(self) -> bytes:
        """Return the whole body."""
        return b"".join(await self.pieces())

    def _left(self) -> ApiError:
        """Return the refusal of a slow client, and stop reading from the connection."""
        stream = self._request.stream
        if isinstance(stream, Http):
            stream.keep_alive = False
            stream.request_body = None
        return ApiError(TOO_SLOW, source="body", status=408)
