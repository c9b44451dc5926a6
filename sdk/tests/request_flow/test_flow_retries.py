"""Retries: conditions, number and waits."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import formatdate
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sdk.tests.request_flow.played import (
    FRESH,
    MODULES,
    NEVER_LEFT,
    OK,
    REACHED,
    READ,
    TOKENS,
    WRITE,
    Played,
    ask,
    play,
    reply,
)

from careops.calls.clinics import UpdateClinic
from careops.calls.modules import ListSpecModules
from careops.client.request_flow import Reply, Retries, ServerCapabilities, request_flow
from careops.contract import Call, Empty
from careops.contract.headers import HONOURED_HEADER, IDEMPOTENCY_HEADER
from careops.errors import ApiError, ConnectionFailed, ServerError, TooManyRequests, Unavailable


@pytest.mark.parametrize("first", [REACHED, NEVER_LEFT, *(reply(status, None) for status in (429, 502, 503, 504))])
@pytest.mark.parametrize("call", [READ, UpdateClinic(id=41, beds_count=3)])
def test_repeatable_requests_are_repeated(call: Call[Any], first: object) -> None:
    played = ask(call, TOKENS, first, MODULES_OR_DONE[type(call)])
    assert played.kinds == ["LoadSession", "SendRequest", "Sleep", "SendRequest"]


MODULES_OR_DONE: Mapping[type, Reply] = {ListSpecModules: reply(), UpdateClinic: OK}


@pytest.mark.parametrize("status", [400, 404, 409, 422, 500])
def test_other_refusals_are_not_repeated(status: int) -> None:
    played = Played()
    with pytest.raises(ApiError):
        ask(READ, TOKENS, reply(status, None), played=played)
    assert len(played.sent) == 1


def test_retries_end() -> None:
    played = Played()
    with pytest.raises(Unavailable):
        ask(READ, TOKENS, *[reply(503, None)] * 4, played=played)
    assert (len(played.sent), len(played.waits)) == (4, 3)
    with pytest.raises(ConnectionFailed, match="it fell silent"):
        ask(READ, TOKENS, REACHED, retries=Retries(attempts=1))


@pytest.mark.parametrize("first", [REACHED, reply(502, None), reply(503, None), reply(504, None)])
def test_post_that_may_have_arrived_is_not_repeated(first: object) -> None:
    played = Played()
    with pytest.raises((ConnectionFailed, Unavailable, ServerError)):
        ask(WRITE, TOKENS, first, played=played)
    assert len(played.sent) == 1


@pytest.mark.parametrize("first", [NEVER_LEFT, reply(429, None)])
def test_rejected_post_is_repeated(first: object) -> None:
    assert len(ask(WRITE, TOKENS, first, OK).sent) == 2


def test_post_is_repeated_with_its_key_if_keys_are_supported() -> None:
    capabilities = ServerCapabilities()
    ask(READ, TOKENS, Reply(200, {HONOURED_HEADER: "1"}, MODULES), capabilities=capabilities)
    played = ask(WRITE, TOKENS, REACHED, reply(503, None), OK, capabilities=capabilities)
    keys = {send.headers[IDEMPOTENCY_HEADER] for send in played.sent}
    assert len(played.sent) == 3
    assert len(keys) == 1
    assert played.answer == Empty()


def test_key_is_unique_per_call_and_survives_a_refresh() -> None:
    played = ask(WRITE, TOKENS, reply(401, None), FRESH, OK)
    [first, second] = [send.headers[IDEMPOTENCY_HEADER] for send in played.sent]
    assert first == second
    assert ask(WRITE, TOKENS, OK).sent[0].headers[IDEMPOTENCY_HEADER] != first


def test_custom_idempotency_key_is_sent() -> None:
    played = play(request_flow(WRITE, ServerCapabilities(), idempotency_key="import-42"), TOKENS, OK)
    assert played.sent[0].headers[IDEMPOTENCY_HEADER] == "import-42"
    assert IDEMPOTENCY_HEADER not in ask(READ, TOKENS, reply()).sent[0].headers


def test_retry_after_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_795_000_000
    monkeypatch.setattr("careops.client.request_flow.time", SimpleNamespace(time=lambda: now))
    for header in ("7", formatdate(now + 7, usegmt=True)):
        [wait] = ask(READ, TOKENS, reply(503, None, retry_after=header), reply()).waits
        assert 7 <= wait <= 7.2


def test_long_retry_after_is_raised() -> None:
    """A throttled sign-in reports "in ten minutes", which is a message for a person rather than a wait."""
    played = Played()
    with pytest.raises(TooManyRequests) as error:
        ask(WRITE, TOKENS, reply(429, None, retry_after="600"), played=played)
    assert error.value.retry_after == 600
    assert played.waits == []


def test_waits_double_with_jitter_up_to_the_limit() -> None:
    retries = Retries(first_wait=1, longest_wait=3)
    for attempt, most in ((1, 1), (2, 2), (3, 3), (9, 3)):
        assert most / 2 <= retries.wait(attempt, None) <= most


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0", 0), ("3", 3), ("", None), ("-5", None), ("1.5", None), ("soon", None), ("\xb2", None), ("x" * 9, None)],
)
def test_retry_after_is_parsed(text: str, seconds: float | None) -> None:
    assert reply(retry_after=text).retry_after == seconds


def test_retry_after_in_the_past_is_zero() -> None:
    assert reply(retry_after="Wed, 21 Oct 2015 07:28:00 GMT").retry_after == 0
    assert reply().retry_after is None


@pytest.mark.parametrize(
    "text", ["Mon, 01 Jan 99999999999999999999 00:00:00 GMT", "Wed, 21 Oct 2099 07:28:00 +99999999999999", "9" * 5000]
)
def test_absurd_retry_after_is_ignored(text: str) -> None:
    with pytest.raises(Unavailable):
        ask(READ, TOKENS, reply(503, None, retry_after=text), retries=Retries(attempts=1))


@given(st.text(st.characters(max_codepoint=255)))
def test_any_retry_after_is_parsed(text: str) -> None:
    seconds = reply(retry_after=text).retry_after
    assert seconds is None or seconds >= 0
