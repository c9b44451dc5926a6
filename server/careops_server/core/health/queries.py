"""SQL of ``/ready``."""

from __future__ import annotations

from sqlalchemy import text

from careops_server.core.database.connection import Connection

_STATE = text("select version_num, extract(epoch from clock_timestamp())::float8 as now from alembic_version")


async def state(connection: Connection) -> tuple[str, float]:
    """Return the schema's revision, and the database's clock in seconds since 1970."""
    row = (await connection.execute(_STATE)).one_row()
    return row.version_num, row.now
