"""Digest of the demo data."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import psycopg

from careops_server.core.configuration.dsn import driver_url
from careops_server.demo.rows import COLUMNS

MOMENT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def digest(url: str) -> str:
    """One hash of all rows of all tables, in a fixed order."""
    total = hashlib.sha256()
    with psycopg.connect(driver_url(url)) as connection:
        for table in (*COLUMNS, "spec_modules"):
            for (row,) in connection.execute(f"select t::text from {table} t order by 1".encode()):  # noqa: S608 (our tables)
                total.update(f"{table}:{row}\n".encode())
    return total.hexdigest()
