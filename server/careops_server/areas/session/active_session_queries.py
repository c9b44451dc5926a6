"""SQL that lists and ends open sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from sqlalchemy import TextClause, text

from careops_server.core.database.connection import Connection


@dataclass(frozen=True)
class SessionTable:
    """Table of sessions. Its column names become SQL, so only the two instances below exist."""

    table: str
    user_id: str
    started_at: str

    @cached_property
    def _open(self) -> str:
        """SQL condition for open sessions: not ended, within the maximum age, and used recently enough to renew
        tokens.
        """
        return f"""
            s.ended_at is null and {self.started_at} > now() - :hours * interval '1 hour'
            and s.last_used_at > now() - :idle_minutes * interval '1 minute'
        """

    @cached_property
    def count(self) -> TextClause:
        """Statement that counts a user's open sessions."""
        return text(f"select count(*) from {self.table} s where {self.user_id} = :user_id and {self._open}")

    @cached_property
    def page(self) -> TextClause:
        """Statement of one page of open sessions."""
        return text(f"""
            select s.number as id, s.user_agent, s.ip_address, {self.started_at} as started_at, s.last_used_at,
                s.id = :session_id as current
            from {self.table} s where {self.user_id} = :user_id and {self._open}
            order by s.last_used_at desc, s.number desc limit :limit offset :offset
        """)

    @cached_property
    def end(self) -> TextClause:
        """Statement that ends a session by number, of one user or, if ``user_id`` is null, of any."""
        return text(f"""
            update {self.table} s set ended_at = now(), end_reason = :reason
            where s.number = :number and (cast(:user_id as bigint) is null or {self.user_id} = :user_id)
              and {self._open}
            returning s.id, {self.user_id} as user_id, s.user_agent, s.ip_address
        """)

    @cached_property
    def end_others(self) -> TextClause:
        """Statement that ends all of a user's sessions but one."""
        return text(f"""
            update {self.table} s set ended_at = now(), end_reason = :reason
            where {self.user_id} = :user_id and s.id <> :session_id and {self._open}
            returning s.id
        """)


OWN: Final = SessionTable("sessions", "s.user_id", "s.created_at")
BEHIND_A_GATEWAY: Final = SessionTable("gateway_sessions", "cast(s.person ->> 'id' as bigint)", "s.started_at")


@dataclass(frozen=True)
class Lifetime:
    """Lifetime of sessions."""

    hours: float
    idle_minutes: float

    @property
    def values(self) -> dict[str, float]:
        """Parameters of the statements."""
        return {"hours": self.hours, "idle_minutes": self.idle_minutes}


async def list_open(
    connection: Connection,
    place: SessionTable,
    lifetime: Lifetime,
    *,
    user_id: int,
    session_id: UUID,
    limit: int,
    offset: int,
) -> tuple[int, Sequence[Mapping[Any, Any]]]:
    """Return the number of a user's open sessions and one page of them. ``session_id`` is the caller's session."""
    values = {"user_id": user_id, **lifetime.values}
    total: int = (await connection.execute(place.count, values)).scalar_one()
    page = {**values, "session_id": session_id, "limit": limit, "offset": offset}
    return total, (await connection.execute(place.page, page)).mappings().all()


async def end_one(
    connection: Connection,
    place: SessionTable,
    lifetime: Lifetime,
    *,
    number: int,
    user_id: int | None,
    reason: str,
) -> Mapping[Any, Any] | None:
    """End an open session of a user, or of any user if ``user_id`` is null. Return the session, None if there is no
    match.
    """
    values = {"number": number, "user_id": user_id, "reason": reason, **lifetime.values}
    return (await connection.execute(place.end, values)).mappings().one_or_none()


async def end_others(
    connection: Connection, place: SessionTable, lifetime: Lifetime, *, user_id: int, session_id: UUID, reason: str
) -> Sequence[UUID]:
    """End every open session of a user but this one. Return their ids."""
    values = {"user_id": user_id, "session_id": session_id, "reason": reason, **lifetime.values}
    return (await connection.execute(place.end_others, values)).scalars().all()
