"""SQL of Today: items of the sources, claims and snoozes.

Every statement reads a source through its partial index, from its oldest row within the horizon, and stops after a
fixed number of rows. The statements of all sources are one, so that a page takes one round trip.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID

from sqlalchemy import TextClause, text

from careops.calls.today import LEASE_MINUTES, MAX_COUNTED, MAX_ITEMS, TodayQueue
from careops.constants import TIMEZONE
from careops.record_kinds import NoteKind
from careops_server.core.database.connection import Connection
from careops_server.core.queries.json_select import moment
from careops_server.core.today import TodaySource

Sources = tuple[TodaySource, ...]
_NOW: Final = "cast(:now as timestamptz)"
_TODAY: Final = "cast(:today as date)"
_CANDIDATES: Final = 50
"""Items of each source among which the next one is chosen."""
# A claim ends with its session, however the session ends. Sessions of a gateway are in another table.
_HELD: Final = f"""
    k.leased_until > {_NOW}
    and not exists (select from sessions s where s.id = k.session_id and s.ended_at is not null)
"""
_CLAIM: Final = text(f"""
    insert into today_claims as k (source, record_id, reason, user_id, user_name, session_id, leased_until)
    values (:source, :record_id, :reason, :user_id, :user_name, :session_id,
        {_NOW} + interval '{LEASE_MINUTES} minutes')
    on conflict (source, record_id) do update
    set reason = excluded.reason, user_id = excluded.user_id, user_name = excluded.user_name,
        session_id = excluded.session_id, leased_until = excluded.leased_until
    where k.user_id = excluded.user_id or not ({_HELD} and coalesce(k.reason, excluded.reason) = excluded.reason)
    returning true
""")
_HOLDER: Final = text(f"""
    select user_id, user_name from today_claims k
    where source = :source and record_id = :record_id and coalesce(k.reason, :reason) = :reason and {_HELD}
""")
# The row stays until the cleanup, because a released item comes last for the caller.
_RELEASE: Final = text(f"""
    update today_claims k set leased_until = {_NOW}
    where source = :source and record_id = :record_id and user_id = :user_id and {_HELD} returning true
""")
_DROP_CLAIM: Final = text("delete from today_claims where source = :source and record_id = :record_id")
_FORGET_SESSION: Final = text("delete from today_claims where session_id = :session_id")
_SNOOZED: Final = text("""
    select until from today_snoozes
    where source = :source and record_id = :record_id and coalesce(reason, :reason) = :reason
""")
_SNOOZE: Final = text("""
    insert into today_snoozes as s (source, record_id, reason, until, user_id, user_name)
    values (:source, :record_id, :reason, :until, :user_id, :user_name)
    on conflict (source, record_id) do update
    set reason = excluded.reason, until = excluded.until, user_id = excluded.user_id, user_name = excluded.user_name,
        snoozed_at = now()
