"""Names that are kept in Devanagari or Gurmukhi are found by their consonants, however they are typed.

Only such names are in the indexes. Whoever changes which letter stands for what makes the function anew, and them.
"""

from __future__ import annotations

from alembic import op

from careops_server.database.consonants import SQL

revision = "0277"
down_revision = "0276"

_TABLES = ("clinics", "doctors", "users", "pharmacies", "labs", "leads", "referrals")


def upgrade() -> None:
    """Apply."""
    op.execute(f"""
        create function consonants_of(searched text) returns text language sql immutable parallel safe
        as $$ select {SQL.format("searched")} $$
    """)
    for table in _TABLES:
        op.execute(f"""
            do $$ begin
                if exists (select from pg_extension where extname = 'pg_trgm') then
                    create index ix_{table}_consonants on {table} using gin (consonants_of(search_text) gin_trgm_ops)
                    where consonants_of(search_text) is not null;
                end if;
            end $$
        """)
