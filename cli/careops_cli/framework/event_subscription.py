"""Subscribe to an event channel in the background of a command."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.realtime import Event

AGAIN_SECONDS: Final = 1.0
"""Seconds between retries while the platform is unavailable."""
_Told = SimpleQueue["Event | Exception"]


@contextmanager
def subscribe(client: CareOps, channel: str, *, silence: float) -> Iterator[Iterator[list[Event]]]:
    """Subscribe to a channel for the block. The iterator yields its events endlessly, several at once if they arrive
    faster than they are read.

    An empty list means that no event arrived for ``silence`` seconds, also if the subscription fails. The iterator
    raises errors that a retry would not resolve: the session is over, the channel is forbidden.
    """
    queue: _Told = SimpleQueue()
    over = threading.Event()
    threading.Thread(target=_listen, args=(client, channel, queue, over), daemon=True).start()
    try:
        yield _batches(queue, silence)
    finally:
        over.set()


def _batches(queue: _Told, silence: float) -> Iterator[list[Event]]:
    while True:
        events: list[Event] = []
        try:
            item = queue.get(timeout=silence)
            while not isinstance(item, Exception):
                events.append(item)
                item = queue.get_nowait()
        except Empty:
            yield events
            continue
        if events:
            yield events
        raise item


def _listen(client: CareOps, channel: str, queue: _Told, over: threading.Event) -> None:
    since: int | None = None
    while not over.is_set():
        try:
            for event in client.events([channel], since=since, until=over):
                since = event.id if event.channel else since
                queue.put(event)
        except Exception as error:
            if not is_retryable(error):
                queue.put(error)
                return
            over.wait(AGAIN_SECONDS)


def is_retryable(error: Exception) -> bool:
    """Return True if the error is temporary."""
    from careops.errors import ConnectionFailed, InvalidResponse, ServerError, TooManyRequests, Unavailable

    return isinstance(error, (ConnectionFailed, ServerError, TooManyRequests, Unavailable, InvalidResponse))
