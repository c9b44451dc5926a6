"""SQL of the leads' export: the database writes CSV in pieces of some thousand rows.

Each piece is a separate read that continues after the previous one. A slow client therefore holds neither a connection
nor a snapshot, and memory holds one piece at most.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Select, TextClause, select, text

from careops.calls.leads import ExportLeads
from careops_server.areas.exports.writers import CsvWriter
from careops_server.areas.leads.queries import SEARCHED, WHERE, total_from_counters
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.queries.json_select import moment_in_india
from careops_server.core.queries.list_query import Filters
from careops_server.core.search.terms import conditions, patterns
from careops_server.core.search.typo_tolerance import phonetic_terms

_PIECE: Final = 2_000
_COLUMNS: Final[Mapping[str, str]] = {
    "id": "cast(l.id as text)",
    "created_at": moment_in_india("l.created_at"),
    "campaign_id": "cast(l.ad_campaign_id as text)",
    "campaign_name": "a.campaign_name",
    "clinic_id": "cast(l.clinic_id as text)",
    "clinic_name": "c.name",
    "first_name": "l.first_name",
    "last_name": "l.last_name",
    "phone_number": "l.phone_number",
    "email": "l.email",
    "campaign_start_time": moment_in_india("a.start_time"),
    "campaign_end_time": moment_in_india("a.end_time"),
}
# Prefixes that spreadsheets take for formulas. The apostrophe is included, so that the escaping is reversible (SEC-49).
_FORMULA: Final = "'^[''=+@\\t\\r＝＋－＠-]'"


@dataclass(frozen=True)
class Export:
    """An export: the number of leads, and the names of their UTM details at the time of the request."""

    values: Mapping[str, Any]
    where: str
    names: tuple[str, ...]
    count: int
    day: date

    async def pieces(
        self, database: Database, on_read: Callable[[int], Awaitable[None]]
    ) -> AsyncGenerator[bytes, None]:
        """Yield the file, and report the number of leads of each piece. Raises ``ApiError`` if the database is
        unreachable.
        """
        yield CsvWriter().begin([*_COLUMNS, *self.names])
        columns = {f"utm_{place}": name for place, name in enumerate(self.names)}
        after: tuple[datetime, int] | None = None
        while True:
            count, lines, at, id = await self._piece(database, columns, after)
            await on_read(count)
            if lines:
                yield lines.encode()
            if count < _PIECE:
                return
            after = (at, id)

    async def _piece(
        self, database: Database, columns: Mapping[str, str], after: tuple[datetime, int] | None
    ) -> tuple[Any, ...]:
        statement = _piece(self.where, len(columns), goes_on=after is not None)
        values = {**self.values, **columns, **({"at": after[0], "last": after[1]} if after else {})}

        async def read(connection: Connection) -> tuple[Any, ...]:
            piece: tuple[Any, ...] = (await connection.execute(statement, values, keep_plan=False)).one_row()
            return piece

        return await database.read(read)


async def export(connection: Connection, call: ExportLeads) -> Export:
    """Prepare the export."""
    values: dict[str, Any] = {name: getattr(call, name) for name in WHERE if getattr(call, name) is not None}
    alike = await phonetic_terms(connection, "leads", call.search_text)
    values |= patterns("search_text", call.search_text, phonetic=alike)
    narrowed = [WHERE[name] for name in sorted(WHERE.keys() & values.keys())]
    where = " and ".join(["true", *narrowed, *conditions(SEARCHED, values)])
    count, day, names = (await connection.execute(_summary(where, frozenset(values)), values)).one_row()
    return Export(values, where, tuple(names), count, day)


def _summary(where: str, filters: Filters) -> Select[Any]:
    total = total_from_counters(filters)
    names = f"select distinct name from leads l, jsonb_object_keys(l.utm_details) name where {where} order by name"
    counted = text(f"(select count(*) from leads l where {where})") if total is None else total
    return select(counted, text(f"cast(now() at time zone 'Asia/Kolkata' as date), array({names})"))


def _piece(where: str, columns: int, *, goes_on: bool) -> TextClause:
    further = "and (l.created_at, l.id) < (:at, :last)" if goes_on else ""
    cells = [*_COLUMNS.values(), *(f"l.utm_details ->> cast(:utm_{place} as text)" for place in range(columns))]
    line = " || ',' || ".join(map(_quoted, cells))
    return text(f"""
        with page as materialized (
            select l.* from leads l where {where} {further} order by l.created_at desc, l.id desc limit {_PIECE}
        ), last as (select created_at, id from page order by created_at, id limit 1)
        select (select count(*) from page), (
            select string_agg({line} || chr(13) || chr(10), '' order by l.created_at desc, l.id desc)
            from page l join clinics c on c.id = l.clinic_id left join ad_campaigns a on a.id = l.ad_campaign_id
        ), (select created_at from last), (select id from last)
    """)


def _quoted(cell: str) -> str:
    """Return SQL for a CSV cell. Every cell is quoted, so that programs that respect quotes keep digits as text."""
    guard = f"case when {cell} ~ {_FORMULA} then '''' else '' end"
    return f"""coalesce('"' || {guard} || replace({cell}, '"', '""') || '"', '')"""
