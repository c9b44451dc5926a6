"""Statistics of tables, which the planner needs to choose between indexes."""

from __future__ import annotations

import psycopg
from psycopg import sql

from careops_server.core.configuration.dsn import driver_url


def analyze(database_url: str, table: str) -> None:
    """Collect the statistics of a table as its owner. For other roles PostgreSQL only warns."""
    with psycopg.connect(driver_url(database_url), autocommit=True) as connection:
        connection.execute(sql.SQL("analyze {}").format(sql.Identifier(table)))
