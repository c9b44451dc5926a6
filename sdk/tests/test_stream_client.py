"""Subscribers poll if a proxy blocks sockets."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from careops import ConnectionFailed, Forbidden, Tokens
from careops.calls.realtime import Event, EventsSince, ListEvents
from careops.events import event_stream as patience
from careops.events import websocket_transport
from careops.events.event_stream import EventStream
from careops.events.stream_client import stream_events, stream_events_async

URL = "ws://platform.example/api/realtime"
TOKENS = Tokens("token-of-harpreet", "refresh")
ONE, TWO, THREE = (Event(id=id, channel="admin", event="deployment") for id in (41, 42, 43))


class Platform:
    """Answers in order; raises errors."""

    def __init__(self) -> None:
        self.calls: list[ListEvents] = []
        self._answers: list[EventsSince | Exception] = [
            EventsSince(events=[], latest=40),
            ConnectionFailed("away for a moment"),
            EventsSince(events=[ONE, TWO], latest=42, more=True),
            EventsSince(events=[THREE], latest=43),
            Forbidden("These channels are not for this account"),
        ]

    def answer(self, call: ListEvents) -> EventsSince:
        self.calls.append(call)
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def answer_later(self, call: ListEvents) -> EventsSince:
        return self.answer(call)

    def check(self) -> None:
        """Check that polling continued after the last known event."""
        assert [call.since for call in self.calls] == [0, 40, 40, 42, 43]
        assert [call.only_latest for call in self.calls] == [True, None, None, None, None]


@pytest.fixture(autouse=True)
def _no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise OSError("the proxy lets none through")

    monkeypatch.setattr(websocket_transport, "connect", forbidden)
    monkeypatch.setattr(websocket_transport, "connect_later", forbidden)
    monkeypatch.setattr(patience, "QUICK_SECONDS", 0.001)


def test_polling_returns_the_missed_events() -> None:
    platform = Platform()
    events = stream_events(URL, EventStream(["admin"]), lambda: TOKENS, platform.answer, threading.Event())
    assert [next(events) for _ in range(3)] == [ONE, TWO, THREE]
    with pytest.raises(Forbidden):
        next(events)
    platform.check()


def test_another_thread_ends_the_polling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "QUICK_SECONDS", 600)
    is_over = threading.Event()

    def session() -> Tokens:
        is_over.set()
        return TOKENS

    assert list(stream_events(URL, EventStream(["admin"]), session, Platform().answer, is_over)) == []


async def test_asynchronous_polling_returns_the_missed_events() -> None:
    async def session() -> Tokens:
        return TOKENS

    platform = Platform()
    events = aiter(stream_events_async(URL, EventStream(["admin"]), session, platform.answer_later, threading.Event()))
    assert [await anext(events) for _ in range(3)] == [ONE, TWO, THREE]
    with pytest.raises(Forbidden):
        await anext(events)
    platform.check()


async def test_another_thread_ends_the_asynchronous_polling() -> None:
    is_over = threading.Event()

    async def session() -> Tokens:
        return TOKENS

    async def unreachable(call: ListEvents) -> EventsSince:
        is_over.set()
        raise ConnectionFailed("away")

    events = stream_events_async(URL, EventStream(["admin"]), session, unreachable, is_over)
    assert [event async for event in events] == []
