"""The weekly news: published articles in one order without gaps, also after an article is deleted."""

from __future__ import annotations

from alembic import op

revision = "0103"
down_revision = "0124"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table weekly_news (
            news_article_id bigint constraint pk_weekly_news primary key
                constraint fk_weekly_news_news_article_id references news_articles on delete cascade,
            sequence integer not null,
            constraint uq_weekly_news_sequence unique (sequence) deferrable,
            constraint ck_weekly_news_sequence check (sequence between 1 and 10)
        )
    """)
    op.execute("""
        create function close_gaps_of_weekly_news() returns trigger language plpgsql as $$ begin
            update weekly_news w set sequence = p.place
            from (select news_article_id, row_number() over (order by sequence) as place from weekly_news) p
            where p.news_article_id = w.news_article_id and p.place <> w.sequence;
            return null;
        end $$
    """)
    op.execute("""
        create trigger close_gaps_on_delete after delete on weekly_news
        for each statement execute function close_gaps_of_weekly_news()
    """)
    op.execute("""
        create function take_off_weekly_news() returns trigger language plpgsql as $$ begin
            delete from weekly_news w using new_articles n where n.id = w.news_article_id and not n.published;
            return null;
        end $$
    """)
    op.execute("""
        create trigger off_the_weekly_news_on_update after update on news_articles
        referencing new table as new_articles for each statement execute function take_off_weekly_news()
    """)
