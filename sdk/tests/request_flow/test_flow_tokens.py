"""Tokens of requests, and their refresh."""

from __future__ import annotations

import base64
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sdk.tests.request_flow.played import (
    FRESH,
    NEVER_LEFT,
    READ,
    TOKENS,
    Played,
    ask,
    jwt,
    play,
    reply,
)

from careops.calls.session import RefreshSession, SignIn
from careops.client.request_flow import (
    RefreshTokens,
    RequestOptions,
    Retries,
    SaveSession,
    ServerCapabilities,
    refresh_flow,
)
from careops.client.tokens import Tokens, expires_at
from careops.errors import ConnectionFailed, Forbidden, InvalidToken, Unauthorized


@pytest.mark.parametrize("token", ["", "  ", None, 5, ["x"], "tökén", "a\nb", "a\0b"])
def test_unusable_token_sends_nothing(token: Any) -> None:
    played = Played()
    with pytest.raises(InvalidToken, match=r"^Invalid token provided$"):
        ask(READ, Tokens(token), played=played)
    assert played.kinds == ["LoadSession"]


def test_missing_session_sends_nothing() -> None:
    with pytest.raises(InvalidToken):
        ask(READ, None)


def test_token_is_sent_as_bearer() -> None:
    played = ask(READ, TOKENS, reply())
    [send] = played.sent
    assert send.headers == {"accept": "application/json", "authorization": "Bearer token-1"}
    assert [module.name for module in played.answer] == ["Prescriptions"]


def test_public_call_sends_no_token() -> None:
    played = ask(RefreshSession(refresh_token="r"), reply(payload={"auth_token": "a", "refresh_token": "b"}))
    assert played.kinds == ["SendRequest"]
    assert "authorization" not in played.sent[0].headers


def test_expired_token_is_refreshed_before_sending() -> None:
    stale = Tokens(jwt(exp=time.time() - 5), "refresh-1")
    played = ask(READ, stale, FRESH, reply())
    assert played.kinds == ["LoadSession", "RefreshTokens", "SendRequest"]
    assert played.steps[1] == RefreshTokens(stale)
    assert played.sent[0].headers["authorization"] == "Bearer token-2"


def test_valid_token_is_not_refreshed() -> None:
    assert ask(READ, Tokens(jwt(exp=time.time() + 60), "r"), reply()).kinds == ["LoadSession", "SendRequest"]


def test_expired_token_without_refresh_token_is_sent() -> None:
    stale = Tokens(jwt(exp=1), "")
    assert ask(READ, stale, reply()).kinds == ["LoadSession", "SendRequest"]
    played = Played()
    with pytest.raises(Unauthorized):
        ask(READ, Tokens(jwt(exp=1), "r"), None, reply(401, None), None, played=played)
    assert played.kinds == ["LoadSession", "RefreshTokens", "SendRequest", "RefreshTokens"]


def test_wrong_clock_costs_one_refresh_only() -> None:
    """All tokens look expired here; the second call trusts the platform rather than the clock."""
    capabilities = ServerCapabilities()
    next_one = Tokens(jwt(exp=2), "r2")
    first = ask(READ, Tokens(jwt(exp=1), "r"), next_one, reply(), capabilities=capabilities)
    assert first.kinds == ["LoadSession", "RefreshTokens", "SendRequest"]
    assert ask(READ, next_one, reply(), capabilities=capabilities).kinds == ["LoadSession", "SendRequest"]
    later = ask(READ, next_one, reply(401, None), FRESH, reply(), capabilities=capabilities)
    assert later.kinds == ["LoadSession", "SendRequest", "RefreshTokens", "SendRequest"]


def test_answer_401_is_refreshed_and_repeated_once() -> None:
    played = ask(READ, TOKENS, reply(401, None), FRESH, reply())
    assert played.kinds == ["LoadSession", "SendRequest", "RefreshTokens", "SendRequest"]
    assert [send.headers["authorization"] for send in played.sent] == ["Bearer token-1", "Bearer token-2"]


