"""Schema revision that this code needs, and its check, without the memory cost of Alembic."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import psycopg

from careops_server.core.configuration.dsn import driver_url

VERSIONS: Final = Path(__file__).parent / "versions"
ADVISORY_LOCK: Final = 0x6361_7265_6F70_73  # "careops"
"""Key of the advisory lock for schema changes."""
_CONNECT_SECONDS: Final = 5
_REVISION: Final = re.compile(r'^revision = "(\w+)"', re.MULTILINE)
_BEFORE: Final = re.compile(r'^down_revision = "(\w+)"', re.MULTILINE)


@cache
def newest() -> str:
    """Return the newest revision: the one without a successor, regardless of its number."""
    before = {match[1] for text in _sources() if (match := _BEFORE.search(text))}
    (last,) = _revisions() - before
    return last


def serves(revision: str) -> bool:
    """Return whether this code works with a revision: its newest, and unknown later ones.

    A newer version migrates while servers of this version still work, and removes nothing that they need
    (docs/guide/scaling.md).
    """
    return revision == newest() or revision not in _revisions()


@cache
def _revisions() -> frozenset[str]:
    return frozenset(match[1] for text in _sources() if (match := _REVISION.search(text)))


def _sources() -> list[str]:
    return [file.read_text("utf-8") for file in VERSIONS.glob("[0-9]*.py")]


def add_partitions(url: str, *, server_role: str | None = None) -> bool:
    """Create the partitions of the coming months if the schema is up to date, as at most starts. Return True if so.

    Return False if the revision differs, ``server_role`` is unknown, or the database cannot be read. Then ``migrate``
    has work to do, or reports the error.
    """
    try:
        with psycopg.connect(driver_url(url), autocommit=True, connect_timeout=_CONNECT_SECONDS) as connection:
            if connection.execute("select version_num from alembic_version").fetchall() != [(newest(),)]:
                return False
            existing_role = connection.execute("select from server_roles where name = %s", [server_role])
            if server_role is not None and not existing_role.rowcount:
                return False
            connection.execute("select pg_advisory_lock(%s)", [ADVISORY_LOCK])
            connection.execute("select ensure_audit_partitions()")
    except psycopg.Error:
        return False
    return True
