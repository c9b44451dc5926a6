"""Broadcasts in change requests: decline the proposals that wait, and turn the removed setting into policies.

The table of the proposals stays for one version, because servers of the previous one still read it.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import text

from careops_server.core.configuration.settings import read_removed_setting

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
    devices = read_removed_setting("broadcasts_approved_from")
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
