"""Searchable words of clinics, doctors, users, pharmacies, labs and leads.

Letters only: the words of an email address, and nothing of a phone number. ``backwards`` finds words by their endings.
"""

from __future__ import annotations

from alembic import op

from careops_server.core.search.typo_tolerance import create_dictionary

revision = "0213"
down_revision = "0212"

_TABLES = ("clinics", "doctors", "users", "pharmacies", "labs", "leads")


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table search_words (
            source text collate "C" not null,
            word text collate "C" not null,
            letters smallint not null generated always as (char_length(word)) stored,
            backwards text collate "C" not null generated always as (reverse(word)) stored
        )
    """)
    op.execute("create index ix_search_words_word on search_words (source, letters, word)")
    op.execute("create index ix_search_words_backwards on search_words (source, letters, backwards)")
    # All characters beyond ASCII count as letters, because they belong to other scripts.
    op.execute(r"""
        create function search_words_in(searched text) returns setof text language sql immutable as $$
            select word from regexp_split_to_table(searched, '[\x01-\x60\x7b-\x7f]+') word
            where char_length(word) between 3 and 24
        $$
    """)
    for table in _TABLES:
        create_dictionary(op.execute, table)