def test_second_401_is_raised() -> None:
    played = Played()
    with pytest.raises(Unauthorized):
        ask(READ, TOKENS, reply(401, None), FRESH, reply(401, None), played=played)
    assert played.kinds == ["LoadSession", "SendRequest", "RefreshTokens", "SendRequest"]


def test_answer_401_without_refresh_token_is_raised() -> None:
    with pytest.raises(Unauthorized):
        ask(READ, Tokens("token-1"), reply(401, None))
    with pytest.raises(Unauthorized):
        ask(READ, TOKENS, reply(401, None), None)


def test_answer_401_of_sign_in_is_a_wrong_password() -> None:
    errors = {"errors": [{"source": "mobile_number_or_password", "title": "Wrong"}]}
    played = Played()
    with pytest.raises(Unauthorized, match="Wrong") as error:
        ask(SignIn(phone_number="9000000001", password="x"), reply(401, errors), played=played)
    assert error.value.source == "mobile_number_or_password"
    assert played.kinds == ["SendRequest"]


def test_answer_403_refreshes_no_token() -> None:
    played = Played()
    with pytest.raises(Forbidden):
        ask(READ, TOKENS, reply(403, None), played=played)
    assert played.kinds == ["LoadSession", "SendRequest"]


# Refresh

PAIR = reply(payload={"success": True, "auth_token": "token-2", "refresh_token": "refresh-2"})


def test_refresh_stores_the_next_pair_with_its_account() -> None:
    played = play(refresh_flow(TOKENS, ServerCapabilities()), TOKENS, PAIR)
    assert played.kinds == ["LoadSession", "SendRequest", "SaveSession"]
    assert played.answer == FRESH
    assert played.steps[-1] == SaveSession(FRESH)
    assert played.sent[0].wire.body == {"refresh_token": "refresh-1"}


@pytest.mark.parametrize("stored", [FRESH, None])
def test_refresh_uses_tokens_stored_by_another_call(stored: Tokens | None) -> None:
    played = play(refresh_flow(TOKENS, ServerCapabilities()), stored)
    assert played.kinds == ["LoadSession"]
    assert played.answer == stored


@pytest.mark.parametrize(("stored", "answer"), [(FRESH, FRESH), (TOKENS, None), (None, None)])
def test_refused_refresh_reads_the_store_once_more(stored: Tokens | None, answer: Tokens | None) -> None:
    played = play(refresh_flow(TOKENS, ServerCapabilities()), TOKENS, reply(401, None), stored)
    assert played.kinds == ["LoadSession", "SendRequest", "LoadSession"]
    assert played.answer == answer


def test_refresh_reports_an_unreachable_platform() -> None:
    with pytest.raises(ConnectionFailed):
        play(refresh_flow(TOKENS, ServerCapabilities(), RequestOptions(Retries(attempts=1))), TOKENS, NEVER_LEFT)


# Expiry of a token


@given(
    st.text()
    | st.text().map(lambda claims: f"a.{base64.urlsafe_b64encode(claims.encode('utf-8', 'replace')).decode()}.b")
)
def test_any_token_has_an_expiry_or_none(token: str) -> None:
    assert expires_at(token) is None or isinstance(expires_at(token), float)


@pytest.mark.parametrize(
    ("claims", "seconds"),
    [
        ('{"exp": 5}', 5.0),
        ('{"exp": 5.5}', 5.5),
        ('{"exp": "5"}', None),
        ('{"exp": true}', None),
        ('{"exp": null}', None),
        ("{}", None),
        ("[]", None),
        ("5", None),
        ("no json", None),
        (f'{{"exp": {"9" * 400}}}', None),
        ("[" * 100_000, None),
    ],
    ids=lambda value: str(value)[:20],
)
def test_expiry_is_parsed(claims: str, seconds: float | None) -> None:
    token = f"a.{base64.urlsafe_b64encode(claims.encode()).decode().rstrip('=')}.b"
    assert expires_at(token) == seconds
