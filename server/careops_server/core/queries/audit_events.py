"""SQL of audit events in the contract's format."""

from __future__ import annotations

from typing import Final

from careops_server.core.queries.json_select import moment

_DETAILS: Final = ("description", "parameters", "before", "after")


def event_fields(alias: str, *, readable: str | None = None) -> str:
    """Return the fields of ``AuditTrail`` for a ``select``. The alias names a row of ``audit_events``.

    ``readable`` is a condition; events for which it is false have no details.
    """
    details = [f"{alias}.{name}" for name in _DETAILS]
    if readable is not None:
        details = [f"case when {readable} then {alias}.{name} end as {name}" for name in _DETAILS]
    return f"""
        {alias}.id, {alias}.key, {alias}.event_status, {moment(f"{alias}.occurred_at")} as timestamp,
        (select u from (select {alias}.actor_name as name, {alias}.actor_type as type) u
         where num_nonnulls(u.name, u.type) > 0) as user,
        (select u from (select {alias}.patient_name as name) u where u.name is not null) as patient,
        (select u from (select {alias}.resource_id as id, {alias}.resource_type as type) u
         where num_nonnulls(u.id, u.type) > 0) as resource,
        {alias}.ip_address, {alias}.user_agent, {", ".join(details)}
    """
