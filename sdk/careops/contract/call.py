"""Contract: one class per call, used by the clients, the server, the console and the docs.

The fields of a call are its parameters, its base class states the type of the answer, and its ``route`` states
transport and access. This module does no I/O. ``to_wire`` and ``from_wire`` are inverse functions, and so are
``write_answer`` and ``read_answer``.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Self,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    overload,
)
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import InitErrorDetails

from careops.contract.answers import AnswerT_co, RawJson
from careops.contract.envelopes import Json
from careops.contract.list_limits import FIRST_ITEMS, check_list_lengths, is_about_values, shorten_lists
from careops.contract.personal import is_about_people
from careops.contract.routes import Access, Method, Route
from careops.contract.strict_types import find_inexact
from careops.error_codes import title_of

if TYPE_CHECKING:
    from careops.errors import ApiError
    from careops.files import Upload

AnswerT = TypeVar("AnswerT")
ContextT = TypeVar("ContextT", contravariant=True)
PreparedT = TypeVar("PreparedT")
CallT = TypeVar("CallT", bound="Call[Any]")

_MAX_INEXACT = 20
"""Maximum number of problems about values of a wrong type, because more indicate a program error."""

_TYPO_TOLERANCE = "typo_tolerance"
"""Key beside the fields, ignored by equality and dumps, which no field name can equal."""


@dataclass(frozen=True)
class RestrictedTo:
    """Marks a field that only some of the callers may send."""

    access: Access


@dataclass(frozen=True)
class QueryParam:
    """Marks a query parameter of a call with a body (``?ids=3,5``)."""


@dataclass(frozen=True)
class Example:
    """Realistic example of a call, for the docs and the contract tests."""

    call: Json
    answer: Json | list[Json] | list[str]


@dataclass(frozen=True)
class HttpParts:
    """Parts of an HTTP request, independent of any library."""

    method: Method
    path: str
    query: Mapping[str, str]
    body: Json | None
    """JSON; for a form with files, its text fields."""
    files: Mapping[str, Upload] = field(default_factory=dict)


TAKES_NO_BODY: Final = title_of("body_not_allowed")
FORM_WANTED: Final = title_of("form_required")


class PathBodyMismatch(ValueError):
    """The ids in body and path differ."""

    def __init__(self, field: str) -> None:
        self.title = title_of("path_mismatch", what=field)
        super().__init__(self.title)
        self.field = field


class Call(BaseModel, Generic[AnswerT_co]):
    """Request to the platform. Subclass it once per documented call.

    Raises ``pydantic.ValidationError`` for parameters that the platform would refuse. An omitted field is not sent;
    ``None`` is sent as null.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, hide_input_in_errors=True)
    route: ClassVar[Route]
    example: ClassVar[Example]
    undoable: ClassVar[bool | None] = None
    """For a change that a change request may contain: True if the undo repeats the call with the earlier values of its
    fields, False if nothing restores them. Creations and deletions are never undone (``inverses.py``)."""

    @classmethod
    @cache
    def answer_type(cls) -> Any:
        """Return the type in ``Call[…]``."""
        for base in cls.__mro__:
            generic = getattr(base, "__pydantic_generic_metadata__", {})
            if generic.get("origin") is Call:
                return generic["args"][0]
        raise TypeError(f"{cls.__name__} declares no answer type")

    @classmethod
    @cache
    def reads_people(cls) -> bool:
        """Return True if it reads records of people; reading very many of them is detected (SEC-64)."""
        return not cls.route.mutates and is_about_people(cls.answer_type())

    @classmethod
    @cache
    def _answer_adapter(cls) -> TypeAdapter[Any]:
        return TypeAdapter(cls.answer_type())

    @overload
    @classmethod
    def handled_by(
        cls,
        handler: Callable[[Self, ContextT], Awaitable[AnswerT_co | RawJson[AnswerT_co]]],
        *,
        by_the_set: Callable[[Sequence[Self], Sequence[ContextT]], Awaitable[Sequence[AnswerT_co | ApiError]]]
        | None = None,
    ) -> Binding[ContextT]: ...
    @overload
    @classmethod
    def handled_by(
        cls,
        handler: Callable[[Self, ContextT], Awaitable[AnswerT_co]],
        *,
        followed_by: Callable[[AnswerT_co, ContextT], Awaitable[AnswerT_co]],
    ) -> Binding[ContextT]: ...
    @overload
    @classmethod
    def handled_by(
        cls,
        handler: Callable[[Self, ContextT, PreparedT], Awaitable[AnswerT_co | RawJson[AnswerT_co]]],
        *,
        prepared_by: Callable[[Self, ContextT], Awaitable[PreparedT]],
    ) -> Binding[ContextT]: ...
    @classmethod
    def handled_by(
        cls,
        handler: Callable[..., Awaitable[AnswerT_co | RawJson[AnswerT_co]]],
        *,
        prepared_by: Callable[[Self, ContextT], Awaitable[Any]] | None = None,
        by_the_set: Callable[[Sequence[Self], Sequence[ContextT]], Awaitable[Sequence[Any]]] | None = None,
        followed_by: Callable[[Any, ContextT], Awaitable[Any]] | None = None,
    ) -> Binding[ContextT]:
        """Bind this call to its server handler. Type checkers report a wrong pair.

        ``prepared_by`` runs first, outside the transaction, for slow work (hashing a password); its result is the third
        parameter of the handler. ``by_the_set`` handles many calls in one transaction, no two of them about the same
        record, with one context and one answer or refusal per call. ``followed_by`` runs after the commit, without a
        database connection: it receives the handler's answer, and its result is sent.
        """
        return Binding(cls, handler, prepared_by, by_the_set, followed_by)

    @classmethod
    @cache
    def restricted_fields(cls) -> Mapping[str, Access]:
        """Return the fields that fewer account types may send than may make the call."""
        return {
            name: mark.access
            for name, info in cls.model_fields.items()
            for mark in info.metadata
            if isinstance(mark, RestrictedTo)
        }

    @classmethod
    @cache
    def query_fields(cls) -> frozenset[str]:
        """Return the fields that are query parameters."""
        if not cls.route.has_body:
            return frozenset(cls.model_fields) - cls.route.path_fields
        return frozenset(
            n for n, info in cls.model_fields.items() if any(isinstance(m, QueryParam) for m in info.metadata)
        )

    @classmethod
    @cache
    def file_fields(cls) -> frozenset[str]:
        """Return the fields that are files."""
        if not cls.route.multipart:
            return frozenset()
        from careops.files import Upload

        kinds = {name: info.annotation for name, info in cls.model_fields.items()}
        return frozenset(name for name, kind in kinds.items() if Upload in (kind, *get_args(kind)))

    @classmethod
    @cache
    def form_array_fields(cls) -> frozenset[str]:
        """Return the arrays of a form with files, each of which may have one part for each item."""
        if not cls.route.multipart:
            return frozenset()
        return frozenset(name for name, info in cls.model_fields.items() if _is_array(info.annotation))

    def with_typo_tolerance(self) -> Self:
        """Return this list call with typo correction: if nothing matches the search, misspelt words are corrected and
        ``Page.corrections`` contains the corrections. Platforms without the feature ignore it."""
        copy = self.model_copy()
        vars(copy)[_TYPO_TOLERANCE] = True
        return copy

    @property
    def has_typo_tolerance(self) -> bool:
        """True if ``with_typo_tolerance`` returned this call."""
        return _TYPO_TOLERANCE in self.__dict__

    @property
    def parameters(self) -> Json:
        """Return the parameters to send: all given ones, and defaults that have a meaning.

        A PUT has only the given ones, because an omitted field keeps its value (decision 725).
        """
        values = self.model_dump(mode="json", exclude_unset=True)
        if self.route.method == "PUT" or len(values) == len(type(self).model_fields):
            return values
        defaults = self.model_dump(mode="json", exclude=set(values), exclude_none=True)
        return {
            name: (values | defaults)[name] for name in type(self).model_fields if name in values or name in defaults
        }

    def to_wire(self) -> HttpParts:
        """Split the call into the parts of an HTTP request."""
        route = self.route
        sent = self.parameters
        path = route.path.format_map({name: quote(str(sent[name]), safe="") for name in route.path_fields})
        other_fields = {name: value for name, value in sent.items() if name not in route.path_fields}
        other_fields |= {repeated: sent[name] for name, repeated in route.also_in_body.items()}
        # Queries and forms have no null, so fields with None are omitted.
        parameters = {name: other_fields.pop(name) for name in list(other_fields) if name in self.query_fields()}
        query = {name: _as_text(value) for name, value in parameters.items() if value is not None}
        if not route.has_body:
            return HttpParts(route.method, path, query, None)
        if route.multipart:
            files = {name: getattr(self, name) for name in self.file_fields() & other_fields.keys()}
            texts = {n: _as_text(value) for n, value in other_fields.items() if n not in files and value is not None}
            return HttpParts(
                route.method, path, query, texts, {n: file for n, file in files.items() if file is not None}
            )
        if route.body_in:
            return HttpParts(route.method, path, query, {route.body_in: other_fields})
        has_body = type(self).model_fields.keys() - route.path_fields - self.query_fields()
        return HttpParts(route.method, path, query, other_fields if has_body else None)

    @classmethod
    def from_wire(
        cls,
        path: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Mapping[str, Any] | None,
        files: Mapping[str, Upload] | None = None,
    ) -> Self:
        """Build the call from a received request.

        Raises ``ValidationError`` for a parameter that is invalid or in another part than the route states, and
        ``PathBodyMismatch`` if body and path differ. Long lists are validated last.
        """
        route = cls.route
        if not route.has_body and not body and not files and query.keys().isdisjoint(route.path_fields):
            return cls.model_validate({**query, **path})  # a list needs only this
        inside, repeated = cls._fields_from_wire(query, body, files)
        values = {**query, **inside, **(files or {}), **path}
        if body is not None and not cls.file_fields():
            for value in values.values():
                if isinstance(value, list) and len(value) > FIRST_ITEMS:
                    cls._check_long_lists(values)
                    break
            # Parts of a form with files are texts, like those of a query.
            exact_too = {name: repeated[source] for name, source in route.also_in_body.items() if source in repeated}
            _check_exact(cls, {**inside, **exact_too})
        call = cls.model_validate(values)
        for name, source in route.also_in_body.items():
            if source in repeated and str(repeated[source]) != str(getattr(call, name)):
                raise PathBodyMismatch(source)
        return call

    @classmethod
    def check_long_lists(
        cls, path: Mapping[str, Any], query: Mapping[str, Any], body: Mapping[str, Any] | None
    ) -> None:
        """Check the length of each list, the other fields and the first items of long lists, in a short time.

        Raises ``ValidationError``.
        """
        inside, _ = cls._fields_from_wire(query, body, None)
        cls._check_long_lists({**query, **inside, **path})

    @classmethod
    def _check_long_lists(cls, values: Mapping[str, Any]) -> None:
        check_list_lengths(cls, values)
        shortened = shorten_lists(cls, values)
        if shortened is None:
            return
        try:
            cls.model_validate(shortened)
        except ValidationError as error:
            if is_about_values(error, shortened):
                raise

    @classmethod
    def _fields_from_wire(
        cls, query: Mapping[str, Any], body: Mapping[str, Any] | None, files: Mapping[str, Upload] | None
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the fields in the body, and the path fields that it repeats.

        Raises ``ValidationError`` for a parameter in another part than the route states.
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
                raise _validation_error(cls, "model_type", route.body_in)
        repeated = {name: inside[name] for name in route.also_in_body.values() if name in inside}
        inside = {name: value for name, value in inside.items() if name not in repeated}
        strays |= (query.keys() | inside.keys()) & route.path_fields
        if route.has_body:
            strays |= inside.keys() & (cls.query_fields() | cls.file_fields())
        if strays:
            raise _validation_error(cls, "extra_forbidden", *strays)
        return inside, repeated

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, Any]) -> Self:
        """Build the call from ``parameters`` in JSON. Raises ``ValidationError``."""
        check_list_lengths(cls, parameters)
        _check_exact(cls, parameters)
        return cls.model_validate(parameters)

    @classmethod
    def read_answer(cls, payload: Mapping[str, Any]) -> AnswerT_co:
        """Read the answer in an envelope. Raises ``KeyError`` or ``ValidationError`` if it has another form."""
        return cast(AnswerT_co, cls._answer_adapter().validate_python(cls.route.answer.read(payload)))

    @classmethod
    def write_answer(cls, answer: Any) -> Json:
        """Return the envelope of an answer, as JSON-ready values."""
        if not isinstance(answer, RawJson):
            return cls.route.answer.write(cls._answer_adapter().dump_python(answer, mode="json"))
        if answer.wrapped != cls.route.answer.wraps:
            raise TypeError(f"{cls.__name__} is answered with rows of another form than its route gives them")
        return cls.route.answer.write(answer.ready)


