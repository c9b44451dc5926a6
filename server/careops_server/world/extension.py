"""An older demo world is given what newer versions make."""

from __future__ import annotations

from datetime import UTC, datetime

import psycopg
from psycopg import sql

from careops_server.database.addresses import driver_url
from careops_server.demo_accounts import DEMO_USERS, password_hash
from careops_server.world.makers import MAKERS, Connection, make_missing


class NoWorldError(RuntimeError):
    """The database holds no demo world; nothing was changed."""


def extend_world(url: str, *, seed: int = 1, until: datetime | None = None) -> list[str]:
    """Add what the world lacks, in one transaction; the areas that were new to it, none when it is up to date.

    Raises ``NoWorldError`` when what is there was not made by ``create_world``: made-up rows never come among real
    ones.
    """
    with psycopg.connect(driver_url(url), options="-c timezone=UTC -c lock_timeout=10000") as connection:
        # Two at once: the second waits, then finds everything there.
        connection.execute("lock table world_makers in exclusive mode")
        if not _is_world(connection):
            raise NoWorldError("There is no demo world in this database. Make one first: careops world create")
        added = make_missing(connection, seed=seed, until=until or datetime.now(UTC))
    if added:
        with psycopg.connect(driver_url(url), autocommit=True) as connection:
            analyze(connection, [table for name in added for table in (*MAKERS[name].columns, *MAKERS[name].kept)])
    return added


def analyze(connection: Connection, tables: list[str]) -> None:
    """Tell the planner what the tables hold now."""
    connection.execute(sql.SQL("analyze {}").format(sql.SQL(", ").join(map(sql.Identifier, tables))))


def _is_world(connection: Connection) -> bool:
    """Worlds of before this was noted are known by their staff, whose passwords everybody knows."""
    hashes = [password_hash(user) for user in DEMO_USERS]
    known = """
        select 1 from clinics where exists (select from world_makers)
            or exists (select from users where password_hash = any(%s)) limit 1
    """
    return connection.execute(known, [hashes]).fetchone() is not None
