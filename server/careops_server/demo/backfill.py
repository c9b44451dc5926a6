"""Extension of older demo data with the parts that newer versions create."""

from __future__ import annotations

from datetime import UTC, datetime

import psycopg
from psycopg import sql

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.demo_accounts import DEMO_USERS, password_hash
from careops_server.demo.seeders import SEEDERS, Connection, seed_missing


class NoDemoDataError(RuntimeError):
    """The database has no demo data; nothing was changed."""


def extend_demo_data(url: str, *, seed: int = 1, until: datetime | None = None) -> list[str]:
    """Add missing parts to demo data in one transaction. Return the new areas, none if it is up to date.

    Raises ``NoDemoDataError`` if ``create_demo_data`` did not create the data, because invented rows must never mix
    with real ones.
    """
    with psycopg.connect(driver_url(url), options="-c timezone=UTC -c lock_timeout=10000") as connection:
        # Of two concurrent calls, the second waits and then finds nothing missing.
        connection.execute("lock table world_makers in exclusive mode")
        if not _is_demo_data(connection):
            raise NoDemoDataError("This database has no demo data. Create it first: careops demo create")
        added = seed_missing(connection, seed=seed, until=until or datetime.now(UTC))
    if added:
        with psycopg.connect(driver_url(url), autocommit=True) as connection:
            analyze(
                connection, [table for name in added for table in (*SEEDERS[name].columns, *SEEDERS[name].counters)]
            )
    return added


def analyze(connection: Connection, tables: list[str]) -> None:
    """Update the planner's statistics of the tables."""
    connection.execute(sql.SQL("analyze {}").format(sql.SQL(", ").join(map(sql.Identifier, tables))))


def _is_demo_data(connection: Connection) -> bool:
    """Return whether the database has demo data. Older demo data has no record of it, and is recognized by its staff
    with published passwords.
    """
    hashes = [password_hash(user) for user in DEMO_USERS]
    query = """
        select 1 from clinics where exists (select from world_makers)
            or exists (select from users where password_hash = any(%s)) limit 1
    """
    return connection.execute(query, [hashes]).fetchone() is not None
