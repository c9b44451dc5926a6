"""Every decision of the client, driven by hand: no network, no clock, no waiting."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from careops.calls.clinics import ListClinics, ReadClinic, UpdateClinic
from careops.calls.modules import ActivateSpecModule, ListSpecModules
from careops.calls.session import RefreshSession, SignIn
from careops.contract import Call, Done
from careops.conversation import (
    HONOURED_HEADER,
    IDEMPOTENCY_HEADER,
    Conversation,
    Keep,
    Manners,
    Renew,
    Reply,
    Retries,
    Send,
    Silence,
    Step,
    Wait,
    converse,
    renewal,
)
from careops.errors import (
    Conflict,
    Forbidden,
    InvalidInput,
    InvalidToken,
    NoAnswer,
    NotFound,
    Refused,
    ServerError,
    TooManyRequests,
    Unauthorized,
    Unavailable,
    UnreadableAnswer,
)
from careops.tokens import Tokens, expires_at

TOKENS = Tokens("token-1", "refresh-1", "super_admin", {"id": 1})
FRESH = Tokens("token-2", "refresh-2", "super_admin", {"id": 1})
MODULES = {"success": True, "data": [{"id": 2, "attributes": {"id": 2, "name": "Prescriptions"}}]}
READ = ListSpecModules()
WRITE = ActivateSpecModule(clinic_id=41, module_id=2)
REACHED = Silence("it fell silent", reached=True)
NEVER_LEFT = Silence("no route", reached=False)


@dataclass
class Played:
    """What a conversation asked for, and how it ended."""

    steps: list[Step] = field(default_factory=list)
    answer: Any = None

    @property
    def kinds(self) -> list[str]:
        return [type(step).__name__ for step in self.steps]

    @property
    def sent(self) -> list[Send]:
        return [step for step in self.steps if isinstance(step, Send)]

    @property
    def waits(self) -> list[float]:
        return [step.seconds for step in self.steps if isinstance(step, Wait)]


def play(conversation: Conversation[Any], *outcomes: object, played: Played | None = None) -> Played:
    """Carry a conversation on with these outcomes, one for each step but ``Wait`` and ``Keep``."""
    played = played or Played()
    rest = list(outcomes)
    outcome: Any = None
    while True:
        try:
            step = conversation.send(outcome)
        except StopIteration as done:
            played.answer = done.value
            assert rest == [], "the conversation ended early"
            return played
        played.steps.append(step)
        outcome = None if isinstance(step, (Wait, Keep)) else rest.pop(0)


def ask(call: Call[Any], *outcomes: object, manners: Manners | None = None, played: Played | None = None) -> Played:
    return play(converse(call, manners or Manners()), *outcomes, played=played)


def reply(status: int = 200, payload: object = MODULES, **headers: str) -> Reply:
    return Reply(status, {name.replace("_", "-"): value for name, value in headers.items()}, payload)


def jwt(**claims: object) -> str:
    part = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"e30.{part}.c2ln"


OK = reply(payload={"success": True})


# Tokens


@pytest.mark.parametrize("token", ["", "  ", None, 5, ["x"], "tökén", "a\nb", "a\0b"])
def test_without_a_usable_token_nothing_is_sent(token: Any) -> None:
    played = Played()
    with pytest.raises(InvalidToken, match=r"^Invalid token provided$"):
        ask(READ, Tokens(token), played=played)
    assert played.kinds == ["Recall"]


def test_without_a_session_nothing_is_sent() -> None:
    with pytest.raises(InvalidToken):
        ask(READ, None)


def test_the_token_travels_as_bearer() -> None:
    played = ask(READ, TOKENS, reply())
    [send] = played.sent
    assert send.headers == {"accept": "application/json", "authorization": "Bearer token-1"}
    assert [module.name for module in played.answer] == ["Prescriptions"]


def test_a_call_for_anyone_needs_and_sends_no_token() -> None:
    played = ask(RefreshSession(refresh_token="r"), reply(payload={"auth_token": "a", "refresh_token": "b"}))
    assert played.kinds == ["Send"]
    assert "authorization" not in played.sent[0].headers


def test_an_expired_token_is_renewed_before_sending() -> None:
    stale = Tokens(jwt(exp=time.time() - 5), "refresh-1")
    played = ask(READ, stale, FRESH, reply())
    assert played.kinds == ["Recall", "Renew", "Send"]
    assert played.steps[1] == Renew(stale)
    assert played.sent[0].headers["authorization"] == "Bearer token-2"


def test_a_token_that_still_lives_is_not_renewed() -> None:
    assert ask(READ, Tokens(jwt(exp=time.time() + 60), "r"), reply()).kinds == ["Recall", "Send"]


def test_an_expired_token_that_cannot_be_renewed_is_sent_as_it_is() -> None:
    stale = Tokens(jwt(exp=1), "")
    assert ask(READ, stale, reply()).kinds == ["Recall", "Send"]
    played = Played()
    with pytest.raises(Unauthorized):
        ask(READ, Tokens(jwt(exp=1), "r"), None, reply(401, None), None, played=played)
    assert played.kinds == ["Recall", "Renew", "Send", "Renew"]


def test_a_wrong_clock_costs_one_refresh_only() -> None:
    """Every token of the platform looks expired here; the second call trusts the platform instead of the clock."""
    manners = Manners()
    next_one = Tokens(jwt(exp=2), "r2")
    first = ask(READ, Tokens(jwt(exp=1), "r"), next_one, reply(), manners=manners)
    assert first.kinds == ["Recall", "Renew", "Send"]
    assert ask(READ, next_one, reply(), manners=manners).kinds == ["Recall", "Send"]
    later = ask(READ, next_one, reply(401, None), FRESH, reply(), manners=manners)
    assert later.kinds == ["Recall", "Send", "Renew", "Send"]


def test_401_is_renewed_once_and_sent_once_more() -> None:
    played = ask(READ, TOKENS, reply(401, None), FRESH, reply())
    assert played.kinds == ["Recall", "Send", "Renew", "Send"]
    assert [send.headers["authorization"] for send in played.sent] == ["Bearer token-1", "Bearer token-2"]


def test_a_second_401_ends_it() -> None:
    played = Played()
    with pytest.raises(Unauthorized):
        ask(READ, TOKENS, reply(401, None), FRESH, reply(401, None), played=played)
    assert played.kinds == ["Recall", "Send", "Renew", "Send"]


def test_401_without_a_way_to_renew_ends_it() -> None:
    with pytest.raises(Unauthorized):
        ask(READ, Tokens("token-1"), reply(401, None))
    with pytest.raises(Unauthorized):
        ask(READ, TOKENS, reply(401, None), None)


def test_401_of_sign_in_is_a_wrong_password() -> None:
    errors = {"errors": [{"source": "mobile_number_or_password", "title": "Wrong"}]}
    played = Played()
    with pytest.raises(Unauthorized, match="Wrong") as error:
        ask(SignIn(phone_number="9000000001", password="x"), reply(401, errors), played=played)
    assert error.value.source == "mobile_number_or_password"
    assert played.kinds == ["Send"]


def test_403_is_not_renewed() -> None:
    played = Played()
    with pytest.raises(Forbidden):
        ask(READ, TOKENS, reply(403, None), played=played)
    assert played.kinds == ["Recall", "Send"]


# The renewal itself

PAIR = reply(payload={"success": True, "auth_token": "token-2", "refresh_token": "refresh-2"})


def test_renewal_keeps_the_next_pair_and_who_it_belongs_to() -> None:
    played = play(renewal(TOKENS, Manners()), TOKENS, PAIR)
    assert played.kinds == ["Recall", "Send", "Keep"]
    assert played.answer == FRESH
    assert played.steps[-1] == Keep(FRESH)
    assert played.sent[0].wire.body == {"refresh_token": "refresh-1"}


@pytest.mark.parametrize("stored", [FRESH, None])
def test_renewal_takes_what_another_call_stored_meanwhile(stored: Tokens | None) -> None:
    played = play(renewal(TOKENS, Manners()), stored)
    assert played.kinds == ["Recall"]
    assert played.answer == stored


@pytest.mark.parametrize(("stored", "answer"), [(FRESH, FRESH), (TOKENS, None), (None, None)])
def test_refused_renewal_looks_once_more(stored: Tokens | None, answer: Tokens | None) -> None:
    played = play(renewal(TOKENS, Manners()), TOKENS, reply(401, None), stored)
    assert played.kinds == ["Recall", "Send", "Recall"]
    assert played.answer == answer


def test_renewal_does_not_hide_that_the_platform_is_away() -> None:
    with pytest.raises(NoAnswer):
        play(renewal(TOKENS, Manners(Retries(attempts=1))), TOKENS, NEVER_LEFT)


# Sending again


@pytest.mark.parametrize("first", [REACHED, NEVER_LEFT, *(reply(status, None) for status in (429, 502, 503, 504))])
@pytest.mark.parametrize("call", [READ, UpdateClinic(id=41, beds_count=3)])
def test_what_may_be_repeated_is(call: Call[Any], first: object) -> None:
    played = ask(call, TOKENS, first, MODULES_OR_DONE[type(call)])
    assert played.kinds == ["Recall", "Send", "Wait", "Send"]


MODULES_OR_DONE: Mapping[type, Reply] = {ListSpecModules: reply(), UpdateClinic: OK}


@pytest.mark.parametrize("status", [400, 404, 409, 422, 500])
def test_other_refusals_are_not_repeated(status: int) -> None:
    played = Played()
    with pytest.raises(Refused):
        ask(READ, TOKENS, reply(status, None), played=played)
    assert len(played.sent) == 1


def test_patience_ends() -> None:
    played = Played()
    with pytest.raises(Unavailable):
        ask(READ, TOKENS, *[reply(503, None)] * 4, played=played)
    assert (len(played.sent), len(played.waits)) == (4, 3)
    with pytest.raises(NoAnswer, match="it fell silent"):
        ask(READ, TOKENS, REACHED, manners=Manners(Retries(attempts=1)))


@pytest.mark.parametrize("first", [REACHED, reply(502, None), reply(503, None), reply(504, None)])
def test_a_post_that_may_have_arrived_is_not_repeated(first: object) -> None:
    played = Played()
    with pytest.raises((NoAnswer, Unavailable, ServerError)):
        ask(WRITE, TOKENS, first, played=played)
    assert len(played.sent) == 1


@pytest.mark.parametrize("first", [NEVER_LEFT, reply(429, None)])
def test_a_post_that_was_not_looked_at_is_repeated(first: object) -> None:
    assert len(ask(WRITE, TOKENS, first, OK).sent) == 2


def test_a_post_is_repeated_where_keys_are_honoured_with_the_same_key() -> None:
    manners = Manners()
    ask(READ, TOKENS, Reply(200, {HONOURED_HEADER: "1"}, MODULES), manners=manners)
    played = ask(WRITE, TOKENS, REACHED, reply(503, None), OK, manners=manners)
    keys = {send.headers[IDEMPOTENCY_HEADER] for send in played.sent}
    assert len(played.sent) == 3
    assert len(keys) == 1
    assert played.answer == Done()


def test_the_key_stays_the_same_after_a_renewal_and_differs_between_calls() -> None:
    played = ask(WRITE, TOKENS, reply(401, None), FRESH, OK)
    [first, second] = [send.headers[IDEMPOTENCY_HEADER] for send in played.sent]
    assert first == second
    assert ask(WRITE, TOKENS, OK).sent[0].headers[IDEMPOTENCY_HEADER] != first


def test_ones_own_key_is_used() -> None:
    played = play(converse(WRITE, Manners(), idempotency_key="import-42"), TOKENS, OK)
    assert played.sent[0].headers[IDEMPOTENCY_HEADER] == "import-42"
    assert IDEMPOTENCY_HEADER not in ask(READ, TOKENS, reply()).sent[0].headers


def test_retry_after_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_795_000_000
    monkeypatch.setattr("careops.conversation.time", SimpleNamespace(time=lambda: now))
    for asked in ("7", formatdate(now + 7, usegmt=True)):
        [wait] = ask(READ, TOKENS, reply(503, None, retry_after=asked), reply()).waits
        assert 7 <= wait <= 7.2


def test_nobody_waits_for_minutes() -> None:
    """A throttled sign-in says "in ten minutes": that is news for a person, not a reason to sleep."""
    played = Played()
    with pytest.raises(TooManyRequests) as error:
        ask(WRITE, TOKENS, reply(429, None, retry_after="600"), played=played)
    assert error.value.retry_after == 600
    assert played.waits == []


def test_waits_double_with_jitter_up_to_the_longest() -> None:
    retries = Retries(first_wait=1, longest_wait=3)
    for attempt, most in ((1, 1), (2, 2), (3, 3), (9, 3)):
        assert most / 2 <= retries.wait(attempt, None) <= most


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0", 0), ("3", 3), ("", None), ("-5", None), ("1.5", None), ("soon", None), ("\xb2", None), ("x" * 9, None)],
)
def test_retry_after_is_read(text: str, seconds: float | None) -> None:
    assert reply(retry_after=text).retry_after == seconds


def test_retry_after_in_the_past_is_now() -> None:
    assert reply(retry_after="Wed, 21 Oct 2015 07:28:00 GMT").retry_after == 0
    assert reply().retry_after is None


@pytest.mark.parametrize(
    "text", ["Mon, 01 Jan 99999999999999999999 00:00:00 GMT", "Wed, 21 Oct 2099 07:28:00 +99999999999999", "9" * 5000]
)
def test_absurd_retry_after_is_survived(text: str) -> None:
    with pytest.raises(Unavailable):
        ask(READ, TOKENS, reply(503, None, retry_after=text), manners=Manners(Retries(attempts=1)))


@given(st.text(st.characters(max_codepoint=255)))
def test_any_retry_after_is_survived(text: str) -> None:
    seconds = reply(retry_after=text).retry_after
    assert seconds is None or seconds >= 0


# Reading


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (reply(200, None), UnreadableAnswer),  # a web page, or an empty body
        (reply(204, None), UnreadableAnswer),
        (reply(302, None, location="/login"), UnreadableAnswer),
        (reply(307, MODULES), UnreadableAnswer),
        (reply(200, []), UnreadableAnswer),
        (reply(200, {"success": True}), UnreadableAnswer),  # the answer itself is missing
        (reply(200, {"success": True, "data": 5}), UnreadableAnswer),
        (reply(200, {"success": True, "data": [5]}), UnreadableAnswer),
        (reply(200, {"success": True, "data": [{"id": "x", "name": "y"}]}), UnreadableAnswer),
        (reply(200, {"success": False}), Refused),
        (reply(404, None), NotFound),
        (reply(409, {"errors": [{"title": "Taken"}]}), Conflict),
        (reply(400, {"errors": [{"title": "Taken"}]}), InvalidInput),
        (reply(500, None), ServerError),
    ],
    ids=lambda value: f"{value.status} {value.payload}" if isinstance(value, Reply) else value.__name__,
)
def test_every_answer_has_its_error(answer: Reply, kind: type[Exception]) -> None:
    with pytest.raises(kind) as error:
        ask(READ, TOKENS, answer)
    assert type(error.value) is kind


def test_a_refusal_keeps_what_the_platform_said() -> None:
    errors = {"success": False, "errors": [{"source": "name", "title": "Name is taken"}]}
    with pytest.raises(Refused, match=r"^Name is taken$") as error:
        ask(READ, TOKENS, reply(200, errors, x_request_id="r-7"))
    assert (error.value.status, error.value.source, error.value.request_id) == (200, "name", "r-7")


def test_an_unreadable_answer_names_the_call_and_the_part() -> None:
    with pytest.raises(UnreadableAnswer, match="GET /admin/clinics: total_records is missing"):
        ask(ListClinics(), TOKENS, reply(200, {"data": {"clinics": []}}, x_request_id="r-7"))
    with pytest.raises(
        UnreadableAnswer, match="GET /spec_modules: expected the platform's JSON, got status 204"
    ) as error:
        ask(READ, TOKENS, reply(204, None, x_request_id="r-7"))
    assert (error.value.status, error.value.request_id) == (204, "r-7")


def test_an_unreadable_answer_does_not_spill_tokens() -> None:
    canary = "canary-3f9a"
    with pytest.raises(UnreadableAnswer) as error:
        ask(
            SignIn(phone_number="9000000001", password=canary),
            reply(200, {"auth_token": canary, "refresh_token": canary, "user": {}}),
        )
    assert canary not in f"{error.value} {error.value.__cause__}"


def test_201_is_an_answer_too() -> None:
    assert ask(WRITE, TOKENS, reply(201, {"success": True})).answer == Done()
    assert ask(ReadClinic(id=4), TOKENS, reply(200, {"clinic": {"id": 4, "name": "A"}})).answer.name == "A"


@given(
    status=st.integers(200, 599),
    payload=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=2)
            | st.dictionaries(
                st.sampled_from(["success", "data", "errors", "attributes", "id", "meta"]), inner, max_size=3
            )
        ),
        max_leaves=8,
    ),
)
def test_any_answer_is_an_answer_or_one_of_our_errors(status: int, payload: object) -> None:
    answer = reply(status, payload)
    try:
        ask(READ, Tokens("token-1"), answer, manners=Manners(Retries(attempts=1)))
    except (Refused, UnreadableAnswer):
        return
    assert status in (200, 201)


# A token's expiry


@given(
    st.text()
    | st.text().map(lambda claims: f"a.{base64.urlsafe_b64encode(claims.encode('utf-8', 'replace')).decode()}.b")
)
def test_any_token_is_survived(token: str) -> None:
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
def test_expiry_is_read(claims: str, seconds: float | None) -> None:
    token = f"a.{base64.urlsafe_b64encode(claims.encode()).decode().rstrip('=')}.b"
    assert expires_at(token) == seconds
