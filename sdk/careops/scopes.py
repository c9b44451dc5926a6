"""Scopes of API keys: reads or changes of an area (``audit:write``), or one call by its name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from careops.calls import all_calls, area_of
from careops.contract import ANYONE, Call

_OF_A_PERSON: Final = "Belongs to the signed-in person."
_PEOPLES_AREAS: Final[Mapping[str, str]] = {
    "session": "Concerns the session, the account or the password of a person.",
    "keys": "A key that manages keys would never end.",
    **dict.fromkeys(("recents", "views", "drafts", "presence", "today"), _OF_A_PERSON),
}
"""Areas of the signed-in person, and the keys themselves, with the reasons why no API key may call them."""

_NEVER_IN_BATCHES: Final = _PEOPLES_AREAS.keys() | {"realtime", "change_requests", "runs", "notes", "follow_ups"}
"""Changes that ``ApplyBatch`` refuses, because they concern the account, prepare other changes, or are words about a
record, which no approval policy covers."""


def scope_of(call: type[Call[Any]]) -> str | None:
    """Return the scope of a call; None if no key may make it, or if it needs none."""
    route = call.route
    if route.access is ANYONE or route.any_key or people_only_reason(call):
        return None
    return f"{area_of(call)}:{'write' if route.mutates else 'read'}"


def people_only_reason(call: type[Call[Any]]) -> str | None:
    """Return the reason why only people may make a call; None for calls of API keys, and for calls without a token."""
    route = call.route
    if route.access is ANYONE or route.any_key:
        return None
    step_up = "Requires the password again." if route.step_up else None
    return step_up or route.personal or _PEOPLES_AREAS.get(area_of(call))


def is_batchable(call: type[Call[Any]]) -> bool:
    """Return True if ``ApplyBatch`` supports the call: a change of a record, without files."""
    route = call.route
    apart = route.multipart or route.answer.file or route.changes or route.items_have_keys or not route.access
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
