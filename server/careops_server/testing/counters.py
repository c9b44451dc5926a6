"""Counters of a table as migrations create them, for tables of tests.

Migrations are frozen, so each contains its own copy of this code; a new one copies from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

_SHARDS: Final = 16
"""Rows per counter, so that concurrent writers seldom wait for each other. The total is their sum."""
_SIDES: Final = {"insert": ("new_rows",), "update": ("old_rows", "new_rows"), "delete": ("old_rows",)}


def create_counters(execute: Callable[[str], object], table: str, dimensions: Mapping[str, str]) -> None:
    """Create the table of totals and the triggers that maintain it, and count the existing rows.

    ``dimensions`` are names and SQL over a row ``r``; null counts as ``''``.
    """
    _make(execute, table)
    values = _values({"all": "''", **dimensions})
    execute(_count(table, values, f"select 1 as n, r.* from {table} r"))
    _create_triggers(execute, table, values)
    _trigger(execute, table, "truncate", f"delete from {table}_totals")


def add_counter_dimensions(
    execute: Callable[[str], object], table: str, dimensions: Mapping[str, str], *, new: Mapping[str, str]
) -> None:
    """Add ``new`` dimensions to the counters, for changes from now on.

    ``count_more_totals`` counts existing rows in a later migration, because counting them here would block every
    writer.
    """
    # The lock lasts only while the functions are replaced: each writer uses either the old or the new ones.
    execute(f"lock table {table} in share row exclusive mode")
    for event in _SIDES:
        execute(_function(table, event, _change(table, event, _values({"all": "''", **dimensions, **new}))))


def count_more_totals(execute: Callable[[str], object], table: str, *, new: Mapping[str, str]) -> None:
    """Count the rows that existed before ``add_counter_dimensions``, without blocking writers. Idempotent.

    One statement compares the rows with their counters at one moment, and adds the difference.
    """
    names = ", ".join(f"'{name}'" for name in new)
    execute(f"""
        insert into {table}_totals as t (dimension, key, shard, total)
        select f.dimension, f.key, pg_backend_pid() % {_SHARDS}, sum(f.n)
        from (
            select d.dimension, d.key, count(*) as n
            from {table} r cross join lateral (values {_values(new)}) d (dimension, key) group by 1, 2
            union all
            select k.dimension, k.key, -k.total from {table}_totals k where k.dimension in ({names})
        ) f
        group by 1, 2 having sum(f.n) <> 0 order by 1, 2
        on conflict (dimension, key, shard) do update set total = t.total + excluded.total
    """)


def _make(execute: Callable[[str], object], table: str) -> None:
    execute(f"""
        create table {table}_totals (
            dimension text,
            key text,
            shard smallint,
            total bigint not null,
            constraint pk_{table}_totals primary key (dimension, key, shard)
        ) with (fillfactor = 50)
    """)


def _create_triggers(execute: Callable[[str], object], table: str, values: str) -> None:
    for event, sides in _SIDES.items():
        referencing = " ".join(f"{side[:3]} table as {side}" for side in sides)
        _trigger(execute, table, event, _change(table, event, values), f"referencing {referencing}")


def _count(table: str, values: str, rows: str) -> str:
    # In the order of the primary key, which prevents deadlocks between writers.
    return f"""
        insert into {table}_totals as t (dimension, key, shard, total)
        select d.dimension, d.key, pg_backend_pid() % {_SHARDS}, sum(r.n)
        from ({rows}) r cross join lateral (values {values}) d (dimension, key)
        group by 1, 2 having sum(r.n) <> 0 order by 1, 2
        on conflict (dimension, key, shard) do update set total = t.total + excluded.total
    """


def _values(dimensions: Mapping[str, str]) -> str:
    return ", ".join(f"('{name}', coalesce(cast({sql} as text), ''))" for name, sql in dimensions.items())


def _change(table: str, event: str, values: str) -> str:
    sides = _SIDES[event]
    rows = " union all ".join(f"select {1 if side == 'new_rows' else -1} as n, * from {side}" for side in sides)
    return _count(table, values, rows)


def _name(table: str, event: str) -> str:
    return f"keep_{table}_totals_on_{event}"


def _function(table: str, event: str, body: str) -> str:
    return f"""
        create or replace function {_name(table, event)}() returns trigger language plpgsql as $$
        begin {body}; return null; end $$
    """


def _trigger(execute: Callable[[str], object], table: str, event: str, body: str, referencing: str = "") -> None:
    execute(_function(table, event, body))
    execute(f"""
        create trigger totals_on_{event} after {event} on {table} {referencing}
        for each statement execute function {_name(table, event)}()
    """)
