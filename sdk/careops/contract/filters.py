"""Filters of lists: pairs, and comma-separated values: ``event_keys=patient.view,patient.export``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, PlainSerializer, WithJsonSchema, model_validator
from pydantic_core import PydanticKnownError

from careops.constants import MAX_FILTER_VALUES, MAX_IDS
from careops.contract import QueryParam
from careops.contract.fields import FilterDay, Id, clean_text
from careops.contract.validation_errors import FieldError
from careops.error_codes import title_of

ENDS_TOO_EARLY: Final = title_of("end_before_start")
MAX_JOINED_LENGTH: Final = 2000
"""Maximum number of characters of all values together."""
JOINED: Final = PlainSerializer(",".join, return_type=str)
"""Serializes the values separated by commas."""


def split_commas(value: object) -> object:
    """Return the distinct values of ``"a,b"`` or ``["a", "b"]``."""
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        raise ValueError(title_of("values_not_separated"))
    if len(words) - 1 + sum(map(len, words)) > MAX_JOINED_LENGTH:
        raise PydanticKnownError("string_too_long", {"max_length": MAX_JOINED_LENGTH})
    cleaned = [str(clean_text(piece)) for word in words for piece in word.split(",")]
    return [word for word in dict.fromkeys(cleaned) if word]


def split_ids(value: object) -> object:
    """Return the distinct ids of ``"3,5"`` or ``[3, 5]``. Their number is checked first."""
    if not isinstance(value, (str, list, tuple)):
        raise ValueError(title_of("ids_not_separated"))
    many = value.count(",") + 1 if isinstance(value, str) else len(value)
    if many > MAX_IDS:
        raise PydanticKnownError("too_long", {"field_type": "List", "max_length": MAX_IDS, "actual_length": many})
    if not isinstance(value, str) and not all(isinstance(item, (str, int)) for item in value):
        raise ValueError(title_of("ids_not_separated"))
    return list(dict.fromkeys(value.split(",") if isinstance(value, str) else value))


class DateFilter(BaseModel):
    """Filter for a range of days in India, both ends included."""

    start_time: FilterDay | None = None
    """Only records on or after this day in India. A date-time counts as its day in India."""
    end_time: FilterDay | None = None
    """Only records on or before this day in India. A date-time counts as its day in India."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.start_time is not None and self.end_time is not None and self.end_time < self.start_time:
            raise FieldError("end_time", ENDS_TOO_EARLY)
        return self


def choice(*words: str) -> AfterValidator:
    """Return a validator that refuses all other values."""

    def check(value: list[str]) -> list[str]:
        if not set(value) <= set(words):
            raise ValueError(title_of("choice_not_listed", what=", ".join(words)))
        return value

    return AfterValidator(check)


class JoinedSchema(WithJsonSchema):
    """JSON schema of a filter with fixed values."""

    def __init__(self, *words: str) -> None:
        word_pattern = f"({'|'.join(words)})"
        super().__init__(
            {"type": "string", "pattern": f"^{word_pattern}(,{word_pattern})*$", "description": "Separated by commas."}
        )
        self.words = words


Joined = Annotated[
    Sequence[str],
    Field(max_length=MAX_FILTER_VALUES),
    BeforeValidator(split_commas),
    JOINED,
    WithJsonSchema({"type": "string", "maxLength": MAX_JOINED_LENGTH, "description": "Separated by commas."}),
]
"""Any values. Accepts ``"a,b"`` and ``["a", "b"]``."""
Ids = Annotated[
    list[Id],
    Field(min_length=1, max_length=MAX_IDS),
    # Remove duplicates again as numbers, because "7" and "07" are the same.
    AfterValidator(lambda ids: list(dict.fromkeys(ids))),
    BeforeValidator(split_ids),
    PlainSerializer(lambda ids: ",".join(map(str, ids)), return_type=str),
    WithJsonSchema(
        {
            "type": "string",
            # 15 digits, because a pattern cannot express 2^53 - 1.
            "pattern": "^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$",
            "description": "Joined by commas.",
        }
    ),
    QueryParam(),
]
"""Ids in the query of a POST: ``?ids=3,5``. Accepts ``[3, 5]`` and ``"3,5"``."""


class TypedFilter(BaseModel):
    """Filter with the documented pair ``filter_type`` and ``filter_text``, which the call declares.

    One without the other is refused, because it would filter nothing, and a change of "all that match" would change
    everything.
    """

    @model_validator(mode="after")
    def _both_or_none(self) -> Self:
        values = vars(self)
        if values["filter_type"] is not None and not values["filter_text"]:
            raise FieldError("filter_text", title_of("filter_text_missing"))
        if values["filter_text"] and values["filter_type"] is None:
            raise FieldError("filter_type", title_of("filter_type_missing"))
        return self
