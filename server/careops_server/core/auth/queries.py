"""SQL of sessions, their users and refresh tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text

from careops.calls.session import User, UserAccount
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.principal import Origin

_USER = """
    u.id, u.name, u.phone_number, u.email, u.user_status, u.password_hash, u.must_change_password,
    array(select distinct a.account_type from user_accounts a where a.user_id = u.id order by 1) as account_types
"""
_USER_BY_PHONE = text(f"select {_USER} from users u where u.phone_number = :phone_number")
_SESSION = text(f"""
    select {_USER}, s.created_at as started_at, s.ended_at, s.browser_hash,
           extract(epoch from now() - s.created_at)::float8 as age_seconds
    from sessions s join users u on u.id = s.user_id where s.id = :session_id
""")
_STAYING = text("""
    select s.id, array_agg(a.account_type) as account_types
    from sessions s join users u on u.id = s.user_id join user_accounts a on a.user_id = u.id
    where s.id = any(:ids) and s.ended_at is null and u.user_status = 'ACTIVE'
      and s.created_at > now() - :hours * interval '1 hour'
    group by s.id
""")
_NEW_SESSION = insert_row(
    tables.sessions,
    "user_id account_type ip_address user_agent browser_hash",
    now="created_at last_used_at confirmed_at",
    returning="id",
)
_KEEP_REFRESH_TOKEN = text("""
    insert into refresh_tokens (token_hash, session_id, issued_at, expires_at)
    values (:token_hash, :session_id, now(), now() + :lifetime * interval '1 second')
    on conflict (token_hash) do nothing
""")
_USE_REFRESH_TOKEN = text("""
    update refresh_tokens set replaced_at = now()
    where token_hash = :token_hash and replaced_at is null and expires_at > now()
    returning session_id
""")
_READ_REFRESH_TOKEN = text("""
    select t.session_id, t.expires_at > now() as alive,
           extract(epoch from now() - t.replaced_at)::float8 as replaced_seconds_ago,
           coalesce((select n.replaced_at is null from refresh_tokens n where n.token_hash = :next_hash), false)
             as successor_unused
    from refresh_tokens t where t.token_hash = :token_hash
""")
_TOUCH = text("update sessions set last_used_at = now() where id = :session_id")
_END = text("""
    update sessions set ended_at = now(), end_reason = :reason where id = :session_id and ended_at is null
    returning id
""")
_END_ALL = text("""
    update sessions set ended_at = now(), end_reason = :reason
    where user_id = any(:user_ids) and ended_at is null
    returning id
""")
_END_OTHERS = text("""
    update sessions set ended_at = now(), end_reason = :reason
    where user_id = :user_id and id <> :session_id and ended_at is null
    returning id
""")
_CONFIRM = text("update sessions set confirmed_at = now() where id = :session_id")
_CONFIRMED = text("""
    select exists (
        select from sessions where id = :session_id and confirmed_at > now() - :minutes * interval '1 minute'
    )
""")
_REHASH = text("update users set password_hash = :password_hash, updated_at = now() where id = :user_id")
_NEW_USER = text("""
    insert into users (name, email, country_code, phone_number, password_hash, timezone, must_change_password)
    values (:name, :email, :country_code, :phone_number, :password_hash, :timezone, true)
    on conflict (phone_number) do nothing returning id
""")
_NEW_PASSWORD = text("""
    update users set password_hash = :password_hash, must_change_password = :one_time, updated_at = now()
    where id = :user_id returning id
""")


@dataclass(frozen=True)
class StoredAccount:
    """A user with the fields that sign-in needs."""

    user: User
    status: str
    password_hash: str | None
    account_types: frozenset[str]
    must_change_password: bool


@dataclass(frozen=True)
class LiveSession:
    """Current state of a session and its user."""

    account: StoredAccount
    started_at: datetime
    age_seconds: float
    """By the database's clock, which all workers share."""
    ended: bool
    browser_hash: bytes | None
    """Hash of the required cookie; empty if no browser started the session."""


@dataclass(frozen=True)
class UsedToken:
    """A refresh token that could not be used, with the facts that explain why."""

    session_id: UUID
    alive: bool
    replaced_seconds_ago: float | None
    successor_unused: bool


async def user_by_phone(connection: Connection, phone_number: str) -> StoredAccount | None:
    """Return the user with a phone number."""
    row = (await connection.execute(_USER_BY_PHONE, {"phone_number": phone_number})).mappings().one_or_none()
    return None if row is None else _account(row)


async def session(connection: Connection, session_id: UUID) -> LiveSession | None:
    """Return a session with its user's current status and accounts."""
    row = (await connection.execute(_SESSION, {"session_id": session_id})).mappings().one_or_none()
    if row is None:
        return None
    ended = row["ended_at"] is not None
    return LiveSession(_account(row), row["started_at"], row["age_seconds"], ended, row["browser_hash"])


