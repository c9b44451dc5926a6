"""The error tree is complete: every class is exported, every status mapped, every refusal readable."""

from __future__ import annotations

import inspect
from operator import attrgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import careops
from careops import errors
from careops.error_codes import title_of
from careops.errors import (
    BY_STATUS,
    GENERIC_TITLE,
    ApiError,
    ApprovalRequired,
    CareOpsError,
    Conflict,
    Forbidden,
    InvalidInput,
    InvalidResponse,
    InvalidToken,
    NotFound,
    NotSupported,
    PreconditionFailed,
    Problem,
    ServerError,
    TooManyRequests,
    Unauthorized,
    refusal,
)

EXPORTED: list[str] = vars(careops)["__all__"]
"""Names of ``from careops import *``, which exist at run time only."""
CLASSES = [thing for thing in vars(errors).values() if isinstance(thing, type) and issubclass(thing, CareOpsError)]
REFUSALS = [kind for kind in CLASSES if issubclass(kind, ApiError)]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["errors", "data", "title", "source", "detail"]), inner)
    ),
)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_error_is_exported_and_has_a_next_step(kind: type[CareOpsError]) -> None:
    assert kind.__name__ in EXPORTED
    assert getattr(careops, kind.__name__) is kind
    assert kind.__name__ in (errors.__doc__ or "")
    assert kind.next_step.endswith(".")


def test_every_exported_name_exists() -> None:
    for name in EXPORTED:
        assert getattr(careops, name) is not None
    assert sorted(EXPORTED) == EXPORTED
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        attrgetter("Nonsense")(careops)


def test_every_status_has_its_error() -> None:
    assert {*BY_STATUS.values(), NotSupported, ApprovalRequired, ServerError, ApiError} == set(REFUSALS)
    for status, kind in BY_STATUS.items():
        assert type(refusal(status, None)) is kind
        assert refusal(status, None).status == status
    for status in (500, 501, 502, 504, 599):
        assert type(refusal(status, None)) is ServerError
    for status in (402, 405, 408, 415, 418, 499, 200):
        assert type(refusal(status, None)) is ApiError
        assert refusal(status, None).status == status


@pytest.mark.parametrize("kind", REFUSALS)
def test_refusal_without_arguments_has_its_sentence_and_status(kind: type[ApiError]) -> None:
    error = kind()
    assert str(error) == error.problems[0].title == kind.title
    assert kind is ApiError or kind is ServerError or error.status in BY_STATUS
    assert inspect.getdoc(kind)


@given(status=st.integers(min_value=100, max_value=599), payload=JSON)
def test_refusal_survives_any_payload(status: int, payload: Any) -> None:
    error = refusal(status, payload, request_id="r-1", retry_after=2.0)
    assert error.status == status
    assert error.problems
    for problem in error.problems:
        assert isinstance(problem.title, str)
        assert isinstance(problem.source, str)
        assert problem.newest is None or isinstance(problem.newest, (bool, int, float, str, list, dict))
        assert problem.detail is None or isinstance(problem.detail, str)
    assert str(error) == error.problems[0].title
    assert (error.request_id, error.retry_after) == ("r-1", 2.0)


@pytest.mark.parametrize(
    "payload",
    [
        {"errors": [{"source": "name", "title": "Name is required", "detail": "why"}]},
        {"errors": {"source": "name", "title": "Name is required", "detail": "why"}},
        {"data": {"errors": [{"source": "name", "title": "Name is required", "detail": "why"}]}},
        {"errors": [], "data": {"errors": {"source": "name", "title": "Name is required", "detail": "why"}}},
    ],
)
def test_problems_are_found_in_every_envelope(payload: dict[str, Any]) -> None:
    error = refusal(422, payload)
    assert error.problems == (Problem("Name is required", "name", "why"),)
    assert (error.source, str(error)) == ("name", "Name is required")


@pytest.mark.parametrize(
    "payload", [None, [], "x", {}, {"errors": "x"}, {"errors": [5, {"title": ""}, {"source": "a"}]}]
)
def test_refusal_without_problem_has_the_sentence_of_its_class(payload: object) -> None:
    assert str(refusal(422, payload)) == GENERIC_TITLE
    assert str(refusal(401, payload)) == "Unauthorized!"


def test_request_id_of_the_body_has_precedence() -> None:
    assert refusal(500, {"request_id": "body"}, request_id="header").request_id == "body"
    assert refusal(500, {"request_id": 5}, request_id="header").request_id == "header"


def test_errors_are_raised_with_sentences_problems_or_nothing() -> None:
    assert Conflict("Taken", source="phone_number").problems == (Problem("Taken", "phone_number"),)
    assert InvalidInput("No", status=400).status == 400
    assert NotFound(Problem("Gone", "id"), "And more").problems == (Problem("Gone", "id"), Problem("And more"))
    assert TooManyRequests(retry_after=3).retry_after == 3
    assert Unauthorized(source="token").source == "token"
    assert str(InvalidToken()) == "Invalid token provided"
    unreadable = InvalidResponse("a page", status=200, request_id="r")
    assert (str(unreadable), unreadable.status, unreadable.request_id) == ("a page", 200, "r")


def test_stale_change_has_the_newest_values() -> None:
    payload = {
        "errors": [
            {"source": "beds_count", "title": "Beds count has changed since it was read", "newest": 55},
            {"source": "location.city", "title": "City has changed since it was read", "newest": None},
        ]
    }
    error = refusal(412, payload, version="v2")
    assert isinstance(error, PreconditionFailed)
    assert error.newest == {"beds_count": 55, "location.city": None}
    assert error.version == "v2"
    assert (PreconditionFailed().newest, PreconditionFailed().version) == ({}, None)


def test_change_that_needs_approval_has_its_request() -> None:
    request = {
        "title": "DeleteClinicAdmin",
        "changes": [{"call": "DeleteClinicAdmin", "parameters": {"clinic_id": 41}}],
    }
    problem = {"source": "", "title": ApprovalRequired.title, "code": "approval_required", "change_request": request}
    policy = {"call": "DeleteClinicAdmin", "condition": "always"}
    error = refusal(409, {"success": False, "errors": [{**problem, "policy": policy}]})
    assert isinstance(error, ApprovalRequired)
    assert error.problems[0].policy == policy
    assert error.change_request == request
    assert type(refusal(409, {"errors": [{"title": "Taken"}]})) is Conflict


@pytest.mark.parametrize(
    ("code", "step"),
    [
        ("change_request_own", "Ask a colleague to review it."),
        ("bypass_own", "Ask another super admin to review it."),
        ("forbidden", "Ask a super admin."),
    ],
)
def test_refused_own_review_names_the_next_step(code: str, step: str) -> None:
    assert Forbidden(title_of(code)).next_step == step