@dataclass(frozen=True)
class Binding(Generic[ContextT]):
    """Call with its handler."""

    call: type[Call[Any]]
    handler: Callable[..., Awaitable[Any]]
    prepare: Callable[[Any, ContextT], Awaitable[Any]] | None = None
    by_the_set: Callable[[Any, Any], Awaitable[Sequence[Any]]] | None = None
    follow: Callable[[Any, ContextT], Awaitable[Any]] | None = None
    allow_replica: bool = False
    """True if the answer may be some seconds old."""

    def from_replicas(self) -> Self:
        """Return a copy that reads from a replica, if there is one: for lists and summaries that do not precede a
        change."""
        return replace(self, allow_replica=True)

    async def prepared(self, call: Call[Any], context: ContextT) -> tuple[Any, ...]:
        """Return the additional parameters of the handler: the result of the preparation, if there is one."""
        return () if self.prepare is None else (await self.prepare(call, context),)


def item_type(call: type[Call[Any]]) -> Any:
    """Return the type of the rows of a list call."""
    metadata = call.answer_type().__pydantic_generic_metadata__
    return metadata["args"][0] if metadata["args"] else get_args(call.answer_type())[0]


def _is_array(kind: Any) -> bool:
    """Return True if a field of this type takes a list."""
    if get_origin(kind) in (Annotated, Union, UnionType):
        return any(map(_is_array, get_args(kind)))
    return kind is list or get_origin(kind) in (list, Sequence)


def _as_text(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)  # form fields with several values are written as JSON
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_exact(call: type[Call[Any]], values: Mapping[str, Any]) -> None:
    if wrong := list(islice(find_inexact(call, values), _MAX_INEXACT)):
        complaints = [InitErrorDetails(type=kind, loc=place, input=None) for kind, place in wrong]
        raise ValidationError.from_exception_data(call.__name__, complaints, hide_input=True)


def _validation_error(call: type[Call[Any]], kind: str, *names: str) -> ValidationError:
    context = {"class_name": call.__name__}
    complaints = [InitErrorDetails(type=kind, loc=(name,), input=None, ctx=context) for name in sorted(names)]
    return ValidationError.from_exception_data(call.__name__, complaints, hide_input=True)