""")
_UNSNOOZE: Final = text("delete from today_snoozes where source = :source and record_id = :record_id")


@dataclass(frozen=True)
class Reader:
    """The caller of a statement, and its time."""

    user_id: int
    role: str
    """Account type."""
    calls: list[str]
    """Calls that the caller may make, by their names."""
    kinds: list[NoteKind]
    """Kinds of records that the caller may read."""
    now: datetime
    today: date
    """Day in India."""

    @property
    def values(self) -> dict[str, Any]:
        """Parameters of the statements."""
        return dict(vars(self))


@dataclass(frozen=True)
class ItemKey:
    """Source, record and reason of an item."""

    source: str
    record_id: str
    reason: str

    @property
    def values(self) -> dict[str, Any]:
        """Parameters of the statements."""
        return dict(vars(self))


async def read_queues(connection: Connection, sources: Sources, reader: Reader) -> list[TodayQueue]:
    """Return the due items of the sources, in one statement."""
    if not sources:
        return []
    rows = (await connection.execute(_page(sources), reader.values)).scalars().all()
    return [TodayQueue.model_validate(row) for row in rows]


async def claim_next(
    connection: Connection, sources: Sources, reader: Reader, *, user_name: str, session_id: UUID
) -> ItemKey | None:
    """Claim the most urgent due item that is free, and return it; None if there is none.

    Concurrent calls lock different items without waiting for each other. An item that was claimed between the snapshot
    and the lock is skipped.
    """
    while sources:
        row = (await connection.execute(_next(sources), reader.values)).one_or_none()
        if row is None:
            return None
        key = ItemKey(row.source, row.record_id, row.reason)
        if await claim(connection, key, reader, user_name=user_name, session_id=session_id):
            return key
    return None


async def find_item(connection: Connection, source: TodaySource, record_id: str, reader: Reader) -> ItemKey | None:
    """Return the due item of a record, snoozed or not; None if it is not due."""
    if source.id_type == "bigint" and not (record_id.isascii() and record_id.isdecimal() and len(record_id) < 19):
        return None
    values = {**reader.values, "record_id": record_id}
    row = (await connection.execute(_due_one(source), values)).one_or_none()
    return None if row is None else ItemKey(source.name, record_id, row.reason)


async def read_item(connection: Connection, source: TodaySource, record_id: str, reader: Reader) -> dict[str, Any]:
    """Return one due item. Raises ``LookupError`` if it is not due."""
    values = {**reader.values, "record_id": record_id}
    item: dict[str, Any] = (await connection.execute(_item(source), values)).scalar_one(dict)
    return item


async def claim(connection: Connection, key: ItemKey, reader: Reader, *, user_name: str, session_id: UUID) -> bool:
    """Claim an item or renew the caller's claim. Return False if another user has claimed it."""
    values = {**key.values, "user_id": reader.user_id, "user_name": user_name, "session_id": session_id}
    return (await connection.execute(_CLAIM, {**values, "now": reader.now})).one_or_none() is not None


async def find_holder(connection: Connection, key: ItemKey, now: datetime) -> tuple[int, str] | None:
    """Return the id and name of the user who has claimed an item."""
    row = (await connection.execute(_HOLDER, {**key.values, "now": now})).one_or_none()
    return None if row is None else (row.user_id, row.user_name)


async def release(connection: Connection, source: str, record_id: str, reader: Reader) -> bool:
    """End the caller's claim. Return whether there was one."""
    values = {"source": source, "record_id": record_id, "user_id": reader.user_id, "now": reader.now}
    return (await connection.execute(_RELEASE, values)).one_or_none() is not None


async def snooze(connection: Connection, key: ItemKey, until: date, reader: Reader, *, user_name: str) -> date | None:
    """Snooze an item and end its claim. Return its previous day."""
    before = await find_snooze(connection, key)
    values = {**key.values, "until": until, "user_id": reader.user_id, "user_name": user_name}
    await connection.execute(_SNOOZE, values)
    await connection.execute(_DROP_CLAIM, key.values)
    return before


async def find_snooze(connection: Connection, key: ItemKey) -> date | None:
    """Return the day on which a snoozed item appears again."""
    return (await connection.execute(_SNOOZED, key.values)).scalar_one_or_none(date)


async def unsnooze(connection: Connection, key: ItemKey) -> None:
    """Show a snoozed item again."""
    await connection.execute(_UNSNOOZE, key.values)


async def forget_session(connection: Connection, session_id: UUID) -> None:
    """Delete the claims of a session."""
    await connection.execute(_FORGET_SESSION, {"session_id": session_id})


async def drop_dead_rows(connection: Connection, sources: Sources, now: datetime) -> None:
    """Delete claims and snoozes of records that need no attention any more."""
    for source in sources:
        for statement in _dead(source):
            await connection.execute(statement, {"now": now} if ":now" in str(statement) else {})


def explain(source: TodaySource) -> TextClause:
    """Return the statement of one source's part of the page, for the tests of its plan."""
    return text(f"explain (format json) {_page((source,)).text}")


def _seconds(span: timedelta) -> str:
    return f"make_interval(secs => {span.total_seconds():.0f})"


