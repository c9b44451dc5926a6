"""Shared catalogues: specialities and pharma firms by search, banks by IFSC code. Spec: A 5, A 7, B 7."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints, WithJsonSchema, model_validator

from careops.constants import SMALL_BODY_LIMIT
from careops.contract import ANYONE, STAFF, Call, Example, Get, Model, Post
from careops.contract.envelopes import object_in, search_hits_in
from careops.contract.fields import TypedText, strict_int
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of

CatalogueIndex = Literal["specialities", "clinic_specialities", "pharma_firms"]
"""Searchable catalogues: main specialities, further specialities of a clinic (A-40), pharma firms (B-63)."""
MAX_IFSC_LENGTH: Final = 100
"""Maximum number of characters of an IFSC code as typed, including surrounding blanks."""
IFSC = r"^[A-Z]{4}0[A-Z0-9]{6}$"


class CatalogueEntry(Model):
    """Entry of a catalogue."""

    id: int
    """Id of the entry in its catalogue."""
    name: str
    """Name of the entry."""


class NameTerm(BaseModel):
    """Search for words in the name."""

    model_config = {"extra": "forbid", "frozen": True}

    name: Annotated[str, TypedText(100, at_least=1)]
    """Words to search for."""


class CatalogueQuery(BaseModel):
    """Search query: beginning of the name (``match_phrase_prefix``), or any of the words (``match``)."""

    model_config = {"extra": "forbid", "frozen": True}

    match_phrase_prefix: NameTerm | None = None
    """Entries that begin with the words. The last word may be incomplete."""
    match: NameTerm | None = None
    """Entries that contain one of the words."""

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.match_phrase_prefix is None) == (self.match is None):
            raise ValueError(title_of("match_ambiguous"))
        return self


class SearchCatalogue(Call[list[CatalogueEntry]]):
    """Search a catalogue by name, best match first. Public, 60 requests per minute. Spec: A 5, A 7, B 7.

    Only the documented forms of a query are supported. A catalogue contains only names and ids.
    """

    route = Post("/_search", access=ANYONE, answer=search_hits_in("hits.hits"), safe=True, body_limit=SMALL_BODY_LIMIT)
    example = Example(
        call={"index": "specialities", "size": 20, "query": {"match_phrase_prefix": {"name": "card"}}},
        answer=[{"id": 8, "name": "Cardiology"}],
    )

    index: CatalogueIndex
    """Catalogue to search."""
    size: Annotated[int, Field(ge=1, le=50), BeforeValidator(strict_int)] = 20
    """Maximum number of entries to return."""
    query: CatalogueQuery
    """Query, in one of two forms."""


def _upper(typed: object) -> object:
    return typed.strip().upper() if isinstance(typed, str) and len(typed) <= MAX_IFSC_LENGTH else typed


Ifsc = Annotated[
    str,
    BeforeValidator(_upper),
    StringConstraints(strict=True, pattern=IFSC),
    WithJsonSchema({"type": "string", "pattern": IFSC}),
]


class Bank(Model):
    """Bank of an IFSC code."""

    ifsc_code: str
    """IFSC code in capital letters."""
    bank_name: str
    """Name of the bank."""
    branch_listed: bool
    """True if the registry contains this branch. A branch that opened recently may be missing."""


class ReadBank(Call[Bank]):
    """Return the bank of an IFSC code, or 404 if there is none. Our own addition (S-6)."""

    route = Get("/careops/banks/{ifsc}", access=STAFF, answer=object_in("data"))
    example = Example(
        call={"ifsc": "SBIN0001234"},
        answer={"ifsc_code": "SBIN0001234", "bank_name": "State Bank of India", "branch_listed": True},
    )

    ifsc: Ifsc
    """IFSC code, eleven characters such as ``SBIN0001234``."""


class Catalogue(Resource[ClientT]):
    """``client.catalogue``: specialities, pharma firms and banks."""

    search = method(SearchCatalogue)
    bank = method(ReadBank)
