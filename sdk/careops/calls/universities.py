"""Universities: the basic list that doctors choose their education from. Spec: B 2, B 3, B 5, B 7."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from careops.areas import Area, ClientT, each_row, verb
from careops.constants import NAME_MAX
from careops.contract import STAFF, Call, Created, Done, Example, Get, Model, Page, Paged, Post, Put
from careops.fields import Id, Text, Typed, filled, plain_number
from careops.shapes import CREATED, items, record

NO_UNIVERSITY = "There is no university with this id"
NAME_TAKEN = "There is a university with this name already"
_BODY = {"name": "Punjabi University, Patiala", "rank": 37}

Rank = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(plain_number)]


class University(Model):
    """A university."""

    id: int
    """What identifies it."""
    name: str
    """What it is called."""
    rank: int | None = None
    """Its place among the others, 1 for the first; several may share one. Null where it has none."""


class ListUniversities(Paged, Call[Page[University]]):
    """Universities by rank, those without one last, then by name. Spec: B 2, B 7 (B-110)."""

    route = Get(
        "/admin/basic_universities",
        access=STAFF,
        answer=items("data", total="meta.total_records", pages="meta.total_pages", attributes=True),
    )
    example = Example(
        call={"name": "punjab"},
        answer={"items": [{"id": 3, **_BODY}], "total_records": 1, "total_pages": 1},
    )

    name: Text | None = None
    """Only those whose name contains this."""


class UniversityBody(BaseModel):
    """What a university is created and changed with."""

    name: Annotated[str, Typed(NAME_MAX, at_least=1), filled("Please enter university name")]
    """What it is called; no two have the same name, whatever their capitals."""
    rank: Rank | None = None
    """Its place among the others, a whole number of 1 or more; null for none."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, given: Any) -> Any:
        """A missing name is complained about in the same words as a blank one (B 5)."""
        return {"name": "", **given} if isinstance(given, dict) else given


class CreateUniversity(UniversityBody, Call[Created]):
    """Add a university. Spec: B 5, B 7."""

    route = Post("/admin/basic_universities", access=STAFF, answer=CREATED, event="university.create")
    example = Example(call=_BODY, answer={"id": 7})


class ReadUniversity(Call[University]):
    """One university. Our own addition (S-6)."""

    route = Get(
        "/careops/universities/{university_id}",
        access=STAFF,
        forwarded=True,
        answer=record("data"),
        versioned=tuple(UniversityBody.model_fields),
    )
    example = Example(call={"university_id": 3}, answer={"id": 3, **_BODY})

    university_id: Id
    """The university to read."""


class UpdateUniversity(UniversityBody, Call[Done]):
    """Change a university as a whole: without a rank it has none any more. Spec: B 5, B 7 (B-81)."""

    route = Put(
        "/admin/basic_universities/{university_id}", access=STAFF, event="university.update", against=ReadUniversity
    )
    example = Example(call={"university_id": 3, **_BODY}, answer={})

    university_id: Id
    """The university to change."""


class Universities(Area[ClientT]):
    """``client.universities``: the universities that doctors choose from."""

    list = verb(ListUniversities)
    each = each_row(ListUniversities)
    read = verb(ReadUniversity)
    create = verb(CreateUniversity)
    update = verb(UpdateUniversity)
