"""Catalogues everybody shares: specialities by search, banks by IFSC code. Spec: A 5, A 7, B 7."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints, WithJsonSchema, model_validator

from careops.areas import Area, ClientT, verb
from careops.constants import SMALL_BODY_LIMIT
from careops.contract import ANYONE, STAFF, Call, Example, Get, Model, Post
from careops.fields import Typed, plain_number
from careops.shapes import hits, record

CatalogueIndex = Literal["specialities", "clinic_specialities", "pharma_firms"]
"""What can be searched: the main specialities, the further ones of a clinic (A-40), pharma firms (B-63)."""
LONGEST_IFSC: Final = 100
"""Characters of an IFSC code as somebody may type it, blanks around it included."""
IFSC = r"^[A-Z]{4}0[A-Z0-9]{6}$"


class CatalogueEntry(Model):
    """One entry of a catalogue."""

    id: int
    """What identifies the entry in its catalogue."""
    name: str
    """The entry as it is shown."""


class NameTerm(BaseModel):
    """What is looked for in the name."""

    model_config = {"extra": "forbid", "frozen": True}

    name: Annotated[str, Typed(100, at_least=1)]
    """The words to look for."""


class CatalogueQuery(BaseModel):
    """The two forms of a query: words the name goes on from (``match_phrase_prefix``), or any of its words."""

    model_config = {"extra": "forbid", "frozen": True}

    match_phrase_prefix: NameTerm | None = None
    """Entries that begin with the words, the last one perhaps unfinished."""
    match: NameTerm | None = None
    """Entries that hold one of the words."""

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.match_phrase_prefix is None) == (self.match is None):
            raise ValueError("Please give either match_phrase_prefix or match")
        return self


class SearchCatalogue(Call[list[CatalogueEntry]]):
    """Entries of a catalogue by name, best first. Open to anyone, 60 times a minute. Spec: A 5, A 7, B 7.

    Only the documented forms of a query are understood; it holds nothing but names and ids.
    """

    route = Post("/_search", access=ANYONE, answer=hits("hits.hits"), safe=True, body_limit=SMALL_BODY_LIMIT)
    example = Example(
        call={"index": "specialities", "size": 20, "query": {"match_phrase_prefix": {"name": "card"}}},
        answer=[{"id": 8, "name": "Cardiology"}],
    )

    index: CatalogueIndex
    """The catalogue to search."""
    size: Annotated[int, Field(ge=1, le=50), BeforeValidator(plain_number)] = 20
    """Entries to answer with, at most."""
    query: CatalogueQuery
    """What to look for, in one of two forms."""


def _upper(typed: object) -> object:
    return typed.strip().upper() if isinstance(typed, str) and len(typed) <= LONGEST_IFSC else typed


Ifsc = Annotated[
    str,
    BeforeValidator(_upper),
    StringConstraints(strict=True, pattern=IFSC),
    WithJsonSchema({"type": "string", "pattern": IFSC}),
]


class Bank(Model):
    """The bank an IFSC code belongs to."""

    ifsc_code: str
    """The code, in capitals."""
    bank_name: str
    """The bank's name."""
    branch_listed: bool
    """Whether the registry lists this very branch. One that opened lately may be missing."""


class ReadBank(Call[Bank]):
    """The bank of an IFSC code; a code of no bank is not found. Our own addition (S-6)."""

    route = Get("/careops/banks/{ifsc}", access=STAFF, answer=record("data"))
    example = Example(
        call={"ifsc": "SBIN0001234"},
        answer={"ifsc_code": "SBIN0001234", "bank_name": "State Bank of India", "branch_listed": True},
    )

    ifsc: Ifsc
    """The code, eleven characters such as ``SBIN0001234``."""


class Catalogue(Area[ClientT]):
    """``client.catalogue``: what everybody shares."""

    search = verb(SearchCatalogue)
    bank = verb(ReadBank)
