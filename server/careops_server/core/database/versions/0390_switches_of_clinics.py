"""Index of changes of modules and flags in the audit log, by clinic.

The console shows the last change beside each switch. The index is partial: other events cost nothing.
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
