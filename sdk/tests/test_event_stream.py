"""Steps of an event subscription without a socket."""

from __future__ import annotations

import json
from typing import Any

import pytest

from careops import Forbidden, InvalidInput, Tokens, Unauthorized
from careops.calls.realtime import SOCKET_TOO_MANY, Event, EventsSince, ListEvents
from careops.constants import SOCKET_FORBIDDEN, SOCKET_INVALID, SOCKET_OVER
from careops.errors import InvalidResponse
from careops.events.event_stream import MAX_SECONDS, EventStream, socket_url

TOKENS = Tokens("token-of-harpreet", "refresh")


def frame(**message: Any) -> str:
    return json.dumps(message)


def test_stream_resumes_after_the_last_event() -> None:
    following = EventStream(["admin"])
    assert "since" not in json.loads(following.hello(TOKENS)), "only what is still to come"
    assert following.on_message(frame(event="ready", id=40)) is None
    assert json.loads(following.hello(TOKENS)) == {"token": TOKENS.auth_token, "channels": ["admin"], "since": 40}
    event = following.on_message(frame(id=41, channel="admin", event="deployment", data={"build": "x"}))
    assert event is not None
    assert event.data == {"build": "x"}
    assert following.since == 41


def test_stale_process_repeats_no_event() -> None:
    following = EventStream(["admin"], since=41)
    assert following.on_message(frame(event="ready", id=40)) is None
    events = [following.on_message(frame(id=id, channel="admin", event="deployment", data={})) for id in (41, 42)]
    assert [event and event.id for event in events] == [None, 42]


def test_deleted_events_cause_a_resync() -> None:
    following = EventStream(["admin"], since=3)
    event = following.on_message(frame(event="resync", id=90))
    assert event is not None
    assert (event.event, event.channel, following.since) == ("resync", "", 3)


def test_reconnect_delay_grows_until_a_message_arrives() -> None:
    following = EventStream(["admin"])
    waits = [
        following.on_close(TOKENS, code, "") for code in (None, 1001, 1013, SOCKET_TOO_MANY, None, None, None, None)
    ]
    assert waits[0] <= 1
    assert MAX_SECONDS / 2 <= waits[-1] <= MAX_SECONDS
    following.on_message(frame(event="ready", id=1))
    assert following.on_close(TOKENS, None, "") <= 1


def test_repeated_socket_failures_start_polling() -> None:
    following = EventStream(["admin"])
    following.on_close(TOKENS, None, "")
    assert following.poll_request() is None, "one that was lost is soon there again"
    following.on_close(TOKENS, None, "")
    assert following.poll_request() == ListEvents(channels=["admin"], only_latest=True)
    assert following.on_poll(EventsSince(events=[], latest=40)) == []
    raised = Event(id=41, channel="admin", event="deployment")
    assert following.poll_request() == ListEvents(channels=["admin"], since=40)
    assert following.on_poll(EventsSince(events=[raised], latest=42)) == [raised]
    assert following.on_poll(EventsSince(events=[raised], latest=42)) == [], "nothing twice"
    [gone] = following.on_poll(EventsSince(events=[], latest=90, resync=True))
    assert (gone.event, gone.channel, following.since) == ("resync", "", 90)
    following.on_message(frame(event="ready", id=90))
    assert following.poll_request() is None


def test_expired_session_is_refreshed_once() -> None:
    following = EventStream(["admin"])
    assert following.on_close(TOKENS, SOCKET_OVER, "") == 0
    assert following.refused is TOKENS
    with pytest.raises(Unauthorized):
        following.on_close(TOKENS, SOCKET_OVER, "")


@pytest.mark.parametrize(("code", "error"), [(SOCKET_FORBIDDEN, Forbidden), (SOCKET_INVALID, InvalidInput)])
def test_permanent_socket_errors_are_raised(code: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        EventStream(["admin"]).on_close(TOKENS, code, "no")


def test_unknown_channel_is_refused_before_sending() -> None:
    with pytest.raises(InvalidInput):
        EventStream(["everything"])


@pytest.mark.parametrize("message", ["", "[]", "{}", '{"id": 1}', "no json"])
def test_malformed_message_is_refused(message: str) -> None:
    with pytest.raises(InvalidResponse):
        EventStream(["admin"]).on_message(message)


def test_socket_address_follows_from_the_api_address() -> None:
    assert socket_url("http://127.0.0.1:8000/api") == "ws://127.0.0.1:8000/api/realtime"
    assert socket_url("https://care.example/api/") == "wss://care.example/api/realtime"
