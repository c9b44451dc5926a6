"""HTTP with patience that ends: a request has ten seconds for its header and a minute for its body, however it drips.

Sanic counts both from the last byte that came, so a client that sends one byte a minute would stay for ever (SEC-34).
Answers that nobody fetches are kept in memory, and so that ends as well: above a bound, who has been waited for the
longest is left.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import ClassVar, Final

import structlog
from sanic.exceptions import RequestTimeout, ServiceUnavailable
from sanic.http import Stage
from sanic.server.protocols.websocket_protocol import WebSocketProtocol

from careops_server.edge.strict_http import StrictHttp
from careops_server.limits.door import Door

log = structlog.get_logger()
HEADER_SECONDS: Final = 9.0
"""A header that takes longer is cut off at the next look, and at ten seconds all of it is over."""
REST_SECONDS: Final = 2.0
"""The rest of a body that was refused is taken and thrown away, so that a client hears the refusal; not for ever."""
LOOK_SECONDS: Final = 0.5
"""How often a connection's patience is looked at; Sanic's own five seconds would be added to every limit."""
MOST_UNSENT_BYTES: Final = 32 * 2**20
"""What one worker keeps for clients that do not fetch it: a dozen of the largest lists at once."""


class PatientProtocol(WebSocketProtocol):
    """One connection of a client."""

    __slots__ = ("address", "began", "spoke")
    HTTP_CLASS = StrictHttp
    door: ClassVar[Door | None] = None
    """Who may come in; a worker sets it."""
    behind: ClassVar[dict[PatientProtocol, None]] = {}
    """Connections with much left to fetch, the longest waited for first. A worker is one process with one of these."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a server's are
        """Let the client in, unless there are too many already."""
        self.address: str | None = None
        """Whom the door has let in here."""
        self.began = self.loop.time()
        self.spoke = False
        """Whether the client has ever said anything."""
        if self.door is not None:
            address = str((transport.get_extra_info("peername") or ("",))[0])
            refusal = self.door.enter(address)
            if refusal is not None:
                transport.write(refusal)
                transport.close()
                return
            self.address = address
        super().connection_made(transport)  # type: ignore[no-untyped-call]  # Sanic leaves it untyped

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        if self.door is not None:
            if self.address is None:
                return  # it never came in
            self.door.leave(self.address)
        super().connection_lost(exc)  # type: ignore[no-untyped-call]  # Sanic leaves it untyped

    def data_received(self, data: bytes) -> None:
        """Take what came, without starting the clock anew in the middle of a request."""
        if self.door is not None and self.address is None:
            return
        self.spoke = True
        if self.websocket is not None:
            super().data_received(data)  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
            return
        began = self._time
        in_a_request = self.http is not None and self.http.stage in (Stage.REQUEST, Stage.HANDLER)
        was_left_over = self._is_left_over
        super().data_received(data)  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
        if in_a_request or was_left_over:
            self._time = began

    def body_goes_on(self) -> None:
        """Start the clock anew: whoever reads the body has an eye on how fast it comes."""
        self._time = monotonic()

    def works_for(self, seconds: float) -> None:
        """Let the handler of this request work so long, instead of ``RESPONSE_TIMEOUT``."""
        self._time = monotonic() + seconds - self.response_timeout

    @property
    def _is_left_over(self) -> bool:
        """Whether what comes is the rest of a body whose request is answered already."""
        return (
            self.http is not None and self.http.stage is Stage.IDLE and bool(getattr(self.http, "request_body", None))
        )

    def check_timeouts(self) -> None:
        """Close what took too long, and look again soon."""
        if self.websocket is not None:
            return  # it is asked by itself whether it is still there
        if self._is_left_over and monotonic() - self._time > REST_SECONDS:
            self.close()
            return
        super().check_timeouts()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
        if isinstance(getattr(self.http, "exception", None), ServiceUnavailable) and self.http.request_body:
            self.http.exception = RequestTimeout("The request came too slowly")  # it is the client we waited for
        if not self.spoke and self.loop.time() - self.began > HEADER_SECONDS:
            self.close()
            return
        timer: asyncio.TimerHandle | None = getattr(self, "_callback_check_timeouts", None)
        if timer is not None and not timer.cancelled():
            timer.cancel()
            self._callback_check_timeouts = self.loop.call_later(LOOK_SECONDS, self.check_timeouts)

    def pause_writing(self) -> None:
        """The client is behind with fetching; leave others that are, when there is too much."""
        super().pause_writing()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
        self.behind[self] = None
        unsent = sum(client.unsent for client in self.behind)
        while unsent > MOST_UNSENT_BYTES:
            slowest = next(iter(self.behind))
            unsent -= slowest.unsent
            log.warning("a slow client was left", unsent=slowest.unsent, clients_behind=len(self.behind))
            slowest.leave()

    def resume_writing(self) -> None:
        """The client has caught up, or is gone."""
        self.behind.pop(self, None)
        super().resume_writing()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped

    @property
    def unsent(self) -> int:
        """Bytes that wait for the client."""
        return 0 if self.transport is None else self.transport.get_write_buffer_size()

    def leave(self) -> None:
        """Close the connection at once, whatever is left to send; the client sees an answer that breaks off."""
        del self.behind[self]
        self.abort()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
