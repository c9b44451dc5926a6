"""The lists, by the names of their calls, and the access to them."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin

from careops.calls import all_calls
from careops.contract import Call, Model, Page
from careops_server.core.principal import Actor


@cache
def _lists() -> dict[str, type[Call[Any]]]:
    return {call.__name__: call for call in all_calls() if is_list(call)}


def is_list(call: type[Call[Any]]) -> bool:
    """Return whether a call reads a list of records or a page of them."""
    answer = call.answer_type()
    if call.route.method != "GET":
        return False
    if get_origin(answer) is list:
        (item,) = get_args(answer)
        return isinstance(item, type) and issubclass(item, Model)
    return isinstance(answer, type) and issubclass(answer, Page)


def list_call(actor: Actor, name: str) -> type[Call[Any]] | None:
    """Return the call of a list, None if there is no such list or the account may not read it."""
    call = _lists().get(name)
    return call if call is not None and actor.may_call(call) else None


def lists_of(actor: Actor) -> list[str]:
    """Return the lists the account may read."""
    return [name for name, call in _lists().items() if actor.may_call(call)]
