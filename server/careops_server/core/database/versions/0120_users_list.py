"""Users as a list: searched, counted by whether they are active, with what they signed up with."""

from __future__ import annotations

from alembic import op

from careops_server.core.queries.counters import keep_totals

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
    # As for clinics: without trigrams the search reads the one column.
    op.execute("""
        do $$ begin
            if exists (select from pg_extension where extname = 'pg_trgm') then
                create index ix_users_search_text on users using gin (search_text gin_trgm_ops);
            end if;
        end $$
    """)
    # Those who are not active are few: without it a page of them walks over everybody else.
    op.execute("create index ix_users_active on users ((user_status = 'ACTIVE'), id)")
    keep_totals(op.execute, "users", {"active_users": "r.user_status = 'ACTIVE'"})
