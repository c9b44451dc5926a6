"""Bulk changes of articles: publish, delete, restore, and their audit events."""

from __future__ import annotations

import pytest
from server.tests.news.articles import create_article, event
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import Conflict, NotFound
from careops.calls.news import NOT_DELETED, SOME_GONE


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_can_publish_delete_and_restore(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    article_id = await create_article(client)
    await client.news.publish(ids=[article_id])
    await client.news.delete(ids=[article_id])
    await client.news.restore(ids=[article_id])
    assert (await client.news.read(article_id=article_id)).published


async def test_publication_is_all_or_nothing_and_names_missing_articles(stage: Stage) -> None:
    client = await stage.signed_in()
    first, second = await create_article(client), await create_article(client)
    with pytest.raises(Conflict, match=SOME_GONE) as refused:
        await client.news.publish(ids=[first, 2**40, second])
    assert refused.value.problems[0].detail == str(2**40)
    assert not (await client.news.read(article_id=first)).published
    assert (await client.news.publish(ids=[first, second])).published == 2
    assert (await client.news.publish(ids=[first, second])).published == 0


async def test_deletion_counts_missing_articles(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await create_article(client)
    answer = await client.news.delete(ids=[article_id, 2**40])
    assert (answer.deleted, answer.gone) == (1, 1)
    with pytest.raises(NotFound):
        await client.news.read(article_id=article_id)
    again = await client.news.delete(ids=[article_id])
    assert (again.deleted, again.gone) == (0, 1)


async def test_deleted_articles_are_found_by_heading_source_and_text(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await create_article(
        client, title="Quokka clinics", source_name="Island Daily", news_text="Read by candlelight."
    )
    await client.news.delete(ids=[article_id])
    for words in ("quokka", "daily island", "CANDLELIGHT"):
        assert [each.id for each in (await client.news.deleted(search_text=words)).items] == [article_id]
    assert (await client.news.deleted(search_text="quokka wombat")).total_records == 0


async def test_deleted_article_is_restored_unchanged(stage: Stage) -> None:
    client = await stage.signed_in()
    tags = [{"tag_name": "Brought back"}]
    article_id = await create_article(client, **event(all_day=True), news_tags=tags, basic_clinic_specialities=["ENT"])
    await stage.sql("update news_articles set viewed_count = 7 where id = :id returning id", id=article_id)
    before = await client.news.read(article_id=article_id)
    await client.news.delete(ids=[article_id])
    (gone,) = [each for each in (await client.news.deleted(perpage=500)).items if each.id == article_id]
    assert (gone.title, gone.news_type, str(gone.news_date)) == (before.title, "CME", "2026-11-20")
    await client.news.restore(ids=[article_id])
    assert await client.news.read(article_id=article_id) == before
    assert article_id not in [each.id for each in (await client.news.deleted(perpage=500)).items]


async def test_article_cannot_be_restored_after_thirty_days(stage: Stage) -> None:
    client = await stage.signed_in()
    late, new = await create_article(client), await create_article(client)
    await client.news.delete(ids=[late, new])
    await stage.sql(
        "update deleted_news_articles set deleted_at = now() - interval '31 days' where id = :id returning id", id=late
    )
    assert late not in [each.id for each in (await client.news.deleted(perpage=500)).items]
    with pytest.raises(Conflict, match=NOT_DELETED):
        await client.news.restore(ids=[new, late])
    with pytest.raises(NotFound):
        await client.news.read(article_id=new)


@pytest.mark.parametrize("ids", ["", "1,,2", "x", ",".join(map(str, range(1, 502)))])
async def test_invalid_ids_are_refused(stage: Stage, ids: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        for path in ("delete", "publish"):
            answer = await http.post(f"/api/admin/news_articles/{path}", params={"ids": ids})
            assert answer.status_code == 422
            assert answer.json()["errors"][0]["source"].startswith("ids")


@pytest.mark.own
async def test_publication_with_a_description_notifies_doctors(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    ids = [await create_article(client), await create_article(client)]
    since = (await client.realtime.list(channels=["app:doctor"], since=0)).latest
    await client.news.publish(ids=ids[:1], notify_desc=" ")
    await client.news.publish(ids=ids, notify_desc="The news of this week")
    (event_,) = (await client.realtime.list(channels=["app:doctor"], since=since)).events
    assert (event_.event, event_.data) == ("news_published", {"ids": ids, "notify_desc": "The news of this week"})


@pytest.mark.own
async def test_audit_trail_has_each_change_once_with_its_ids(stage: Stage) -> None:
    client = await stage.signed_in()
    ids = [await create_article(client, title=f"Told {number}") for number in range(3)]
    before = len(await stage.events())
    await client.news.publish(ids=ids, notify_desc="The news of this week")
    await client.news.publish(ids=ids)
    await client.news.delete(ids=[*ids, ids[0]])
    await client.news.restore(ids=ids[:1])
    published, deleted, restored = (await stage.events())[before:]
    assert (published["key"], published["after"]) == (
        "news_article.publish",
        {"published": ids, "ids": ids, "notify_desc": "The news of this week"},
    )
    assert (deleted["key"], deleted["before"]) == ("news_article.delete", {"ids": ids})
    assert (restored["key"], restored["resource_id"]) == ("news_article.restore", str(ids[0]))
