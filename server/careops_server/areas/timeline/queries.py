"""SQL of timelines: one statement that reads the keys of each source from an index, merges them, and reads the objects.

A position in the list becomes a bound for each source, which its index reads from. Each source returns at most one
answer's number of keys, so that the cost does not depend on the length of the timeline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID

import orjson
from sqlalchemy import TextClause, text

from careops.calls import timeline as calls
from careops.calls.follow_ups import FollowUp
from careops.calls.notes import Note
from careops.calls.payments import Payment
from careops.calls.subscriptions import BillingPayment
from careops.contract import KeysetPage, RawJson
from careops.models.doctors import Decision
from careops.models.record_refs import Record
from careops.record_kinds import RecordKind
from careops_server.areas.audit.change_filter import is_change
from careops_server.areas.audit.detail_queries import is_readable, values_of
from careops_server.areas.audit.details import DetailAccess
from careops_server.areas.follow_ups.queries import FOLLOW_UPS
from careops_server.areas.notes.queries import NOTES
from careops_server.areas.records.access import RESOURCE_TYPE
from careops_server.areas.records.queries import event_name_of, event_record_of
from careops_server.areas.timeline.sources import GROUP_OF_AREA, GROUP_OF_KEY, EntrySource
from careops_server.core.database.connection import Connection
from careops_server.core.queries.audit_events import event_fields
from careops_server.core.queries.json_select import fields_of, moment, one_object

_MAX: Final = calls.MAX_LIMIT + 1
"""Keys of each source; the last one shows whether entries follow. A constant, so that PostgreSQL keeps the plan."""
_START: Final = datetime(9999, 12, 31, tzinfo=UTC)
_MIN_UUID: Final = UUID(int=0)
_MICROSECOND: Final = timedelta(microseconds=1)


def _cases(mapping: Mapping[str, str]) -> str:
    return " ".join(f"when '{word}' then '{group}'" for word, group in mapping.items())


# A filter evaluates this for each key of the index, so that the first word is split off once.
_GROUP_OF_EVENT: Final = f"""
    case e.key {_cases(GROUP_OF_KEY)}
    else case split_part(e.key, '.', 1) {_cases(GROUP_OF_AREA)} else 'other' end end
"""


@dataclass(frozen=True)
class _Keys:
    """Keys of entries: the rows of a record with their condition, and the columns of time and id."""

    rows: str
    at: str
    number: str


_REQUESTS: Final = """
    change_requests c join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
    where c.id = any(array(select t.request_id from change_request_targets t where {record}))
        and exists (
            select from change_request_targets t where t.request_id = c.id and t.revision = c.revision and {record}
        )
        and v.calls <@ cast(:calls as text[])
