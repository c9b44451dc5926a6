"""The news feed: required fields of each article type, and the effect of updates."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from server.tests.news.articles import BODY, create_article, event, firm, in_days, today
from server.tests.support.stage import CARE, Stage

from careops import InvalidInput, NotFound, PreconditionFailed
from careops.calls.news import (
    EVENT_OVER,
    IN_THE_PAST,
    NO_FIRM,
    NO_TAG,
    TOO_FAR_AHEAD,
    NewsArticle,
    UpdateNewsArticle,
    body_of,
)
from careops.constants import NEWS_DAYS_AHEAD
from careops.contract.filters import ENDS_TOO_EARLY


async def test_article_is_stored_with_all_fields(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    body = {
        "news_label": "Study",
        "city": "Ludhiana",
        "state": "Punjab",
        "photo_url": "https://news.example/heart.png",
        "basic_clinic_specialities": ["Cardiology", "Dentistry", "Cardiology"],
        "news_tags": [{"tag_name": "Heart, given"}, {"tag_name": "HEART, given"}],
    }
    article = await client.news.read(article_id=await create_article(client, **body, published=True))
    assert (article.title, article.news_text) == (BODY["title"], BODY["news_text"])
    assert str(article.news_date) == "2026-11-20"
    assert (article.news_label, article.city, article.state, article.published) == ("Study", "Ludhiana", "Punjab", True)
    assert article.basic_clinic_specialities == ["Cardiology", "Dentistry"]
    assert [tag.tag_name for tag in article.news_tags] == ["Heart, given"]
    assert (article.event_name, article.event_type, article.basic_pharma_id) == (None, None, None)


async def test_event_has_a_name_and_is_virtual_by_default(stage: Stage) -> None:
    client = await stage.signed_in()
    article = await client.news.read(article_id=await create_article(client, **event(credit_hours=2.5)))
    assert (article.title, article.event_name) == (BODY["title"], BODY["title"])
    assert (article.event_type, article.all_day, article.credit_hours) == ("virtual", False, 2.5)
    assert article.event_start_ts == today() + timedelta(days=3, hours=10)


async def test_all_day_event_lasts_whole_days(stage: Stage) -> None:
    client = await stage.signed_in()
    days = event(end=4, all_day=True, event_type="in-person")
    article = await client.news.read(article_id=await create_article(client, **days))
    assert (article.event_start_ts, article.event_end_ts) == (today() + timedelta(days=3), today() + timedelta(days=4))
    assert article.event_type == "in-person"


async def test_fields_of_another_type_are_dropped(stage: Stage) -> None:
    client, cipla = await stage.signed_in(), await firm(stage)
    article_id = await create_article(client, **{**event(), "basic_pharma_id": cipla})
    now = await client.news.read(article_id=article_id)
    await client.news.update(article_id=article_id, **{**body_of(now), "news_type": "PHARMA", "basic_pharma_id": cipla})
    article = await client.news.read(article_id=article_id)
    assert (article.event_name, article.event_start_ts, article.event_type) == (None, None, None)
    assert (article.basic_pharma_id, article.pharma_name) == (cipla, "Cipla")


NEEDED = ("news_type", "news_date", "news_text", "source_name", "source_link")


@pytest.mark.parametrize("type_fields", [event(end=4, all_day=True, event_type="in-person", credit_hours=2.5), {}])
async def test_article_change_keeps_omitted_fields(stage: Stage, type_fields: dict[str, Any]) -> None:
    client = await stage.signed_in()
    body = {
        "news_label": "Study",
        "city": "Ludhiana",
        "state": "Punjab",
        "photo_url": "https://news.example/heart.png",
        "source_thumbnail_url": "https://news.example/small.png",
        "basic_clinic_specialities": ["Cardiology"],
        "news_tags": [{"tag_name": "Omitted"}],
    }
    article_id = await create_article(client, **{**body, **type_fields}, published=True)
    before = await client.news.read(article_id=article_id)
    needed = {name: value for name, value in body_of(before).items() if name in NEEDED}
    await client.news.update(article_id=article_id, **{**needed, "news_text": "Another text"})
    assert await client.news.read(article_id=article_id) == before.model_copy(update={"news_text": "Another text"})
    await client.news.update(article_id=article_id, **needed, city=None, news_tags=[])
    after = await client.news.read(article_id=article_id)
    assert (after.city, after.news_tags, after.state, after.published) == (None, [], "Punjab", True)


async def test_article_change_with_omitted_pharmacy_keeps_it(stage: Stage) -> None:
    client, cipla = await stage.signed_in(), await firm(stage)
    article_id = await create_article(client, news_type="PHARMA", basic_pharma_id=cipla)
    await client.news.update(article_id=article_id, **{**BODY, "news_type": "PHARMA"})
    assert (await client.news.read(article_id=article_id)).basic_pharma_id == cipla


@pytest.mark.parametrize(
    ("change", "source"),
    [
        ({"news_type": "PHARMA"}, "basic_pharma_id"),
        ({"news_type": "CME"}, "event_start_ts"),
        ({"news_type": "CME", "event_start_ts": in_days(3) + "T10:00:00+05:30"}, "event_end_ts"),
        ({"title": None}, "title"),
    ],
)
async def test_article_change_without_fields_of_its_new_type_is_refused(
    stage: Stage, change: dict[str, Any], source: str
) -> None:
    client = await stage.signed_in()
    article_id = await create_article(client)
    async with stage.http(headers=await stage.bearer()) as http:
        body = {"news_article": {**BODY, **change}}
        answer = await http.put(f"/api/admin/news_articles/{article_id}", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == source


async def test_event_change_compares_its_end_with_the_stored_start(stage: Stage) -> None:
    client = await stage.signed_in()
    days = event(start=3, end=4)
    article_id = await create_article(client, **days)
    needed = {name: value for name, value in {**BODY, **days}.items() if name in NEEDED}
    with pytest.raises(InvalidInput, match=ENDS_TOO_EARLY) as refused:
        await client.news.update(article_id=article_id, **needed, event_end_ts=event(start=1, end=2)["event_end_ts"])
    assert refused.value.source == "event_end_ts"


async def test_pharma_news_needs_no_heading(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await create_article(client, news_type="PHARMA", basic_pharma_id=await firm(stage), title="  ")
    assert (await client.news.read(article_id=article_id)).title is None


@pytest.mark.proves("SEC-43.source")
@pytest.mark.parametrize(
    ("body", "source", "sentence"),
    [
        ({"news_date": ""}, "news_date", "Enter Date"),
        ({"news_type": " "}, "news_type", "Please select news type"),
        ({"title": ""}, "title", "enter news heading"),
        ({"title": None}, "title", "enter news heading"),
        ({"news_text": "\n"}, "news_text", "Add description"),
        ({"source_name": ""}, "source_name", "enter source name"),
        ({"source_link": ""}, "source_link", "enter source url"),
        ({"news_type": "PHARMA"}, "basic_pharma_id", "Please select pharmacy"),
        ({"news_type": "CME"}, "event_start_ts", "Please select from date"),
        (event(event_end_ts=None), "event_end_ts", "Please select end date"),
        (event(start=5, end=4), "event_end_ts", ENDS_TOO_EARLY),
        (event(start=-1), "event_start_ts", IN_THE_PAST),
        (event(event_type="by post"), "event_type", None),
        ({"news_date": in_days(NEWS_DAYS_AHEAD + 2)}, "news_date", TOO_FAR_AHEAD),
        ({"news_date": "2999-01-01"}, "news_date", TOO_FAR_AHEAD),
        ({"news_date": "20-11-2026"}, "news_date", None),
        ({"title": "x" * 301}, "title", None),
        ({"title": "x" * 10_000}, "title", "Title can have at most 300 characters"),
        ({"news_text": "x" * 20_001}, "news_text", None),
        ({"source_link": "javascript:alert(1)"}, "source_link", None),
        ({"source_link": "//evil.example"}, "source_link", None),
        ({"source_link": "data:text/html,hello"}, "source_link", None),
        ({"source_link": "https://news.example/%0aSet-Cookie"}, "source_link", None),
        ({"source_link": "https://name:secret@news.example/"}, "source_link", None),
        ({"photo_url": "file:///etc/passwd"}, "photo_url", None),
        ({"news_tags": [{}]}, "news_tags.0", None),
        ({"news_tags": [{"id": 2**40}]}, "news_tags", NO_TAG),
        ({"news_type": "PHARMA", "basic_pharma_id": 2**40}, "basic_pharma_id", NO_FIRM),
        ({"basic_clinic_specialities": ["Cardiology", "Alchemy"]}, "basic_clinic_specialities.1", None),
        ({"credit_hours": -1}, "credit_hours", None),
        ({"credit_hours": True}, "credit_hours", "Credit hours must be a number"),
        ({"credit_hours": "two"}, "credit_hours", "Credit hours must be a number"),
        ({"viewed_count": 5}, "viewed_count", None),
    ],
)
async def test_invalid_article_is_refused(
    stage: Stage, body: dict[str, Any], source: str, sentence: str | None
) -> None:
    before = await stage.sql("select count(*) from news_articles")
    problem = await stage.refused("POST", "/api/admin/news_articles", {"news_article": {**BODY, **body}}, phone=CARE)
    assert problem["source"] == source
    assert sentence in (None, problem["title"])
    assert await stage.sql("select count(*) from news_articles") == before


async def test_event_that_ended_at_midnight_is_refused(stage: Stage) -> None:
    midnight = today().isoformat()
    body = event(event_start_ts=midnight, event_end_ts=midnight)
    problem = await stage.refused("POST", "/api/admin/news_articles", {"news_article": body}, phone=CARE)
    assert (problem["source"], problem["title"]) == ("event_end_ts", EVENT_OVER)


async def test_missing_fields_are_reported_together(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post("/api/admin/news_articles", json={"news_article": {}})
    assert [problem["title"] for problem in answer.json()["errors"]] == [
        "Please select news type",
        "Enter Date",
        "Add description",
        "enter source name",
        "enter source url",
    ]


async def test_past_event_can_be_corrected_but_not_moved_within_the_past(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await create_article(client, **event())
    await stage.sql(
        "update news_articles set event_start_ts = event_start_ts - interval '1 year',"
        " event_end_ts = event_end_ts - interval '1 year' where id = :id returning id",
        id=article_id,
    )
    now = await client.news.read(article_id=article_id)
    await client.news.update(article_id=article_id, **{**body_of(now), "title": "Mended"})
    assert (await client.news.read(article_id=article_id)).event_start_ts == now.event_start_ts
    earlier = event(start=-30, end=-30)
    with pytest.raises(InvalidInput, match=IN_THE_PAST) as refused:
        await client.news.update(article_id=article_id, **earlier)
    assert [problem.source for problem in refused.value.problems] == ["event_start_ts", "event_end_ts"]


async def test_running_event_can_be_added(stage: Stage) -> None:
    client = await stage.signed_in()
    midnight = today().isoformat()
    running = await create_article(client, **event(end=1, event_start_ts=midnight))
    assert (await client.news.read(article_id=running)).event_start_ts == today()
    # The last day of an all-day event is today.
    await create_article(client, **event(event_start_ts=midnight, event_end_ts=midnight, all_day=True))


async def test_end_of_a_past_event_can_only_be_moved_into_the_future(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await create_article(client, **event(start=0, end=0, all_day=True))
    body = body_of(await client.news.read(article_id=article_id))
    # Without "all day" it ends at midnight, which has passed.
    with pytest.raises(InvalidInput) as refused:
        await client.news.update(article_id=article_id, **{**body, "all_day": False})
    assert [(problem.source, problem.title) for problem in refused.value.problems] == [("event_end_ts", EVENT_OVER)]
    later = (today() + timedelta(days=1)).isoformat()
    await client.news.update(article_id=article_id, **{**body, "all_day": False, "event_end_ts": later})


async def test_date_of_an_article_is_at_most_a_year_ahead_unless_unchanged(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await create_article(client, news_date=in_days(NEWS_DAYS_AHEAD))
    await stage.sql("update news_articles set news_date = '2999-01-01' where id = :id", id=article_id)
    body = body_of(await client.news.read(article_id=article_id))
    await client.news.update(article_id=article_id, **{**body, "title": "Edited"})
    with pytest.raises(InvalidInput) as refused:
        await client.news.update(article_id=article_id, **{**body, "news_date": "2998-01-01"})
    assert [(problem.source, problem.title) for problem in refused.value.problems] == [("news_date", TOO_FAR_AHEAD)]


@pytest.mark.parametrize("title", ["ਸੌਖੀ ਜਾਂਚ ਦਿਲ ਦੀ", "Marked\u200f inside", "عنوان من اليمين"])
async def test_title_in_any_script_is_stored_and_found(stage: Stage, title: str) -> None:
    client = await stage.signed_in()
    article_id = await create_article(client, title=title)
    assert (await client.news.read(article_id=article_id)).title == title
    assert [each.id for each in (await client.news.list(search_text=title)).items] == [article_id]


async def test_direction_controls_of_a_title_are_removed(stage: Stage) -> None:
    client = await stage.signed_in()
    typed = "\u202eMarked from the right\u202c"
    article_id = await create_article(client, title=typed)
    assert (await client.news.read(article_id=article_id)).title == "Marked from the right"
    assert [each.id for each in (await client.news.list(search_text=typed)).items] == [article_id]


@pytest.mark.own
async def test_audit_trail_has_differences_only(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await create_article(client, news_tags=[{"tag_name": "Before"}])
    before = len(await stage.events())
    body = {**body_of(await client.news.read(article_id=article_id)), "title": "Other"}
    for _ in range(2):
        await client.news.update(article_id=article_id, **{**body, "news_tags": [{"tag_name": "After"}]})
    (event_,) = (await stage.events())[before:]
    assert event_["before"] == {"title": BODY["title"], "news_tags": ["Before"]}
    assert event_["after"] == {"title": "Other", "news_tags": ["After"]}


async def test_unknown_article_is_refused(stage: Stage) -> None:
    client = await stage.signed_in()
    with pytest.raises(NotFound, match="no article"):
        await client.news.update(article_id=2**40, **BODY)
    with pytest.raises(NotFound, match="no article"):
        await client.news.read(article_id=2**40)


def test_body_of_an_article_changes_nothing() -> None:
    article = NewsArticle.model_validate({"id": 3, **BODY, "news_tags": [{"id": 1, "tag_name": "Heart"}]})
    body = body_of(article)
    assert body["news_tags"] == [{"tag_name": "Heart"}]
    assert "id" not in body
    assert "viewed_count" not in body


async def test_concurrent_changes_of_an_article_are_both_stored(stage: Stage) -> None:
    first, second = await stage.signed_in(), await stage.signed_in(CARE)
    article_id = await create_article(first, news_tags=[{"tag_name": "Of two"}])
    read = await second.news.read(article_id=article_id)
    body = {"article_id": article_id, **body_of(read)}
    await stage.sql("update news_articles set viewed_count = viewed_count + 1 where id = :id", id=article_id)
    await first.news.update(**{**body, "city": "Moga", "news_tags": [{"tag_name": "Of one"}]})
    change = UpdateNewsArticle.model_validate({**body, "state": "Punjab"})
    with pytest.raises(PreconditionFailed) as stale:
        await second.send(change, if_match=read.version)
    assert stale.value.newest.keys() == {"city", "news_tags"}
    now = await second.news.read(article_id=article_id)
    assert (now.city, now.state, [tag.tag_name for tag in now.news_tags]) == ("Moga", None, ["Of one"])
    assert stale.value.version == now.version
    await second.send(change, if_match=now.version)
