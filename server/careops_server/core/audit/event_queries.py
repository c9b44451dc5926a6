"""SQL of the audit log. Events are only ever added."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import psycopg
from psycopg.types.json import Jsonb
from pydantic import JsonValue, TypeAdapter
from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

from careops.calls.audit import NewAuditEvent
from careops_server.core.database.connection import Connection
from careops_server.core.principal import Actor, Change, Origin
from careops_server.core.realtime.changed_records import records_of

TERMINAL_EVENTS: Final = (
    "audit.accept",
    "audit.export",
    "audit.purge",
    "audit.rotate_key",
    "backup.prune",
    "backup.restore",
)
"""Events of commands at the installation's terminal."""
BULK_READ: Final = "session.bulk_read"
"""Event of an account that reads very many records of people (SEC-64)."""
_INDEXED: Final = 200
"""Characters of a name that fit into an index in any script."""


@dataclass(frozen=True)
class EventRecord:
    """An event: the result of a call, what it changed, and its parameters."""

    event_status: Literal["SUCCESS", "FAILED"]
    change: Change
    parameters: Mapping[str, Any]


_ADD = text("""
    insert into audit_events (occurred_at, clinic_id, key, event_status, actor_id, actor_name, actor_type,
        resource_type, resource_id, request_id, ip_address, user_agent, description, before, after, parameters)
    select clock_timestamp(), g.clinic_id, :key, g.event_status, :actor_id, :actor_name, :actor_type,
        g.resource_type, g.resource_id, :request_id, :ip_address, :user_agent, g.description,
        g.before, g.after, g.parameters
    from rows from (
        jsonb_to_recordset(:events) as (clinic_id int8, event_status text, resource_type text, resource_id text,
            description text, before jsonb, after jsonb, parameters jsonb)
    ) with ordinality as g (clinic_id, event_status, resource_type, resource_id, description, before, after,
        parameters, position)
    order by g.position
""").bindparams(bindparam("events", type_=JSONB))


async def record_events(
    connection: Connection, events: Sequence[EventRecord], *, key: str, actor: Actor | None, origin: Origin
) -> None:
    """Write the events of a request in the transaction of its changes, in order. Those of a bulk run name it.

    The records of successful changes are announced after the commit.
    """
    if not events:
        return
    for event in events:
        if event.event_status == "SUCCESS":
            connection.changed_records.update(records_of(event.change, event.parameters))
    connection.changed_by = "" if origin.in_background else origin.request_id
    of_run = {"run_id": origin.run_id} if origin.run_id else {}
    values = {
        "key": key,
        "actor_id": actor.user_id if actor else None,
        "actor_name": actor.user.name[:_INDEXED] if actor else None,
        "actor_type": actor.account_type if actor else None,
        "request_id": origin.request_id,
        "ip_address": origin.ip_address,
        "user_agent": origin.user_agent,
        "events": [
            {
                "clinic_id": entry.change.clinic_id,
                "event_status": entry.event_status,
                "resource_type": entry.change.resource_type,
                "resource_id": entry.change.resource_id,
                "description": entry.change.description,
                "before": entry.change.before,
                "after": entry.change.after,
                "parameters": {**entry.parameters, **of_run} if of_run else entry.parameters,
            }
            for entry in events
        ],
    }
    await connection.execute(_ADD, values)


_TERMINAL = text("""
    insert into audit_events (occurred_at, key, event_status, actor_name, resource_type, request_id, description)
    values (clock_timestamp(), :key, 'SUCCESS', 'terminal', 'audit_trail', :request_id, :description)
""")


async def add_terminal_event(connection: Connection, key: str, description: str) -> None:
    """Write an event for a command at the installation's terminal."""
    values = {"key": key, "description": description, "request_id": secrets.token_hex(12)}
    await connection.execute(_TERMINAL, values)


_PARAMETERS: Final = TypeAdapter(dict[str, JsonValue])
# Ids are claimed in one order, so that two batches with the same events wait for each other and do not deadlock.
_TAKE_IDS: Final = """
    insert into audit_event_ids (id)
    select claimed.id from unnest(cast(:ids as uuid[])) claimed (id) order by claimed.id
"""
_TAKE_ALL = text(_TAKE_IDS)
_TAKE_NEW = text(f"{_TAKE_IDS} on conflict do nothing returning id")
_COLUMNS: Final = {
    "occurred_at": "timestamptz",
    "id": "uuid",
    "clinic_id": "int8",
    "key": "text",
    "event_status": "text",
    "actor_id": "int8",
    **dict.fromkeys(("actor_name", "actor_type", "patient_name", "resource_type", "resource_id"), "text"),
    **dict.fromkeys(("request_id", "ip_address", "user_agent", "description", "sent_by"), "text"),
    "parameters": "jsonb",
}


async def add_events(connection: Connection, events: Sequence[NewAuditEvent], *, request_id: str, sent_by: str) -> int:
    """Add events of the platform's apps, each id once. Return the number of new ones."""
    fresh = await _take_ids(connection, events)
    await connection.copy_rows("audit_events", _COLUMNS, (_row(event, request_id, sent_by) for event in fresh))
    return len(fresh)


async def _take_ids(connection: Connection, events: Sequence[NewAuditEvent]) -> Sequence[NewAuditEvent]:
    """Claim the ids and return the new events. Usually all are new, and checking first would double the cost."""
    ids = ",".join([event.id.hex for event in events])
    values = {"ids": f"{{{ids}}}"}
    try:
        async with connection.transaction():
            await connection.execute(_TAKE_ALL, values)
    except psycopg.IntegrityError:
        taken = set((await connection.execute(_TAKE_NEW, values)).scalars())
        return [event for event in events if event.id in taken]
    return events


def _row(event: NewAuditEvent, request_id: str, sent_by: str) -> tuple[Any, ...]:
    user, patient, resource = event.user, event.patient, event.resource
    return (
        *(event.timestamp, event.id, event.clinic_id, event.key, event.event_status),
        *((user.id, user.name, user.type) if user else (None, None, None)),
        patient.name if patient else None,
        *((resource.type, resource.id) if resource else (None, None)),
        *(request_id, event.ip_address, event.user_agent, event.description, sent_by),
        Jsonb(event.parameters, _PARAMETERS.dump_json) if event.parameters is not None else None,
    )
