"""What a documented call is: one class per call, read by the clients, the server, the console and the docs.

A call's fields are its parameters, its base says what it answers with, its ``route`` says how it travels and who may
make it. Nothing here does any I/O: ``to_wire`` and ``from_wire`` are each other's inverse, ``write_answer`` and
``read_answer`` likewise.
"""

from __future__ import annotations

import string
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NoReturn,
    Self,
    TypeVar,
    cast,
    get_args,
    overload,
)
from urllib.parse import quote

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import InitErrorDetails

from careops.constants import ACCOUNT_TYPES, BODY_LIMIT, MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, AccountType
from careops.exact import inexact
from careops.fields import plain_number
from careops.shapes import DONE, Json, Shape

if TYPE_CHECKING:
    from careops.files import Upload

AnswerT = TypeVar("AnswerT")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)
ContextT = TypeVar("ContextT")
PreparedT = TypeVar("PreparedT")
ItemT = TypeVar("ItemT")
CallT = TypeVar("CallT", bound="Call[Any]")
Method = Literal["GET", "POST", "PUT", "DELETE"]
Access = frozenset[AccountType] | None

_MOST_INEXACT = 20
"""Complaints about values of another kind; whoever sends more has them from a program."""

ANYONE: Access = None
"""No token is asked for (sign-in, refresh, the catalogue search)."""
STAFF: Access = frozenset(ACCOUNT_TYPES)
BILLING: Access = frozenset({"super_admin", "billing_admin"})
SUPER: Access = frozenset({"super_admin"})
APPS: Access = frozenset()
"""No account of a person: what a program sends with a key (see ``careops.scopes``)."""
_VERSION = "the platform's version"
"""Beside the fields, where neither equality nor a dump looks, and no field's name can be."""
ACCESS_NAMES: Mapping[Access, str] = {
    ANYONE: "anyone",
    STAFF: "staff",
    BILLING: "billing",
    SUPER: "super",
    APPS: "apps",
}


class Model(BaseModel):
    """A thing the platform returns. Unknown fields are ignored, so a platform may grow without breaking scripts."""

    model_config = ConfigDict(
        extra="ignore",
        frozen=True,
        defer_build=True,
        hide_input_in_errors=True,  # an answer may hold tokens; an error message ends up in logs
        json_schema_serialization_defaults_required=True,
    )

    @property
    def version(self) -> str | None:
        """The version of this record, as the platform named it when it was read; None where it names none.

        A change sent with ``if_match`` of it is refused with ``Stale`` when somebody else was faster. Two answers
        that say the same are equal, whatever their versions.
        """
        version: str | None = self.__dict__.get(_VERSION)
        return version

    def versioned(self, version: str | None) -> Self:
        """This very answer, its version noted beside its fields."""
        vars(self)[_VERSION] = version
        return self


