"""The news feed: what an article of each type needs, lists and their totals, and many changed at once."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from server.tests.stage import BILLING, CARE, SUPER, Stage

from careops import AsyncCareOps, Conflict, InvalidInput, NotFound, Stale
from careops.calls.news import (
    IN_THE_PAST,
    NO_FIRM,
    NO_TAG,
    NOT_DELETED,
    SOME_GONE,
    NewsArticle,
    UpdateNewsArticle,
    body_of,
)
from careops.filters import ENDS_TOO_EARLY

_INDIA = ZoneInfo("Asia/Kolkata")
TODAY = datetime.now(_INDIA).replace(hour=0, minute=0, second=0, microsecond=0)
BODY: dict[str, Any] = {
    "news_type": "GENERAL",
    "news_date": "2026-11-20",
    "title": "A simpler heart check",
    "news_text": "Two hospitals tried it.\n\nIt works.",
    "source_name": "Health Daily",
    "source_link": "https://news.example/heart",
}


def event(start: int = 3, end: int = 3, **more: Any) -> dict[str, Any]:
    """A CME event that begins and ends so many days from now, at ten and at noon."""
    times = {
        "event_start_ts": (TODAY + timedelta(days=start, hours=10)).isoformat(),
        "event_end_ts": (TODAY + timedelta(days=end, hours=12)).isoformat(),
    }
    return {**BODY, "news_type": "CME", **times, **more}


async def made(client: AsyncCareOps, **body: Any) -> int:
    """An article; its id."""
    article_id = (await client.news.create(**{**BODY, **body})).id
    assert article_id is not None
    return article_id


async def firm(stage: Stage) -> int:
    firm_id: int = await stage.sql("select id from pharma_firms where name = 'Cipla'")
    return firm_id


async def test_an_article_is_there_as_it_was_given(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    given = {
        "news_label": "Study",
        "city": "Ludhiana",
        "state": "Punjab",
        "photo_url": "https://news.example/heart.png",
        "basic_clinic_specialities": ["Cardiology", "Dentistry", "Cardiology"],
        "news_tags": [{"tag_name": "Heart, given"}, {"tag_name": "HEART, given"}],
    }
    article = await client.news.read(article_id=await made(client, **given, published=True))
    assert (article.title, article.news_text) == (BODY["title"], BODY["news_text"])
    assert str(article.news_date) == "2026-11-20"
    assert (article.news_label, article.city, article.state, article.published) == ("Study", "Ludhiana", "Punjab", True)
    assert article.basic_clinic_specialities == ["Cardiology", "Dentistry"]
    assert [tag.tag_name for tag in article.news_tags] == ["Heart, given"]
    assert (article.event_name, article.event_type, article.basic_pharma_id) == (None, None, None)


async def test_an_event_has_its_name_twice_and_is_virtual_unless_told(stage: Stage) -> None:
    client = await stage.signed_in()
    article = await client.news.read(article_id=await made(client, **event(credit_hours=2.5)))
    assert (article.title, article.event_name) == (BODY["title"], BODY["title"])
    assert (article.event_type, article.all_day, article.credit_hours) == ("virtual", False, 2.5)
    assert article.event_start_ts == TODAY + timedelta(days=3, hours=10)


async def test_of_an_event_that_lasts_all_day_the_days_count(stage: Stage) -> None:
    client = await stage.signed_in()
    whole = await client.news.read(article_id=await made(client, **event(end=4, all_day=True, event_type="in-person")))
    assert (whole.event_start_ts, whole.event_end_ts) == (TODAY + timedelta(days=3), TODAY + timedelta(days=4))
    assert whole.event_type == "in-person"


async def test_what_belongs_to_another_type_is_not_kept(stage: Stage) -> None:
    client, cipla = await stage.signed_in(), await firm(stage)
    article_id = await made(client, **{**event(), "basic_pharma_id": cipla})
    now = await client.news.read(article_id=article_id)
    await client.news.update(article_id=article_id, **{**body_of(now), "news_type": "PHARMA", "basic_pharma_id": cipla})
    article = await client.news.read(article_id=article_id)
    assert (article.event_name, article.event_start_ts, article.event_type) == (None, None, None)
    assert (article.basic_pharma_id, article.pharma_name) == (cipla, "Cipla")


async def test_pharma_news_needs_no_heading(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await made(client, news_type="PHARMA", basic_pharma_id=await firm(stage), title="  ")
    assert (await client.news.read(article_id=article_id)).title is None


@pytest.mark.proves("SEC-43")
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
async def test_what_cannot_be_meant_is_said(
    stage: Stage, body: dict[str, Any], source: str, sentence: str | None
) -> None:
    before = await stage.sql("select count(*) from news_articles")
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post("/api/admin/news_articles", json={"news_article": {**BODY, **body}})
    assert answer.status_code == 422
    (problem,) = answer.json()["errors"]
    assert problem["source"] == source
    assert sentence in (None, problem["title"])
    assert await stage.sql("select count(*) from news_articles") == before


async def test_everything_that_is_missing_is_asked_for_at_once(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post("/api/admin/news_articles", json={"news_article": {}})
    assert [problem["title"] for problem in answer.json()["errors"]] == [
        "Please select news type",
        "Enter Date",
        "Add description",
        "enter source name",
        "enter source url",
    ]


async def test_an_old_event_can_be_mended_but_not_moved_within_the_past(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await made(client, **event())
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


async def test_a_tag_is_there_once_whatever_its_capitals(stage: Stage) -> None:
    client = await stage.signed_in()
    await made(client, news_tags=[{"tag_name": "ਦਿਲ Health"}])
    second = await made(client, news_tags=[{"tag_name": " ਦਿਲ HEALTH "}])
    tags = [tag for tag in (await client.news_insights.tags(perpage=500)).items if "ਦਿਲ" in tag.tag_name]
    assert [tag.tag_name for tag in tags] == ["ਦਿਲ Health"]
    by_id = await made(client, news_tags=[{"id": tags[0].id}])
    page = await client.news.list(news_tag_ids=[tags[0].id], perpage=2)
    assert [article.id for article in page.items] == [by_id, second]
    assert page.total_records == 3


@pytest.mark.parametrize("title", ["ਸੌਖੀ ਜਾਂਚ ਦਿਲ ਦੀ", "Marked\u200f inside", "عنوان من اليمين"])
async def test_a_title_is_kept_as_it_was_typed_in_any_script_and_found(stage: Stage, title: str) -> None:
    client = await stage.signed_in()
    article_id = await made(client, title=title)
    assert (await client.news.read(article_id=article_id)).title == title
    assert [each.id for each in (await client.news.list(search_text=title)).items] == [article_id]


async def test_a_title_that_would_turn_what_stands_behind_it_is_kept_without_that_and_found(stage: Stage) -> None:
    client = await stage.signed_in()
    typed = "\u202eMarked from the right\u202c"
    article_id = await made(client, title=typed)
    assert (await client.news.read(article_id=article_id)).title == "Marked from the right"
    assert [each.id for each in (await client.news.list(search_text=typed)).items] == [article_id]


async def test_rows_carry_their_fields_inside_attributes(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await made(client, title="Wrapped article")
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.get("/api/admin/news_articles/list", params={"search_text": "wrapped article"})
    (row,) = answer.json()["data"]
    assert row["id"] == row["attributes"]["id"] == article_id
    assert row["attributes"]["title"] == "Wrapped article"
    assert answer.json()["meta"]["total_records"] == 1


async def test_a_word_in_another_script_finds_what_is_written_not_what_sounds_like_it(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    written = await made(client, title="ਲੂਣ ਘੱਟ ਖਾਓ")
    await made(client, title="Luna and other lights of the night")
    page = await client.news.list(search_text="ਲੂਣ")
    assert [article.id for article in page.items] == [written]


async def test_every_filter_and_any_of_them_together_with_exact_totals(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    day = "2031-05-0{}"
    ids = {}
    for number in (1, 2, 3):
        body = event(start=1, end=1) if number == 2 else BODY
        told = {**body, "title": f"Filtered {number}", "news_date": day.format(number)}
        for published in (True, False):
            ids[number, published] = await made(client, **{**told, "published": published})

    async def found(**filters: Any) -> tuple[list[int], int]:
        page = await client.news.list(**filters, perpage=500)
        return [article.id for article in page.items if article.id in ids.values()], page.total_records

    every = [ids[number, published] for number in (3, 2, 1) for published in (False, True)]
    assert await found(start_time="2031-05-01", end_time="2031-05-03") == (every, 6)
    assert await found(start_time="2031-05-02", end_time="2031-05-02") == ([ids[2, False], ids[2, True]], 2)
    assert await found(start_time="2031-05-01", published=True, news_type="CME") == ([ids[2, True]], 1)
    assert await found(search_text="filtered 3", published=False) == ([ids[3, False]], 1)
    both = {"published": False, "news_type": "CME"}
    for filters in ({"published": True}, {"news_type": "CME"}, {"news_type": "NONE"}, both, {}):
        counted = [article async for article in client.each(_list(**filters))]
        assert (await client.news.list(**filters, perpage=1)).total_records == len(counted)
    with pytest.raises(InvalidInput, match=ENDS_TOO_EARLY):
        await client.news.list(start_time=date(2031, 5, 3), end_time=date(2031, 5, 1))


async def test_each_figure_of_the_statistics_is_that_many_articles(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    place: dict[str, Any] = {"city": "Sultanpur Lodhi", "state": "Punjab (East)"}
    for published in (True, False, True):
        await made(client, **place, published=published, basic_clinic_specialities=["Cardiology", "Dentistry"])
    await made(client, city="sultanpur lodhi", basic_clinic_specialities=["Dentistry"])
    stats = await client.news_insights.stats()
    lists = {"city": stats.top_cities, "state": stats.top_states, "speciality": stats.top_specialities}
    for field, rows in lists.items():
        for row in rows:
            counts = {None: row.count, True: row.published_news, False: row.unpublished_news}
            for which, count in counts.items():
                narrowed: dict[str, Any] = {field: row.name, "published": which}
                assert (await client.news.find(**narrowed, perpage=1)).total_records == count
    (both,) = [row for row in stats.top_cities if row.name == "Sultanpur Lodhi"]
    assert (both.count, both.published_news) == (3, 2)
    found = await client.news.find(**place, speciality="Dentistry", published=False, search_text="heart")
    assert [article.city for article in found.items] == ["Sultanpur Lodhi"]


def _list(**filters: Any) -> Any:
    from careops.calls.news import ListNewsArticles

    return ListNewsArticles(**filters, perpage=500)


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_may(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    article_id = await made(client)
    await client.news.publish(ids=[article_id])
    await client.news.delete(ids=[article_id])
    await client.news.restore(ids=[article_id])
    assert (await client.news.read(article_id=article_id)).published


async def test_publishing_is_all_or_nothing_and_names_what_is_gone(stage: Stage) -> None:
    client = await stage.signed_in()
    first, second = await made(client), await made(client)
    with pytest.raises(Conflict, match=SOME_GONE) as refused:
        await client.news.publish(ids=[first, 2**40, second])
    assert refused.value.problems[0].detail == str(2**40)
    assert not (await client.news.read(article_id=first)).published
    assert (await client.news.publish(ids=[first, second])).published == 2
    assert (await client.news.publish(ids=[first, second])).published == 0


async def test_of_those_to_be_deleted_the_missing_ones_are_counted(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await made(client)
    answer = await client.news.delete(ids=[article_id, 2**40])
    assert (answer.deleted, answer.gone) == (1, 1)
    with pytest.raises(NotFound):
        await client.news.read(article_id=article_id)
    again = await client.news.delete(ids=[article_id])
    assert (again.deleted, again.gone) == (0, 1)


async def test_a_deleted_article_comes_back_as_it_was(stage: Stage) -> None:
    client = await stage.signed_in()
    tags = [{"tag_name": "Brought back"}]
    article_id = await made(client, **event(all_day=True), news_tags=tags, basic_clinic_specialities=["ENT"])
    await stage.sql("update news_articles set viewed_count = 7 where id = :id returning id", id=article_id)
    before = await client.news.read(article_id=article_id)
    await client.news.delete(ids=[article_id])
    (gone,) = [each for each in (await client.news.deleted(perpage=500)).items if each.id == article_id]
    assert (gone.title, gone.news_type, str(gone.news_date)) == (before.title, "CME", "2026-11-20")
    await client.news.restore(ids=[article_id])
    assert await client.news.read(article_id=article_id) == before
    assert article_id not in [each.id for each in (await client.news.deleted(perpage=500)).items]


async def test_after_thirty_days_nothing_comes_back(stage: Stage) -> None:
    client = await stage.signed_in()
    late, there = await made(client), await made(client)
    await client.news.delete(ids=[late, there])
    await stage.sql(
        "update deleted_news_articles set deleted_at = now() - interval '31 days' where id = :id returning id", id=late
    )
    assert late not in [each.id for each in (await client.news.deleted(perpage=500)).items]
    with pytest.raises(Conflict, match=NOT_DELETED):
        await client.news.restore(ids=[there, late])
    with pytest.raises(NotFound):
        await client.news.read(article_id=there)


@pytest.mark.parametrize("ids", ["", "1,,2", "x", ",".join(map(str, range(1, 502)))])
async def test_ids_that_are_none(stage: Stage, ids: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        for path in ("delete", "publish"):
            answer = await http.post(f"/api/admin/news_articles/{path}", params={"ids": ids})
            assert answer.status_code == 422
            assert answer.json()["errors"][0]["source"].startswith("ids")


@pytest.mark.own
async def test_what_is_published_with_a_description_is_an_event_for_doctors(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    ids = [await made(client), await made(client)]
    since = (await client.realtime.list(channels=["app:doctor"], since=0)).latest
    await client.news.publish(ids=ids[:1], notify_desc=" ")
    await client.news.publish(ids=ids, notify_desc="The news of this week")
    (told,) = (await client.realtime.list(channels=["app:doctor"], since=since)).events
    assert (told.event, told.data) == ("news_published", {"ids": ids, "notify_desc": "The news of this week"})


@pytest.mark.own
async def test_the_trail_tells_each_change_once_with_its_ids(stage: Stage) -> None:
    client = await stage.signed_in()
    ids = [await made(client, title=f"Told {number}") for number in range(3)]
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


@pytest.mark.own
async def test_a_change_tells_what_differs_and_nothing_when_nothing_does(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await made(client, news_tags=[{"tag_name": "Before"}])
    before = len(await stage.events())
    body = {**body_of(await client.news.read(article_id=article_id)), "title": "Other"}
    for _ in range(2):
        await client.news.update(article_id=article_id, **{**body, "news_tags": [{"tag_name": "After"}]})
    (event_,) = (await stage.events())[before:]
    assert event_["before"] == {"title": BODY["title"], "news_tags": ["Before"]}
    assert event_["after"] == {"title": "Other", "news_tags": ["After"]}


async def test_an_article_that_is_not_there(stage: Stage) -> None:
    client = await stage.signed_in()
    with pytest.raises(NotFound, match="no article"):
        await client.news.update(article_id=2**40, **BODY)
    with pytest.raises(NotFound, match="no article"):
        await client.news.read(article_id=2**40)


async def test_counts_of_a_tag_follow_its_articles(stage: Stage) -> None:
    client = await stage.signed_in()
    tags = [{"tag_name": "Counted tag"}]

    async def counts() -> tuple[int, int, int]:
        page = await client.news_insights.tags(perpage=500)
        (tag,) = [each for each in page.items if each.tag_name == "Counted tag"]
        return tag.published_news_count, tag.viewed_news_count, tag.shared_news_count

    first, second = await made(client, news_tags=tags), await made(client, news_tags=tags, published=True)
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


async def test_tags_by_name_or_by_what_became_of_them_all_of_them_without_a_page(stage: Stage) -> None:
    client = await stage.signed_in()
    for number in range(12):
        await made(client, news_tags=[{"tag_name": f"Sorted {number:02}"}])
    await stage.sql("update news_tags set viewed_news_count = id where tag_name like 'Sorted%' returning id")
    by_name = await client.news_insights.tags(sort_by="tag_name", sort_order="desc", perpage=500)
    names = [tag.tag_name for tag in by_name.items]
    assert names == sorted(names, key=str.lower, reverse=True)
    most = await client.news_insights.tags(page=1, perpage=10, sort_by="viewed_news_count", sort_order="desc")
    assert [tag.tag_name for tag in most.items][:2] == ["Sorted 11", "Sorted 10"]
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.get("/api/admin/news_tags")
    assert len(answer.json()["data"]) == most.total_records == answer.json()["meta"]["total_records"]


def test_what_an_article_would_be_changed_with_to_stay_as_it_is() -> None:
    article = NewsArticle.model_validate({"id": 3, **BODY, "news_tags": [{"id": 1, "tag_name": "Heart"}]})
    body = body_of(article)
    assert body["news_tags"] == [{"tag_name": "Heart"}]
    assert "id" not in body
    assert "viewed_count" not in body


async def test_two_editors_of_an_article_lose_nothing(stage: Stage) -> None:
    first, second = await stage.signed_in(), await stage.signed_in(CARE)
    article_id = await made(first, news_tags=[{"tag_name": "Of two"}])
    read = await second.news.read(article_id=article_id)
    given = {"article_id": article_id, **body_of(read)}
    await stage.sql("update news_articles set viewed_count = viewed_count + 1 where id = :id", id=article_id)
    await first.news.update(**{**given, "city": "Moga", "news_tags": [{"tag_name": "Of one"}]})
    change = UpdateNewsArticle.model_validate({**given, "state": "Punjab"})
    with pytest.raises(Stale) as stale:
        await second.send(change, if_match=read.version)
    assert stale.value.newest.keys() == {"city", "news_tags"}
    now = await second.news.read(article_id=article_id)
    assert (now.city, now.state, [tag.tag_name for tag in now.news_tags]) == ("Moga", None, ["Of one"])
    assert stale.value.version == now.version
    await second.send(change, if_match=now.version)
