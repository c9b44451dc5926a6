"""Marks of personal data: which fields of answers are about a person, and about whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, GetJsonSchemaHandler
from pydantic_core import CoreSchema

PersonalKind: TypeAlias = Literal["phone", "email", "name", "birth_date", "address", "account_no", "ip", "file", "text"]
"""``file`` is the address of a picture or certificate; ``text`` is free text or JSON that may contain anything."""
PersonKind: TypeAlias = Literal["lead", "user", "doctor", "payer", "patient", "staff", "anyone"]
"""``anyone`` depends on the record: a name in a list of different records, the text of a note."""
_IDENTIFIED: Final = frozenset(get_args(PersonKind)) - {"staff", "anyone"}
"""Persons outside the team."""


@dataclass(frozen=True)
class Personal:
    """Marks a field of an answer: what it tells, and about whom."""

    kind: PersonalKind
    of: PersonKind

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "x-personal": {"kind": self.kind, "of": self.of}}


def mark_of(model: type[BaseModel], field: str) -> Personal | None:
    """Return the mark of a field; None if it is not about a person."""
    return next((mark for mark in model.model_fields[field].metadata if isinstance(mark, Personal)), None)


def models_in(kind: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in a type, each once, with those inside them."""
    seen: set[type[BaseModel]] = set()
    waiting = [kind]
    while waiting:
        inner = waiting.pop()
        waiting += get_args(inner)
        if isinstance(inner, type) and issubclass(inner, BaseModel) and inner not in seen:
            seen.add(inner)
            inner.model_rebuild()
            waiting += (field.annotation for field in inner.model_fields.values())
            yield inner


@cache
def personal_data(answer: Any) -> Mapping[PersonKind, frozenset[PersonalKind]]:
    """Return what an answer of this type tells about persons, by person."""
    kinds: dict[PersonKind, set[PersonalKind]] = {}
    for model in models_in(answer):
        for field in model.model_fields:
            if mark := mark_of(model, field):
                kinds.setdefault(mark.of, set()).add(mark.kind)
    return {person: frozenset(all_kinds) for person, all_kinds in kinds.items()}


def is_about_people(answer: Any) -> bool:
    """Return True if each row, or the record, identifies a person outside the team. A text alone does not."""
    return any(kinds - {"text"} for person, kinds in personal_data(answer).items() if person in _IDENTIFIED)
