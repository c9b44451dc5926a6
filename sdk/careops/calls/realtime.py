"""Events as they happen: stored for 30 days, pushed over one WebSocket, read again from any point. S-3, B-104."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue, SecretStr

from careops.areas import Area, ClientT, verb
from careops.constants import STAFF_CHANNELS, SUPER_CHANNELS
from careops.contract import STAFF, SUPER, Access, Call, Example, Get, Model
from careops.fields import LARGEST_ID
from careops.filters import JOINED, joined_schema, separated
from careops.shapes import record

SOCKET_PATH: Final = "/realtime"
"""Where the WebSocket is, below the documented paths."""
CHANNELS: Final[Mapping[str, Access]] = {
    **dict.fromkeys(STAFF_CHANNELS, STAFF),
    **dict.fromkeys(SUPER_CHANNELS, SUPER),
}
"""Every channel, and who may listen (B-104). An event is raised on one of them."""
KEPT_DAYS: Final = 30
"""How long an event can be read again."""
MOST_REPLAYED: Final = 500
"""Events one answer tells at most, and a socket that comes back."""
LONGEST_MESSAGE: Final = 16_384
"""Bytes a client may say at once on the socket."""
SOCKET_TOO_MANY: Final = 4429
SOCKET_TOO_SLOW: Final = 4408
"""Why our server closes a socket, beside what ``constants`` names: one comes back later."""

Since = Annotated[int, Field(ge=0, le=LARGEST_ID)]


def _known(channels: Sequence[str]) -> Sequence[str]:
    if not CHANNELS.keys() >= set(channels):
        raise ValueError("There is no such channel")
    return channels


_Chosen = Annotated[Sequence[str], Field(min_length=1), BeforeValidator(separated), AfterValidator(_known)]
Channels = Annotated[_Chosen, JOINED, joined_schema(*CHANNELS)]


class Event(Model):
    """Something that happened."""

    id: int
    """Its place among all events: a later one has a larger id, and is never seen before an earlier one."""
    channel: str
    """The channel it was raised on."""
    event: str
    """What happened, such as ``deployment``."""
    data: dict[str, JsonValue] = {}
    """More about it; every event has its own form."""
    raised_at: datetime | None = None
    """When it was raised, in UTC; null when a platform does not say."""


class EventsSince(Model):
    """Events after a point, and the point to go on from."""

    events: list[Event]
    """In the order they were raised, at most 500."""
    latest: int
    """The id to ask from next time, as ``since``."""
    more: bool = False
    """There are more already: ask again."""
    resync: bool = False
    """Some between are gone for good, ``since`` being older than 30 days: what is kept of them is read anew."""


class ListEvents(Call[EventsSince]):
    """Events of channels after a point, for whoever cannot keep a socket open. Our own addition (S-6, B-104).

    ``client.events`` follows them as they happen.
    """

    route = Get("/careops/events", access=STAFF, answer=record("data"))
    example = Example(
        call={"channels": "admin", "since": 1040},
        answer={
            "events": [
                {
                    "id": 1041,
                    "channel": "admin",
                    "event": "deployment",
                    "data": {"build": "b5d1c0"},
                    "raised_at": "2026-11-20T09:31:07Z",
                }
            ],
            "latest": 1041,
            "more": False,
            "resync": False,
        },
    )

    channels: Channels
    """The channels to read; each needs its own right."""
    since: Since = 0
    """The id of the last event that is known already; 0 for all that are kept."""
    only_latest: bool | None = None
    """True for no event, only for ``latest``: for whoever goes on from now and cares for nothing before."""


class Hello(Model):
    """What a client says on the socket: first with its token, later to listen to other channels."""

    model_config = {"extra": "forbid"}

    channels: _Chosen
    """The channels to listen to, from now on these and no others."""
    since: Since | None = None
    """The id of the last event that is known already; null for those to come."""
    token: SecretStr | None = None
    """The access token; with the first message only."""


class Realtime(Area[ClientT]):
    """``client.realtime``: events that were raised. ``client.events`` follows them."""

    list = verb(ListEvents)