class Page(Model, Generic[ItemT]):
    """One page of a list and the size of the whole list. Not iterable on purpose: ``client.each`` walks all pages."""

    items: list[ItemT]
    """The rows of this page, in the list's order."""
    total_records: int
    """Rows in the whole list, exact."""
    total_pages: int = 0
    """Pages the whole list takes at this page size; 0 when a platform does not say."""

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
    in the form the route gives them (``{"id": …, "attributes": …}``): nobody can wrap what nobody looks at.
    """

    ready: Any
    wrapped: bool = False


class Done(Model):
    """The call worked and has nothing else to say."""


@dataclass(frozen=True, kw_only=True)
class Route:
    """How a call travels. ``access`` has no default: a call that forgets it neither type-checks nor runs."""

    method: Method
    path: str
    access: Access
    answer: Shape = DONE
    body_in: str | None = None
    """The key under which the whole body is nested."""
    multipart: bool = False
    """The body is a form with files: each ``Upload`` of the call is one, every other field a text."""
    body_limit: int = BODY_LIMIT
    """Bytes of the whole body. How long it may take to arrive follows from it."""
    also_in_body: Mapping[str, str] = field(default_factory=dict)
    """Path fields that the documented body repeats, and what it calls them; a differing value is refused."""
    safe: bool = False
    """Changes nothing, so it may be sent again although it is not a GET."""
    changes: bool = False
    """Changes something although it is a GET: audited, and never sent unasked or a second time."""
    event: str | None = None
    """The audit event's key; the call's name when not given."""
    clinic: str = "clinic_id"
    """The parameter that names a clinic, where there is one: a refusal stands in that clinic's trail."""
    may_refuse: tuple[int, ...] = ()
    """Statuses beside those that method, path and access bring along: a wrong password, a clinic nobody knows."""
    versioned: tuple[str, ...] = ()
    """Of a read of one record: the parts of the answer that its version stands for, such as ``location.city``."""
    against: type[Call[Any]] | None = None
    """Of a change: the read whose version it may be made against; it has a field for each of the read's path."""
    step_up: bool = False
    """Asks for the caller's password, given within five minutes; else 403 with source ``step_up_required`` (SEC-21)."""
    with_one_time_password: bool = False
    """May be made before a one-time password is changed; else 403 with source ``must_change_password`` (SEC-07)."""
    personal: bool = False
    """Notes which person did it, or counts what a person does: no key of a program may be let do it."""
    judged: str | None = None
    """The field whose items are taken or refused one by one, also those with characters that cannot be stored."""

    @property
    def path_fields(self) -> frozenset[str]:
        return frozenset(name for _, name, _, _ in string.Formatter().parse(self.path) if name)

    @property
    def is_own(self) -> bool:
        """Our own addition: no other platform knows it (S-6)."""
        return self.path.startswith("/careops/")

    @property
    def has_body(self) -> bool:
        return self.method in ("POST", "PUT")

    @property
    def mutates(self) -> bool:
        return (self.method != "GET" or self.changes) and not self.safe


def Get(
    path: str,
    *,
    access: Access,
    answer: Shape,
    versioned: tuple[str, ...] = (),
    changes: bool = False,
    event: str | None = None,
    may_refuse: tuple[int, ...] = (),
    with_one_time_password: bool = False,
) -> Route:
    return Route(
        method="GET",
        path=path,
        access=access,
        answer=answer,
        versioned=versioned,
        changes=changes,
        event=event,
        may_refuse=may_refuse,
        with_one_time_password=with_one_time_password,
    )


def Post(
    path: str,
    *,
    access: Access,
    answer: Shape = DONE,
    body_in: str | None = None,
    multipart: bool = False,
    body_limit: int = BODY_LIMIT,
    safe: bool = False,
    event: str | None = None,
    may_refuse: tuple[int, ...] = (),
    against: type[Call[Any]] | None = None,
    step_up: bool = False,
    with_one_time_password: bool = False,
    personal: bool = False,
    judged: str | None = None,
) -> Route:
    return Route(
        method="POST",
        path=path,
        access=access,
        answer=answer,
        body_in=body_in,
        multipart=multipart,
        body_limit=body_limit,
        safe=safe,
        event=event,
        may_refuse=may_refuse,
        against=against,
        step_up=step_up,
        with_one_time_password=with_one_time_password,
        personal=personal,
        judged=judged,
    )


def Put(
    path: str,
    *,
    access: Access,
    answer: Shape = DONE,
    body_in: str | None = None,
    also_in_body: Mapping[str, str] | None = None,
    event: str | None = None,
    clinic: str = "clinic_id",
    against: type[Call[Any]] | None = None,
    personal: bool = False,
) -> Route:
    return Route(
        method="PUT",
        path=path,
        access=access,
        answer=answer,
        body_in=body_in,
        also_in_body=also_in_body or {},
        event=event,
        clinic=clinic,
        against=against,
        personal=personal,
    )


def Delete(
    path: str, *, access: Access, answer: Shape = DONE, event: str | None = None, step_up: bool = False
) -> Route:
    return Route(method="DELETE", path=path, access=access, answer=answer, event=event, step_up=step_up)


@dataclass(frozen=True)
class OnlyFor:
    """Marks a field that only some of the call's callers may send."""

    access: Access


@dataclass(frozen=True)
class InQuery:
    """Marks a field that travels in the query although the call has a body (``?ids=3,5``)."""


@dataclass(frozen=True)
class Example:
    """One believable use of a call: shown in the docs, sent by the contract tests."""

    call: Json
    answer: Json | list[Json] | list[str]


@dataclass(frozen=True)
class Wire:
    """The parts of an HTTP request, before any library sees them."""

    method: Method
    path: str
    query: Mapping[str, str]
    body: Json | None
    """JSON; of a form with files its texts."""
    files: Mapping[str, Upload] = field(default_factory=dict)