"""
_KEYS: Final[Mapping[calls.EntryKind, _Keys]] = {
    "payment": _Keys("payments p where p.clinic_id = :record_id", "p.created_at", "p.id"),
    "billing_payment": _Keys("billing_payments p where p.user_id = :record_id", "p.created_at", "p.id"),
    "verification": _Keys("doctor_verifications v where v.doctor_id = :record_id", "v.decided_at", "v.id"),
    "change_request": _Keys(_REQUESTS, "c.created_at", "c.id"),
    "note": _Keys("notes n where n.kind = '{kind}' and n.record_id = :record_id", "n.created_at", "n.id"),
    "follow_up": _Keys("follow_ups f where f.kind = '{kind}' and f.record_id = :record_id", "f.created_at", "f.id"),
}
_OBJECTS: Final[Mapping[calls.EntryKind, str]] = {
    "payment": one_object(Payment, "payments p", where="p.id = k.number"),
    "billing_payment": one_object(BillingPayment, "billing_payments p", where="p.id = k.number"),
    "verification": one_object(Decision, "doctor_verifications v", where="v.id = k.number"),
    "change_request": f"""
        (select row_to_json(item) from (
            select {fields_of(calls.RequestOutline, "c", {name: f"v.{name}" for name in ("title", "calls", "targets")})}
            from change_requests c
                join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
            where c.id = k.number
        ) item)
    """,
    "note": one_object(Note, "notes n", read=NOTES.read, where="n.id = k.number"),
    "follow_up": one_object(FollowUp, "follow_ups f", read=FOLLOW_UPS.read, where="f.id = k.number"),
}
"""Object of an entry whose key is ``k``."""
_OF_EVENT: Final = "case k.kind when 'audit_event' then (select {} from audit_events e where {}) end"
_IS_EVENT: Final = "e.occurred_at = k.at and e.id = k.event"


async def read_timeline(
    connection: Connection,
    call: calls.ReadTimeline,
    record: Record,
    sources: Sequence[EntrySource],
    access: DetailAccess,
    *,
    named: Sequence[str],
) -> RawJson[KeysetPage[calls.TimelineEntry]]:
    """Return the entries after a position.

    ``access`` decides on the details of events, and on change requests; ``named`` are the types of records with names.
    """
    if not sources:
        return RawJson({"items": [], "next": None})
    values: dict[str, Any] = {"record_id": record.id, "resource_id": str(record.id), "limit": call.limit + 1}
    values |= {**values_of(access), "groups": list(call.groups or ()), "named": list(named)}
    before = None if call.before is None else calls.Position.parse(call.before)
    for source in sources:
        values[f"at_{source.kind}"], values[f"id_{source.kind}"] = _bound(source.kind, before)
    statement = _statement(
        record.kind,
        tuple(sources),
        is_filtered=bool(call.groups),
        changes_only=bool(call.changes_only),
        is_restricted=not access.is_full,
    )
    rows = (await connection.execute(statement, values)).all()
    page = rows[: call.limit]
    items = orjson.Fragment(f"[{','.join(row.entry for row in page)}]")
    following = None
    if len(rows) > call.limit:
        last = page[-1]
        following = str(calls.Position(last.at, last.kind, last.number if last.event is None else last.event))
    return RawJson({"items": items, "next": following})


def _bound(kind: calls.EntryKind, before: calls.Position | None) -> tuple[datetime, int | UUID]:
    """Return the time and id that the entries of a kind have to precede.

    Entries with the time of the position follow it if their kind is a later one.
    """
    least = _MIN_UUID if kind == "audit_event" else 0
    if before is None:
        return _START, least
    if kind == before.kind:
        return before.at, before.id
    is_later = calls.ENTRY_KINDS.index(kind) > calls.ENTRY_KINDS.index(before.kind)
    return before.at + _MICROSECOND if is_later else before.at, least


@cache
def _statement(
    kind: RecordKind, sources: tuple[EntrySource, ...], *, is_filtered: bool, changes_only: bool, is_restricted: bool
) -> TextClause:
    objects_by_kind = {**_OBJECTS, "audit_event": _event_object(is_restricted)}
    keys = " union all ".join(f"({_keys(kind, source, sources, is_filtered, changes_only)})" for source in sources)
    read = {source.kind for source in sources}
    objects = ", ".join(
        f"'{name}', " + (f"case k.kind when '{name}' then {objects_by_kind[name]} end" if name in read else "null")
        for name in calls.ENTRY_KINDS
    )
    name, owner = (
        _OF_EVENT.format(sql, _IS_EVENT) if "audit_event" in read else "null"
        for sql in (event_name_of("e"), event_record_of("e"))
    )
    order = "k.at desc, k.rank, k.number desc, k.event desc"
    return text(f"""
        with k as materialized (select * from ({keys}) k order by {order} limit :limit)
        select k.at, k.kind, k.number, k.event, cast(json_build_object(
            'at', {moment("k.at")}, 'kind', k.kind, 'group', k.entry_group,
            'id', coalesce(cast(k.event as text), cast(k.number as text)), {objects},
            'record_name', {name}, 'record', {owner}
        ) as text) as entry
        from k order by {order}
    """)


def _event_object(is_restricted: bool) -> str:
    fields = event_fields("e", readable=is_readable("e") if is_restricted else None)
    return f"""
        (select row_to_json(item) from (
            select {fields} from audit_events e where e.occurred_at = k.at and e.id = k.event
        ) item)
    """


def _keys(
    kind: RecordKind, source: EntrySource, sources: tuple[EntrySource, ...], is_filtered: bool, changes_only: bool
) -> str:
    rank = calls.ENTRY_KINDS.index(source.kind)
    if source.kind == "audit_event":
        return _keys_of_events(kind, sources, rank, is_filtered, changes_only)
    record = "t.clinic_id = :record_id"
    if kind != "clinic":
        record = f"t.resource_type = '{RESOURCE_TYPE[kind]}' and t.resource_id = :resource_id"
    keys = _KEYS[source.kind]
    return f"""
        select n.at, {rank} as rank, '{source.kind}' as kind, '{source.group}' as entry_group, n.number,
            cast(null as uuid) as event
        from (
            select {keys.at} as at, {keys.number} as number from {keys.rows.format(record=record, kind=kind)}
                and ({keys.at}, {keys.number}) < (:at_{source.kind}, :id_{source.kind})
            order by {keys.at} desc, {keys.number} desc limit {_MAX}
        ) n
    """


def _keys_of_events(
    kind: RecordKind, sources: tuple[EntrySource, ...], rank: int, is_filtered: bool, changes_only: bool
) -> str:
    """Return SQL for the keys of audit events. All columns are in the index, which filters without reading events.

    The comparison of the time alone excludes newer partitions.
    """
    record = "e.clinic_id = :record_id"
    if kind != "clinic":
        record = f"e.resource_type = '{RESOURCE_TYPE[kind]}' and e.resource_id = :resource_id"
    replaced = sorted({key for source in sources for key in source.replaces})
    if replaced:
        words = ", ".join(f"'{key}'" for key in replaced)
        record = f"{record} and (e.key not in ({words}) or e.event_status <> 'SUCCESS')"
    if changes_only:
        record = f"{record} and {is_change('e.key')}"
    if is_filtered:
        record = f"{record} and {_GROUP_OF_EVENT} = any(:groups)"
    return f"""
        select n.at, {rank} as rank, 'audit_event' as kind, n.entry_group, cast(null as bigint) as number, n.event
        from (
            select e.occurred_at as at, e.id as event, {_GROUP_OF_EVENT} as entry_group from audit_events e
            where {record} and e.occurred_at <= :at_audit_event
                and (e.occurred_at, e.id) < (:at_audit_event, :id_audit_event)
            order by e.occurred_at desc, e.id desc limit {_MAX}
        ) n
    """
