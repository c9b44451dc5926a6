"""Searchable words of clinics, doctors, users, pharmacies, labs and leads.

Letters only: the words of an email address, and nothing of a phone number. ``backwards`` finds words by their endings.
"""

from __future__ import annotations

from alembic import op

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
        _create_dictionary(table)


def _create_dictionary(table: str) -> None:
    """Create the triggers that store the words of a table's ``search_text``, and add those of existing rows.

    Words are never removed. A word whose last record is gone finds nothing.
    """
    op.execute(_add(table, f"select r.search_text from {table} r"))
    added = "select r.search_text from new_rows r"
    _trigger(table, "insert", "new table as new_rows", _add(table, added))
    changed = f"{added} except select r.search_text from old_rows r"
    _trigger(table, "update", "old table as old_rows new table as new_rows", _add(table, changed))


def _trigger(table: str, event: str, referenced: str, body: str) -> None:
    name = f"keep_{table}_words_on_{event}"
    op.execute(f"create function {name}() returns trigger language plpgsql as $$ begin {body}; return null; end $$")
    op.execute(f"""
        create trigger words_on_{event} after {event} on {table} referencing {referenced}
        for each statement execute function {name}()
    """)


def _add(table: str, texts: str) -> str:
    # No unique index: two writers of a new word would wait for each other, and a duplicate does no harm. The offset
    # keeps it a look-up per word, even if the plan was made for a first statement with few texts.
    return f"""
        insert into search_words (source, word)
        select '{table}', n.word
        from (select distinct w.word from ({texts}) r, search_words_in(r.search_text) w (word)) n
        where not exists (
            select from search_words k
            where k.source = '{table}' and k.letters = char_length(n.word) and k.word = n.word collate "C" offset 0
        )
    """
