"""Indexes for articles of a city, state or speciality, to which the statistics link."""

from __future__ import annotations

from alembic import op

revision = "0165"
down_revision = "0226"


def upgrade() -> None:
    """Apply."""
    for place in ("city", "state"):
        op.execute(f"""
            create index ix_news_articles_{place} on news_articles ({place}, news_date desc, id desc)
            where {place} is not null
        """)
    op.execute("""
        create index ix_news_articles_basic_clinic_specialities on news_articles
        using gin (basic_clinic_specialities)
    """)
