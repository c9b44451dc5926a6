"""Realtime events: pushed over a WebSocket, and stored for 30 days to be read from any point. S-3, B-104."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue, SecretStr

from careops.constants import RECENT_MOST_MS, STAFF_CHANNELS, SUPER_CHANNELS
from careops.contract import STAFF, SUPER, Access, Call, Example, Get, Model
from careops.contract.envelopes import object_in
from careops.contract.fields import MAX_ID
from careops.contract.filters import JOINED, JoinedSchema, split_commas
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of

SOCKET_PATH: Final = "/realtime"
"""Path of the WebSocket, below the documented paths."""
CHANNELS: Final[Mapping[str, Access]] = {
    **dict.fromkeys(STAFF_CHANNELS, STAFF),
    **dict.fromkeys(SUPER_CHANNELS, SUPER),
}
"""All channels with the account types that may subscribe (B-104). Every event belongs to one channel."""
KEY_CHANNELS: Final[Mapping[str, str]] = {
    "admin": "ListBroadcasts",
    "change_requests": "ListChangeRequests",
    "news": "ListNewsArticles",
    "notes": "ListNotes",
    "records": "ListEvents",
    "referrals": "ListReferrals",
    "jobs": "ListJobs",
    **{channel: "ListBroadcasts" for channel in SUPER_CHANNELS if channel.startswith("app:")},
}
"""Channels that API keys may subscribe to, each with the call whose scope it requires. The others are for people."""
RECORD_CALLS: Final[Mapping[str, str]] = {
    "clinic": "ReadClinic",
    "doctor": "ReadDoctor",
    "user": "ReadUser",
    "pharmacy": "ReadPharmacy",
    "lab": "ReadLab",
    "campaign": "ReadAdCampaign",
    "referral": "ReadReferral",
    "payment": "ListAllPayments",
    "promo_code": "ListPromoCodes",
    "follow_up": "ListFollowUps",
    "news_article": "ListNewsArticles",
    "release_note": "ListReleaseNotes",
    "university": "ListUniversities",
    "care_city": "ListCareCities",
}
"""Call that reads records of a kind. Events of the channel ``records`` reach only principals that may make it."""
KEPT_DAYS: Final = 30
"""Number of days for which events are stored."""
MAX_REPLAYED: Final = 500
"""Maximum number of events per answer, and of missed events that a reconnected socket receives."""
MAX_MESSAGE_LENGTH: Final = 16_384
"""Maximum size in bytes of a message from a client."""
SOCKET_TOO_MANY: Final = 4429
SOCKET_TOO_SLOW: Final = 4408
"""Close codes of careops, in addition to those in ``constants``, after which a client reconnects later."""

Since = Annotated[int, Field(ge=0, le=MAX_ID)]


def _check_channels(channels: Sequence[str]) -> Sequence[str]:
    if not CHANNELS.keys() >= set(channels):
        raise ValueError(title_of("unknown_channel"))
    return channels


_Chosen = Annotated[Sequence[str], Field(min_length=1), BeforeValidator(split_commas), AfterValidator(_check_channels)]
Channels = Annotated[_Chosen, JOINED, JoinedSchema(*CHANNELS)]


class Event(Model):
    """Realtime event."""

    id: int
    """Id, in increasing order. An event never appears before one with a smaller id."""
    channel: str
    """Channel of the event."""
    event: str
    """Name of the event, such as ``deployment``."""
    data: dict[str, JsonValue] = {}
    """Data of the event. Its form depends on the event."""
    raised_at: datetime | None = None
    """Time of the event, in UTC; null if the platform does not return it."""


class EventsSince(Model):
    """Events after a point, with the point to continue from."""

    events: list[Event]
    """Events in order, at most 500."""
    latest: int
    """Id for ``since`` of the next request."""
    more: bool = False
    """True if more events are available now."""
    resync: bool = False
    """True if ``since`` is older than 30 days and some events were deleted. Reload the data that depends on them."""


class ListEvents(Call[EventsSince]):
    """List events of channels after a point, for clients without a WebSocket. Our own addition (S-6, B-104).

    ``client.events`` subscribes to events. An API key also needs the scope of each channel, such as ``referrals:read``.
    """

    route = Get("/careops/events", access=STAFF, answer=object_in("data"))
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
    """Channels to read; each requires its permission."""
    since: Since = 0
    """Id of the last known event; 0 for all stored events."""
    only_latest: bool | None = None
    """True to return only ``latest`` without events, for clients that need no earlier events."""


class Hello(Model):
    """Message of a client on the socket: the first contains the token, later ones change the channels."""

    model_config = {"extra": "forbid"}

    channels: _Chosen
    """Channels to subscribe to, instead of the previous ones."""
    since: Since | None = None
    """Id of the last known event; null for future events only."""
    recent_ms: Annotated[int, Field(ge=0, le=RECENT_MOST_MS)] | None = None
    """Send the events of the last milliseconds, too, to a client that read data before. Ignored with ``since``."""
    token: SecretStr | None = None
    """Access token or API key, in the first message only."""


class Realtime(Resource[ClientT]):
    """``client.realtime``: stored events. ``client.events`` subscribes to new ones."""

    list = method(ListEvents)
