"""The weekly news: one to ten published articles in a gapless order, even if one of them is deleted or unpublished."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import InvalidInput, PreconditionFailed
from careops.calls.news import body_of
from careops.calls.weekly_news import (
    NONE_CHOSEN,
    NOT_IN_SEQUENCE,
    TOO_MANY,
    TWICE,
    UNPUBLISHED,
    PlaceOfArticle,
    SetWeeklyNews,
)


async def articles(stage: Stage, many: int, *, published: bool = True) -> list[int]:
    """Create ``count`` articles."""
    insert = """
        insert into news_articles (title, news_text, news_type, news_date, source_name, source_link, published)
        values (:title, 'A text.', 'GENERAL', date '2026-11-20', 'Daily', 'https://news.example/1', :published)
        returning id
    """
    return [await stage.sql(insert, title=f"Weekly {number}", published=published) for number in range(many)]


def places(ids: list[int]) -> list[PlaceOfArticle]:
    return [PlaceOfArticle(id=article_id, sequence=place) for place, article_id in enumerate(ids, start=1)]


async def put(stage: Stage, ids: list[int], phone: str = CARE) -> None:
    await (await stage.signed_in(phone)).weekly_news.set(news_articles=places(ids))


async def order(stage: Stage) -> list[tuple[int, int]]:
    rows = await (await stage.signed_in()).weekly_news.read()
    return [(article.id, article.sequence) for article in rows]


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_can_set_the_weekly_list(stage: Stage, phone: str) -> None:
    first, second, third = await articles(stage, 3)
    client = await stage.signed_in(phone)
    places_set = [
        PlaceOfArticle(id=second, sequence=2),
        PlaceOfArticle(id=third, sequence=1),
        PlaceOfArticle(id=first, sequence=3),
    ]
    await client.weekly_news.set(news_articles=places_set)
    assert await order(stage) == [(third, 1), (second, 2), (first, 3)]
    assert (await client.weekly_news.order()).news_article_ids == [third, second, first]
    await client.weekly_news.remove(news_article_ids=[second, 2**40])
    assert await order(stage) == [(third, 1), (first, 2)]
    (top, _) = await client.weekly_news.read()
    assert (top.title, top.published) == ("Weekly 2", True)


@pytest.mark.proves("FAULT-42.list")
async def test_stale_weekly_list_is_not_overwritten(stage: Stage) -> None:
    first_article, second_article, added = await articles(stage, 3)
    first, second = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    await first.weekly_news.set(news_articles=places([first_article, second_article]))
    read = await second.weekly_news.order()
    await first.weekly_news.set(news_articles=places([first_article, second_article, added]))
    update = SetWeeklyNews(news_articles=places([second_article, first_article]))
    with pytest.raises(PreconditionFailed) as stale:
        await second.send(update, if_match=read.version)
    assert stale.value.newest == {"news_article_ids": [first_article, second_article, added]}
    await first.weekly_news.remove(news_article_ids=[added])
    await second.send(update, if_match=read.version)  # the list is as it was read
    assert await order(stage) == [(second_article, 1), (first_article, 2)]


@pytest.mark.parametrize(
    ("sequences", "sentence"),
    [
        ([], NONE_CHOSEN),
        (range(1, 12), TOO_MANY),
        ([1, 1, 3], NOT_IN_SEQUENCE),
        ([0, 1], None),
        ([2, 3], NOT_IN_SEQUENCE),
        ([1, 2.5], None),
        ([1, "2nd"], None),
    ],
)
async def test_invalid_sequence_is_refused(stage: Stage, sequences: Any, sentence: str | None) -> None:
    ids = await articles(stage, 11)
    await put(stage, ids[:1])
    body = {"news_articles": [{"id": ids[at], "sequence": place} for at, place in enumerate(sequences)]}
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.put("/api/admin/weekly_news", json=body)
    assert answer.status_code == 422
    (problem,) = answer.json()["errors"]
    assert problem["source"].startswith("news_articles")
    assert sentence in (None, problem["title"])
    assert await order(stage) == [(ids[0], 1)]


async def test_missing_list_and_duplicate_article_are_refused(stage: Stage) -> None:
    (article_id,) = await articles(stage, 1)
    twice = {"news_articles": [{"id": article_id, "sequence": 1}, {"id": article_id, "sequence": 2}]}
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answers = [await http.put("/api/admin/weekly_news", json=body) for body in ({}, twice)]
    assert [answer.json()["errors"][0]["title"] for answer in answers] == [NONE_CHOSEN, TWICE]


async def test_unpublished_articles_are_named(stage: Stage) -> None:
    (published,), (draft,) = await articles(stage, 1), await articles(stage, 1, published=False)
    await put(stage, [published])
    with pytest.raises(InvalidInput, match=UNPUBLISHED) as refused:
        await put(stage, [published, draft])
    assert refused.value.problems[0].detail == str(draft)
    assert await order(stage) == [(published, 1)]


async def test_deleted_or_unpublished_article_leaves_no_gap(stage: Stage) -> None:
    client, ids = await stage.signed_in(), await articles(stage, 5)
    await put(stage, ids)
    await client.news.delete(ids=[ids[1], ids[3]])
    assert await order(stage) == [(ids[0], 1), (ids[2], 2), (ids[4], 3)]
    now = await client.news.read(article_id=ids[0])
    await client.news.update(article_id=ids[0], **{**body_of(now), "published": False})
    assert await order(stage) == [(ids[2], 1), (ids[4], 2)]
    await client.news.restore(ids=[ids[1]])
    assert await order(stage) == [(ids[2], 1), (ids[4], 2)]


@pytest.mark.proves("FAULT-43.order", "FAULT-43.positions")
async def test_concurrent_orders_and_deletion_end_with_one_order(stage: Stage) -> None:
    client, ids = await stage.signed_in(), await articles(stage, 10)
    await put(stage, ids)
    orders = [ids[::-1], [*ids[5:], *ids[:5]]]
    ended = await asyncio.gather(
        *(put(stage, each) for each in orders), client.news.delete(ids=[ids[4]]), return_exceptions=True
    )
    # A request after the deletion names a deleted article.
    assert all(isinstance(end, InvalidInput) for end in ended if isinstance(end, Exception))
    left = [article_id for article_id, _ in await order(stage)]
    assert left in [[article_id for article_id in each if article_id != ids[4]] for each in (ids, *orders)]
    assert [place for _, place in await order(stage)] == list(range(1, 10))


@pytest.mark.own
async def test_audit_trail_has_the_order_before_and_after(stage: Stage) -> None:
    client, ids = await stage.signed_in(), await articles(stage, 3)
    await put(stage, ids)
    before = len(await stage.events())
    for _ in range(2):
        await client.weekly_news.set(news_articles=places(ids[::-1]))
    await client.weekly_news.remove(news_article_ids=ids[:1])
    await client.weekly_news.remove(news_article_ids=ids[:1])
    moved, removed = (await stage.events())[before:]
    assert (moved["key"], moved["before"], moved["after"]) == ("weekly_news.set", {"ids": ids}, {"ids": ids[::-1]})
    assert (removed["key"], removed["after"]) == ("weekly_news.remove", {"ids": ids[:0:-1]})


async def read_this_week(stage: Stage, article_id: int, kind: str, many: int, *, days_ago: float = 1) -> None:
    """Insert events of an article."""
    await stage.sql(
        """
        with made as (
            insert into news_events (id, kind, news_article_id, occurred_at)
            select gen_random_uuid(), :kind, :id, now() - :days * interval '1 day' from generate_series(1, :many)
            returning 1
        )
        select count(*) from made
        """,
        kind=kind,
        id=article_id,
        days=days_ago,
        many=many,
    )


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_best_articles_are_those_opened_and_shared_most(stage: Stage, phone: str) -> None:
    await stage.sql("delete from news_events returning 1")
    client = await stage.signed_in(phone)
    much, shared, long_ago, listed, to_come = await articles(stage, 5)
    (draft,) = await articles(stage, 1, published=False)
    await put(stage, [listed])
    for article_id in (listed, draft):
        await read_this_week(stage, article_id, "view", 50)
    await read_this_week(stage, much, "view", 4)
    await read_this_week(stage, much, "interest", 9)
    await read_this_week(stage, much, "view", 9, days_ago=7.1)
    await read_this_week(stage, shared, "view", 3, days_ago=6.9)
    await read_this_week(stage, shared, "share", 2)
    await read_this_week(stage, long_ago, "view", 90, days_ago=8)
    await read_this_week(stage, to_come, "view", 90, days_ago=-1)
    best_news = await client.weekly_news.best()
    assert [(best.id, best.week_views, best.week_shares) for best in best_news] == [(shared, 3, 2), (much, 4, 0)]
    await client.news.update(article_id=much, **{**body_of(best_news[1]), "published": False})
    assert [best.id for best in await client.weekly_news.best()] == [shared]


async def test_ten_articles_are_suggested_and_newest_wins_ties(stage: Stage) -> None:
    await stage.sql("delete from news_events returning 1")
    client, ids = await stage.signed_in(), await articles(stage, 12)
    assert await client.weekly_news.best() == []
    for article_id in ids:
        await read_this_week(stage, article_id, "share", 1)
    assert [best.id for best in await client.weekly_news.best()] == ids[:1:-1]
