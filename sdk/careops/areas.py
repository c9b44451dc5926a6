"""How a call becomes a method: ``client.clinics.list(page=2)`` sends ``ListClinics(page=2)``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

from careops.contract import Call

if TYPE_CHECKING:
    from careops.client import AsyncCareOps, CareOps

P = ParamSpec("P")
AnswerT = TypeVar("AnswerT")
ClientT = TypeVar("ClientT", "CareOps", "AsyncCareOps")


class Area(Generic[ClientT]):
    """The calls of one area, as methods of the client they are sent with."""

    def __init__(self, client: ClientT) -> None:
        self.client: ClientT = client


class verb(Generic[P, AnswerT]):
    """Offer a call as a method of an area, with the call's own parameters and docstring, sync or async."""

    def __init__(self, call: Callable[P, Call[AnswerT]]) -> None:
        self.call = call
        self.__doc__ = call.__doc__

    @overload
    def __get__(self, area: None, owner: type[Any]) -> verb[P, AnswerT]: ...
    @overload
    def __get__(self, area: Area[CareOps], owner: type[Any]) -> Callable[P, AnswerT]: ...
    @overload
    def __get__(self, area: Area[AsyncCareOps], owner: type[Any]) -> Callable[P, Awaitable[AnswerT]]: ...
    def __get__(self, area: Any, owner: type[Any]) -> Any:
        if area is None:
            return self

        @wraps(self.call, updated=())
        def send(*args: P.args, **kwargs: P.kwargs) -> Any:
            return area.client.send(self.call(*args, **kwargs))

        return send
