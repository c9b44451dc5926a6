"""The SQL of the audit trail. Events are only ever added."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from careops_server.context import Actor, Change, Origin

_ADD = text("""
    insert into audit_events (occurred_at, clinic_id, key, event_status, actor_id, actor_name, actor_type,
        resource_type, resource_id, request_id, ip_address, user_agent, description, before, after, parameters)
    values (clock_timestamp(), :clinic_id, :key, :event_status, :actor_id, :actor_name, :actor_type,
        :resource_type, :resource_id, :request_id, :ip_address, :user_agent, :description, :before, :after, :parameters)
""").bindparams(*(bindparam(name, type_=JSONB(none_as_null=True)) for name in ("before", "after", "parameters")))


async def add_event(
    connection: AsyncConnection,
    *,
    key: str,
    event_status: Literal["SUCCESS", "FAILED"],
    actor: Actor | None,
    origin: Origin,
    change: Change,
    parameters: Mapping[str, Any],
) -> None:
    """Write one event, in the transaction of what it tells of."""
    values = {
        "clinic_id": change.clinic_id,
        "key": key,
        "event_status": event_status,
        "actor_id": actor.user.id if actor else None,
        "actor_name": actor.user.name if actor else None,
        "actor_type": actor.account_type if actor else None,
        "resource_type": change.resource_type,
        "resource_id": change.resource_id,
        "request_id": origin.request_id,
        "ip_address": origin.ip_address,
        "user_agent": origin.user_agent,
        "description": change.description,
        "before": change.before,
        "after": change.after,
        "parameters": parameters,
    }
    await connection.execute(_ADD, values)
