"""HTTP with patience that ends: a request has ten seconds for its header and a minute for its body, however it drips.

Sanic counts both from the last byte that came, so a client that sends one byte a minute would stay for ever (SEC-34).
"""

from __future__ import annotations

import asyncio
from typing import Final

from sanic.http import Stage
from sanic.server import HttpProtocol

HEADER_SECONDS: Final = 9.0
"""A header that takes longer is cut off at the next look, and at ten seconds all of it is over."""
LOOK_SECONDS: Final = 0.5
"""How often a connection's patience is looked at; Sanic's own five seconds would be added to every limit."""


class PatientProtocol(HttpProtocol):
    """One connection of a client."""

    def data_received(self, data: bytes) -> None:
        """Take what came, without starting the clock anew in the middle of a request."""
        began = self._time
        in_a_request = self.http is not None and self.http.stage in (Stage.REQUEST, Stage.HANDLER)
        super().data_received(data)
        if in_a_request:
            self._time = began

    def check_timeouts(self) -> None:
        """Close what took too long, and look again soon."""
        super().check_timeouts()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
        timer: asyncio.TimerHandle | None = getattr(self, "_callback_check_timeouts", None)
        if timer is not None and not timer.cancelled():
            timer.cancel()
            self._callback_check_timeouts = self.loop.call_later(LOOK_SECONDS, self.check_timeouts)
