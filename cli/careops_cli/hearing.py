"""What happens on a channel, heard beside whatever else a command does meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Generator
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.realtime import Event

AGAIN_SECONDS: Final = 1.0
"""Between two tries while the platform is away."""
_Told = SimpleQueue["Event | Exception"]


def heard(client: CareOps, channel: str, *, silence: float) -> Generator[list[Event], None, None]:
    """Events of a channel from now on, several at once when they come quicker than they are asked for; without end.

    An empty list says that nothing was heard for ``silence`` seconds, be it that nothing happened or that no channel
    can be had. Raises what no waiting would change: the session is over, the channel is for others.
    """
    told: _Told = SimpleQueue()
    over = threading.Event()
    threading.Thread(target=_listen, args=(client, channel, told, over), daemon=True).start()
    return _taken(told, over, silence)


def _taken(told: _Told, over: threading.Event, silence: float) -> Generator[list[Event], None, None]:
    try:
        while True:
            events: list[Event] = []
            try:
                one = told.get(timeout=silence)
                while not isinstance(one, Exception):
                    events.append(one)
                    one = told.get_nowait()
            except Empty:
                yield events
                continue
            if events:
                yield events
            raise one
    finally:
        over.set()


def _listen(client: CareOps, channel: str, told: _Told, over: threading.Event) -> None:
    since: int | None = None
    while not over.is_set():
        try:
            for event in client.events([channel], since=since):
                since = event.id if event.channel else since
                told.put(event)
        except Exception as error:
            if not is_away(error):
                told.put(error)
                return
            over.wait(AGAIN_SECONDS)


def is_away(error: Exception) -> bool:
    """Whether an error is of a platform that may be back in a moment."""
    from careops.errors import NoAnswer, ServerError, TooManyRequests, Unavailable, UnreadableAnswer

    return isinstance(error, (NoAnswer, ServerError, TooManyRequests, Unavailable, UnreadableAnswer))
