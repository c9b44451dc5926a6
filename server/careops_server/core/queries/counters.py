"""Counters that triggers maintain, for lists too long to be counted on every page.

The migration of a table creates a table of totals and its triggers (`docs/schema.sql`); the list uses
``total=counter_sql("doctors", "status")``. Counters exist for all rows and for each value of each dimension. A
combination of two filters is a separate dimension if it leaves many rows (``"kind,status"``). Other combinations and
searches are counted (decision 50).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import sqlalchemy as sa

from careops_server.core.queries.list_query import Filters, Total, TotalSql

_FROM_DAY: Final = "t.key >= cast(cast(:start_time as date) as text)"
_TO_DAY: Final = "t.key <= cast(cast(:end_time as date) as text)"
DAYS: Final = {
    "start_time": f"t.dimension = 'day' and {_FROM_DAY}",
    "end_time": f"t.dimension = 'day' and {_TO_DAY}",
    "start_time,end_time": f"t.dimension = 'day' and {_FROM_DAY} and {_TO_DAY}",
}
"""Conditions of the counters of days, for date ranges. Dates such as 2026-11-22 sort correctly as text, too."""


def counter_sql(table: str, *dimensions: str, also: Mapping[str, str] | None = None) -> Total:
    """Return the SQL of a list's counters. A dimension has the name of the call's parameter that filters by it, or of
    several.

    ``also`` are the conditions of the counters ``t`` for other filters, by the names of their parameters.
    """
    conditions = {"": "t.dimension = 'all' and t.key = ''"}
    for dimension in dimensions:
        key = " || ',' || ".join(f"cast(:{name} as text)" for name in dimension.split(","))
        conditions[dimension] = f"t.dimension = '{dimension}' and t.key = {key}"
    conditions |= also or {}
    stored = {frozenset(filter(None, names.split(","))): condition for names, condition in conditions.items()}

    def total(filters: Filters) -> TotalSql | None:
        condition = stored.get(filters)
        if condition is None:
            return None
        totals = sa.table(f"{table}_totals", sa.column("total")).alias("t")
        total = sa.cast(sa.func.coalesce(sa.func.sum(totals.c.total), sa.literal_column("0")), sa.BIGINT)
        return sa.select(total).where(sa.text(condition)).scalar_subquery()

    return total
