"""The SQL of the logs list: exact totals from the kept days, and every page, also a deep one, from the nearest edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.audit import AuditTrail, ListAuditTrails
from careops.constants import ACCOUNT_TYPES, PAGE_SIZE
from careops.contract import Page
from careops_server.audit.days import Days, beginning
from careops_server.audit.summary_queries import BUSY_EVENTS, KEPT_FOR, ask_to_keep, period
from careops_server.database.rows import fetch_row

_CONDITIONS: Final[Mapping[str, str]] = {
    "clinic_id": "e.clinic_id = :clinic_id",
    "event_keys": "e.key = any(:event_keys)",
    "event_status": "e.event_status = :event_status",
    "user_types": "e.actor_type = any(:user_types)",
    "resource_types": "e.resource_type = any(:resource_types)",
    "search": """
        lower(concat_ws(' ', e.key, e.event_status, e.actor_name, e.actor_type, e.patient_name, e.resource_type,
            e.resource_id, e.ip_address, e.description, e.user_agent, e.parameters::text)) like :search
    """,
}
_TRAIL: Final = TypeAdapter(list[AuditTrail])
_KEPT: Final = frozenset({"clinic_id", "event_keys", "event_status"})
"""Filters whose totals the kept days know."""
_ITEM: Final = """
    json_build_object(
        'id', p.id, 'key', p.key, 'event_status', p.event_status, 'timestamp', p.occurred_at,
        'user', case when num_nonnulls(p.actor_name, p.actor_type) > 0
            then json_build_object('name', p.actor_name, 'type', p.actor_type) end,
        'patient', case when p.patient_name is not null then json_build_object('name', p.patient_name) end,
        'resource', case when num_nonnulls(p.resource_id, p.resource_type) > 0
            then json_build_object('id', p.resource_id, 'type', p.resource_type) end,
        'ip_address', p.ip_address, 'description', p.description, 'user_agent', p.user_agent,
        'parameters', p.parameters)
"""
_FOUND: Final = f"(select coalesce(json_agg({_ITEM} order by p.occurred_at desc, p.id desc), '[]') from page p)"  # noqa: S608 (constants)


@dataclass(frozen=True)
class Edge:
    """A moment, and how many of the list's events are newer."""

    moment: datetime
    newer: int


@dataclass(frozen=True)
class Reach:
    """How to get to a page: from which moment, in which direction, over how many events."""

    edge: datetime
    forward: bool
    """From the edge to newer events; the page is then turned round."""
    skip: int
    take: int


async def list_events(connection: AsyncConnection, call: ListAuditTrails, days: Days) -> Page[AuditTrail]:
    """One page, newest first, and the exact number of events that match."""
    filters = _filters(call)
    values = {**period(call.clinic_id, days), **filters}
    if call.page == 1:
        total, found = await _first_page(connection, values, frozenset(filters))
    else:
        total, found = await _later_page(connection, values, frozenset(filters), call, days)
    return Page[AuditTrail].of(_TRAIL.validate_python(found), total=total, perpage=call.perpage)


async def _first_page(
    connection: AsyncConnection, values: Mapping[str, Any], filters: frozenset[str]
) -> tuple[int, list[Any]]:
    """In one statement: it is what nearly everybody asks for."""
    total, is_counted, found = await fetch_row(connection, _first_statement(filters), values)
    if total > BUSY_EVENTS and is_counted and "clinic_id" in filters and filters <= _KEPT:
        await ask_to_keep(connection, values["clinic_id"])
    return total, found


async def _later_page(
    connection: AsyncConnection, values: Mapping[str, Any], filters: frozenset[str], call: ListAuditTrails, days: Days
) -> tuple[int, list[Any]]:
    """From the edge that is nearest."""
    edges = await _edges(connection, filters, values, days)
    reach = shortest_reach(edges, call.offset, call.perpage)
    if reach is None:
        return edges[-1].newer, []
    side = {"begin" if reach.forward else "over": reach.edge, "skip": reach.skip, "take": reach.take}
    statement = _page_statement(filters, forward=reach.forward)
    (found,) = await fetch_row(connection, statement, {**values, **side})
    return edges[-1].newer, found


def shortest_reach(edges: Sequence[Edge], offset: int, rows: int) -> Reach | None:
    """The shortest way to the page after ``offset`` events, from any edge in either direction; None beyond the end."""
    last = min(offset + rows, edges[-1].newer)
    if offset >= last:
        return None
    above = max((edge for edge in edges if edge.newer <= offset), key=lambda edge: edge.newer)
    below = min((edge for edge in edges if edge.newer >= last), key=lambda edge: edge.newer)
    if below.newer - last < offset - above.newer:
        return Reach(below.moment, forward=True, skip=below.newer - last, take=last - offset)
    return Reach(above.moment, forward=False, skip=offset - above.newer, take=last - offset)


