"""Broadcasts in change requests: decline the proposals that wait, and turn the removed setting into policies.

The table of the proposals stays for one version, because servers of the previous one still read it.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from alembic import op
from sqlalchemy import text

revision = "0880"
down_revision = "0870"

_REASON = "Broadcasts are proposed as change requests since version 1.1. Please propose it again."


def upgrade() -> None:
    """Decline proposals with an event, and require the approvals of the setting."""
    connection = op.get_bind()
    connection.execute(
        text("""
            with declined as (
                update broadcast_proposals set decided_at = now(), decided_by = 'careops', reason = :reason
                where decided_at is null and asked_at > now() - interval '24 hours' returning id
            )
            insert into audit_events (key, event_status, actor_name, resource_type, resource_id, before, after)
            select 'broadcast.decline', 'SUCCESS', 'careops', 'broadcast_proposal', cast(id as text),
                jsonb_build_object('state', 'waiting'),
                jsonb_build_object('state', 'declined', 'reason', cast(:reason as text))
            from declined order by id
        """),
        {"reason": _REASON},
    )
    op.execute("delete from today_claims where source = 'broadcasts'")
    op.execute("delete from today_snoozes where source = 'broadcasts'")
    devices = _read_removed_setting()
    if devices is not None:
        connection.execute(
            text("""
                insert into approval_policies as p (call, condition, field, at_least, approvals, roles, enabled)
                select call, 'devices', '', :devices, 1, array['super_admin'], true
                from unnest(array['SendWebUpgrade', 'SendRelogin']) call
                on conflict (call, condition, field) do update set enabled = true,
                    at_least = case when p.enabled then least(p.at_least, :devices) else :devices end
            """),
            {"devices": int(devices)},
        )


def downgrade() -> None:
    """Nothing to restore: the requesters ask again, and the policies stay."""


def _read_removed_setting() -> Any:
    """Return ``broadcasts_approved_from`` of the environment or of ``careops.toml``; None if it is not set."""
    variables = {name.upper(): value for name, value in os.environ.items()}
    file = Path("careops.toml")
    values = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return variables.get("CAREOPS_BROADCASTS_APPROVED_FROM", values.get("broadcasts_approved_from"))
