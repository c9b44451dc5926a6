"""The SQL of the audit trail. Events are only ever added."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from pydantic import TypeAdapter
from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.audit import NewAuditEvent
from careops_server.context import Actor, Change, Origin

_INDEXED: Final = 200
"""Characters of a name that an index takes in any script."""
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
        "actor_name": actor.user.name[:_INDEXED] if actor else None,
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


_TERMINAL = text("""
    insert into audit_events (occurred_at, key, event_status, actor_name, resource_type, request_id, description)
    values (clock_timestamp(), :key, 'SUCCESS', 'terminal', 'audit_trail', :request_id, :description)
""")


async def add_terminal_event(connection: AsyncConnection, key: str, description: str) -> None:
    """Write down what somebody did at the terminal of the installation."""
    values = {"key": key, "description": description, "request_id": secrets.token_hex(12)}
    await connection.execute(_TERMINAL, values)


_BATCH: Final = TypeAdapter(list[NewAuditEvent])
# Ids are taken in one order, so that two batches that share events wait for each other and do not deadlock.
_ADD_ALL = text("""
    with given as (
        select * from rows from (json_to_recordset(cast(:events as json)) as (
            id uuid, key text, event_status text, "timestamp" timestamptz, clinic_id bigint, "user" json, patient json,
            resource json, ip_address text, description text, user_agent text, parameters jsonb
        )) with ordinality as e (id, key, event_status, occurred_at, clinic_id, actor, patient, resource, ip_address,
            description, user_agent, parameters, place)
    ),
    fresh as (
        insert into audit_event_ids (id) select g.id from given g order by g.id on conflict do nothing returning id
    ),
    added as (
        insert into audit_events (occurred_at, id, clinic_id, key, event_status, actor_id, actor_name, actor_type,
            patient_name, resource_type, resource_id, request_id, ip_address, user_agent, description, parameters)
        select g.occurred_at, g.id, g.clinic_id, g.key, g.event_status, cast(g.actor ->> 'id' as bigint),
            g.actor ->> 'name', g.actor ->> 'type', g.patient ->> 'name', g.resource ->> 'type', g.resource ->> 'id',
            :request_id, g.ip_address, g.user_agent, g.description, g.parameters
        from given g join fresh f on f.id = g.id order by g.place
        returning 1
    )
    select count(*) from added
""")


async def add_events(connection: AsyncConnection, events: Sequence[NewAuditEvent], *, request_id: str) -> int:
    """Add events of the platform's apps, each id once; how many were new."""
    values = {"events": _BATCH.dump_json(list(events), exclude_none=True).decode(), "request_id": request_id}
    added: int = (await connection.execute(_ADD_ALL, values)).scalar_one()
    return added
