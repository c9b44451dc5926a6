"""Detection of a connection pooler between careops and PostgreSQL, which does not work (decision 741)."""

from __future__ import annotations

from typing import Final

import psycopg

from careops_server.core.configuration.dsn import driver_url

ADVICE: Final = (
    "Point CAREOPS_DATABASE_URL and CAREOPS_DATABASE_OWNER_URL to PostgreSQL itself, not to a connection pooler such "
    "as PgBouncer."
)
_CONNECT_SECONDS: Final = 5
_PROBE: Final = "4001ms"
_SIGNS: Final = ("unsupported startup parameter", "command-line options", 'prepared statement "_pg3_')
"""Texts of errors that poolers cause: PgBouncer's and RDS Proxy's for startup options, and PostgreSQL's for a statement
of another client on the same connection.
"""


class PoolerError(psycopg.OperationalError):
    """A connection pooler answers instead of PostgreSQL. The message says how it was noticed."""


def check_direct(url: str) -> None:
    """Connect once, with an option that PostgreSQL can show. Raises ``PoolerError``, ``psycopg.OperationalError``."""
    try:
        with psycopg.connect(
            driver_url(url), options=f"-c lock_timeout={_PROBE}", connect_timeout=_CONNECT_SECONDS, autocommit=True
        ) as connection:
            row = connection.execute("show lock_timeout").fetchone()
    except psycopg.OperationalError as error:
        if is_pooler_error(error):
            raise PoolerError(describe(error)) from None
        raise
    if row is None or row[0] != _PROBE:
        raise PoolerError("A connection pooler answers, which drops the options of a connection")


def is_pooler_error(error: BaseException | None) -> bool:
    """Return whether a pooler caused an error of the database."""
    return any(sign in str(error) for sign in _SIGNS)


def describe(error: BaseException) -> str:
    """Return a pooler's error as a sentence."""
    return f"A connection pooler answers: {str(error).strip().splitlines()[-1].strip()}"
