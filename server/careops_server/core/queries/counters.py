"""Counters that triggers maintain, for lists too long to be counted on every page.

The migration of a table creates a table of totals and its triggers (`docs/schema.sql`); the list uses
``total=counter_sql("doctors", "status")``. Counters exist for all rows and for each value of each dimension. A
combination of two filters is a separate dimension if it leaves many rows (``"kind,status"``). Other combinations and
searches are counted (decision 50).
"""

from __future__ import annotations

import sqlalchemy as sa

from careops_server.core.queries.list_query import Filters, Total, TotalSql


def counter_sql(table: str, *dimensions: str) -> Total:
    """Return the SQL of a list's counters. A dimension has the name of the call's parameter that filters by it, or of
    several.
    """
    stored = {frozenset(dimension.split(",")): dimension for dimension in dimensions} | {frozenset(): "all"}

    def total(filters: Filters) -> TotalSql | None:
        dimension = stored.get(filters)
        if dimension is None:
            return None
        key = " || ',' || ".join(f"cast(:{name} as text)" for name in dimension.split(",")) if filters else "''"
        totals = sa.table(f"{table}_totals", sa.column("total")).alias("t")
        total = sa.cast(sa.func.coalesce(sa.func.sum(totals.c.total), sa.literal_column("0")), sa.BIGINT)
        is_counted = sa.text(f"t.dimension = '{dimension}' and t.key = {key}")
        return sa.select(total).where(is_counted).scalar_subquery()

    return total
