"""Sanic's HTTP/1.1 protocol with stricter checks of heads and chunks, before Sanic parses them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from sanic.exceptions import SanicException
from sanic.http import Http, Stage
from sanic.http.http1 import HTTP_CONTINUE

from careops.calls.realtime import SOCKET_PATH
from careops.error_codes import title_of
from careops.errors import ApiError, InvalidInput
from careops_server.core.http.header_validation import MAX_CHUNK_HEAD_LENGTH, check_head, check_incomplete, chunk_size

MAX_CHUNKS: Final = 10_000
"""Chunks of one body. Joining a body of single-byte chunks would cost more than the rest of the request."""

SOCKET: Final = f"/api{SOCKET_PATH}"
LINGER_SECONDS: Final = 2.0
"""Time to read the rest of a body. Closing a connection with unread data resets it, and the client loses the answer."""


class StrictHttp(Http):
    """Requests of one connection. After a refusal here, the answer is sent and the connection closed."""

    __slots__ = ("chunks",)
    request_body: bool | str | None  # type: ignore[assignment]  # Sanic says bytes; True or "chunked" while it comes

    async def http1_request_header(self) -> None:
        """Wait for a complete head, and check it."""
        self.chunks = 0
        sought = 0
        while (end := self.recv_buffer.find(b"\r\n\r\n", sought)) == -1:
            check_incomplete(self.recv_buffer)
            sought = max(0, len(self.recv_buffer) - 3)
            await self._receive_more()
        check_incomplete(self.recv_buffer[: end + 4])
        check_head(bytes(self.recv_buffer[:end]))
        await super().http1_request_header()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
        # Only one path upgrades. For others, an upgrade request would disable Sanic's timeouts.
        self.upgrade_websocket = self.upgrade_websocket and self.request.path == SOCKET

    async def read(self) -> bytes | None:
        """Return the next piece of the body."""
        if self.request_body == "chunked" and not self.request_bytes_left:
            try:
                await self._check_chunk()
            except ApiError:
                # The following bytes must not be parsed as a request.
                self.keep_alive = False
                self.request_body = None
                if self.stage is Stage.IDLE:
                    return None  # the request was already refused, and the rest is discarded
                raise
        piece: bytes | None = await super().read()
        return piece

    def create_empty_request(self) -> None:
        """Create the placeholder of an invalid request, without the URL because that may be the reason."""
        self.url = None
        super().create_empty_request()

    async def error_response(self, exception: Exception) -> None:
        """Send the error. If the connection closes afterwards, read on for a moment, so that the client can receive the
        answer.
        """
        await super().error_response(exception)
        if self.keep_alive or not self.request_body:
            return
        with suppress(ApiError, SanicException, TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while self.request_body:
                    await self.read()
        self.request_body = None

    async def _check_chunk(self) -> None:
        """Wait for the first line of the next chunk, and check it. The buffer still contains the line end before it."""
        if self.expecting_continue:
            self.expecting_continue = False
            await self._send(HTTP_CONTINUE)
        while (end := self.recv_buffer.find(b"\r\n", 2)) == -1 and len(self.recv_buffer) <= MAX_CHUNK_HEAD_LENGTH:
            await self._receive_more()
        if end == -1 or end > MAX_CHUNK_HEAD_LENGTH or self.recv_buffer[:2] != b"\r\n":
            raise InvalidInput(title_of("chunk_end_invalid"), source="transfer-encoding", status=400)
        chunk_size(self.recv_buffer[2:end])
        self.chunks += 1
        if self.chunks > MAX_CHUNKS:
            raise InvalidInput(title_of("too_many_chunks"), source="transfer-encoding", status=400)
