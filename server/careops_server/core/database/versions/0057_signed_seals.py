"""Signed seals, and when an event was recorded: what was sealed long after it came is not proven by its seal."""

from __future__ import annotations

from alembic import op

revision = "0057"
down_revision = "0052"


def upgrade() -> None:
    """Apply."""
    # Nothing is rewritten: events from before do not say, and are sealed as they were.
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
