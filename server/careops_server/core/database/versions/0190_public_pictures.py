"""Indexes from a picture to the clinic doctor or the article that shows it."""

from __future__ import annotations

from alembic import op

revision = "0190"
down_revision = "0170"


def upgrade() -> None:
    """Apply."""
    op.execute("create index ix_clinic_doctors_photo on clinic_doctors (photo) where photo is not null")
    op.execute("create index ix_news_articles_photo_url on news_articles (photo_url) where photo_url is not null")
    op.execute("""
        create index ix_deleted_news_articles_photo_url on deleted_news_articles ((article ->> 'photo_url'))
        where article ->> 'photo_url' is not null
    """)
