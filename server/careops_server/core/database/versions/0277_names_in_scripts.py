"""Phonetic search of names stored in Devanagari or Gurmukhi by their consonants.

A change of the letter mapping requires a new function and a new column.
"""

from __future__ import annotations

import re

from alembic import op

from careops_server.core.search.phonetic_keys import SQL

revision = "0277"
down_revision = "0276"

_PLACED = "concat_ws(' ', r.name, r.city, r.state)"
_PERSON = "concat_ws(' ', r.first_name, r.last_name)"
_NAMES = {
    "clinics": _PLACED,
    "doctors": _PERSON,
    "users": "r.name",
    "pharmacies": _PLACED,
    "labs": _PLACED,
    "leads": _PERSON,
    "referrals": "concat_ws(' ', r.referred_by_doctor ->> 'name', r.referred_to_doctor ->> 'name')",
}
_COLUMN = re.compile(r"\br\.(\w+)")


def upgrade() -> None:
    """Apply."""
    op.execute(f"""
        create function consonants_of(searched text) returns text language sql immutable parallel safe
        as $function$ select {SQL.format("searched")} $function$
    """)
    for table, names in _NAMES.items():
        op.execute(f"alter table {table} add column search_consonants text")
        op.execute(f"""
            update {table} r set search_consonants = consonants_of({names})
            where octet_length({names}) <> char_length({names})
        """)
        # A generated column would do the same, but adding it rewrites all rows, which blocks large
        # installations for long.
        op.execute(f"""
            create function keep_{table}_consonants() returns trigger language plpgsql as $$ begin
                new.search_consonants := consonants_of({names.replace("r.", "new.")});
                return new;
            end $$
        """)
        op.execute(f"""
            create trigger consonants before insert or update of {", ".join(_COLUMN.findall(names))} on {table}
            for each row execute function keep_{table}_consonants()
        """)
        op.execute(f"""
            do $$ begin
                if exists (select from pg_extension where extname = 'pg_trgm') then
                    create index ix_{table}_search_consonants on {table} using gin (search_consonants gin_trgm_ops)
                    where search_consonants is not null;
                end if;
            end $$
        """)
