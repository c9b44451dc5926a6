"""The server works as a role that owns nothing: which ones are known, and the two things only the owner can do."""

from __future__ import annotations

from alembic import op

revision = "0130"
down_revision = "0110"


def upgrade() -> None:
    """Apply."""
    op.execute("create table server_roles (name text constraint pk_server_roles primary key)")
    # Holding off writers takes a lock that needs the right to change the table, which nobody has.
    op.execute("""
        create function hold_audit_writers() returns void language plpgsql security definer as $$
        begin
            lock table audit_events in share mode;
        end $$
    """)
    # A server that runs for more than a year makes the months to come by itself.
    op.execute("alter function ensure_audit_partitions() security definer")
    # Whoever calls them chooses no tables: what is meant is what is here.
    op.execute("""
        do $$ begin
            execute format('alter function hold_audit_writers() set search_path = %I, pg_temp', current_schema());
            execute format('alter function ensure_audit_partitions() set search_path = %I, pg_temp', current_schema());
        end $$
    """)
