"""What calls answer with: records, pages of them, and what is written already; and how a page is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, NoReturn, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from careops.constants import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE
from careops.fields import plain_number

AnswerT_co = TypeVar("AnswerT_co", covariant=True)
ItemT = TypeVar("ItemT")

_VERSION = "the platform's version"
_REQUEST = "the platform's name of the request"
_SPELT = "what was found instead"
"""Beside the fields, where neither equality nor a dump looks, and no field's name can be."""

_PYDANTIC_1 = frozenset(
    [
        *("construct", "copy", "dict", "from_orm", "json", "parse_file", "parse_obj", "parse_raw"),
        *("schema", "schema_json", "update_forward_refs", "validate"),
    ]
)
"""Names of Pydantic 1 that Pydantic 2 keeps and warns of. Completion does not offer them."""


class Model(BaseModel):
    """A thing the platform returns. Unknown fields are ignored, so a platform may grow without breaking scripts."""

    model_config = ConfigDict(
        extra="ignore",
        frozen=True,
        defer_build=True,
        hide_input_in_errors=True,  # an answer may hold tokens; an error message ends up in logs
        json_schema_serialization_defaults_required=True,
    )

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name.isidentifier() and name not in _PYDANTIC_1]

    @property
    def version(self) -> str | None:
        """The version of this record, as the platform named it when it was read; None where it names none.

        A change sent with ``if_match`` of it is refused with ``Stale`` when somebody else was faster. Two answers
        that say the same are equal, whatever their versions.
        """
        version: str | None = self.__dict__.get(_VERSION)
        return version

    @property
    def request_id(self) -> str | None:
        """What the platform's log calls the request this answered; None where it does not say."""
        request_id: str | None = self.__dict__.get(_REQUEST)
        return request_id

    def noted(self, *, version: str | None = None, request_id: str | None = None, spelt: tuple[str, ...] = ()) -> Self:
        """This very answer, with what its headers say beside its fields."""
        vars(self)[_VERSION] = version
        vars(self)[_REQUEST] = request_id
        vars(self)[_SPELT] = spelt
        return self


class Page(Model, Generic[ItemT]):
    """One page of a list and the size of the whole list. Not iterable on purpose: ``client.each`` walks all pages."""

    items: list[ItemT]
    """The rows of this page, in the list's order."""
    total_records: int
    """Rows in the whole list, exact."""
    total_pages: int = 0
    """Pages the whole list takes at this page size; 0 when a platform does not say."""

    @property
    def spelt(self) -> tuple[str, ...]:
        """Words that were looked for instead, each nearly spelt as one of the search, which nothing matched.

        Empty for everything that was found as it was asked for, and always where nobody asked (``Call.forgiving``).
        """
        spelt: tuple[str, ...] = self.__dict__.get(_SPELT, ())
        return spelt

    def __iter__(self) -> NoReturn:
        raise TypeError("A page is not walked: take its items, or client.each(call) for every page")

    @classmethod
    def of(cls, items: list[ItemT], *, total: int, perpage: int) -> Self:
        """The page that holds ``items``, of a list of ``total`` rows shown ``perpage`` at a time."""
        return cls(items=items, total_records=total, total_pages=-(-total // perpage))


@dataclass(frozen=True)
class Written(Generic[AnswerT_co]):
    """An answer that is ready to travel, such as rows that a database wrote as JSON; nobody looks at them.

    ``ready`` are its fields by name, or the whole of it where the answer has none. ``wrapped`` says that its rows are
    in the form the route gives them (``{"id": …, "attributes": …}``): nobody can wrap what nobody looks at. ``spelt``
    are a page's words of that name.
    """

    ready: Any
    wrapped: bool = False
    spelt: tuple[str, ...] = ()


class Created(Model):
    """A record that was just created. Documented is success alone, so another platform may not name it."""

    id: int | None = None
    """Identifies the new record; null if the platform does not say."""


class Done(Model):
    """The call worked and has nothing else to say."""

    def __str__(self) -> str:
        return super().__str__() or "Done"  # nothing at all would be an empty line where it is printed


class Paged(BaseModel):
    """The paging every list call has."""

    page: Annotated[int, Field(ge=1, le=MAX_PAGE), BeforeValidator(plain_number)] = 1
    """The page to read, counted from 1."""
    perpage: Annotated[int, Field(ge=1, le=MAX_PAGE_SIZE), BeforeValidator(plain_number)] = PAGE_SIZE
    """Rows on a page, 500 at most."""

    @property
    def offset(self) -> int:
        """Rows before this page."""
        return (self.page - 1) * self.perpage


class PagedByTen(BaseModel):
    """The paging of a list whose page size cannot be asked for."""

    page: Annotated[int, Field(ge=1, le=MAX_PAGE), BeforeValidator(plain_number)] = 1
    """The page to read, ten rows each, counted from 1."""
    perpage: ClassVar[int] = PAGE_SIZE

    @property
    def offset(self) -> int:
        """Rows before this page."""
        return (self.page - 1) * self.perpage
