"""SQL of the audit log's list: exact totals from daily rollups, and pages read from the nearest edge.

An edge is a moment for which the number of newer events is known: the two ends of the list, and the start of each day
with a rollup. A page is read from the nearest edge in either direction, which keeps deep pages fast. Each list is one
statement, which writes the events in the contract's format (decision 31).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import TextClause, text

from careops.calls.audit import AuditFilters, FindAuditTrails
from careops.constants import ACCOUNT_TYPES, PAGE_SIZE
from careops.contract import Page, RawJson
from careops_server.areas.audit.change_filter import is_change
from careops_server.areas.audit.detail_queries import is_readable, values_of
from careops_server.areas.audit.details import DetailAccess
from careops_server.areas.records.queries import event_name_of, event_record_of
from careops_server.core.audit.days import DateRange
from careops_server.core.audit.summary_queries import BUSY_EVENTS, KEPT_FOR, period, request_rollups
from careops_server.core.database.connection import Connection
from careops_server.core.queries.audit_events import event_fields
from careops_server.core.queries.json_pages import written_page
from careops_server.core.search.spellings import spellings
from careops_server.core.search.terms import containing

OF_STAFF: Final = f"e.actor_type in {ACCOUNT_TYPES}"
"""Condition of the index of actions of staff: constants, so that the planner can use it."""
_CONDITIONS: Final[Mapping[str, str]] = {
    "clinic_id": "e.clinic_id = :clinic_id",
    "event_keys": "e.key = any(:event_keys)",
    "event_status": "e.event_status = :event_status",
    "user_types": "e.actor_type = any(:user_types)",
    "resource_types": "e.resource_type = any(:resource_types)",
    "hours": "extract(hour from e.occurred_at at time zone 'Asia/Kolkata')::integer::text = any(:hours)",
    "changes_only": is_change("e.key"),
    "actor_id": f"e.actor_id = :actor_id and {OF_STAFF}",
}
_SEARCHED: Final = """
    lower(concat_ws(' ', e.key, e.event_status, e.actor_name, e.actor_type, e.patient_name, e.resource_type,
        e.resource_id, e.ip_address, {description} e.user_agent {parameters}))
