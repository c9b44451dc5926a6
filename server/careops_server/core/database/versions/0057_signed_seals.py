"""Signed seals, and the time when an event was recorded: a seal does not prove events recorded long before it."""

from __future__ import annotations

from alembic import op

revision = "0057"
down_revision = "0052"


def upgrade() -> None:
    """Apply."""
    # No row is rewritten: existing events have no time of recording, and keep their seals.
    op.execute("alter table audit_events add column recorded_at timestamptz")
    op.execute("alter table audit_events alter column recorded_at set default now()")
    op.execute("""
        alter table audit_seals
            add column form smallint not null default 1,
            add column oldest timestamptz,
            add column public_key text not null default '',
            add column next_key text not null default '',
            add column signature text not null default '',
            alter column key_id set default '',
            alter column mac set default ''
    """)
