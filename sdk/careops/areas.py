"""How a call becomes a method: ``client.clinics.list(page=2)`` sends ``ListClinics(page=2)``."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
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

from careops.contract import Call
from careops.problems import not_sent

P = ParamSpec("P")
AnswerT = TypeVar("AnswerT")


class Sends(Protocol):
    """Sends a call and waits for its answer, as ``CareOps`` does."""

    def send(self, call: Call[AnswerT], /) -> AnswerT: ...


class SendsLater(Protocol):
    """Sends a call and answers when awaited, as ``AsyncCareOps`` does."""

    def send(self, call: Call[AnswerT], /) -> Awaitable[AnswerT]: ...


ClientT = TypeVar("ClientT", Sends, SendsLater)


class Area(Generic[ClientT]):
    """The calls of one area, as methods of the client they are sent with."""

    def __init__(self, client: ClientT) -> None:
        self.client: ClientT = client


def made(call: Callable[P, Call[AnswerT]], *args: P.args, **kwargs: P.kwargs) -> Call[AnswerT]:
    """The call with these parameters, or ``InvalidInput`` where its class refuses them."""
    try:
        return call(*args, **kwargs)
    except ValidationError as error:
        raise not_sent(error) from None


class verb(Generic[P, AnswerT]):
    """Offer a call as a method of an area, with the call's own parameters and docstring, sync or async."""

    def __init__(self, call: Callable[P, Call[AnswerT]]) -> None:
        self.call = call
        self.name = ""
        self.__doc__ = call.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, area: None, owner: type[Any]) -> verb[P, AnswerT]: ...
    @overload
    def __get__(self, area: Area[Sends], owner: type[Any]) -> Callable[P, AnswerT]: ...
    @overload
    def __get__(self, area: Area[SendsLater], owner: type[Any]) -> Callable[P, Awaitable[AnswerT]]: ...
    def __get__(self, area: Any, owner: type[Any]) -> Any:
        if area is None:
            return self

        call = self.call

        def send(*args: P.args, **kwargs: P.kwargs) -> Any:
            return area.client.send(made(call, *args, **kwargs))

        send.__name__, send.__qualname__, send.__doc__ = self.name, f"{owner.__name__}.{self.name}", self.__doc__
        send.__wrapped__ = _Described(call)  # type: ignore[attr-defined]  # where inspect and help look for a signature
        return send


class _Described:
    """Says what a call is made with, when somebody asks: before the first call its class has not been built yet."""

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
    """A type as people write it, without what checks it."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return reduce(or_, map(_plain, get_args(kind)))
    return kind
