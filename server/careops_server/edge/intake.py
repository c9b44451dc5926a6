"""Taking a request's body in: as much as its route allows, as long as it keeps coming (SEC-32, SEC-34).

Nothing is read before the caller is known and may make the call. Who drips is told so and left; at 64 kbit/s five
megabytes arrive.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from sanic import Request
from sanic.http import Http

from careops.errors import Refused, TooLarge
from careops_server.protocol import PatientProtocol

STALL_SECONDS: Final = 10.0
"""Without a single byte."""
SLOWEST: Final = 1024
"""Bytes a second on the average, as soon as the first ``STALL_SECONDS`` are over."""
USUAL: Final = 7_000
"""Bytes a second: a body of the largest size its route allows has this much time, and a minute for the start."""
_LARGE: Final = 1 << 14
"""Bytes of a piece that keep the event loop busy."""
_ONE_PIECE: Final = asyncio.Lock()
TOO_SLOW: Final = "The request came too slowly"


async def body_of(request: Request[Any, Any], *, most: int) -> bytes:
    """All of a request's body; most requests have none. Refusals as of ``Intake.read``."""
    stream: Any = request.stream
    return await Intake(request, most=most).whole() if stream.request_body else b""


class Intake:
    """One request's body, to be read once."""

    def __init__(self, request: Request[Any, Any], *, most: int) -> None:
        self._request = request
        self._most = most
        self._taken = 0
        self._began = asyncio.get_running_loop().time()
        self._ends = self._began + 60 + most / USUAL

    async def read(self) -> bytes:
        """The next piece; empty at the end. Raises ``TooLarge``, and 408 for who is too slow.

        However many bodies come in at once, one large piece is taken in a round of the event loop: it goes on with what
        else there is to do, and the other clients hold theirs back.
        """
        stream: Any = self._request.stream
        declared = self._request.headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > self._most:
            raise TooLarge(source="body")
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
            raise TooLarge(source="body")
        elapsed = asyncio.get_running_loop().time() - self._began
        if piece and elapsed > STALL_SECONDS and self._taken < elapsed * SLOWEST:
            raise self._left()
        if isinstance(stream, Http) and isinstance(stream.protocol, PatientProtocol):
            stream.protocol.body_goes_on()
        if len(piece) >= _LARGE:
            async with _ONE_PIECE:
                await asyncio.sleep(0)
        return piece

    async def pieces(self) -> list[bytes]:
        """All of it as it came. To put megabytes together takes milliseconds in which nobody else is answered."""
        pieces: list[bytes] = []
        while piece := await self.read():
            pieces.append(piece)
        return pieces

    async def whole(self) -> bytes:
        """All of it."""
        return b"".join(await self.pieces())

    def _left(self) -> Refused:
        """The refusal for who is too slow; nothing more is read of this connection."""
        stream = self._request.stream
        if isinstance(stream, Http):
            stream.keep_alive = False
            stream.request_body = None
        return Refused(TOO_SLOW, source="body", status=408)