"""
_COMPLETE: Final = _SEARCHED.format(description="e.description,", parameters=", e.parameters::text")
_WITHOUT_DETAILS: Final = _SEARCHED.format(description="", parameters="")
_SEARCHES: Final[Mapping[str, str]] = {"search": "like :search", "search_spellings": "~ :search_spellings"}
"""Comparisons of the searched text, by filter."""
_KEPT: Final = (
    frozenset({"clinic_id", "event_status", "event_keys", "changes_only"}),
    frozenset({"clinic_id", "event_status", "hours"}),
)
"""Combinations of filters whose totals come from daily rollups."""
_OF_EVENT: Final = f"""
            (select c from (select p.clinic_id as id, (select name from clinics where id = p.clinic_id) as name) c
             where c.id is not null) as clinic, {event_name_of("p")} as record_name,
            {event_record_of("p")} as record,"""
"""Fields of an event in our own list."""


async def list_events(
    connection: Connection,
    call: AuditFilters,
    days: DateRange,
    access: DetailAccess,
    *,
    named: Sequence[str],
) -> RawJson[Page[Any]]:
    """Return one page, newest first, and the exact number of matching events.

    Events that ``access`` shows without details are not found by their details. ``named`` are the types of records
    whose names our own list contains.
    """
    is_own = isinstance(call, FindAuditTrails)
    filters = _filters(call)
    names = frozenset(filters)
    values = {**period(call.clinic_id, days), **filters, "offset": call.offset}
    if not access.is_full:
        values |= values_of(access)
    if is_own:
        values |= {"named": list(named), "calls": access.calls}
    statement = (_first_page if call.page == 1 else _later_page)(names, is_own, not access.is_full)
    keep_plan = names.isdisjoint(_SEARCHES)
    total, is_counted, events = (await connection.execute(statement, values, keep_plan=keep_plan)).one_row()
    if total > BUSY_EVENTS and is_counted and "clinic_id" in names and _is_kept(names):
        await request_rollups(connection, values["clinic_id"])
    return written_page(events, total=total, perpage=call.perpage)


def _is_kept(filters: frozenset[str]) -> bool:
    return any(filters <= stored_filters for stored_filters in _KEPT)


def _rollup_source(filters: frozenset[str]) -> str:
    return f"{KEPT_FOR}," if "clinic_id" in filters else ""


def _rollup_clinic(filters: frozenset[str]) -> str:
    """Return SQL for the clinic with rollups. For all clinics it is the constant 0; otherwise the planner would prepare
    to count the events in parallel.
    """
    return "(select kept_for from rollup_source)" if "clinic_id" in filters else "0"


def _where(filters: frozenset[str], is_restricted: bool) -> str:
    """Return the conditions of the filters. Details that the caller may not read are not searched."""
    conditions = [_CONDITIONS[name] for name in sorted(filters - _SEARCHES.keys())]
    for comparison in (_SEARCHES[name] for name in sorted(filters & _SEARCHES.keys())):
        conditions.append(f"{_COMPLETE} {comparison}")
        if is_restricted:
            conditions.append(f"({_WITHOUT_DETAILS} {comparison} or {is_readable('e')})")
    return "".join(f" and {condition}" for condition in conditions)


def _counts(filters: frozenset[str], is_restricted: bool) -> str:
    """Return SQL for the events per day from rollups, else for all days together with a null day."""
    where = _where(filters, is_restricted)
    counted = f"""
        select cast(null as date) as day, count(*) as events from audit_events e
        where e.occurred_at >= :begin and e.occurred_at < :over {where}
    """
    if not _is_kept(filters):
        return counted
    events = "d.total"
    if "event_status" in filters:
        events = "case when :event_status = 'FAILED' then d.failed else d.total - d.failed end"
    changes = f" and {is_change('d.label')}" if "changes_only" in filters else ""
    which = f"d.dimension = '{'key' if changes else 'all'}'{changes}"
    for name, dimension in (("event_keys", "key"), ("hours", "hour")):
        if name in filters:
            which = f"d.dimension = '{dimension}' and d.label = any(:{name}){changes}"
    of_days = f"""
        select d.day, sum({events})::bigint as events from audit_days d
        where d.clinic_id = {_rollup_clinic(filters)} and {which} and d.day between :start and :end
        group by d.day
    """
    if "clinic_id" not in filters:
        return of_days
    return f"{of_days} union all select * from ({counted} and {_rollup_clinic(filters)} is null) c"


def _events_json(is_own: bool, is_restricted: bool) -> str:
    """Return SQL for the events of the page as JSON, with clinics and names in our own list.

    Whole rows, which is twice as fast as naming every field in json_build_object.
    """
    fields = event_fields("p", readable=is_readable("p") if is_restricted else None)
    return f"""
        cast((select coalesce(json_agg(item), '[]') from (
            select {_OF_EVENT if is_own else ""} {fields}
            from page p order by p.occurred_at desc, p.id desc
        ) item) as text)
    """


@cache
def _first_page(filters: frozenset[str], is_own: bool, is_restricted: bool) -> TextClause:
    """Return the statement of the first page, the most frequent request. It has no edges, and its constant limit lets
    PostgreSQL keep one plan.
    """
    return text(f"""
        with {_rollup_source(filters)}
            page as materialized ({_events(filters, is_restricted, "desc", limit=str(PAGE_SIZE), offset="0")})
        select (select coalesce(sum(c.events), 0)::bigint from ({_counts(filters, is_restricted)}) c),
            {_rollup_clinic(filters)} is null, {_events_json(is_own, is_restricted)}
    """)


@cache
def _later_page(filters: frozenset[str], is_own: bool, is_restricted: bool) -> TextClause:
    """Return the statement of later pages. It contains both directions; the longer one has a limit of 0 and is not
    executed.
    """
    older = _events(
        filters,
        is_restricted,
        "desc",
        "and e.occurred_at < (select above from way)",
        limit="(select case when forward then 0 else last - first end from way)",
        offset="(select first - newer_above from way)",
    )
    newer = _events(
        filters,
        is_restricted,
        "asc",
        "and e.occurred_at >= (select below from way)",
        limit="(select case when forward then last - first else 0 end from way)",
        offset="(select newer_below - last from way)",
    )
    return text(f"""
        with {_rollup_source(filters)} edges as materialized (
            select coalesce(:begin + (c.day - :start) * interval '24 hours', :begin) as moment,
                sum(c.events) over (order by c.day desc)::bigint as newer
            from ({_counts(filters, is_restricted)}) c where c.events > 0
            union all select :over, 0
        ),
        page_range as materialized (
            select e.total, least(:offset, e.total) as first, least(:offset + {PAGE_SIZE}, e.total) as last
            from (select max(newer) as total from edges) e
        ),
        way as materialized (
            select w.first, w.last, above.moment as above, above.newer as newer_above,
                below.moment as below, below.newer as newer_below,
                below.newer - w.last < w.first - above.newer as forward
            from page_range w,
                lateral (select * from edges e where e.newer <= w.first order by e.newer desc limit 1) above,
                lateral (select * from edges e where e.newer >= w.last order by e.newer limit 1) below
        ),
        page as materialized (({older}) union all ({newer}))
        select (select total from page_range), {_rollup_clinic(filters)} is null, {_events_json(is_own, is_restricted)}
    """)


def _events(
    filters: frozenset[str], is_restricted: bool, direction: str, side: str = "", *, limit: str, offset: str
) -> str:
    """Return SQL for events. Both ends of the range are always included, so that the planner excludes partitions."""
    where = _where(filters, is_restricted)
    return f"""
        select e.* from audit_events e where e.occurred_at >= :begin and e.occurred_at < :over {side} {where}
        order by e.occurred_at {direction}, e.id {direction} limit {limit} offset {offset}
    """


def _filters(call: AuditFilters) -> dict[str, Any]:
    statuses = set(call.event_status or ())
    expression = spellings((call.search_text or "").lower())
    values: dict[str, Any] = {
        "clinic_id": call.clinic_id,
        "event_keys": list(call.event_keys or ()) or None,
        "event_status": statuses.pop() if len(statuses) == 1 else None,
        "user_types": _types(call.user_type or ()) or None,
        "resource_types": list(call.resource_type or ()) or None,
        "search": containing(call.search_text) if expression is None else None,
        "search_spellings": expression,
    }
    if isinstance(call, FindAuditTrails):
        values |= {"hours": list(call.hours or ()) or None, "actor_id": call.actor_id}
        values["changes_only"] = call.changes_only or None
    return {name: value for name, value in values.items() if value is not None}


def _types(types: Sequence[str]) -> list[str]:
    """Return the account types for a filter. Those of console staff count as admins, too."""
    return [*types, *ACCOUNT_TYPES] if "admin" in types else list(types)
