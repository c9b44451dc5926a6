"""Convert Pydantic errors to problems of the platform: the field and a message for the user."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from careops.error_codes import Title, title_of
from careops.errors import InvalidInput, Problem

MAX_PROBLEMS: Final = 20
"""Maximum number of problems that are listed. Further ones are counted."""
MAX_NAME_LENGTH: Final = 100
"""Maximum number of characters of an unknown field's name in a message."""
MAX_COMPLAINTS: Final = 1_000
"""Input with more errors was not typed by a person, so its errors are not listed."""


class FieldError(ValueError):
    """Raised by a validator of a whole call about one of its fields."""

    def __init__(self, field: str, title: Title) -> None:
        super().__init__(title)
        self.field = field


_CODES: Final[Mapping[str, str]] = {
    "missing": "required",
    "extra_forbidden": "unknown_field",
    "string_too_short": "too_short",
    "string_too_long": "too_long",
    "too_short": "too_few_entries",
    "too_long": "too_many_entries",
    "greater_than_equal": "below_minimum",
    "less_than_equal": "above_maximum",
    **dict.fromkeys(("int_parsing", "int_type", "int_from_float"), "not_an_integer"),
    "int_parsing_size": "number_too_large",
    **dict.fromkeys(("finite_number", "float_type", "float_parsing"), "not_a_number"),
    **dict.fromkeys(("bool_parsing", "bool_type"), "not_a_boolean"),
    **dict.fromkeys(("string_type", "string_unicode"), "not_text"),
    "string_pattern_mismatch": "invalid",
    "literal_error": "unknown_choice",
    **dict.fromkeys(("model_type", "model_attributes_type", "dict_type"), "not_an_object"),
    **dict.fromkeys(("is_instance_of", "list_type", "sequence_str"), "not_a_list"),
    **dict.fromkeys(("uuid_parsing", "uuid_type"), "not_a_uuid"),
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
        "not_a_day_or_moment",
    ),
}
"""Code of each kind of error of Pydantic."""
_COUNTS: Final = ("min_length", "max_length", "ge", "le")
"""Names of the limits in Pydantic's errors."""


def local_error(error: ValidationError) -> InvalidInput:
    """Convert the validation error of a call to the exception that the platform would cause. Nothing was sent."""
    return InvalidInput(*problems_from_validation(error))


def problems_from_validation(error: ValidationError) -> list[Problem]:
    """Return one problem per error, at most twenty. Never repeats the input, which may be a password."""
    count = error.error_count()
    if count > MAX_COMPLAINTS:  # counted first, because building them takes longer than the rest of a request
        return [Problem(title_of("too_many_problems", count=count))]
    complaints = error.errors(include_input=False, include_url=False)
    named = [_problem(complaint) for complaint in complaints[:MAX_PROBLEMS]]
    if count <= MAX_PROBLEMS:
        return named
    return [*named, Problem(title_of("more_problems", count=count - MAX_PROBLEMS))]


def error_title(error: Exception) -> Title:
    """Return the title that an exception was raised with."""
    return next((each for each in error.args if isinstance(each, Title)), Title(str(error), "invalid"))


def _problem(complaint: Mapping[str, Any]) -> Problem:
    source = ".".join(str(segment)[:MAX_NAME_LENGTH] for segment in complaint["loc"])
    kind, limits = complaint["type"], complaint.get("ctx", {})
    if kind == "value_error":
        return Problem(error_title(limits["error"]), source or getattr(limits["error"], "field", ""))
    code = _CODES.get(kind)
    what = _label(complaint["loc"])
    if code is None:
        return Problem(Title(f"{what}: {complaint['msg']}", "invalid"), source)
    return Problem(field_title(code, what, limits), source)


def field_title(code: str, what: str, limits: Mapping[str, Any]) -> Title:
    """Return the title of an error in a field."""
    count = next((limits[name] for name in _COUNTS if name in limits), None)
    if code == "too_short" and count == 1:
        code = "required"
    return title_of(code, what=what, count=count, where=limits.get("expected"))


def _label(path: tuple[int | str, ...]) -> str:
    names = [segment for segment in path if isinstance(segment, str)]
    return names[-1][:MAX_NAME_LENGTH].replace("_", " ").capitalize() if names else "The request"
