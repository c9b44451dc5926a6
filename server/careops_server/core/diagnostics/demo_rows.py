"""Detection of demo data in a database. Production refuses it, because the passwords of its accounts are published."""

from __future__ import annotations

from typing import Any, Final

import psycopg
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.demo_accounts import DEMO_PASSWORD, DEMO_USERS, REFUSED_USER

_CONNECT_SECONDS: Final = 5
_PHONES: Final = tuple(user.phone_number for user in (*DEMO_USERS, REFUSED_USER))


class DemoDataError(Exception):
    """A production installation has demo data in its database."""


def check_no_demo_data(url: str) -> None:
    """Raise ``DemoDataError`` if the migrated database at ``url`` holds demo data."""
    with psycopg.connect(driver_url(url), autocommit=True, connect_timeout=_CONNECT_SECONDS) as connection:
        row = find_demo_data(connection)
    if row is not None:
        raise DemoDataError(f"CAREOPS_ENVIRONMENT=production does not start: the database holds {row}")


def find_demo_data(connection: psycopg.Connection[tuple[Any, ...]]) -> str | None:
    """Return the demo data that a migrated database holds, or None.

    Both accounts and the seeder's notes are checked: an older version left no notes, and passwords are rehashed when
    the hashing settings become stronger.
    """
    accounts = [phone for phone, password_hash in _accounts(connection) if _is_published(password_hash)]
    if accounts:
        return f"accounts with the published demo password ({', '.join(accounts)})"
    row = connection.execute("select exists (select from world_makers)").fetchone()
    return "demo data, made by careops serve --demo or careops demo create" if row and row[0] else None


def _accounts(connection: psycopg.Connection[tuple[Any, ...]]) -> list[tuple[str, str]]:
    query = """
        select phone_number, password_hash from users
        where phone_number = any(%s) and password_hash is not null order by phone_number
    """
    return [(str(phone), str(stored)) for phone, stored in connection.execute(query, (list(_PHONES),)).fetchall()]


def _is_published(password_hash: str) -> bool:
    try:
        return PasswordHasher().verify(password_hash, DEMO_PASSWORD)
    except (VerificationError, InvalidHashError):
        return False
