"""Phonetic search: names with joiners have the same consonants as without them.

Only the rows with joiners are derived again.
"""

from __future__ import annotations

from alembic import op

from careops_server.core.search.phonetic_keys import SQL
from careops_server.core.search.spellings import JOINERS

revision = "0701"
down_revision = "0700"

# A column of each table whose update derives the consonants again.
_NAMES = {
    "clinics": "name",
    "doctors": "first_name",
    "users": "name",
    "pharmacies": "name",
    "labs": "name",
    "leads": "first_name",
    "referrals": "referred_by_doctor",
}


def upgrade() -> None:
    """Replace the function, and update the rows whose consonants contain joiners."""
    op.execute(f"""
        create or replace function consonants_of(searched text) returns text language sql immutable parallel safe
        as $function$ select {SQL.format("searched")} $function$
    """)
    for table, column in _NAMES.items():
        op.execute(f"update {table} set {column} = {column} where search_consonants ~ '[{JOINERS}]'")


def downgrade() -> None:
    """Keep the function: its result is valid for earlier versions."""
