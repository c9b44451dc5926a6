"""Sans-IO event subscription over a socket that may close and reopen.

A subscriber sends a hello message and receives events. After the socket closes, it reconnects and continues with the
last event.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError

from careops.calls.realtime import SOCKET_PATH, Event, EventsSince, Hello, ListEvents
from careops.client.request_flow import RefreshTokens, RequestFlow, Retries, ServerCapabilities, usable_tokens
from careops.client.tokens import Tokens
from careops.constants import SOCKET_FORBIDDEN, SOCKET_INVALID, SOCKET_OVER
from careops.contract.validation_errors import problems_from_validation
from careops.error_codes import find_title
from careops.errors import Forbidden, InvalidInput, InvalidResponse, Unauthorized

QUICK_SECONDS = 1.0
MAX_SECONDS = 30.0
DEAF_AFTER = 2
"""Consecutive failed sockets after which the subscriber also polls."""


@dataclass
class EventStream:
    """State of a subscription. ``since`` is the id of the last known event; None before the first one."""

    channels: Sequence[str]
    since: int | None = None
    patience: Retries = field(default_factory=lambda: Retries(first_wait=QUICK_SECONDS, longest_wait=MAX_SECONDS))
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of the request that opens a socket."""
    refused: Tokens | None = None
    """Session that the platform refused."""
    _failures: int = 0

    def __post_init__(self) -> None:
        try:
            self.channels = Hello(channels=self.channels, since=self.since).channels
        except ValidationError as error:
            raise InvalidInput(*problems_from_validation(error)) from None

    def hello(self, tokens: Tokens) -> str:
        """Return the first message to send."""
        position = {} if self.since is None else {"since": self.since}
        return json.dumps({"token": tokens.auth_token, "channels": list(self.channels), **position})

    def on_message(self, message: str | bytes) -> Event | None:
        """Return the event in a message. ``resync`` without a channel means that some events were deleted."""
        try:
            body = json.loads(message)
            event = Event.model_validate({"channel": "", **body})
        except (ValueError, TypeError):
            raise InvalidResponse("The platform sent a malformed event") from None
        if event.event == "ready" and not event.channel:
            self.since = max(self.since or 0, event.id)
            self.refused, self._failures = None, 0
            return None
        if event.channel:
            if self.since is not None and event.id <= self.since:
                return None  # repeated by another process of the platform
            self.since = event.id
        return event

    def poll_request(self) -> ListEvents | None:
        """Return the call for polling if sockets fail repeatedly, for example because a proxy blocks them."""
        if self._failures < DEAF_AFTER:
            return None
        if self.since is None:
            return ListEvents(channels=self.channels, only_latest=True)
        return ListEvents(channels=self.channels, since=self.since)

    def on_poll(self, answer: EventsSince) -> list[Event]:
        """Return the new events of an answer."""
        events = [Event(id=answer.latest, channel="", event="resync")] if answer.resync else []
        events += [event for event in answer.events if event.id > (self.since or 0)]
        self.since = max(self.since or 0, answer.latest)
        return events

    def on_close(self, tokens: Tokens | None, code: int | None, reason: str) -> float:
        """Return the seconds before the next connection. Raises errors that a new connection would not resolve."""
        if code == SOCKET_FORBIDDEN:
            raise Forbidden(find_title(reason or "These channels are not for this account"))
        if code == SOCKET_INVALID:
            raise InvalidInput(find_title(reason))
        if code == SOCKET_OVER:
            if self.refused is not None:
                raise Unauthorized(find_title(reason))
            self.refused = tokens
            return 0.0
        self._failures += 1
        return self.patience.wait(self._failures, None)


def socket_url(base_url: str) -> str:
    """Return the address of a platform's socket."""
    parts = urlsplit(base_url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return urlunsplit((scheme, parts.netloc, parts.path.rstrip("/") + SOCKET_PATH, "", ""))


def session_for(following: EventStream, capabilities: ServerCapabilities) -> RequestFlow[Tokens]:
    """Return a session to connect with, refreshed if the last one was refused. Raises ``Unauthorized`` if it is
    over."""
    tokens = yield from usable_tokens(capabilities)
    refused = following.refused
    if refused is None or refused.auth_token != tokens.auth_token:
        return tokens
    renewed: Tokens | None = (yield RefreshTokens(tokens)) if tokens.refresh_token else None
    if renewed is None:
        raise Unauthorized
    return renewed
