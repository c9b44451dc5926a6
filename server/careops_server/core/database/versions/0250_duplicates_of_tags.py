"""Duplicate tags by normalized names."""

from __future__ import annotations

from typing import Final

from alembic import op

revision = "0250"
down_revision = "0245"

# Word separators, including the no-break space, which users paste.
_APART: Final = "[\\s\u00a0_-]+"


def upgrade() -> None:
    """Apply."""
    # Without capitals and spaces, and each word of four letters or more in the singular, as far as English has rules.
    op.execute(f"""
        create function news_tag_key(name text) returns text language sql immutable parallel safe as $$
            select coalesce(string_agg(
                case when length(word) > 3 then regexp_replace(regexp_replace(regexp_replace(
                    word, 'ies?$', 'y'), '([^siu])s$', '\\1'), '(x|z|ch|sh|ss|us)e$', '\\1')
                else word end, '' order by at), '')
            from regexp_split_to_table(lower(name), '{_APART}') with ordinality w (word, at)
        $$
    """)
    op.execute("""
        alter table news_tags add column twin_key text not null generated always as (news_tag_key(tag_name)) stored
    """)
    op.execute("create index ix_news_tags_twin_key on news_tags (twin_key)")
