"""A role without ownership for the server: the known roles, and two functions that only the owner can execute."""

from __future__ import annotations

from alembic import op

revision = "0130"
down_revision = "0110"


def upgrade() -> None:
    """Apply."""
    op.execute("create table server_roles (name text constraint pk_server_roles primary key)")
    # A lock against writers requires the right to change the table, which the role does not have.
    op.execute("""
        create function hold_audit_writers() returns void language plpgsql security definer as $$
        begin
            lock table audit_events in share mode;
        end $$
    """)
    # A server that runs for more than a year creates the partitions of coming months.
    op.execute("alter function ensure_audit_partitions() security definer")
    # The caller cannot choose the tables: their names are resolved here.
    op.execute("""
        do $$ begin
            execute format('alter function hold_audit_writers() set search_path = %I, pg_temp', current_schema());
            execute format('alter function ensure_audit_partitions() set search_path = %I, pg_temp', current_schema());
        end $$
    """)
