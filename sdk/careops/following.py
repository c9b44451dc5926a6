"""Following events over a socket that comes and goes: every decision of it, with no I/O in it.

A follower says hello, is told events, and when the socket closes it comes back and goes on from the last one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError

from careops.calls.realtime import SOCKET_PATH, Event, EventsSince, Hello, ListEvents
from careops.constants import SOCKET_FORBIDDEN, SOCKET_INVALID, SOCKET_OVER
from careops.conversation import Conversation, Manners, Renew, Retries, usable_tokens
from careops.errors import Forbidden, InvalidInput, Unauthorized, UnreadableAnswer
from careops.problems import problems_of
from careops.tokens import Tokens

QUICK_SECONDS = 1.0
LONGEST_SECONDS = 30.0
DEAF_AFTER = 2
"""Sockets in a row that came to nothing: from then on a follower asks as well."""


@dataclass
class Following:
    """Where a follower is. ``since`` is the id of the last event it knows; None until it is told one."""

    channels: Sequence[str]
    since: int | None = None
    patience: Retries = field(default_factory=lambda: Retries(first_wait=QUICK_SECONDS, longest_wait=LONGEST_SECONDS))
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of the request that opens a socket."""
    refused: Tokens | None = None
    """The session the platform no longer took."""
    _failures: int = 0

    def __post_init__(self) -> None:
        try:
            self.channels = Hello(channels=self.channels, since=self.since).channels
        except ValidationError as error:
            raise InvalidInput(*problems_of(error)) from None

    def hello(self, tokens: Tokens) -> str:
        """What is said first."""
        known = {} if self.since is None else {"since": self.since}
        return json.dumps({"token": tokens.auth_token, "channels": list(self.channels), **known})

    def heard(self, message: str | bytes) -> Event | None:
        """The event in a message. ``resync``, on no channel, says that some are gone for good."""
        try:
            told = json.loads(message)
            event = Event.model_validate({"channel": "", **told})
        except (ValueError, TypeError):
            raise UnreadableAnswer("The platform said something that is no event") from None
        if event.event == "ready" and not event.channel:
            self.since = max(self.since or 0, event.id)
            self.refused, self._failures = None, 0
            return None
        if event.channel:
            if self.since is not None and event.id <= self.since:
                return None  # once more, by a process of the platform that is behind the one before
            self.since = event.id
        return event

    def asking(self) -> ListEvents | None:
        """What to ask for where one socket after the other came to nothing, as a proxy may let none through."""
        if self._failures < DEAF_AFTER:
            return None
        if self.since is None:
            return ListEvents(channels=self.channels, only_latest=True)
        return ListEvents(channels=self.channels, since=self.since)

    def answered(self, told: EventsSince) -> list[Event]:
        """What of an answer is new."""
        events = [Event(id=told.latest, channel="", event="resync")] if told.resync else []
        events += [event for event in told.events if event.id > (self.since or 0)]
        self.since = max(self.since or 0, told.latest)
        return events

    def closed(self, tokens: Tokens | None, code: int | None, reason: str) -> float:
        """The seconds to wait before coming back. Raises what no coming back would change."""
        if code == SOCKET_FORBIDDEN:
            raise Forbidden(reason or "These channels are not for this account")
        if code == SOCKET_INVALID:
            raise InvalidInput(reason)
        if code == SOCKET_OVER:
            if self.refused is not None:
                raise Unauthorized(reason)
            self.refused = tokens
            return 0.0
        self._failures += 1
        return self.patience.wait(self._failures, None)


def socket_url(base_url: str) -> str:
    """Where the socket of a platform is."""
    parts = urlsplit(base_url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return urlunsplit((scheme, parts.netloc, parts.path.rstrip("/") + SOCKET_PATH, "", ""))


def session_for(following: Following, manners: Manners) -> Conversation[Tokens]:
    """A session to come with, renewed when the last one was refused. Raises ``Unauthorized`` when it is over."""
    tokens = yield from usable_tokens(manners)
    refused = following.refused
    if refused is None or refused.auth_token != tokens.auth_token:
        return tokens
    renewed: Tokens | None = (yield Renew(tokens)) if tokens.refresh_token else None
    if renewed is None:
        raise Unauthorized
    return renewed
