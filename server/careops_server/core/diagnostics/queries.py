"""SQL of ``careops doctor``: reads only, over a separate connection."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg

from careops_server.core.audit.event_queries import BULK_READ
from careops_server.core.database.replica import HERE, THERE
from careops_server.core.jobs.queries import IN_TROUBLE

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
    """Return whether searches have a trigram index."""
    return _select_value(connection, "select exists (select from pg_extension where extname = 'pg_trgm')") is True


def knows_hindi(connection: Connection) -> bool:
    """Return whether the database's locale classifies non-Latin letters. Needs trigrams."""
    return _select_value(connection, "select show_trgm('राम') <> '{}'") is True


def now(connection: Connection) -> float:
    """Return the database's clock in seconds since 1970."""
    seconds: float = _select_value(connection, "select extract(epoch from clock_timestamp())::float8")
    return seconds


def seal_hash(connection: Connection, number: int) -> str | None:
    """Return the hash of a seal, None if there is no such seal."""
    hash: str | None = _select_value(connection, "select hash from audit_seals where number = %s", number)
    return hash


def last_signer(connection: Connection) -> str | None:
    """Return the public key that signs the next seal, None before the first signed seal."""
    signer: str | None = _select_value(
        connection,
        "select nullif(coalesce(nullif(next_key, ''), public_key), '') from audit_seals order by number desc limit 1",
    )
    return signer


def has_signed(connection: Connection, keys: Collection[str]) -> bool:
    """Return whether one of these public keys has signed a seal."""
    signed = "select exists (select from audit_seals where %s::text[] && array[public_key, next_key])"
    return _select_value(connection, signed, list(keys)) is True


def bulk_readers(connection: Connection) -> list[str]:
    """Return the accounts that have read very many records of people within the last day."""
    rows = connection.execute(
        "select distinct actor_name from audit_events where clinic_id is null and key = %s and actor_name is not null"
        " and occurred_at > now() - interval '24 hours' order by 1",
        (BULK_READ,),
    )
    return [str(name) for (name,) in rows.fetchall()]


def jobs(connection: Connection) -> tuple[int, int]:
    """Return the number of due jobs that no process runs, and of those that failed within the last day."""
    (row,) = connection.execute(IN_TROUBLE).fetchall()
    stalled, failed = row
    return stalled, failed


@dataclass(frozen=True)
class Standing:
    """Rights of a connection's role."""

    name: str
    superuser: bool
    owner: bool
    makes_tables: bool


def role_and_rights(connection: Connection) -> Standing:
    """Return the role and the rights that a server should not have."""
    (row,) = connection.execute(_STANDING).fetchall()
    return Standing(*row)


@dataclass(frozen=True)
class Standby:
    """Replication state of a host."""

    follows: bool
    """True if the host is a replica."""
    waited_for: bool
    """True if changes are acknowledged only after a replica has them."""


def standby(connection: Connection) -> Standby:
    """Return the replication state of a host."""
    (row,) = connection.execute(
        "select pg_is_in_recovery(), not pg_is_in_recovery() and current_setting('synchronous_standby_names') <> ''"
    ).fetchall()
    return Standby(*row)


def position(connection: Connection) -> int:
    """Return a primary's position."""
    return int(_select_value(connection, HERE))


def replayed(connection: Connection) -> int | None:
    """Return a replica's position, None if it follows no primary."""
    position: int | None = _select_value(connection, THERE)
    return position


def _select_value(connection: Connection, statement: LiteralString, *values: object) -> Any:
    row = connection.execute(statement, values).fetchone()
    return row[0] if row else None