def _due_by(source: TodaySource) -> str:
    if source.at_is_day:
        return f"{source.at} <= {_TODAY}"
    return f"{source.at} <= {_NOW} - {_seconds(source.due_after)}"


def _past(source: TodaySource) -> str:
    """Return SQL for the newest time or day before the horizon."""
    if source.at_is_day:
        return f"{_TODAY} - {source.horizon.days}"
    return f"{_NOW} - {_seconds(source.horizon)}"


def _within(source: TodaySource) -> str:
    return f"{source.at} > {_past(source)} and {_due_by(source)}"


def _time(source: TodaySource, at: str) -> str:
    """Return SQL for the time of a value of ``at``: the start of a day in India."""
    return f"(cast({at} as timestamp) at time zone '{TIMEZONE}')" if source.at_is_day else at


def _conditions(source: TodaySource) -> str:
    return f"{source.open} and {source.only} and {source.visible}"


def _rows(source: TodaySource) -> str:
    if not source.either:
        return source.table
    return (
        f"({' union all '.join(f'select t.* from {source.table} where {condition}' for condition in source.either)}) t"
    )


def _is_record(source: TodaySource, record_id: str) -> str:
    return f"{source.id} = cast({record_id} as {source.id_type})"


def _key(source: TodaySource) -> str:
    return f"cast({source.id} as text)"


def _same_reason(source: TodaySource, table: str) -> str:
    return f"coalesce({table}.reason, {source.reason}) = {source.reason}"


def _due(source: TodaySource, *, most: int, also: str = "true") -> str:
    """Return SQL for the oldest due rows of a source: ids, times and reasons."""
    return f"""
        select {source.id} as id, {source.at} as at, {source.reason} as reason from {_rows(source)}
        where {_conditions(source)} and {_within(source)} and {also}
        order by {source.at}, {source.id} limit {most}
    """


def _not_snoozed(source: TodaySource) -> str:
    return f"""not exists (
        select from today_snoozes z
        where z.source = '{source.name}' and z.record_id = {_key(source)} and z.until > {_TODAY}
            and {_same_reason(source, "z")}
    )"""


def _items(source: TodaySource, rows: str, order: str) -> str:
    """Return SQL for a JSON array of items. ``rows`` are their ids, with the alias ``r``."""
    empty = dict.fromkeys(("detail", "amount", "note_id", "news"), "null")
    fields = {**empty, "record": source.record, **source.fields}
    columns = ", ".join(f"'{name}', {sql}" for name, sql in fields.items())
    return f"""
        select coalesce(json_agg(json_build_object(
            'source', '{source.name}', 'verb', '{source.verb}', 'record_id', {_key(source)}, {columns},
            'at', {moment(_time(source, source.at))}, 'day', {source.at if source.at_is_day else "null"},
            'due_at', {moment(f"({_time(source, source.at)} + {_seconds(source.due_after)})")},
            'claimed_by', k.user_name, 'claimed_until', {moment("k.leased_until")},
            'mine', coalesce(k.user_id = :user_id, false),
            'snoozed_until', z.until, 'snoozed_by', z.user_name
        ) order by {order}), '[]')
        from ({rows}) r join {_rows(source)} on {source.id} = r.id and {_conditions(source)} {source.joins}
            left join today_claims k on k.source = '{source.name}' and k.record_id = {_key(source)} and {_HELD}
                and {_same_reason(source, "k")}
            left join today_snoozes z on z.source = '{source.name}' and z.record_id = {_key(source)}
                and z.until > {_TODAY} and {_same_reason(source, "z")}
    """


