"""Validation of long lists: their length and the other fields first, because each item takes time.

Short limits are left to the fields, which stop at the first item too many and have their own texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from annotated_types import MaxLen
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import InitErrorDetails

FIRST_ITEMS: Final = 200
"""Items that are validated before the rest of a longer list."""


def check_list_lengths(model: type[BaseModel], values: Mapping[str, Any]) -> None:
    """Raise ``ValidationError`` for lists with more items than their fields allow."""
    too_long = [
        InitErrorDetails(
            type="too_long",
            loc=(name,),
            input=None,
            ctx={"field_type": "List", "max_length": most, "actual_length": len(values[name])},
        )
        for name, most in _list_limits(model)
        if isinstance(values.get(name), list) and len(values[name]) > most
    ]
    if too_long:
        raise ValidationError.from_exception_data(model.__name__, too_long, hide_input=True)


def shorten_lists(model: type[BaseModel], values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the values with the first items of each long list, or None if no list is long."""
    first = {
        name: values[name][:FIRST_ITEMS]
        for name in model.model_fields
        if isinstance(values.get(name), list) and len(values[name]) > FIRST_ITEMS
    }
    return {**values, **first} if first else None


def is_about_values(error: ValidationError, values: Mapping[str, Any]) -> bool:
    """Return True if no error of shortened lists can be due to the items that were left out.

    Errors of a whole list, and of the whole call, could be.
    """
    errors = error.errors(include_input=False, include_url=False, include_context=False)
    places: list[Sequence[int | str]] = [each["loc"] for each in errors]
    return all(place and (len(place) > 1 or not isinstance(values.get(str(place[0])), list)) for place in places)


@cache
def _list_limits(model: type[BaseModel]) -> tuple[tuple[str, int], ...]:
    """Return the list fields that allow many items, with their maximum."""
    limits = ((name, _limit_of(info.annotation, info.metadata)) for name, info in model.model_fields.items())
    return tuple((name, most) for name, most in limits if most is not None and most > FIRST_ITEMS)


def _limit_of(annotation: Any, metadata: Sequence[Any]) -> int | None:
    """Return the maximum length of a list type; None for other types, and for lists without a maximum."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inside, *marks = get_args(annotation)
        return _limit_of(inside, [*metadata, *marks])
    if origin in (Union, UnionType):
        limits = [limit for branch in get_args(annotation) if (limit := _limit_of(branch, metadata)) is not None]
        return max(limits, default=None)
    if annotation is not list and origin not in (list, Sequence):
        return None
    return min(_max_lengths(metadata), default=None)


def _max_lengths(metadata: Sequence[Any]) -> Iterator[int]:
    for mark in metadata:
        if isinstance(mark, FieldInfo):
            yield from _max_lengths(mark.metadata)
        elif isinstance(mark, MaxLen):
            yield mark.max_length
