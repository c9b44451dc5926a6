"""Totals that triggers keep, for lists too long to be counted on every page; the pattern of clinics, for any table.

A migration says ``keep_totals(op.execute, "doctors", {"status": "status"})``; the list says
``total=kept_totals("doctors", "status")``. Kept are the number of all rows and, for each dimension, how many have each
of its values. Any two filters together, and searches, are counted: what they leave is seldom much (decision 50).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from careops_server.database.lists import Filters, Total

_SHARDS: Final = 16
"""Rows a total is spread over, so that concurrent writers seldom wait for each other. A total is their sum."""
_SIDES: Final = {"insert": ("new_rows",), "update": ("old_rows", "new_rows"), "delete": ("old_rows",)}


def keep_totals(execute: Callable[[str], object], table: str, dimensions: Mapping[str, str]) -> None:
    """Make ``TABLE_totals`` and the triggers that keep it right; rows that are there are counted.

    ``dimensions`` are names and SQL over a row ``r``; null counts as ``''``.
    """
    execute(f"""
        create table {table}_totals (
            dimension text,
            key text,
            shard smallint,
            total bigint not null,
            constraint pk_{table}_totals primary key (dimension, key, shard)
        ) with (fillfactor = 50)
    """)
    values = ", ".join(
        ["('all', '')", *(f"('{name}', coalesce(cast({sql} as text), ''))" for name, sql in dimensions.items())]
    )
    execute(_count(table, values, f"select 1 as n, r.* from {table} r"))
    for event, sides in _SIDES.items():
        rows = " union all ".join(f"select {1 if side == 'new_rows' else -1} as n, * from {side}" for side in sides)
        referencing = " ".join(f"{side[:3]} table as {side}" for side in sides)
        _trigger(execute, table, event, _count(table, values, rows), f"referencing {referencing}")
    _trigger(execute, table, "truncate", f"delete from {table}_totals")


def kept_totals(table: str, *dimensions: str) -> Total:
    """Where a list finds them. A dimension is named as the call's parameter that filters by it."""

    def total(filters: Filters) -> str | None:
        if len(filters) > 1 or not filters <= set(dimensions):
            return None
        dimension = next(iter(filters), "all")
        key = f"cast(:{dimension} as text)" if filters else "''"
        return f"""(
            select cast(coalesce(sum(t.total), 0) as bigint) from {table}_totals t
            where t.dimension = '{dimension}' and t.key = {key}
        )"""

    return total


def _count(table: str, values: str, rows: str) -> str:
    # In the key's order, so that two writers never wait for each other in a circle.
    return f"""
        insert into {table}_totals as t (dimension, key, shard, total)
        select d.dimension, d.key, pg_backend_pid() % {_SHARDS}, sum(r.n)
        from ({rows}) r cross join lateral (values {values}) d (dimension, key)
        group by 1, 2 having sum(r.n) <> 0 order by 1, 2
        on conflict (dimension, key, shard) do update set total = t.total + excluded.total
    """


def _trigger(execute: Callable[[str], object], table: str, event: str, body: str, referencing: str = "") -> None:
    name = f"keep_{table}_totals_on_{event}"
    execute(f"create function {name}() returns trigger language plpgsql as $$ begin {body}; return null; end $$")
    execute(f"""
        create trigger totals_on_{event} after {event} on {table} {referencing}
        for each statement execute function {name}()
    """)
