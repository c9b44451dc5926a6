"""Index of the switches of modules and flags in the audit trail, by clinic.

The console shows beside each switch who switched it last. The index is partial: an event of another key costs nothing.
"""

from __future__ import annotations

from alembic import op

revision = "0390"
down_revision = "0300"


def upgrade() -> None:
    """Apply."""
    op.execute(
        """
        create index ix_audit_events_switches on audit_events (clinic_id, occurred_at)
        where key in ('module.activate', 'module.deactivate', 'clinic.settings')
        """
    )
