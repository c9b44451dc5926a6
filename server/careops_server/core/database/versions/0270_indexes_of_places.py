"""Indexes of places as a part of the schema: the server fills the tables, but owns none that it could index."""

from __future__ import annotations

from alembic import op

revision = "0270"
down_revision = "0250"


def upgrade() -> None:
    """Apply."""
    # They exist already if the owner of the tables has filled them.
    op.execute("create index if not exists ix_places_cities on places (id) where locality is null")
    op.execute("create index if not exists ix_place_words_prefix on place_words (word text_pattern_ops)")
    op.execute("create index if not exists ix_place_words_sound on place_words (sound text_pattern_ops)")
    # As for clinics: without trigrams, searches scan the whole table and do not tolerate typing errors.
    op.execute("""
        do $$ begin
            if exists (select from pg_extension where extname = 'pg_trgm') then
                create index if not exists ix_places_search on places using gin (search gin_trgm_ops);
                create index if not exists ix_place_words_word on place_words using gin (word gin_trgm_ops);
            end if;
        end $$
    """)
