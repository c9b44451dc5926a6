"""Strict types of JSON bodies: ``"160"`` is not a number and ``"yes"`` is not true.

A query contains only texts, so it is parsed leniently. In a body a text for a number indicates an error of the client.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

Place = tuple[int | str, ...]
_Kinds = tuple[frozenset[Any], type[BaseModel] | None, Any]
"""Types of a field except null: plain types, the model of an object, the type of list items."""


def find_inexact(model: type[BaseModel], body: Mapping[str, Any], place: Place = ()) -> Iterator[tuple[str, Place]]:
    """Yield the Pydantic error type and path of each value whose type differs from its field."""
    for name, kinds in _fields(model):
        if name in body:
            yield from _inexact(kinds, body[name], (*place, name))


def _inexact(kinds: _Kinds, value: Any, place: Place) -> Iterator[tuple[str, Place]]:
    plain, inside, items = kinds
    if inside is not None and isinstance(value, Mapping):
        yield from find_inexact(inside, value, place)
    elif items is not None and isinstance(value, list):
        inner = _kinds(items)
        for number, item in enumerate(value):
            yield from _inexact(inner, item, (*place, number))
    elif plain == {bool} and isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield "bool_type", place
    elif plain and plain <= {int, float} and isinstance(value, (str, bool)):
        yield ("float_type" if float in plain else "int_type"), place


@cache
def _fields(model: type[BaseModel]) -> tuple[tuple[str, _Kinds], ...]:
    """Return the fields that may contain a value of a wrong type, without those that are texts."""
    annotations: dict[str, Any] = {name: info.annotation for name, info in model.model_fields.items()}
    kinds = ((name, _kinds(annotation)) for name, annotation in annotations.items())
    return tuple((name, kind) for name, kind in kinds if _can_be_wrong(kind))


def _can_be_wrong(kinds: _Kinds) -> bool:
    plain, inside, items = kinds
    if inside is not None and _fields(inside):
        return True
    if items is not None and _can_be_wrong(_kinds(items)):
        return True
    return plain == {bool} or (bool(plain) and plain <= {int, float})


@cache
def _kinds(annotation: Any) -> _Kinds:
    origin = get_origin(annotation)
    if origin is list:
        return frozenset(), None, get_args(annotation)[0]
    if origin is Literal:
        return frozenset(type(value) for value in get_args(annotation)), None, None
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return frozenset(), annotation, None
    parts = get_args(annotation)[:1] if hasattr(annotation, "__metadata__") else get_args(annotation)
    if not parts:
        return frozenset({annotation} - {NoneType}), None, None
    branches = [_kinds(branch) for branch in parts if branch is not NoneType]
    return (
        frozenset().union(*(kinds for kinds, _, _ in branches)),
        next((inside for _, inside, _ in branches if inside is not None), None),
        next((items for _, _, items in branches if items is not None), None),
    )
