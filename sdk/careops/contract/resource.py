"""Methods for calls: ``client.clinics.list(page=2)`` sends ``ListClinics(page=2)``."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import reduce
from operator import or_
from types import UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    ParamSpec,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    overload,
)

from pydantic import ValidationError

from careops.contract import Call, KeysetPage, Page
from careops.contract.validation_errors import local_error

P = ParamSpec("P")
AnswerT = TypeVar("AnswerT")
ItemT = TypeVar("ItemT")


class SyncSender(Protocol):
    """Blocking client, such as ``CareOps``."""

    def send(self, call: Call[AnswerT], /) -> AnswerT: ...

    def each(self, call: Call[Page[ItemT] | KeysetPage[ItemT]], /) -> Iterator[ItemT]: ...


class AsyncSender(Protocol):
    """Asynchronous client, such as ``AsyncCareOps``."""

    def send(self, call: Call[AnswerT], /) -> Awaitable[AnswerT]: ...

    def each(self, call: Call[Page[ItemT] | KeysetPage[ItemT]], /) -> AsyncIterator[ItemT]: ...


ClientT = TypeVar("ClientT", SyncSender, AsyncSender)


class Resource(Generic[ClientT]):
    """Calls of one area as methods of a client."""

    def __init__(self, client: ClientT) -> None:
        self.client: ClientT = client


def build(call: Callable[P, AnswerT], /, *args: P.args, **kwargs: P.kwargs) -> AnswerT:
    """Build a call, or a part of one, with these parameters. Raises ``InvalidInput`` if they are invalid."""
    try:
        return call(*args, **kwargs)
    except ValidationError as error:
        raise local_error(error) from None


class _Method(Generic[P]):
    """Descriptor that makes a call a method of an area, with the call's parameters and docstring."""

    def __init__(self, call: Callable[P, Call[Any]]) -> None:
        self.call = call
        self.name = ""
        self.__doc__ = call.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.name = name

    def bound(self, run: Callable[[Any], Any], owner: type[Any]) -> Any:
        """Return the method: it makes the call and gives it to ``run``."""
        call = self.call

        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return run(build(call, *args, **kwargs))

        method.__name__, method.__qualname__ = self.name, f"{owner.__name__}.{self.name}"
        method.__doc__ = self.__doc__
        method.__wrapped__ = _Described(call)  # type: ignore[attr-defined]  # read by inspect and help
        return method


class method(_Method[P], Generic[P, AnswerT]):
    """Make a call a method of an area, sync or async, with the call's parameters and docstring."""

    def __init__(self, call: Callable[P, Call[AnswerT]]) -> None:
        super().__init__(call)

    @overload
    def __get__(self, area: None, owner: type[Any]) -> method[P, AnswerT]: ...
    @overload
    def __get__(self, area: Resource[SyncSender], owner: type[Any]) -> Callable[P, AnswerT]: ...
    @overload
    def __get__(self, area: Resource[AsyncSender], owner: type[Any]) -> Callable[P, Awaitable[AnswerT]]: ...
    def __get__(self, area: Any, owner: type[Any]) -> Any:
        return self if area is None else self.bound(area.client.send, owner)


class each_row(_Method[P], Generic[P, ItemT]):
    """Offer a list call as a method that iterates over all rows, part by part: ``client.clinics.each(state="Goa")``."""

    def __init__(self, call: Callable[P, Call[Page[ItemT] | KeysetPage[ItemT]]]) -> None:
        super().__init__(call)

    @overload
    def __get__(self, area: None, owner: type[Any]) -> each_row[P, ItemT]: ...
    @overload
    def __get__(self, area: Resource[SyncSender], owner: type[Any]) -> Callable[P, Iterator[ItemT]]: ...
    @overload
    def __get__(self, area: Resource[AsyncSender], owner: type[Any]) -> Callable[P, AsyncIterator[ItemT]]: ...
    def __get__(self, area: Any, owner: type[Any]) -> Any:
        return self if area is None else self.bound(area.client.each, owner)


class _Described:
    """Lazy signature of a method, because the call's class is built on first use."""

    def __init__(self, call: Any) -> None:
        self._call = call

    def __call__(self) -> None: ...

    @property
    def __signature__(self) -> inspect.Signature:
        parameters = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if field.is_required() else field.get_default(),
                annotation=_plain(field.annotation),
            )
            for name, field in self._call.model_fields.items()
        ]
        return inspect.Signature(parameters, return_annotation=self._call.answer_type())


def _plain(kind: Any) -> Any:
    """Return a type in readable form, without validators."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return reduce(or_, map(_plain, get_args(kind)))
    return kind
