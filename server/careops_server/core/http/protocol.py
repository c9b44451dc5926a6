"""HTTP protocol with hard timeouts: ten seconds for a request's header and a minute for its body, at any speed.

Sanic restarts both timeouts with each received byte, so a client that sends one byte a minute could stay for ever
(SEC-34). Unsent answers use memory, so they are limited too: above the limit, the connection that has waited longest is
closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any, ClassVar, Final

from sanic.exceptions import RequestTimeout, ServiceUnavailable
from sanic.http import Stage
from sanic.server.protocols.websocket_protocol import WebSocketProtocol
from websockets.server import ServerProtocol

from careops.error_codes import title_of
from careops_server.core.http.connection_limiter import ConnectionLimiter
from careops_server.core.http.strict_http import StrictHttp
from careops_server.core.observability.logs import log

HEADER_SECONDS: Final = 9.0
"""Slower headers are cut off at the next check, so the limit is ten seconds in all."""
REST_SECONDS: Final = 2.0
"""Time to read and discard the rest of a refused body, so that the client receives the refusal."""
LOOK_SECONDS: Final = 0.5
"""Interval of the timeout checks. Sanic's five seconds would add to every limit."""
MAX_UNSENT_BYTES: Final = 32 * 2**20
"""Unsent bytes per worker: a dozen of the largest lists at once."""


class TimeoutProtocol(WebSocketProtocol):
    """Connection of a client."""

    __slots__ = ("address", "began", "frames", "spoke")
    HTTP_CLASS = StrictHttp
    limiter: ClassVar[ConnectionLimiter | None] = None
    """Connection limiter, set by the worker."""
    behind: ClassVar[dict[TimeoutProtocol, None]] = {}
    """Connections with much unsent data, the longest waiting first. A worker is one process and has one such dict."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a server's transports are
        """Accept the connection, unless there are too many."""
        self.address: str | None = None
        """Address counted by the connection limiter."""
        self.began = self.loop.time()
        self.spoke = False
        """True after the client has sent anything."""
        self.frames: set[asyncio.Task[None]] = set()
        """Tasks that handle the frames of a WebSocket. Sanic's own tasks have no owner: those that wait for a handler
        that has ended stay, until the garbage collector reports them as errors (sanic-org/sanic#3175).
        """
        if self.limiter is not None:
            address = str((transport.get_extra_info("peername") or ("",))[0])
            refusal = self.limiter.acquire(address)
            if refusal is not None:
                transport.write(refusal)
                transport.close()
                return
            self.address = address
        super().connection_made(transport)  # type: ignore[no-untyped-call]  # Sanic leaves it untyped

    def connection_lost(self, exc: Exception | None) -> None:
        """Count off the connection."""
        if self.limiter is not None:
            if self.address is None:
                return  # it was never accepted
            self.limiter.release(self.address)
        super().connection_lost(exc)  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
        for task in self.frames:
            task.cancel()

    def data_received(self, data: bytes) -> None:
        """Handle received bytes without restarting the timeout in the middle of a request."""
        if self.limiter is not None and self.address is None:
            return
        self.spoke = True
        if self.websocket is not None:
            self.websocket.ws_proto.receive_data(data)
            self._handle_frames(self.websocket.ws_proto, self.websocket.async_data_received)
            return
        began = self._time
        in_a_request = self.http is not None and self.http.stage in (Stage.REQUEST, Stage.HANDLER)
        was_left_over = self._is_left_over
        super().data_received(data)  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
        if in_a_request or was_left_over:
            self._time = began

    def eof_received(self) -> bool | None:
        """Handle the end of what the client sends."""
        if self.websocket is None:
            return super().eof_received()
        self.websocket.ws_proto.receive_eof()
        self._handle_frames(self.websocket.ws_proto, self.websocket.async_eof_received, always=True)
        return False

    def _handle_frames(
        self, protocol: ServerProtocol, handle: Callable[..., Coroutine[Any, Any, None]], *, always: bool = False
    ) -> None:
        to_send, events = protocol.data_to_send(), protocol.events_received()
        if to_send or events or always:
            task = self.loop.create_task(handle(to_send, events))
            self.frames.add(task)
            task.add_done_callback(self.frames.discard)

    def body_goes_on(self) -> None:
        """Restart the timeout, because the reader of the body checks its speed."""
        self._time = monotonic()

    def works_for(self, seconds: float) -> None:
        """Extend the handler's time limit to ``seconds``, instead of ``RESPONSE_TIMEOUT``."""
        self._time = monotonic() + seconds - self.response_timeout

    @property
    def _is_left_over(self) -> bool:
        """True while the connection receives the rest of a body whose request is already answered."""
        return (
            self.http is not None and self.http.stage is Stage.IDLE and bool(getattr(self.http, "request_body", None))
        )

    def check_timeouts(self) -> None:
        """Close connections that took too long, and schedule the next check."""
        if self.websocket is not None:
            return  # WebSockets have pings
        if self._is_left_over and monotonic() - self._time > REST_SECONDS:
            self.close()
            return
        super().check_timeouts()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
        if isinstance(getattr(self.http, "exception", None), ServiceUnavailable) and self.http.request_body:
            self.http.exception = RequestTimeout(title_of("request_too_slow"))  # the client was slow, not the server
        if not self.spoke and self.loop.time() - self.began > HEADER_SECONDS:
            self.close()
            return
        timer: asyncio.TimerHandle | None = getattr(self, "_callback_check_timeouts", None)
        if timer is not None and not timer.cancelled():
            timer.cancel()
            self._callback_check_timeouts = self.loop.call_later(LOOK_SECONDS, self.check_timeouts)

    def pause_writing(self) -> None:
        """Note that the client is slow. Close other slow connections if there is too much unsent data."""
        super().pause_writing()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
        self.behind[self] = None
        unsent = sum(client.unsent for client in self.behind)
        while unsent > MAX_UNSENT_BYTES:
            slowest = next(iter(self.behind))
            unsent -= slowest.unsent
            log.warning("slow client disconnected", unsent=slowest.unsent, clients_behind=len(self.behind))
            slowest.leave()

    def resume_writing(self) -> None:
        """Note that the client has caught up, or is gone."""
        self.behind.pop(self, None)
        super().resume_writing()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped

    @property
    def unsent(self) -> int:
        """Bytes waiting for the client."""
        return 0 if self.transport is None else self.transport.get_write_buffer_size()

    def leave(self) -> None:
        """Close the connection at once. The client sees a truncated answer."""
        del self.behind[self]
        self.abort()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