async def _edges(
    connection: AsyncConnection, filters: frozenset[str], values: Mapping[str, Any], days: Days
) -> list[Edge]:
    """Where each day of the list begins, newest first; only the two ends where no days are kept."""
    edges = [Edge(days.over, 0)]
    counted_days, counts = await fetch_row(connection, _counts_statement(filters), values)
    for day, count in zip(counted_days, counts, strict=True):
        if count:
            edges.append(Edge(beginning(day) if day else days.begin, edges[-1].newer + count))
    return edges


@cache
def _counts_statement(filters: frozenset[str]) -> TextClause:
    return text(f"""
        with {KEPT_FOR}
        select coalesce(array_agg(c.day order by c.day desc), '{{}}'),
            coalesce(array_agg(c.events order by c.day desc), '{{}}')
        from ({_counts(filters)}) c
    """)  # noqa: S608 (constants)


def _kept_for(filters: frozenset[str]) -> str:
    """All clinics' days are always kept; said aloud, or the planner makes ready to count the events in parallel."""
    return "(select kept_for from kept)" if "clinic_id" in filters else "0"


def _counts(filters: frozenset[str]) -> str:
    """Events of each day, where days are kept; else of all days together, as a day that is null."""
    where = "".join(f" and {_CONDITIONS[name]}" for name in sorted(filters))
    counted = f"""
        select cast(null as date) as day, count(*) as events from audit_events e
        where e.occurred_at >= :begin and e.occurred_at < :over {where}
    """  # noqa: S608 (constants)
    if not filters <= _KEPT:
        return counted
    events = "d.total"
    if "event_status" in filters:
        events = "case when :event_status = 'FAILED' then d.failed else d.total - d.failed end"
    which = "d.dimension = 'key' and d.label = any(:event_keys)" if "event_keys" in filters else "d.dimension = 'all'"
    of_days = f"""
        select d.day, sum({events})::bigint as events from audit_days d
        where d.clinic_id = {_kept_for(filters)} and {which} and d.day between :start and :end
        group by d.day
    """  # noqa: S608 (constants)
    if "clinic_id" not in filters:
        return of_days
    return f"{of_days} union all select * from ({counted} and {_kept_for(filters)} is null) c"  # noqa: S608 (constants)


@cache
def _first_statement(filters: frozenset[str]) -> TextClause:
    return text(f"""
        with {KEPT_FOR}, page as materialized ({_page(filters, "desc", str(PAGE_SIZE))})
        select (select coalesce(sum(c.events), 0)::bigint from ({_counts(filters)}) c) as total,
            {_kept_for(filters)} is null as is_counted, {_FOUND} as found
    """)  # noqa: S608 (constants)


@cache
def _page_statement(filters: frozenset[str], *, forward: bool) -> TextClause:
    page = _page(filters, "asc" if forward else "desc")
    return text(f"with page as materialized ({page}) select {_FOUND}")


def _page(filters: frozenset[str], direction: str, reach: str = ":take offset :skip") -> str:
    """With a reach that is written out the planner knows enough to keep one plan."""
    where = "".join(f" and {_CONDITIONS[name]}" for name in sorted(filters))
    return f"""
        select e.* from audit_events e where e.occurred_at >= :begin and e.occurred_at < :over {where}
        order by e.occurred_at {direction}, e.id {direction} limit {reach}
    """  # noqa: S608 (constants)


def _filters(call: ListAuditTrails) -> dict[str, Any]:
    statuses = set(call.event_status or ())
    given: dict[str, Any] = {
        "clinic_id": call.clinic_id,
        "event_keys": list(call.event_keys or ()) or None,
        "event_status": statuses.pop() if len(statuses) == 1 else None,
        "user_types": _types(call.user_type or ()) or None,
        "resource_types": list(call.resource_type or ()) or None,
        "search": _containing(call.search_text),
    }
    return {name: value for name, value in given.items() if value is not None}


def _types(wanted: Sequence[str]) -> list[str]:
    """The console's own people are admins, too."""
    return [*wanted, *ACCOUNT_TYPES] if "admin" in wanted else list(wanted)


def _containing(term: str | None) -> str | None:
    if not term:
        return None
    escaped = term.lower().replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
    return f"%{escaped}%"
