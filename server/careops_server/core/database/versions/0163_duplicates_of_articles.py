"""Duplicate articles by normalized headings and URLs."""

from __future__ import annotations

from typing import Final

from alembic import op

revision = "0163"
down_revision = "0162"

# Word separators in all our scripts; the rest are letters and their marks. A plural's s is not part of a word.
_APART: Final = r"[\s!-/:-@\[-`{-~।॥“”‘’«»–—…·]+"
_WORDS: Final = f"""
    select array_agg(distinct word collate "C" order by word collate "C") as said
    from (
        select case when length(w) > 3 then regexp_replace(w, 's$', '') else w end as word
        from regexp_split_to_table(lower(coalesce(heading, '')), '{_APART}') w where w <> ''
    ) w
"""


def upgrade() -> None:
    """Apply."""
    # The words of the heading in any order, and the URL without parts that do not change the page.
    op.execute(f"""
        create function news_twin_keys(heading text, link text) returns bigint[]
        language sql immutable parallel safe as $$
            select array(
                select hashtextextended(array_to_string(said, ' '), 0) from ({_WORDS}) words where said is not null
                union all
                select hashtextextended('@' || address, 0) from (
                    select rtrim(translate(regexp_replace(regexp_replace(regexp_replace(
                        lower(coalesce(link, '')), '^https?://(www[.])?', ''), '#.*$', ''),
                        '[?&](utm_[a-z]+|fbclid|gclid)=[^&]*', '', 'g'), '?', '&'), '/&') as address
                ) a where address <> ''
            )
        $$
    """)
    # The same without one of its words, for headings with enough words.
    op.execute(f"""
        create function news_near_keys(heading text) returns bigint[]
        language sql immutable parallel safe as $$
            select array(
                select hashtextextended(array_to_string(array_remove(said, word), ' '), 0)
                from ({_WORDS}) words cross join unnest(said) word where cardinality(said) between 5 and 60
            )
        $$
    """)
    op.execute("""
        alter table news_articles
            add column twin_keys bigint[] not null
                generated always as (news_twin_keys(coalesce(event_name, title), source_link)) stored,
            add column near_keys bigint[] not null
                generated always as (news_near_keys(coalesce(event_name, title))) stored
    """)
    for name in ("twin_keys", "near_keys"):
        op.execute(f"create index ix_news_articles_{name} on news_articles using gin ({name})")