def _queue(source: TodaySource) -> str:
    """Return SQL for one source of the page."""
    capped = MAX_COUNTED + 1
    older = "select 0"
    if source.has_older:
        older = f"""select count(*) from (
            select from {_rows(source)}
            where {_conditions(source)} and {source.at} <= {_past(source)} limit {capped}
        ) o"""
    snoozed = f"""
        select {source.id} as id, z.until from today_snoozes z
            join {_rows(source)} on {_is_record(source, "z.record_id")}
        where z.source = '{source.name}' and z.until > {_TODAY}
            and {_same_reason(source, "z")} and {_conditions(source)} and {_within(source)}
    """
    order = f"{source.at}, {source.id}"
    urgent = _items(source, f"select id from due order by at, id limit {MAX_ITEMS}", order)
    sleeping = _items(source, f"select id from asleep order by until, id limit {MAX_ITEMS}", f"z.until, {order}")
    return f"""(
        with due as materialized ({_due(source, most=capped, also=_not_snoozed(source))}),
            asleep as materialized ({snoozed}),
            past (number) as materialized ({older})
        select json_build_object(
            'source', '{source.name}', 'personal', {source.priority == 0},
            'count', least((select count(*) from due), {MAX_COUNTED}),
            'count_capped', (select count(*) from due) > {MAX_COUNTED},
            'oldest_at', (select {moment(_time(source, "min(at)"))} from due),
            'oldest_day', {"(select min(at) from due)" if source.at_is_day else "null"},
            'older', least((select number from past), {MAX_COUNTED}),
            'older_capped', (select number from past) > {MAX_COUNTED},
            'items', ({urgent}),
            'snoozed', (select count(*) from asleep),
            'snoozed_items', ({sleeping})
        )
    )"""


@cache
def _page(sources: Sources) -> TextClause:
    return text(" union all ".join(_queue(source) for source in sources))


@cache
def _next(sources: Sources) -> TextClause:
    """Return SQL for the most urgent free item that no other transaction locks. It stays locked until the commit."""
    parts = []
    for source in sources:
        free = f"""{_not_snoozed(source)} and not exists (
            select from today_claims k where k.source = '{source.name}' and k.record_id = {_key(source)} and {_HELD}
                and {_same_reason(source, "k")}
        )"""
        parts.append(f"""(
            select '{source.name}' as source, cast(d.id as text) as record_id, d.reason, {source.priority} as priority,
                {_time(source, "d.at")} + {_seconds(source.due_after)} as due_at
            from ({_due(source, most=_CANDIDATES, also=free)}) d
        )""")
    return text(f"""
        select source, record_id, reason from (
            select f.source, f.record_id, f.reason from ({" union all ".join(parts)}) f
            order by exists (
                select from today_claims k where k.source = f.source and k.record_id = f.record_id
                    and k.user_id = :user_id and k.leased_until > {_NOW} - interval '{LEASE_MINUTES} minutes'
            ), f.priority, f.due_at, f.source, f.record_id
            offset 0
        ) free
        where pg_try_advisory_xact_lock(hashtextextended('today ' || source || ' ' || record_id, 0))
        limit 1
    """)


@cache
def _due_one(source: TodaySource) -> TextClause:
    return text(f"""
        select {source.reason} as reason from {_rows(source)}
        where {_is_record(source, ":record_id")} and {_conditions(source)} and {_within(source)}
    """)


@cache
def _item(source: TodaySource) -> TextClause:
    due = f"select {source.id} as id from {_rows(source)} where {_is_record(source, ':record_id')}"
    return text(f"select items -> 0 from ({_items(source, due, source.at)}) t (items)")


@cache
def _dead(source: TodaySource) -> tuple[TextClause, TextClause]:
    """Return statements that delete the claims and the snoozes of rows that are not open for their reason any more."""

    def dead(table: str) -> TextClause:
        only = "true"
        if table == "today_claims":
            role = "any(select a.account_type from user_accounts a where a.user_id = d.user_id)"
            only = f"{source.only} and ({' or '.join(source.either) or 'true'})"
            only = only.replace(":user_id", "d.user_id").replace(":role", role)
        return text(f"""
            delete from {table} d where d.source = '{source.name}' and not exists (
                select from {source.table} where {_is_record(source, "d.record_id")} and {_same_reason(source, "d")}
                    and {source.open} and {only}
            )
        """)

    return dead("today_claims"), dead("today_snoozes")
