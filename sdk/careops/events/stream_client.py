"""Endless event subscriptions: over a socket, and by polling if sockets are blocked."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

from careops.calls.realtime import Event, EventsSince, ListEvents
from careops.client.tokens import Tokens
from careops.errors import CareOpsError, Forbidden, Unauthorized
from careops.events.event_stream import EventStream
from careops.events.websocket_transport import AsyncSocket, socket_events


def stream_events(
    url: str,
    following: EventStream,
    session: Callable[[], Tokens],
    send: Callable[[ListEvents], EventsSince],
    until: threading.Event,
) -> Iterator[Event]:
    """Yield events as they happen, and end at the first pause after ``until`` is set.

    Raises ``Forbidden`` and ``Unauthorized``.
    """
    while True:
        tokens = session()
        code, reason = yield from socket_events(url, following, tokens)
        pause = following.on_close(tokens, code, reason)
        while (call := following.poll_request()) is not None:
            try:
                answer = send(call)
            except (Forbidden, Unauthorized):
                raise
            except CareOpsError:
                break
            yield from following.on_poll(answer)
            if not answer.more:
                break
        if until.wait(pause):
            return


async def stream_events_async(
    url: str,
    following: EventStream,
    session: Callable[[], Awaitable[Tokens]],
    send: Callable[[ListEvents], Awaitable[EventsSince]],
    until: threading.Event,
) -> AsyncIterator[Event]:
    """Asynchronous ``follow``."""
    while True:
        tokens = await session()
        socket = AsyncSocket(url, following, tokens)
        async for event in socket.events():
            yield event
        pause = following.on_close(tokens, socket.code, socket.reason)
        while (call := following.poll_request()) is not None:
            try:
                answer = await send(call)
            except (Forbidden, Unauthorized):
                raise
            except CareOpsError:
                break
            for event in following.on_poll(answer):
                yield event
            if not answer.more:
                break
        await asyncio.sleep(pause)
        if until.is_set():
            return
