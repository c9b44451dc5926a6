"""Changes of one row: lock it, compare, and set only the columns that differ.

held = await USER.lock(connection, id=call.user_id)
...
context.changed("user", call.user_id, **await held.set(connection, call.changes))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import cache, cached_property
from typing import Any, TypedDict
from uuid import UUID

import psycopg
from sqlalchemy import ClauseElement, Select, Table, Update, any_, bindparam, delete, select

from careops.errors import Conflict
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import Names, columns_of, has_key, update_row


class Diff(TypedDict):
    """Changed columns before and after, for the audit event. Both are empty if nothing changed."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass(frozen=True)
class UpdatableTable:
    """A table and the columns that may change. They are an allow-list, because the names become SQL (SEC-26).

    ``also`` are further columns to read.
    """

    table: Table
    columns: frozenset[str]
    also: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        columns_of(self.table, self.read)  # an unknown column fails at import

    @cached_property
    def read(self) -> tuple[str, ...]:
        """All columns that are read."""
        return tuple(sorted(self.columns | self.also))

    async def lock(self, connection: Connection, **key: Any) -> LockedRow | None:
        """Lock the row with that key until the transaction ends. Return None if there is no row."""
        statement = lock_statement(self.table, self.read, tuple(sorted(key)))
        row = (await connection.execute(statement, key)).mappings().one_or_none()
        return None if row is None else LockedRow(self, key, row)

    async def lock_each(self, connection: Connection, ids: Iterable[int]) -> dict[int, LockedRow]:
        """Lock the rows with these ids, always in the same order, which prevents deadlocks."""
        statement = lock_each_statement(self.table, tuple(sorted({"id", *self.read})))
        rows = (await connection.execute(statement, {"ids": list(ids)})).mappings()
        return {row["id"]: LockedRow(self, {"id": row["id"]}, row) for row in rows}

    async def delete(self, connection: Connection, **key: Any) -> dict[str, Any] | None:
        """Delete the row with that key. Return its previous values without the key, None if there is no row."""
        columns = tuple(name for name in self.read if name not in key)
        statement = delete_statement(self.table, columns, tuple(sorted(key)))
        return (await connection.execute(statement, key)).mappings().one_or_none()

    async def set_each(
        self, connection: Connection, updates: Sequence[tuple[LockedRow, Mapping[str, Any]]]
    ) -> list[Diff]:
        """Set the columns that differ in each row, with one statement for all rows that get the same values. Return the
        differences.
        """
        differences: list[Diff] = []
        alike: dict[str, tuple[dict[str, Any], list[int]]] = {}
        for held, values in updates:
            after = held.changed_values(values)
            differences.append({"before": {name: held[name] for name in after}, "after": after})
            if after:
                alike.setdefault(repr(sorted(after.items())), (after, []))[1].append(held.key["id"])
        for after, ids in alike.values():
            self._check_columns(after)
            statement = update_each_statement(self.table, tuple(sorted(after)))
            await connection.execute(statement, {**after, "key_ids": ids})
        return differences

    async def set(self, connection: Connection, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """Set columns of the row with that key. Raises ``ValueError`` for a column that may not be changed."""
        self._check_columns(values)
        names = tuple(sorted(values))
        statement = update_row(self.table, names, key=tuple(sorted(key)), now="updated_at", prefix="key_")
        await connection.execute(statement, {**values, **{f"key_{name}": value for name, value in key.items()}})

    def _check_columns(self, values: Mapping[str, Any]) -> None:
        if not self.columns.issuperset(values):
            raise ValueError(
                f"not columns of {self.table.name} that may be changed: {sorted(values.keys() - self.columns)}"
            )


@dataclass(frozen=True)
class LockedRow:
    """A locked row with its values at that time."""

    of: UpdatableTable
    key: Mapping[str, Any]
    row: Mapping[str, Any]

    def __getitem__(self, column: str) -> Any:
        return self.row[column]

    def changed_values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the wanted values that differ from the row's. Raises ``ValueError`` for a column that was not read."""
        if unknown := values.keys() - self.row.keys():
            raise ValueError(f"not columns of UpdatableTable({self.of.table.name!r}): {sorted(unknown)}")
        return {name: value for name, value in values.items() if self.row[name] != value}

    async def set(self, connection: Connection, values: Mapping[str, Any]) -> Diff:
        """Set the columns that differ. Return the difference."""
        after = self.changed_values(values)
        if after:
            await self.of.set(connection, self.key, after)
        return {"before": {name: self.row[name] for name in after}, "after": after}

    async def set_unique(self, connection: Connection, values: Mapping[str, Any], *, taken: str, source: str) -> Diff:
        """Set the columns that differ. Return the difference. Raises ``Conflict`` about ``source`` if another row has
        the value, even by a concurrent change.
        """
        try:
            async with connection.transaction():
                return await self.set(connection, values)
        except psycopg.IntegrityError:
            raise Conflict(taken, source=source) from None


def to_jsonable(value: Any) -> Any:
    """Return a column's value in a form that JSON supports, for an audit event: integral amounts as integers,
    timestamps in UTC.
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): to_jsonable(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_jsonable(inner) for inner in value]
    return value


@cache
def lock_statement(table: Table, columns: Names, key: Names) -> Select[Any]:
    """Return the statement that locks the row with a key and reads columns."""
    return select(*columns_of(table, columns)).where(*has_key(table, key)).with_for_update(key_share=True)


@cache
def lock_each_statement(table: Table, columns: Names) -> Select[Any]:
    """Return the statement that locks the rows with some ids, in their order."""
    rows = select(*columns_of(table, columns)).where(table.c.id == any_(bindparam("ids")))
    return rows.order_by(table.c.id).with_for_update(key_share=True)


@cache
def delete_statement(table: Table, columns: Names, key: Names) -> ClauseElement:
    """Return the statement that deletes the row with a key and returns columns."""
    return delete(table).where(*has_key(table, key)).returning(*columns_of(table, columns))


@cache
def update_each_statement(table: Table, columns: Names) -> Update:
    """Return the statement that sets columns of the rows with some ids."""
    rows: Update = update_row(table, columns, key="", now="updated_at")
    return rows.where(table.c.id == any_(bindparam("key_ids")))