class Mismatch(ValueError):
    """The body names another thing than the path does."""

    def __init__(self, field: str) -> None:
        super().__init__(f"The {field} in the body differs from the one in the path")
        self.field = field


class Call(BaseModel, Generic[AnswerT_co]):
    """A request to the platform. Subclass it once per documented call.

    Raises ``pydantic.ValidationError`` when built with parameters the platform would refuse. A field that was not
    given is not sent; one given as ``None`` is sent as null.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, hide_input_in_errors=True)
    route: ClassVar[Route]
    example: ClassVar[Example]

    @classmethod
    @cache
    def answer_type(cls) -> Any:
        """The type in ``Call[…]``."""
        for base in cls.__mro__:
            generic = getattr(base, "__pydantic_generic_metadata__", {})
            if generic.get("origin") is Call:
                return generic["args"][0]
        raise TypeError(f"{cls.__name__} does not say what it answers with")

    @classmethod
    @cache
    def _answer_adapter(cls) -> TypeAdapter[Any]:
        return TypeAdapter(cls.answer_type())

    @overload
    @classmethod
    def answered_by(
        cls, handler: Callable[[Self, ContextT], Awaitable[AnswerT_co | Written[AnswerT_co]]]
    ) -> Binding[ContextT]: ...
    @overload
    @classmethod
    def answered_by(
        cls,
        handler: Callable[[Self, ContextT, PreparedT], Awaitable[AnswerT_co | Written[AnswerT_co]]],
        *,
        prepared_by: Callable[[Self, ContextT], Awaitable[PreparedT]],
    ) -> Binding[ContextT]: ...
    @classmethod
    def answered_by(
        cls,
        handler: Callable[..., Awaitable[AnswerT_co | Written[AnswerT_co]]],
        *,
        prepared_by: Callable[[Self, ContextT], Awaitable[Any]] | None = None,
    ) -> Binding[ContextT]:
        """Pair this call with the server function that carries it out; a wrong pairing is a type error.

        ``prepared_by`` runs first, outside the transaction, for what takes long (hashing a password); the handler
        gets what it found out as its third parameter.
        """
        return Binding(cls, handler, prepared_by)

    @classmethod
    @cache
    def restricted_fields(cls) -> Mapping[str, Access]:
        """Fields that fewer account types may send than may make the call."""
        return {
            name: mark.access
            for name, info in cls.model_fields.items()
            for mark in info.metadata
            if isinstance(mark, OnlyFor)
        }

    @classmethod
    @cache
    def query_fields(cls) -> frozenset[str]:
        """Fields that travel in the query."""
        if not cls.route.has_body:
            return frozenset(cls.model_fields) - cls.route.path_fields
        return frozenset(
            n for n, info in cls.model_fields.items() if any(isinstance(m, InQuery) for m in info.metadata)
        )

    @classmethod
    @cache
    def file_fields(cls) -> frozenset[str]:
        """Fields that are files."""
        if not cls.route.multipart:
            return frozenset()
        from careops.files import Upload

        kinds = {name: info.annotation for name, info in cls.model_fields.items()}
        return frozenset(name for name, kind in kinds.items() if Upload in (kind, *get_args(kind)))

    @property
    def parameters(self) -> Json:
        """What travels: everything given, and every default that says something."""
        given = self.model_dump(mode="json", exclude_unset=True)
        defaults = self.model_dump(mode="json", exclude=set(given), exclude_none=True)
        return {name: (given | defaults)[name] for name in type(self).model_fields if name in given or name in defaults}

    def to_wire(self) -> Wire:
        """Split the call into the parts of an HTTP request."""
        route = self.route
        sent = self.parameters
        path = route.path.format_map({name: quote(str(sent[name]), safe="") for name in route.path_fields})
        rest = {name: value for name, value in sent.items() if name not in route.path_fields}
        rest |= {repeated: sent[name] for name, repeated in route.also_in_body.items()}
        # A query has no null, and neither has a form: what was given as None is left out.
        asked = {name: rest.pop(name) for name in list(rest) if name in self.query_fields()}
        query = {name: _as_text(value) for name, value in asked.items() if value is not None}
        if not route.has_body:
            return Wire(route.method, path, query, None)
        if route.multipart:
            files = {name: getattr(self, name) for name in self.file_fields() & rest.keys()}
            texts = {n: _as_text(value) for n, value in rest.items() if n not in files and value is not None}
            return Wire(route.method, path, query, texts, {n: file for n, file in files.items() if file is not None})
        if route.body_in:
            return Wire(route.method, path, query, {route.body_in: rest})
        has_body = type(self).model_fields.keys() - route.path_fields - self.query_fields()
        return Wire(route.method, path, query, rest if has_body else None)

    @classmethod
    def from_wire(
        cls,
        path: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Mapping[str, Any] | None,
        files: Mapping[str, Upload] | None = None,
    ) -> Self:
        """Build the call from a received request.

        Raises ``ValidationError`` for a parameter that does not fit or travels elsewhere than the route says, and
        ``Mismatch`` where body and path disagree.
        """
        route = cls.route
        inside: Mapping[str, Any] = body or {}
        filed: Mapping[str, Upload] = files or {}
        strays = query.keys() - cls.query_fields() if route.has_body else set(inside)
        strays |= filed.keys() - cls.file_fields()
        if route.body_in:
            strays |= inside.keys() - {route.body_in}
            inside = inside.get(route.body_in, {})
            if not isinstance(inside, Mapping):
                raise _refused(cls, "model_type", route.body_in)
        repeated = {said: inside[said] for said in route.also_in_body.values() if said in inside}
        inside = {name: value for name, value in inside.items() if name not in repeated}
        strays |= (query.keys() | inside.keys()) & route.path_fields
        if route.has_body:
            strays |= inside.keys() & (cls.query_fields() | cls.file_fields())
        if strays:
            raise _refused(cls, "extra_forbidden", *strays)
        # The parts of a form with files are texts, like a query's.
        exact_too = {name: repeated[said] for name, said in route.also_in_body.items() if said in repeated}
        exact = inexact(cls, {**inside, **exact_too}) if body is not None and not cls.file_fields() else ()
        if wrong := list(islice(exact, _MOST_INEXACT)):
            complaints = [InitErrorDetails(type=kind, loc=place, input=None) for kind, place in wrong]
            raise ValidationError.from_exception_data(cls.__name__, complaints, hide_input=True)
        call = cls.model_validate({**query, **inside, **filed, **path})
        for name, said in route.also_in_body.items():
            if said in repeated and str(repeated[said]) != str(getattr(call, name)):
                raise Mismatch(said)
        return call

    @classmethod
    def read_answer(cls, payload: Mapping[str, Any]) -> AnswerT_co:
        """The answer in an envelope. Raises ``KeyError`` or ``ValidationError`` when it is not this call's answer."""
        return cast(AnswerT_co, cls._answer_adapter().validate_python(cls.route.answer.read(payload)))

    @classmethod
    def write_answer(cls, answer: Any) -> Json:
        """The envelope around an answer, as JSON-ready values."""
        if not isinstance(answer, Written):
            return cls.route.answer.write(cls._answer_adapter().dump_python(answer, mode="json"))
        if answer.wrapped != cls.route.answer.wraps:
            raise TypeError(f"{cls.__name__} is answered with rows of another form than its route gives them")
        return cls.route.answer.write(answer.ready)


@dataclass(frozen=True)
class Binding(Generic[ContextT]):
    """A call and the handler that answers it."""

    call: type[Call[Any]]
    handler: Callable[..., Awaitable[Any]]
    prepare: Callable[[Any, ContextT], Awaitable[Any]] | None = None

    async def prepared(self, call: Call[Any], context: ContextT) -> tuple[Any, ...]:
        """What the handler gets beside call and context: what the preparation found out, if there is one."""
        return () if self.prepare is None else (await self.prepare(call, context),)


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


def item_type(call: type[Call[Any]]) -> Any:
    """What the pages of a list call hold."""
    metadata = call.answer_type().__pydantic_generic_metadata__
    return metadata["args"][0] if metadata["args"] else get_args(call.answer_type())[0]


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refused(call: type[Call[Any]], kind: str, *names: str) -> ValidationError:
    context = {"class_name": call.__name__}
    complaints = [InitErrorDetails(type=kind, loc=(name,), input=None, ctx=context) for name in sorted(names)]
    return ValidationError.from_exception_data(call.__name__, complaints, hide_input=True)
