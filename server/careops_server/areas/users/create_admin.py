"""Creation of an installation's first account at the terminal. There is no default account (SEC-09)."""

from __future__ import annotations

import secrets

from argon2 import PasswordHasher

from careops.constants import AccountType
from careops.contract.fields import mobile_number
from careops_server.areas.users import admin_queries
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.engine import create_admin_engine


class PhoneTakenError(Exception):
    """The phone number belongs to a user already."""


def create_admin(
    settings: Settings, database_url: str, *, name: str, phone_number: str, account_type: AccountType
) -> str:
    """Create a member of staff. Return the random password, which is not stored anywhere.

    Raises ``ValueError`` for an invalid mobile number, and ``PhoneTakenError`` for one in use.
    """
    password = secrets.token_urlsafe(18)
    hasher = PasswordHasher(time_cost=settings.hash_rounds, memory_cost=settings.hash_memory_kib, parallelism=1)
    values = {
        "name": name.strip(),
        "phone_number": mobile_number(phone_number),
        "password_hash": hasher.hash(password),
    }
    with create_admin_engine(database_url, lock_ms=5_000).begin() as connection:
        user_id = admin_queries.new_user(connection, values)
        if user_id is None:
            raise PhoneTakenError(f"{values['phone_number']} belongs to a user already")
        admin_queries.new_account(connection, user_id, account_type, request_id=secrets.token_hex(12))
    return password
