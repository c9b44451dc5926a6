"""SQL of the gateway: sessions and their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text

from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.principal import Origin

_START = insert_row(tables.gateway_sessions, "person account_type ip_address user_agent browser_hash", returning="id")
_KEEP = text("""
    insert into gateway_tokens (token_hash, session_id)
    select unnest(cast(:hashes as bytea[])), :session_id on conflict (token_hash) do nothing
""")
_READ = text("""
    select s.id, s.person, s.account_type, s.started_at, s.browser_hash
    from gateway_tokens t join gateway_sessions s on s.id = t.session_id
    where t.token_hash = :token_hash and s.ended_at is null
""")
_TOUCH = text("update gateway_sessions set last_used_at = now() where id = :session_id")
_END = text("update gateway_sessions set ended_at = now() where id = :session_id and ended_at is null")
_STAYING = text("select id, account_type from gateway_sessions where id = any(:ids) and ended_at is null")
_FORGET = text("delete from gateway_sessions where started_at < now() - interval '30 days'")


@dataclass(frozen=True)
class ForeignSession:
    """A session on the platform."""

    id: UUID
    person: dict[str, Any]
    account_type: str
    started_at: datetime
    browser_hash: bytes | None
    """Hash of the required cookie; empty if no browser started the session."""


async def start_session(
    connection: Connection, person: dict[str, Any], account_type: str, origin: Origin, browser_hash: bytes | None
) -> UUID:
    """Store a session, and delete old ones."""
    await connection.execute(_FORGET)
    client = {"ip_address": origin.ip_address, "user_agent": origin.user_agent, "browser_hash": browser_hash}
    values = {"person": person, "account_type": account_type, **client}
    return (await connection.execute(_START, values)).scalar_one(UUID)


async def save_tokens(connection: Connection, session_id: UUID, *hashes: bytes) -> None:
    """Store the hashes of a session's tokens."""
    await connection.execute(_KEEP, {"session_id": session_id, "hashes": list(hashes)})


async def session_of(connection: Connection, token_hash: bytes) -> ForeignSession | None:
    """Return the active session of a token."""
    row = (await connection.execute(_READ, {"token_hash": token_hash})).mappings().one_or_none()
    return None if row is None else ForeignSession(**row)


async def touch(connection: Connection, session_id: UUID) -> None:
    """Store the time of the session's last use."""
    await connection.execute(_TOUCH, {"session_id": session_id})


async def end_session(connection: Connection, session_id: UUID) -> None:
    """End a session."""
    await connection.execute(_END, {"session_id": session_id})


async def find_active(connection: Connection, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return the sessions among ``ids`` that have not ended, with their account types."""
    rows = (await connection.execute(_STAYING, {"ids": list(ids)})).all()
    return {row.id: row.account_type for row in rows}
