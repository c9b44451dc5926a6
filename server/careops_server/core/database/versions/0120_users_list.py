"""Users as a list: search, counters of active users, and data of the sign-up."""

from __future__ import annotations

from alembic import op

from careops_server.core.queries.counters import create_counters

revision = "0120"
down_revision = "0060"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        alter table users
            add column verified_at timestamptz,
            add column platform text constraint ck_users_platform check (platform in ('android', 'ios', 'web')),
            add column search_text text generated always as (
                lower(name || chr(31) || phone_number || chr(31) || coalesce(email, ''))
            ) stored
    """)
    # As for clinics: without trigrams, a search scans one column.
    op.execute("""
        do $$ begin
            if exists (select from pg_extension where extname = 'pg_trgm') then
                create index ix_users_search_text on users using gin (search_text gin_trgm_ops);
            end if;
        end $$
    """)
    # Few users are inactive: without this index, a page of them scans all others.
    op.execute("create index ix_users_active on users ((user_status = 'ACTIVE'), id)")
    create_counters(op.execute, "users", {"active_users": "r.user_status = 'ACTIVE'"})
