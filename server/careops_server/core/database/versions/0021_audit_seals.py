"""Seals of the audit log: append-only like the events."""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table audit_seals (
            number bigint constraint pk_audit_seals primary key,
            after_position bigint not null,
            upto_position bigint not null,
            entries bytea not null,
            previous text not null,
            hash text not null,
            sealed_at timestamptz not null,
            key_id text not null,
            mac text not null
        )
    """)
    # Digests do not compress, so trying wastes time.
    op.execute("alter table audit_seals alter column entries set storage external")
    op.execute("""
        create trigger append_only before update or delete on audit_seals
        for each row execute function refuse_audit_change()
    """)
    op.execute("""
        create trigger append_only_truncate before truncate on audit_seals
        for each statement execute function refuse_audit_change()
    """)
