"""Answers and the resulting values and exceptions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sdk.tests.request_flow.played import (
    MODULES,
    READ,
    TOKENS,
    WRITE,
    ask,
    reply,
)

from careops.calls.clinics import ListClinics, ReadClinic
from careops.calls.session import SignIn
from careops.client.request_flow import Reply, Retries
from careops.client.tokens import Tokens
from careops.contract import Empty
from careops.errors import ApiError, Conflict, InvalidInput, InvalidResponse, NotFound, ServerError


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (reply(200, None), InvalidResponse),  # a web page, or an empty body
        (reply(204, None), InvalidResponse),
        (reply(302, None, location="/login"), InvalidResponse),
        (reply(307, MODULES), InvalidResponse),
        (reply(200, []), InvalidResponse),
        (reply(200, {"success": True}), InvalidResponse),  # the answer itself is missing
        (reply(200, {"success": True, "data": 5}), InvalidResponse),
        (reply(200, {"success": True, "data": [5]}), InvalidResponse),
        (reply(200, {"success": True, "data": [{"id": "x", "name": "y"}]}), InvalidResponse),
        (reply(200, {"success": False}), ApiError),
        (reply(404, None), NotFound),
        (reply(409, {"errors": [{"title": "Taken"}]}), Conflict),
        (reply(400, {"errors": [{"title": "Taken"}]}), InvalidInput),
        (reply(500, None), ServerError),
    ],
    ids=lambda value: f"{value.status} {value.payload}" if isinstance(value, Reply) else value.__name__,
)
def test_every_status_has_its_error(answer: Reply, kind: type[Exception]) -> None:
    with pytest.raises(kind) as error:
        ask(READ, TOKENS, answer)
    assert type(error.value) is kind


def test_refusal_has_the_texts_of_the_platform() -> None:
    errors = {"success": False, "errors": [{"source": "name", "title": "Name is taken"}]}
    with pytest.raises(ApiError, match=r"^Name is taken$") as error:
        ask(READ, TOKENS, reply(200, errors, x_request_id="r-7"))
    assert (error.value.status, error.value.source, error.value.request_id) == (200, "name", "r-7")


def test_unreadable_answer_names_the_call_and_the_field() -> None:
    with pytest.raises(InvalidResponse, match="GET /admin/clinics: total_records is missing"):
        ask(ListClinics(), TOKENS, reply(200, {"data": {"clinics": []}}, x_request_id="r-7"))
    with pytest.raises(
        InvalidResponse, match="GET /spec_modules: expected the platform's JSON, got status 204"
    ) as error:
        ask(READ, TOKENS, reply(204, None, x_request_id="r-7"))
    assert (error.value.status, error.value.request_id) == (204, "r-7")


def test_unreadable_answer_hides_tokens() -> None:
    canary = "canary-3f9a"
    with pytest.raises(InvalidResponse) as error:
        ask(
            SignIn(phone_number="9000000001", password=canary),
            reply(200, {"auth_token": canary, "refresh_token": canary, "user": {}}),
        )
    assert canary not in f"{error.value} {error.value.__cause__}"


def test_status_201_is_an_answer() -> None:
    assert ask(WRITE, TOKENS, reply(201, {"success": True})).answer == Empty()
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
def test_any_answer_is_parsed_or_raised(status: int, payload: object) -> None:
    answer = reply(status, payload)
    try:
        ask(READ, Tokens("token-1"), answer, retries=Retries(attempts=1))
    except (ApiError, InvalidResponse):
        return
    assert status in (200, 201)
