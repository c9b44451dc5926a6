"""Universities, from which doctors choose their education. Spec: B 2, B 3, B 5, B 7."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from careops.constants import MAX_NAME_LENGTH
from careops.contract import STAFF, Call, Created, Empty, Example, Get, ListedBy, Model, Page, PageParams, Post, Put
from careops.contract.envelopes import CREATED, array_in, object_in, one_page
from careops.contract.fields import Id, Text, TypedText, non_empty, strict_int
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of

NO_UNIVERSITY = title_of("university_not_found")
NAME_TAKEN = title_of("university_name_taken")
_BODY = {"name": "Punjabi University, Patiala", "rank": 37}

Rank = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(strict_int)]


class University(Model):
    """University."""

    id: int
    """Id of the university."""
    name: str
    """Name of the university."""
    rank: int | None = None
    """Rank, 1 for the first; several may share one. Null for none."""


class ListUniversities(PageParams, Call[Page[University]]):
    """List universities by rank, those without one last, then by name. Spec: B 2, B 7 (B-110)."""

    route = Get("/admin/basic_universities", access=STAFF, answer=array_in("data", counts="meta", attributes=True))
    example = Example(call={"name": "punjab"}, answer=one_page({"id": 3, **_BODY}))

    name: Text | None = None
    """Only universities whose name contains this text."""


class UniversityBody(BaseModel):
    """Fields of a new or changed university."""

    name: Annotated[str, TypedText(MAX_NAME_LENGTH, at_least=1), non_empty(title_of("university_name_required"))]
    """Name, unique regardless of case."""
    rank: Rank | None = None
    """Rank, a whole number of 1 or more; null for none."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, data: Any) -> Any:
        """Treat a missing name as blank, so that both give the same message (B 5)."""
        return {"name": "", **data} if isinstance(data, dict) else data


class CreateUniversity(UniversityBody, Call[Created]):
    """Add a university. Spec: B 5, B 7."""

    route = Post("/admin/basic_universities", access=STAFF, answer=CREATED, event="university.create")
    example = Example(call=_BODY, answer={"id": 7})


class ReadUniversity(Call[University]):
    """Return one university. Our own addition (S-6)."""

    route = Get(
        "/careops/universities/{university_id}",
        access=STAFF,
        forwarded=True,
        answer=object_in("data"),
        versioned=tuple(UniversityBody.model_fields),
    )
    example = Example(call={"university_id": 3}, answer={"id": 3, **_BODY})

    university_id: Id
    """Id of the university."""


class UpdateUniversity(UniversityBody, Call[Empty]):
    """Change a university. An omitted rank is unchanged. Spec: B 5, B 7 (B-81)."""

    route = Put(
        "/admin/basic_universities/{university_id}",
        access=STAFF,
        event="university.update",
        against=ReadUniversity,
        listed_by=ListedBy("ListUniversities", "university_id"),
    )
    undoable = True
    example = Example(call={"university_id": 3, **_BODY}, answer={})

    university_id: Id
    """Id of the university."""


class Universities(Resource[ClientT]):
    """``client.universities``: universities for the education of doctors."""

    list = method(ListUniversities)
    each = each_row(ListUniversities)
    read = method(ReadUniversity)
    create = method(CreateUniversity)
    update = method(UpdateUniversity)
