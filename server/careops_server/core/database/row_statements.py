"""Simple statements that add and change rows of one table, each built once.

    CREATE = insert_row(tables.follow_ups, "kind record_id what", returning="id")

Names of columns are separated by blanks. Parameters have the same names. An unknown column fails at import (decision
910).
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import ClauseElement, Column, ColumnElement, Table, Update, bindparam, func, update
from sqlalchemy.dialects.postgresql import insert

Names: TypeAlias = str | tuple[str, ...]


@cache
def insert_row(
    table: Table, columns: Names, *, now: Names = "", unique: Names = "", returning: Names = ""
) -> ClauseElement:
    """Return the statement that adds a row, with the time in the columns ``now``.

    If there is a row with the same values in the columns ``unique``, it adds nothing.
    """
    statement = insert(table).values(_values(table, columns, now))
    if unique:
        statement = statement.on_conflict_do_nothing(index_elements=columns_of(table, unique))
    return statement.returning(*columns_of(table, returning)) if returning else statement


@cache
def update_row(table: Table, columns: Names, *, key: Names = "id", now: Names = "", prefix: str = "") -> Update:
    """Return the statement that sets columns of the rows with a key, and the columns ``now`` to the time.

    The key's parameters have a prefix if the statement may also set its columns.
    """
    return update(table).values(_values(table, columns, now)).where(*has_key(table, key, prefix))


def has_key(table: Table, key: Names, prefix: str = "") -> list[ColumnElement[bool]]:
    """Return the conditions of the rows with a key."""
    return [column == bindparam(f"{prefix}{column.name}") for column in columns_of(table, key)]


def columns_of(table: Table, names: Names) -> list[Column[Any]]:
    """Return the columns with some names."""
    return [table.c[name] for name in (names.split() if isinstance(names, str) else names)]


def _values(table: Table, columns: Names, now: Names) -> dict[Column[Any], ColumnElement[Any]]:
    values: dict[Column[Any], ColumnElement[Any]] = {each: bindparam(each.name) for each in columns_of(table, columns)}
    return values | {each: func.now() for each in columns_of(table, now)}
