"""Messages of refusals are for people, and never repeat the input."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field, ValidationError

from careops.calls import all_calls
from careops.contract import Call
from careops.contract.validation_errors import _CODES, problems_from_validation
from careops.errors import Problem

CANARY = "canary-3f9a"


class Part(BaseModel):
    name: Annotated[str, Field(min_length=2, max_length=3)] = "ab"


class Form(BaseModel, extra="forbid"):
    first_name: Annotated[str, Field(min_length=2, max_length=3)] = "ab"
    one: Annotated[str, Field(max_length=1)] = "a"
    filled: Annotated[str, Field(min_length=1)] = "a"
    code: Annotated[str, Field(pattern="^[a-z]$")] = "a"
    count: Annotated[int, Field(ge=1, le=5)] = 1
    share: float = 1
    flag: bool = True
    kind: Literal["a", "b"] = "a"
    part: Part = Part()
    parts: Annotated[list[Part], Field(max_length=1)] = []
    pairs: Annotated[list[int], Field(min_length=1, max_length=2)] = [1]
    day: Annotated[dict[str, int], Field()] = {}
    drawn: UUID | None = None


class Needs(BaseModel):
    phone_number: str


@pytest.mark.parametrize(
    ("given_values", "source", "title"),
    [
        ({"colour": 1}, "colour", "Colour is not a known field"),
        ({"first_name": "a"}, "first_name", "First name must have at least 2 characters"),
        ({"first_name": "abcd"}, "first_name", "First name can have at most 3 characters"),
        ({"one": "ab"}, "one", "One can have at most 1 character"),
        ({"filled": ""}, "filled", "Filled is required"),
        ({"first_name": 5}, "first_name", "First name must be text"),
        ({"code": "A"}, "code", "Code is not valid"),
        ({"count": 0}, "count", "Count must be 1 or more"),
        ({"count": 6}, "count", "Count must be 5 or less"),
        ({"count": "x"}, "count", "Count must be a whole number"),
        ({"count": 1.5}, "count", "Count must be a whole number"),
        ({"count": None}, "count", "Count must be a whole number"),
        ({"count": "9" * 5000}, "count", "Count is too large"),
        ({"share": "x"}, "share", "Share must be a number"),
        ({"share": []}, "share", "Share must be a number"),
        ({"count": float("inf")}, "count", "Count must be a number"),
        ({"first_name": "\ud800\ud800"}, "first_name", "First name must be text"),
        ({"flag": "perhaps"}, "flag", "Flag must be true or false"),
        ({"flag": []}, "flag", "Flag must be true or false"),
        ({"kind": "c"}, "kind", "Kind must be 'a' or 'b'"),
        ({"part": 5}, "part", "Part must be an object"),
        ({"part": {"name": "a"}}, "part.name", "Name must have at least 2 characters"),
        ({"parts": 5}, "parts", "Parts must be a list"),
        ({"parts": [{"name": "a"}]}, "parts.0.name", "Name must have at least 2 characters"),
        ({"parts": [{}, {}]}, "parts", "Parts can have at most 1 entry"),
        ({"pairs": [1, 2, 3]}, "pairs", "Pairs can have at most 2 entries"),
        ({"pairs": []}, "pairs", "Pairs must have at least 1 entry"),
        ({"day": 5}, "day", "Day must be an object"),
        ({"drawn": "not-a-uuid"}, "drawn", "Drawn must be a UUID"),
        ({"drawn": 5}, "drawn", "Drawn must be a UUID"),
    ],
    ids=lambda value: str(value)[:40].encode("ascii", "replace").decode(),
)
def test_error_becomes_a_sentence(given_values: dict[str, Any], source: str, title: str) -> None:
    with pytest.raises(ValidationError) as error:
        Form.model_validate(given_values)
    assert problems_from_validation(error.value) == [Problem(title, source)]


def test_missing_field_and_missing_object_differ() -> None:
    with pytest.raises(ValidationError) as error:
        Needs.model_validate({})
    assert problems_from_validation(error.value) == [Problem("Phone number is required", "phone_number")]
    with pytest.raises(ValidationError) as error:
        Needs.model_validate([])
    assert problems_from_validation(error.value) == [Problem("The request must be an object", "")]


@pytest.mark.parametrize("call", all_calls(), ids=lambda call: call.__name__)
@settings(max_examples=min(20, settings().max_examples))
@given(data=st.data())
def test_titles_are_sentences_and_never_echo(call: type[Call[Any]], data: st.DataObject) -> None:
    """Neither title nor message contains the value of a field, which may be a password."""
    wrong = st.sampled_from([CANARY, CANARY * 100, f"\0{CANARY}", [CANARY], {"name": CANARY}, [{"name": [CANARY]}]])
    values = data.draw(st.dictionaries(st.sampled_from([*call.model_fields, "colour"]), wrong))
    with pytest.raises(ValidationError) as error:
        call.model_validate(call.example.call | values | {"colour": CANARY})
    assert CANARY not in str(error.value)
    for problem in problems_from_validation(error.value):
        assert CANARY not in f"{problem.title} {problem.source} {problem.detail}"
        assert problem.title[0].isupper()
        assert "_" not in problem.title.partition("'")[0]
        assert "Input should" not in problem.title, "give this kind of complaint a sentence in problems.py"


ODD: tuple[Any, ...] = (None, True, 5, -1, 10**30, 1.5, "", "x", "x" * 3000, "\ud800", [], [5], [[]], {}, {"x": 1})


def with_something_odd(given_values: Any) -> Iterator[Any]:
    """Yield the values again and again, each time with one invalid part."""
    yield from ODD
    if isinstance(given_values, dict):
        for name, value in given_values.items():
            yield from ({**given_values, name: odd} for odd in with_something_odd(value))
    elif isinstance(given_values, list) and given_values:
        yield from ([odd, *given_values[1:]] for odd in with_something_odd(given_values[0]))


def test_every_validation_error_has_a_sentence() -> None:
    wordless = set()
    for call in all_calls():
        for values in with_something_odd(call.example.call):
            try:
                call.model_validate(values)
            except ValidationError as error:
                kinds = {complaint["type"] for complaint in error.errors(include_input=False, include_url=False)}
                wordless |= {(call.__name__, kind) for kind in kinds - _CODES.keys() - {"value_error"}}
    assert wordless == set(), "give these kinds of complaint a sentence in problems.py"


def test_twenty_problems_are_named_and_the_others_counted() -> None:
    with pytest.raises(ValidationError) as error:
        Form.model_validate({f"k{number}": 1 for number in range(50)})
    problems = problems_from_validation(error.value)
    assert [problem.source for problem in problems] == [f"k{number}" for number in range(20)] + [""]
    assert problems[-1].title == "There are 30 more problems"


def test_thousands_of_problems_are_only_counted() -> None:
    with pytest.raises(ValidationError) as error:
        Form.model_validate({f"k{number}": 1 for number in range(5000)})
    assert problems_from_validation(error.value) == [Problem("The request is wrong in 5000 places")]


def test_long_field_name_is_shortened() -> None:
    with pytest.raises(ValidationError) as error:
        Form.model_validate({"k" * 100_000: 1})
    [problem] = problems_from_validation(error.value)
    assert (len(problem.source), len(problem.title)) == (100, 100 + len(" is not a known field"))
