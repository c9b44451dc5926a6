"""Events of doctors on articles, identified by their ids, and requests for information."""

from __future__ import annotations

from alembic import op

revision = "0104"
down_revision = "0103"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table news_events (
            id uuid constraint pk_news_events primary key,
            kind text not null,
            news_article_id bigint not null,
            doctor_id bigint,
            occurred_at timestamptz not null,
            received_at timestamptz not null default now()
        )
    """)
    op.execute("create index ix_news_events_received_at on news_events (received_at)")
    op.execute("""
        create table news_interests (
            news_article_id bigint not null
                constraint fk_news_interests_news_article_id references news_articles on delete cascade,
            doctor_id bigint not null constraint fk_news_interests_doctor_id references doctors on delete cascade,
            interested_at timestamptz not null,
            constraint pk_news_interests primary key (news_article_id, doctor_id)
        )
    """)
    op.execute("create index ix_news_interests_latest on news_interests (news_article_id, interested_at desc)")
    op.execute("create index ix_news_interests_doctor_id on news_interests (doctor_id)")