async def start_session(
    connection: Connection, user_id: int, account_type: str, origin: Origin, browser_hash: bytes | None
) -> UUID:
    """Start a session and return its id."""
    client = {"ip_address": origin.ip_address, "user_agent": origin.user_agent, "browser_hash": browser_hash}
    values = {"user_id": user_id, "account_type": account_type, **client}
    return (await connection.execute(_NEW_SESSION, values)).scalar_one(UUID)


async def save_refresh_token(connection: Connection, *, token_hash: bytes, session_id: UUID, lifetime: float) -> None:
    """Store a refresh token's hash for ``lifetime`` seconds."""
    values = {"token_hash": token_hash, "session_id": session_id, "lifetime": lifetime}
    await connection.execute(_KEEP_REFRESH_TOKEN, values)


async def use_refresh_token(connection: Connection, token_hash: bytes) -> UUID | None:
    """Mark a refresh token as used. Return its session, None if the token is unknown, expired or used."""
    return (await connection.execute(_USE_REFRESH_TOKEN, {"token_hash": token_hash})).scalar_one_or_none(UUID)


async def used_token(connection: Connection, token_hash: bytes, next_hash: bytes) -> UsedToken | None:
    """Return the state of a refresh token, None if it was never issued."""
    values = {"token_hash": token_hash, "next_hash": next_hash}
    row = (await connection.execute(_READ_REFRESH_TOKEN, values)).mappings().one_or_none()
    return None if row is None else UsedToken(**row)


async def touch(connection: Connection, session_id: UUID) -> None:
    """Store the time of the session's last use."""
    await connection.execute(_TOUCH, {"session_id": session_id})


async def end_session(connection: Connection, session_id: UUID, reason: str) -> bool:
    """End a session. Return False if it had already ended."""
    ended = (await connection.execute(_END, {"session_id": session_id, "reason": reason})).scalar_one_or_none()
    return ended is not None


async def end_sessions_of(connection: Connection, user_ids: Sequence[int], reason: str) -> Sequence[UUID]:
    """End all sessions of these users. Return the ids of the sessions."""
    return (await connection.execute(_END_ALL, {"user_ids": [*user_ids], "reason": reason})).scalars().all()


async def end_other_sessions(connection: Connection, user_id: int, session_id: UUID, reason: str) -> Sequence[UUID]:
    """End all sessions of a user but this one. Return their ids."""
    values = {"user_id": user_id, "session_id": session_id, "reason": reason}
    return (await connection.execute(_END_OTHERS, values)).scalars().all()


async def confirm(connection: Connection, session_id: UUID) -> None:
    """Store that the password was confirmed now."""
    await connection.execute(_CONFIRM, {"session_id": session_id})


async def confirmed(connection: Connection, session_id: UUID, minutes: float) -> bool:
    """Return whether the password was confirmed within ``minutes``."""
    return (await connection.execute(_CONFIRMED, {"session_id": session_id, "minutes": minutes})).scalar_one(bool)


async def create_user(connection: Connection, values: Mapping[str, Any]) -> int | None:
    """Create a user with a password for the first sign-in. Return the id, None if the phone number is taken."""
    return (await connection.execute(_NEW_USER, values)).scalar_one_or_none(int)


async def set_password(connection: Connection, user_id: int, password_hash: str, *, one_time: bool) -> bool:
    """Replace a user's password. Return False if there is no such user."""
    values = {"user_id": user_id, "password_hash": password_hash, "one_time": one_time}
    return (await connection.execute(_NEW_PASSWORD, values)).scalar_one_or_none() is not None


async def replace_hash(connection: Connection, user_id: int, password_hash: str) -> None:
    """Replace a password's hash by a stronger one of the same password."""
    await connection.execute(_REHASH, {"user_id": user_id, "password_hash": password_hash})


def _account(row: Mapping[Any, Any]) -> StoredAccount:
    kinds = list(row["account_types"])
    user = User(
        id=row["id"],
        name=row["name"],
        phone_number=row["phone_number"],
        email=row["email"],
        user_accounts=[UserAccount(account_type=kind) for kind in kinds],
    )
    return StoredAccount(user, row["user_status"], row["password_hash"], frozenset(kinds), row["must_change_password"])


async def find_active(connection: Connection, ids: Sequence[UUID], hours: float) -> dict[UUID, set[str]]:
    """Return the active sessions among ``ids`` with the account types of their users."""
    rows = (await connection.execute(_STAYING, {"ids": list(ids), "hours": hours})).all()
    return {row.id: set(row.account_types) for row in rows}
