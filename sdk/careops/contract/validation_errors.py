"""Convert Pydantic errors to problems of the platform: the field and a message for the user."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import ValidationError

from careops.errors import InvalidInput, Problem

_Limits = Mapping[str, Any]
MOST_PROBLEMS: Final = 20
"""Maximum number of problems that are listed. Further ones are counted."""
LONGEST_NAME: Final = 100
"""Maximum number of characters of an unknown field's name in a message."""
MOST_COMPLAINTS: Final = 1_000
"""Input with more errors was not typed by a person, so its errors are not listed."""


class FieldError(ValueError):
    """Raised by a validator of a whole call about one of its fields."""

    def __init__(self, field: str, title: str) -> None:
        super().__init__(title)
        self.field = field


_SENTENCES: Mapping[str, Callable[[str, _Limits], str]] = {
    "missing": lambda what, _: f"{what} is required",
    "extra_forbidden": lambda what, _: f"{what} is not a known field",
    "string_too_short": lambda what, limit: (
        f"{what} must have at least {_count(limit['min_length'], 'character')}"
        if limit["min_length"] > 1
        else f"{what} is required"
    ),
    "string_too_long": lambda what, limit: f"{what} can have at most {_count(limit['max_length'], 'character')}",
    "too_short": lambda what, limit: f"{what} must have at least {_count(limit['min_length'], 'entry')}",
    "too_long": lambda what, limit: f"{what} can have at most {_count(limit['max_length'], 'entry')}",
    "greater_than_equal": lambda what, limit: f"{what} must be {limit['ge']} or more",
    "less_than_equal": lambda what, limit: f"{what} must be {limit['le']} or less",
    "int_parsing": lambda what, _: f"{what} must be a whole number",
    "int_type": lambda what, _: f"{what} must be a whole number",
    "int_from_float": lambda what, _: f"{what} must be a whole number",
    "int_parsing_size": lambda what, _: f"{what} is too large",
    "finite_number": lambda what, _: f"{what} must be a number",
    "float_type": lambda what, _: f"{what} must be a number",
    "float_parsing": lambda what, _: f"{what} must be a number",
    "bool_parsing": lambda what, _: f"{what} must be true or false",
    "bool_type": lambda what, _: f"{what} must be true or false",
    "string_type": lambda what, _: f"{what} must be text",
    "string_unicode": lambda what, _: f"{what} must be text",
    "string_pattern_mismatch": lambda what, _: f"{what} is not valid",
    "literal_error": lambda what, limit: f"{what} must be {limit['expected']}",
    "model_type": lambda what, _: f"{what} must be an object",
    "model_attributes_type": lambda what, _: f"{what} must be an object",
    "dict_type": lambda what, _: f"{what} must be an object",
    "is_instance_of": lambda what, _: f"{what} must be a list",
    **dict.fromkeys(
        (
            "date_parsing",
            "date_type",
            "date_from_datetime_parsing",
            "date_from_datetime_inexact",
            "datetime_parsing",
            "datetime_type",
            "datetime_from_date_parsing",
            "datetime_object_invalid",
            "timezone_aware",
        ),
        lambda what, _: f"{what} must be a day, such as 2026-11-22, or a moment with its zone",
    ),
    "list_type": lambda what, _: f"{what} must be a list",
    "sequence_str": lambda what, _: f"{what} must be a list",
    "uuid_parsing": lambda what, _: f"{what} must be a UUID",
    "uuid_type": lambda what, _: f"{what} must be a UUID",
}


def local_error(error: ValidationError) -> InvalidInput:
    """Convert the validation error of a call to the exception that the platform would cause. Nothing was sent."""
    return InvalidInput(*problems_from_validation(error))


def problems_from_validation(error: ValidationError) -> list[Problem]:
    """Return one problem per error, at most twenty. Never repeats the input, which may be a password."""
    count = error.error_count()
    if count > MOST_COMPLAINTS:  # counted first, because building them takes longer than the rest of a request
        return [Problem(f"The request is wrong in {count} places")]
    complaints = error.errors(include_input=False, include_url=False)
    named = [_problem(complaint) for complaint in complaints[:MOST_PROBLEMS]]
    return named if count <= MOST_PROBLEMS else [*named, Problem(f"There are {count - MOST_PROBLEMS} more problems")]


def _problem(complaint: Mapping[str, Any]) -> Problem:
    source = ".".join(str(part)[:LONGEST_NAME] for part in complaint["loc"])
    kind, limits = complaint["type"], complaint.get("ctx", {})
    if kind == "value_error":
        return Problem(str(limits["error"]), source or getattr(limits["error"], "field", ""))
    sentence = _SENTENCES.get(kind)
    what = _label(complaint["loc"])
    return Problem(sentence(what, limits) if sentence else f"{what}: {complaint['msg']}", source)


def _label(path: tuple[int | str, ...]) -> str:
    names = [part for part in path if isinstance(part, str)]
    return names[-1][:LONGEST_NAME].replace("_", " ").capitalize() if names else "The request"


def _count(number: int, noun: str) -> str:
    plural = "entries" if noun == "entry" else f"{noun}s"
    return f"1 {noun}" if number == 1 else f"{number} {plural}"
