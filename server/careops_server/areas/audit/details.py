"""Permission to read the details of audit events, derived from the contract (decision 735)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

from careops.calls import all_calls, area_of
from careops.contract import Call
from careops.scopes import scope_of
from careops_server.areas.records.access import READ_BY, RESOURCE_TYPE
from careops_server.areas.views.list_registry import is_list
from careops_server.core.pipeline.audit_parameters import event_key
from careops_server.core.principal import Actor

Kind: TypeAlias = type[Call[Any]]
_CACHED: Final = 64


@dataclass(frozen=True)
class DetailAccess:
    """What a principal may not read, and what it may."""

    reader_id: int | None
    """The person, who always reads the details of their own actions."""
    hidden_keys: list[str]
    """Keys of events of calls whose area the principal may not read."""
    hidden_types: list[str]
    """Types of records that the principal may not read."""
    hidden_kinds: list[str]
    hidden_lists: list[str]
    kinds: list[str]
    lists: list[str]
    calls: list[str]

    @classmethod
    def of(cls, actor: Actor) -> DetailAccess:
        """Return what the principal may read."""
        allowed = frozenset(call for call in all_calls() if actor.may_call(call))
        return replace(_access(allowed, actor.api_client is None), reader_id=actor.user_id)

    @property
    def is_full(self) -> bool:
        """True if the principal may read everything."""
        return not (self.hidden_keys or self.hidden_kinds or self.hidden_lists)


@lru_cache(_CACHED)
def _access(allowed: frozenset[Kind], is_person: bool) -> DetailAccess:
    """Return what principals with these calls may read."""
    hidden_kinds = [kind for kind, call in READ_BY.items() if call not in allowed]
    lists = [call for call in all_calls() if is_list(call)]
    changes = [call for call in all_calls() if call.route.mutates]
    readable = {call for call in changes if _may_read(call, allowed, is_person)}
    keys = {event_key(call) for call in changes} - {event_key(call) for call in readable}
    # A key begins with the type of its record, as in `job.retry`, which events of jobs have too.
    types = _words(keys) - _words(event_key(call) for call in readable)
    # A gateway names the type of a record after its area.
    types |= {name for kind in hidden_kinds for name in (RESOURCE_TYPE[kind], area_of(READ_BY[kind]))}
    return DetailAccess(
        reader_id=None,
        hidden_keys=sorted(keys),
        hidden_types=sorted(types),
        hidden_kinds=[*hidden_kinds],
        hidden_lists=[call.__name__ for call in lists if call not in allowed],
        kinds=[kind for kind in READ_BY if kind not in hidden_kinds],
        lists=[call.__name__ for call in lists if call in allowed],
        calls=[call.__name__ for call in all_calls() if call in allowed],
    )


def _may_read(change: Kind, allowed: frozenset[Kind], is_person: bool) -> bool:
    """Return whether the area of a change is readable: all its reads, or the change itself if it has none.

    Calls that no principal of this sort may make do not count, such as those of programs for a person.
    """
    reads = _reads(area_of(change), is_person)
    return allowed.issuperset(reads) if reads else change in allowed or not change.route.access


@cache
def _reads(area: str, is_person: bool) -> list[Kind]:
    reads = [call for call in all_calls() if area_of(call) == area and not call.route.mutates]
    return [call for call in reads if (call.route.access if is_person else scope_of(call))]


def _words(keys: Iterable[str]) -> set[str]:
    return {key.partition(".")[0] for key in keys}
