"""Indexes of timelines: audit events by record, changes of requests by clinic, and notes by time.

The first index is partial: events of other records, such as those of patients, are not in it. It contains what the
filters of a timeline read, like the index by clinic.
"""

from __future__ import annotations

from alembic import op

revision = "0650"
down_revision = "0660"


def upgrade() -> None:
    """Add the indexes."""
    op.execute("""
        create index ix_audit_events_record on audit_events (resource_type, resource_id, occurred_at, id)
        include (key, event_status)
        where resource_type in ('doctor', 'user', 'pharmacy', 'lab', 'ad_campaign', 'referral')
    """)
    op.execute("""
        create index ix_change_request_targets_clinic_id on change_request_targets (clinic_id, request_id, revision)
        where clinic_id is not null
    """)
    op.execute("create index ix_notes_record_created_at on notes (kind, record_id, created_at, id)")
    op.execute("create index ix_follow_ups_record_created_at on follow_ups (kind, record_id, created_at, id)")


def downgrade() -> None:
    """Drop them."""
    op.execute("drop index ix_follow_ups_record_created_at")
    op.execute("drop index ix_notes_record_created_at")
    op.execute("drop index ix_change_request_targets_clinic_id")
    op.execute("drop index ix_audit_events_record")
