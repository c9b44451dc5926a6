"""Search clinics, pharmacies and labs by state as well."""

from __future__ import annotations

from alembic import op

revision = "0150"
down_revision = "0120"

_TABLES = ("clinics", "pharmacies", "labs")


def upgrade() -> None:
    """Apply."""
    for table in _TABLES:
        op.execute(f"alter table {table} drop column search_text")
        op.execute(f"""
            alter table {table} add column search_text text generated always as (
                lower(name || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone_number, '')
                || chr(31) || coalesce(city, '') || chr(31) || coalesce(state, ''))
            ) stored
        """)
        op.execute(f"""
            do $$ begin
                if exists (select from pg_extension where extname = 'pg_trgm') then
                    create index ix_{table}_search_text on {table} using gin (search_text gin_trgm_ops);
                end if;
            end $$
        """)
