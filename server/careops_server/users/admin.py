"""The first real account of an installation, made at the terminal: there is no default one (SEC-09)."""

from __future__ import annotations

import secrets

from argon2 import PasswordHasher
from sqlalchemy import text

from careops.constants import AccountType
from careops.fields import national_number
from careops_server.database.engine import create_admin_engine
from careops_server.settings import Settings

_NEW = text("""
    insert into users (name, phone_number, password_hash, must_change_password)
    values (:name, :phone_number, :password_hash, true)
    on conflict (phone_number) do nothing returning id
""")
_ACCOUNT = text("insert into user_accounts (user_id, account_type) values (:user_id, :account_type)")
_EVENT = text("""
    insert into audit_events (occurred_at, key, event_status, actor_name, resource_type, resource_id, request_id,
                              description, after)
    values (clock_timestamp(), 'admin.create', 'SUCCESS', 'terminal', 'user', :user_id, :request_id,
            'Created at the terminal', jsonb_build_object('account_type', cast(:account_type as text)))
""")


class PhoneTakenError(Exception):
    """The phone number belongs to a user already."""


def create_admin(
    settings: Settings, database_url: str, *, name: str, phone_number: str, account_type: AccountType
) -> str:
    """Create a member of staff; their password, drawn at random and nowhere else to be read again.

    Raises ``ValueError`` for a phone that is none and ``PhoneTakenError`` for one in use.
    """
    password = secrets.token_urlsafe(18)
    hasher = PasswordHasher(time_cost=settings.hash_rounds, memory_cost=settings.hash_memory_kib, parallelism=1)
    values = {
        "name": name.strip(),
        "phone_number": national_number(phone_number),
        "password_hash": hasher.hash(password),
        "account_type": account_type,
    }
    with create_admin_engine(database_url, lock_ms=5_000).begin() as connection:
        user_id = connection.execute(_NEW, values).scalar_one_or_none()
        if user_id is None:
            raise PhoneTakenError(f"{values['phone_number']} belongs to a user already")
        connection.execute(_ACCOUNT, {**values, "user_id": user_id})
        event = {"user_id": str(user_id), "account_type": account_type, "request_id": secrets.token_hex(12)}
        connection.execute(_EVENT, event)
    return password
