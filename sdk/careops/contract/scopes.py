"""Scopes of API keys: reads or changes of an area (``audit:write``), or one call by its name."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from careops.calls import all_calls, area_of
from careops.contract import ANYONE, Call

_PEOPLES_AREAS: Final = frozenset({"session", "keys", "realtime", "recents", "views", "drafts", "presence", "today"})
"""Areas of the signed-in person, and the keys themselves: a key that could create others would never end."""

_NEVER_IN_BATCHES: Final = _PEOPLES_AREAS | {"change_requests", "runs", "notes", "follow_ups"}
"""Changes that ``MakeChanges`` refuses, because they concern the account, prepare other changes, or are words about a
record, which no approval policy covers."""


def scope_of(call: type[Call[Any]]) -> str | None:
    """Return the scope of a call; None if no key may make it, because it needs a person, a password or no token."""
    route, area = call.route, area_of(call)
    if route.access is ANYONE or route.step_up or route.personal or area in _PEOPLES_AREAS:
        return None
    return f"{area}:{'write' if route.mutates else 'read'}"


def is_batchable(call: type[Call[Any]]) -> bool:
    """Return True if ``MakeChanges`` supports the call: a change of a record, without files."""
    route = call.route
    apart = route.multipart or route.answer.file or route.changes or route.keyed_inside or not route.access
    return route.mutates and not apart and area_of(call) not in _NEVER_IN_BATCHES


@cache
def known_scopes() -> frozenset[str]:
    """Return all scopes."""
    scopes = {call: scope_of(call) for call in all_calls()}
    return frozenset(name for call, scope in scopes.items() if scope for name in (scope, call.__name__))


def allows(scopes: frozenset[str], call: type[Call[Any]]) -> bool:
    """Return True if a key with these scopes may make a call."""
    if call.route.any_key:
        return True
    scope = scope_of(call)
    return scope is not None and (scope in scopes or call.__name__ in scopes)
