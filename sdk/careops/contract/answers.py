"""Answers of calls: records, pages and prepared answers; and the parameters of paging."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, NoReturn, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from careops.constants import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE
from careops.contract.fields import strict_int
from careops.contract.personal import Personal

AnswerT_co = TypeVar("AnswerT_co", covariant=True)
ItemT = TypeVar("ItemT")

_VERSION = "the platform's version"
_REQUEST = "the platform's name of the request"
_SPELT = "what was found instead"
"""Key beside the fields, ignored by equality and dumps, which no field name can equal."""

_PYDANTIC_1 = frozenset(
    [
        *("construct", "copy", "dict", "from_orm", "json", "parse_file", "parse_obj", "parse_raw"),
        *("schema", "schema_json", "update_forward_refs", "validate"),
    ]
)
"""Names of Pydantic 1 that Pydantic 2 keeps and warns of. Completion does not offer them."""


class Model(BaseModel):
    """Base class of the objects that the platform returns. Unknown fields are ignored, so that the platform may add
    fields."""

    model_config = ConfigDict(
        extra="ignore",
        frozen=True,
        defer_build=True,
        hide_input_in_errors=True,  # an answer may contain tokens, and error messages are logged
        json_schema_serialization_defaults_required=True,
    )

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name.isidentifier() and name not in _PYDANTIC_1]

    @property
    def version(self) -> str | None:
        """Version (ETag) of this record when it was read; None if the platform sends none.

        A change with it as ``if_match`` is refused with ``PreconditionFailed`` if someone else changed the record.
        Versions do not affect equality.
        """
        version: str | None = self.__dict__.get(_VERSION)
        return version

    @property
    def request_id(self) -> str | None:
        """Id of the request in the platform's log; None if the platform sends none."""
        request_id: str | None = self.__dict__.get(_REQUEST)
        return request_id

    def noted(self, *, version: str | None = None, request_id: str | None = None, spelt: tuple[str, ...] = ()) -> Self:
        """Store values of the headers beside the fields. Return self."""
        vars(self)[_VERSION] = version
        vars(self)[_REQUEST] = request_id
        vars(self)[_SPELT] = spelt
        return self


class Page(Model, Generic[ItemT]):
    """One page of a list, with the size of the whole list. Not iterable by design: ``client.each`` iterates over all
    pages."""

    items: list[ItemT]
    """Rows of this page, in order."""
    total_records: int
    """Exact number of rows of the whole list."""
    total_pages: int = 0
    """Number of pages at this page size; 0 if the platform does not return it."""

    @property
    def corrections(self) -> tuple[str, ...]:
        """Corrected words that were searched for, because nothing matched the search.

        Empty for exact matches, and unless the request allowed corrections (``Call.with_typo_tolerance``).
        """
        spelt: tuple[str, ...] = self.__dict__.get(_SPELT, ())
        return spelt

    def __iter__(self) -> NoReturn:
        raise TypeError("A page is not walked: take its items, or client.each(call) for every page")

    @classmethod
    def of(cls, items: list[ItemT], *, total: int, perpage: int) -> Self:
        """Build the page with ``items`` of a list of ``total`` rows, ``perpage`` per page."""
        return cls(items=items, total_records=total, total_pages=-(-total // perpage))


class KeysetPage(Model, Generic[ItemT]):
    """Part of a long list that is read from its newest row. Rows that are added later shift no others.

    ``client.each`` follows ``next`` to the end of the list.
    """

    items: list[ItemT]
    """Rows of this part, in order."""
    next: str | None = None
    """Value of ``before`` that reads the following rows; null at the end of the list."""


@dataclass(frozen=True)
class RawJson(Generic[AnswerT_co]):
    """Serialized answer, such as rows that a database wrote as JSON, which is sent without inspection.

    ``ready`` contains its fields by name, or the whole answer if it has no fields. ``wrapped`` states that its rows are
    already in the form of the route (``{"id": …, "attributes": …}``), because they cannot be wrapped later. ``spelt``
    are the corrected words of a page.
    """

    ready: Any
    wrapped: bool = False
    spelt: tuple[str, ...] = ()


class Message(Model):
    """Sentence for people, with its code and the values in it."""

    title: Annotated[str, Personal("text", "anyone")]
    """The sentence."""
    code: str | None = None
    """Stable error code; null if it is unknown."""
    parameters: Annotated[dict[str, JsonValue] | None, Personal("text", "anyone")] = None
    """Values in the sentence by name: numbers, texts, or messages; null if there are none."""


class Complaint(Message):
    """Reason why a target was refused."""

    source: str
    """Parameter that it concerns; empty if it concerns none."""
    detail: Annotated[str | None, Personal("text", "anyone")] = None
    """Further details; null if there are none."""
    details: list[Message] = []
    """Messages of the detail, one per line; empty if these have no codes."""


class Created(Model):
    """Record that was created. The documented answer only reports success, so another platform may omit the id."""

    id: int | None = None
    """Id of the new record; null if the platform does not return it."""


class Empty(Model):
    """Successful answer without data."""

    def __str__(self) -> str:
        return super().__str__() or "Done"  # an empty text would print an empty line


class PageParams(BaseModel):
    """Paging parameters of lists."""

    page: Annotated[int, Field(ge=1, le=MAX_PAGE), BeforeValidator(strict_int)] = 1
    """Page to read, counted from 1."""
    perpage: Annotated[int, Field(ge=1, le=MAX_PAGE_SIZE), BeforeValidator(strict_int)] = PAGE_SIZE
    """Rows per page, at most 500."""

    @property
    def offset(self) -> int:
        """Number of rows before this page."""
        return (self.page - 1) * self.perpage


class FixedPageParams(BaseModel):
    """Paging parameters of lists with a fixed page size."""

    page: Annotated[int, Field(ge=1, le=MAX_PAGE), BeforeValidator(strict_int)] = 1
    """Page to read, with ten rows, counted from 1."""
    perpage: ClassVar[int] = PAGE_SIZE

    @property
    def offset(self) -> int:
        """Number of rows before this page."""
        return (self.page - 1) * self.perpage
