"""Tags of articles: unique and counted."""

from __future__ import annotations

from server.tests.news.articles import create_article
from server.tests.support.stage import Stage

from careops.calls.news import body_of


async def test_tags_are_unique_despite_capitals(stage: Stage) -> None:
    client = await stage.signed_in()
    await create_article(client, news_tags=[{"tag_name": "ਦਿਲ Health"}])
    second = await create_article(client, news_tags=[{"tag_name": " ਦਿਲ HEALTH "}])
    tags = [tag for tag in (await client.news_insights.tags(perpage=500)).items if "ਦਿਲ" in tag.tag_name]
    assert [tag.tag_name for tag in tags] == ["ਦਿਲ Health"]
    by_id = await create_article(client, news_tags=[{"id": tags[0].id}])
    page = await client.news.list(news_tag_ids=[tags[0].id], perpage=2)
    assert [article.id for article in page.items] == [by_id, second]
    assert page.total_records == 3


async def test_counts_of_a_tag_follow_its_articles(stage: Stage) -> None:
    client = await stage.signed_in()
    tags = [{"tag_name": "Counted tag"}]

    async def counts() -> tuple[int, int, int]:
        page = await client.news_insights.tags(perpage=500)
        (tag,) = [each for each in page.items if each.tag_name == "Counted tag"]
        return tag.published_news_count, tag.viewed_news_count, tag.shared_news_count

    first, second = (
        await create_article(client, news_tags=tags),
        await create_article(client, news_tags=tags, published=True),
    )
    assert await counts() == (1, 0, 0)
    await stage.sql(
        "update news_articles set viewed_count = 5, shared_count = 2 where id in (:first, :second) returning id",
        first=first,
        second=second,
    )
    assert await counts() == (1, 10, 4)
    await client.news.publish(ids=[first])
    assert await counts() == (2, 10, 4)
    await client.news.delete(ids=[first])
    assert await counts() == (1, 5, 2)
    await client.news.restore(ids=[first])
    assert await counts() == (2, 10, 4)
    now = await client.news.read(article_id=second)
    await client.news.update(article_id=second, **{**body_of(now), "news_tags": []})
    assert await counts() == (1, 5, 2)


async def test_tags_are_sorted_by_name_or_count_without_pages(stage: Stage) -> None:
    client = await stage.signed_in()
    for number in range(12):
        await create_article(client, news_tags=[{"tag_name": f"Sorted {number:02}"}])
    await stage.sql("update news_tags set viewed_news_count = id where tag_name like 'Sorted%' returning id")
    by_name = await client.news_insights.tags(sort_by="tag_name", sort_order="desc", perpage=500)
    names = [tag.tag_name for tag in by_name.items]
    assert names == sorted(names, key=str.lower, reverse=True)
    most = await client.news_insights.tags(page=1, perpage=10, sort_by="viewed_news_count", sort_order="desc")
    assert [tag.tag_name for tag in most.items][:2] == ["Sorted 11", "Sorted 10"]
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.get("/api/admin/news_tags")
    assert len(answer.json()["data"]) == most.total_records == answer.json()["meta"]["total_records"]
