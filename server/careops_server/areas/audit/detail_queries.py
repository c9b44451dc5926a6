"""SQL of the permission to read the details of audit events: parameters, values, description (decision 735)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from careops_server.areas.audit.details import DetailAccess

_OF_KIND: Final = {"follow_up": ("follow_ups", "follow_up_id"), "note": ("notes", "note_id")}
"""Tables of the words about records, and the parameter with their id, by the resource type of their events."""


def is_readable(alias: str) -> str:
    """Return the SQL condition that a principal may read the details of an event, a row of ``audit_events``.

    Events of the apps are about no record of careops. An event about a record with the permission of another one is
    readable if its row proves it; the record of a refused change may be known from its parameters only.
    """
    e = alias
    cases = " ".join(
        f"""when '{name}' then coalesce(
            (select r.kind from {table} r where r.id = {_id_of(e, parameter)}), {_kind_of(e)}, ''
        ) = any(cast(:kinds as text[]))"""
        for name, (table, parameter) in _OF_KIND.items()
    )
    revisions = f"from change_request_revisions r where r.request_id = {_id_of(e, 'request_id')}"
    return f"""(
        {e}.sent_by is not null
        or coalesce({e}.actor_id = cast(:reader_id as bigint), false)
        or {e}.key <> all(cast(:hidden_keys as text[]))
            and coalesce({e}.resource_type, '') <> all(cast(:hidden_types as text[]))
            and coalesce({_kind_of(e)}, '') <> all(cast(:hidden_kinds as text[]))
            and coalesce({e}.parameters ->> 'list_name', '') <> all(cast(:hidden_lists as text[]))
            and case coalesce({e}.resource_type, split_part({e}.key, '.', 1)) {cases}
                when 'view' then coalesce((
                    select v.shared and v.list_name = any(cast(:lists as text[])) from list_views v
                    where v.id = {_id_of(e, "view_id")}
                ), false)
                when 'change_request' then exists (select {revisions})
                    and not exists (select {revisions} and not r.calls <@ cast(:calls as text[]))
                else true end
    )"""


def values_of(access: DetailAccess) -> dict[str, Any]:
    """Return the parameters of the condition."""
    return asdict(access)


def _kind_of(event: str) -> str:
    """Return SQL for the kind of record that the parameters of an event name; null if they name none."""
    record = f"split_part({event}.parameters ->> 'record', ':', 1)"
    return f"coalesce({record}, {event}.parameters ->> 'kind')"


def _id_of(event: str, parameter: str) -> str:
    """Return SQL for the id of the event's record; null if it is no number."""
    id = f"coalesce({event}.resource_id, {event}.parameters ->> '{parameter}')"
    return f"case when {id} ~ '^[1-9][0-9]{{0,17}}$' then cast({id} as bigint) end"
