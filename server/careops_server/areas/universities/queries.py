"""SQL of universities."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from careops.calls.universities import NO_UNIVERSITY, CreateUniversity, University, UniversityBody
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

UNIVERSITIES: Final = ListQuery(
    University,
    "universities u",
    contains={"name": "lower(u.name)"},
    order="u.rank asc nulls last, lower(u.name)",
)
UNIVERSITY_REF: Final = Reference("universities", "university_id", NO_UNIVERSITY)
UNIVERSITY: Final = UpdatableTable(tables.universities, frozenset(UniversityBody.model_fields))
_CREATE = text("""
    insert into universities (name, rank) values (:name, :rank) on conflict (lower(name)) do nothing returning id
""")
# No other transaction can take a name until this one ends.
_HOLD_NAMES = text("lock table universities in share row exclusive mode")
_TAKEN = text("select exists (select from universities where lower(name) = lower(:name) and id <> :id)")


async def create_university(connection: Connection, call: CreateUniversity) -> int | None:
    """Create a university and return its id, None if the name is taken."""
    return (await connection.execute(_CREATE, call.model_dump())).scalar_one_or_none(int)


async def lock_names(connection: Connection) -> None:
    """Lock all names until the transaction ends. Call it before any row is locked."""
    await connection.execute(_HOLD_NAMES)


async def is_taken(connection: Connection, name: str, *, besides: int) -> bool:
    """Return whether another university has that name."""
    return (await connection.execute(_TAKEN, {"name": name, "id": besides})).scalar_one(bool)
