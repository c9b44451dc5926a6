"""Duplicate tags are suggested; after a merge, their articles have the remaining tag, and its counts are right."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from server.tests.news.articles import BODY
from server.tests.support.news_insights import app, article, event
from server.tests.support.stage import CARE, Stage

from careops import AsyncCareOps
from careops.calls.news import NO_TAG, TagOfArticle
from careops.calls.news_insights import INTO_ITSELF, TAGS_GONE, NewsTagStats
from careops.errors import CareOpsError, Conflict, InvalidInput, NotFound

pytestmark = pytest.mark.own


async def tag(stage: Stage, name: str, *articles: int) -> int:
    tag_id: int = await stage.sql("insert into news_tags (tag_name) values (:name) returning id", name=name)
    await link(stage, tag_id, *articles)
    return tag_id


async def link(stage: Stage, tag_id: int, *articles: int) -> None:
    for article_id in articles:
        await stage.sql(
            "insert into news_article_tags (news_article_id, news_tag_id) values (:article, :tag) returning 1",
            article=article_id,
            tag=tag_id,
        )


async def tag_stats(client: AsyncCareOps, *ids: int) -> dict[int, NewsTagStats]:
    """The existing tags among these ids."""
    return {each.id: each for each in (await client.news_insights.tags()).items if each.id in ids}


async def offered(client: AsyncCareOps, tag_id: int) -> list[str]:
    """Names of the suggested group that contains a tag."""
    groups = [
        [each.tag_name for each in group.tags]
        for group in await client.news_insights.duplicate_tags()
        if tag_id in {each.id for each in group.tags}
    ]
    return groups[0] if groups else []


async def counted_anew(stage: Stage) -> dict[int, tuple[int, ...]]:
    """Counts of each tag, recomputed from its articles."""
    rows = await stage.rows("""
        select t.id, count(*) filter (where n.published) as published, coalesce(sum(n.shared_count), 0) as shared,
            coalesce(sum(n.viewed_count), 0) as viewed
        from news_tags t left join news_article_tags l on l.news_tag_id = t.id
        left join news_articles n on n.id = l.news_article_id group by t.id
    """)
    return {row["id"]: (row["published"], int(row["shared"]), int(row["viewed"])) for row in rows}


async def tag_links(stage: Stage) -> dict[int, tuple[int, ...]]:
    """Stored counts of each tag."""
    rows = await stage.rows("select * from news_tags")
    counts = ("published_news_count", "shared_news_count", "viewed_news_count")
    return {row["id"]: tuple(row[count] for count in counts) for row in rows}


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Knee pain", "knee  PAIN"),
        ("Kneecap", "Knee cap"),
        ("Ear-drum", "EAR_DRUMS"),
        ("Allergy", "Allergies"),
        ("Headache", "headaches"),
        ("Virus", "Viruses"),
        ("Blind disease", "blind diseases"),
        ("Skin cause", "Skin\u00a0causes"),
        ("ਦਿਲ ਜਾਂਚ", "ਦਿਲਜਾਂਚ"),
        ("मधु मेह", "मधुमेह"),
    ],
)
async def test_tags_with_equal_meaning_are_suggested(stage: Stage, name: str, other: str) -> None:
    client = await stage.signed_in(CARE)
    published = await article(stage, published=True)
    first, second = await tag(stage, name), await tag(stage, other, published)
    assert await offered(client, first) == [other, name], "the one that most articles have comes first"
    await client.news_insights.merge_tags(tag_id=first, tag_ids=[second])
    assert await offered(client, first) == []


@pytest.mark.parametrize(
    ("name", "other"),
    [("Gas leak", "Gase leak"), ("Diagnosi", "Diagnosis"), ("Spin", "Spine"), ("Tb", "Tbs"), ("_", "-")],
)
async def test_tags_with_different_meanings_are_not_suggested(stage: Stage, name: str, other: str) -> None:
    first, _ = await tag(stage, name), await tag(stage, other)
    assert await offered(await stage.signed_in(), first) == []


async def test_merged_tag_is_assigned_once_and_counts_are_added(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    counts = {"published": True, "viewed_count": 5, "shared_count": 2}
    both, only, hidden = await article(stage, **counts), await article(stage, **counts), await article(stage)
    stays = await tag(stage, "Merging", both)
    goes = [await tag(stage, "Mergings", both, only), await tag(stage, "mer ging", hidden)]
    merged = await client.news_insights.merge_tags(tag_id=stays, tag_ids=goes)
    assert merged.articles == 2
    assert await tag_stats(client, stays, *goes) == {
        stays: NewsTagStats(
            id=stays, tag_name="Merging", published_news_count=2, shared_news_count=4, viewed_news_count=10
        )
    }
    for article_id in (both, only, hidden):
        tags = (await client.news.read(article_id=article_id)).news_tags
        assert [each.id for each in tags] == [stays]
    assert await tag_links(stage) == await counted_anew(stage)
    (entry,) = [each for each in await stage.events("news_tag.merge") if each["resource_id"] == str(stays)]
    assert entry["before"] == {"tags": ["Merging", "Mergings", "mer ging"]}
    assert entry["after"] == {"tags": ["Merging"], "merged_ids": goes, "articles": 2}


async def test_restored_article_has_the_remaining_tag(stage: Stage) -> None:
    client, gone = await stage.signed_in(), await article(stage, published=True, viewed_count=3)
    stays, goes = await tag(stage, "Backs", gone), await tag(stage, "Back", gone)
    await client.news.delete(ids=[gone])
    await client.news_insights.merge_tags(tag_id=stays, tag_ids=[goes])
    await client.news.restore(ids=[gone])
    assert [each.id for each in (await client.news.read(article_id=gone)).news_tags] == [stays]
    assert await tag_links(stage) == await counted_anew(stage)


async def test_missing_tag_prevents_the_merge(stage: Stage) -> None:
    client, of = await stage.signed_in(), await article(stage)
    stays, goes = await tag(stage, "Halfway"), await tag(stage, "Halfways", of)
    with pytest.raises(Conflict, match=TAGS_GONE):
        await client.news_insights.merge_tags(tag_id=stays, tag_ids=[goes, 2**40])
    with pytest.raises(NotFound, match=NO_TAG):
        await client.news_insights.merge_tags(tag_id=2**40, tag_ids=[goes])
    assert [each.id for each in (await client.news.read(article_id=of)).news_tags] == [goes]


@pytest.mark.parametrize(
    ("ids", "title"),
    [
        ([], "Tag ids must have at least 1 entry"),
        ([*range(1, 22)], "Tag ids can have at most 20 entries"),
        (["x"], "Tag ids must be a whole number"),
        ([0], "Tag ids must be 1 or more"),
        ([7, 4], INTO_ITSELF),
        (None, "Tag ids is required"),
    ],
)
async def test_invalid_merge_is_refused(stage: Stage, ids: Any, title: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.post("/api/careops/news_tags/4/merge", json={} if ids is None else {"tag_ids": ids})
    assert answer.status_code == 422
    (problem,) = answer.json()["errors"]
    assert problem["source"].startswith("tag_ids")
    assert problem["title"] == title


async def test_articles_written_during_a_merge_lose_no_count(stage: Stage) -> None:
    client, ids = await stage.signed_in(), [await article(stage, published=True) for _ in range(6)]
    stays, goes = await tag(stage, "Busy bee"), await tag(stage, "Busy bees", *ids[:3])
    events = [event(70 + n, "view", article_id) for n, article_id in enumerate(ids)]
    program = await app(stage)

    async def save(article_id: int) -> None:
        # An update after the merge fails, because the tag no longer exists.
        with suppress(InvalidInput):
            await client.news.update(article_id=article_id, **BODY, published=True, news_tags=[TagOfArticle(id=goes)])

    await asyncio.gather(
        client.news_insights.merge_tags(tag_id=stays, tag_ids=[goes]),
        *(program.news_insights.add_events(events=[each]) for each in events),
        *(save(article_id) for article_id in ids[3:]),
    )
    assert await tag_links(stage) == await counted_anew(stage)
    assert goes not in await tag_links(stage)
    assert (await tag_stats(client, stays))[stays].published_news_count >= 3


async def test_concurrent_opposite_merges_leave_one_tag(stage: Stage) -> None:
    client, of = await stage.signed_in(), await article(stage)
    first, other = await tag(stage, "Either way", of), await tag(stage, "Either ways", of)

    async def merge(stays: int, goes: int) -> str:
        try:
            await client.news_insights.merge_tags(tag_id=stays, tag_ids=[goes])
        except CareOpsError as refused:
            return type(refused).__name__
        return "merged"

    assert sorted(await asyncio.gather(merge(first, other), merge(other, first))) == ["NotFound", "merged"]
    assert len((await client.news.read(article_id=of)).news_tags) == 1
