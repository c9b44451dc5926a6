"""The SQL of ``careops doctor``: it only looks, over a connection of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg

from careops_server.audit.queries import BULK_READ
from careops_server.database.replica import HERE, THERE
from careops_server.jobs.queries import IN_TROUBLE

Connection = psycopg.Connection[tuple[Any, ...]]
_STANDING: LiteralString = """
    select r.rolname, r.rolsuper,
        exists (
            select from pg_class c
            where c.relnamespace = (current_schema()::text)::regnamespace and pg_has_role(c.relowner, 'usage')
        ),
        has_schema_privilege(current_schema(), 'create') or has_database_privilege(current_database(), 'temporary')
    from pg_roles r where r.rolname = current_user
"""


def has_trigrams(connection: Connection) -> bool:
    """Whether searches have an index to read."""
    return _one(connection, "select exists (select from pg_extension where extname = 'pg_trgm')") is True


def knows_hindi(connection: Connection) -> bool:
    """Whether the database's locale tells letters that are not Latin from signs. Needs trigrams."""
    return _one(connection, "select show_trgm('राम') <> '{}'") is True


def now(connection: Connection) -> float:
    """The database's clock, in seconds since 1970."""
    seconds: float = _one(connection, "select extract(epoch from clock_timestamp())::float8")
    return seconds


def seal_hash(connection: Connection, number: int) -> str | None:
    """The hash of a seal of the audit trail; None when there is no such seal."""
    found: str | None = _one(connection, "select hash from audit_seals where number = %s", number)
    return found


def bulk_readers(connection: Connection) -> list[str]:
    """Who has read very many records of people within the last day."""
    rows = connection.execute(
        "select distinct actor_name from audit_events where clinic_id is null and key = %s and actor_name is not null"
        " and occurred_at > now() - interval '24 hours' order by 1",
        (BULK_READ,),
    )
    return [str(name) for (name,) in rows.fetchall()]


def jobs(connection: Connection) -> tuple[int, int]:
    """Jobs that nobody works on although their time has come, and those that failed within the last day."""
    (row,) = connection.execute(IN_TROUBLE).fetchall()
    stalled, failed = row
    return stalled, failed


@dataclass(frozen=True)
class Standing:
    """What the role of a connection is to the database."""

    name: str
    superuser: bool
    owner: bool
    makes_tables: bool


def standing(connection: Connection) -> Standing:
    """Who works here, and whether they could do more than a server should."""
    (row,) = connection.execute(_STANDING).fetchall()
    return Standing(*row)


@dataclass(frozen=True)
class Standby:
    """What a host is to the others."""

    follows: bool
    """It is a replica of another."""
    waited_for: bool
    """A change is acknowledged once a replica has it."""


def standby(connection: Connection) -> Standby:
    """Whether a host follows another."""
    (row,) = connection.execute(
        "select pg_is_in_recovery(), not pg_is_in_recovery() and current_setting('synchronous_standby_names') <> ''"
    ).fetchall()
    return Standby(*row)


def position(connection: Connection) -> int:
    """How far a primary is."""
    return int(_one(connection, HERE))


def replayed(connection: Connection) -> int | None:
    """How far a replica is; None of one that follows nobody."""
    found: int | None = _one(connection, THERE)
    return found


def _one(connection: Connection, statement: LiteralString, *values: object) -> Any:
    row = connection.execute(statement, values).fetchone()
    return row[0] if row else None
