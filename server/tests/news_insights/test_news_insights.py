"""Statistics of the news: counts by topic, and events of doctors, each counted once."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.news_insights import app, article, event
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops.calls.news_insights import ListPharmaInterests, StatsRow


def event_body(number: int, article_id: int) -> dict[str, Any]:
    """A view in wire format."""
    viewed: dict[str, Any] = event(number, "view", article_id).model_dump(mode="json")
    return viewed


async def doctor(stage: Stage, name: str) -> int:
    doctor_id: int = await stage.sql(
        "insert into doctors (first_name, last_name, phone_number) values (:name, 'Kaur', :phone) returning id",
        name=name,
        phone=stage.phone(),
    )
    return doctor_id


async def counts(stage: Stage, article_id: int) -> tuple[int, int]:
    article_read = await (await stage.signed_in()).news.read(article_id=article_id)
    return article_read.viewed_count, article_read.shared_count


@pytest.mark.own
async def test_repeated_event_counts_once(stage: Stage) -> None:
    first, second = await article(stage), await article(stage)
    sent = [event(1, "view", first), event(2, "view", first), event(3, "share", second), event(1, "view", first)]
    answer = await (await app(stage)).news_insights.add_events(events=sent)
    assert (answer.added, answer.unknown) == (3, 0)
    again = await (await app(stage)).news_insights.add_events(events=[*sent[:3], event(4, "view", second)])
    assert (again.added, again.known, again.unknown) == (1, 3, 0)
    assert (await counts(stage, first), await counts(stage, second)) == ((2, 0), (1, 1))


@pytest.mark.own
async def test_events_of_unknown_records_are_dropped(stage: Stage) -> None:
    article_id = await article(stage)
    sent = [event(11, "view", 2**40), event(12, "interest", article_id, 2**40), event(13, "view", article_id)]
    answer = await (await app(stage)).news_insights.add_events(events=sent)
    assert (answer.added, answer.known, answer.unknown) == (1, 0, 2)
    assert await counts(stage, article_id) == (1, 0)


@pytest.mark.own
@pytest.mark.parametrize(
    ("wrong", "source"),
    [
        ({"kind": "liked"}, "events.0.kind"),
        ({"kind": "interest"}, "events.0"),
        ({"id": "twelve"}, "events.0.id"),
        ({"occurred_at": 12}, "events.0.occurred_at"),
        ({"article_id": 0}, "events.0.article_id"),
    ],
)
async def test_invalid_event_refuses_the_batch(stage: Stage, wrong: dict[str, Any], source: str) -> None:
    article_id = await article(stage)
    body = {"events": [{**event_body(21, article_id), **wrong}, event_body(22, article_id)]}
    key = await stage.key("news_insights:write")
    async with stage.http(headers={"authorization": f"Bearer {key}"}) as http:
        answer = await http.post("/api/careops/news_events", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"].startswith(source)
    assert await counts(stage, article_id) == (0, 0)


@pytest.mark.own
async def test_tag_counts_events_of_its_articles(stage: Stage) -> None:
    client, article_id = await stage.signed_in(), await article(stage)
    tag = await stage.sql("insert into news_tags (tag_name) values ('Events of a tag') returning id")
    await stage.sql(
        "insert into news_article_tags (news_article_id, news_tag_id) values (:seen, :tag) returning 1",
        seen=article_id,
        tag=tag,
    )
    await (await app(stage)).news_insights.add_events(
        events=[event(31, "view", article_id), event(32, "share", article_id)]
    )
    (stats,) = [each for each in (await client.news_insights.tags(perpage=500)).items if each.id == tag]
    assert (stats.viewed_news_count, stats.shared_news_count) == (1, 1)


@pytest.mark.own
async def test_interests_list_their_doctors_newest_first(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    firm = await stage.sql("select min(id) from pharma_firms")
    pharma = await article(
        stage, title="Of interest", news_type="PHARMA", basic_pharma_id=firm, source_link="https://a.example/"
    )
    await article(stage, title="Of none", news_type="PHARMA", basic_pharma_id=firm)
    first, second = await doctor(stage, "Simran"), await doctor(stage, "Jaspreet")
    sent = [
        event(41, "interest", pharma, first, occurred_at="2026-11-20T09:00:00Z"),
        event(42, "interest", pharma, second, occurred_at="2026-11-20T10:00:00Z"),
        event(43, "interest", pharma, first, occurred_at="2026-11-19T10:00:00Z"),
    ]
    await (await app(stage)).news_insights.add_events(events=sent)
    interests = [each async for each in client.each(ListPharmaInterests()) if each.id == pharma]
    (interest,) = interests
    assert (interest.title, interest.source_link, interest.interest_count) == ("Of interest", "https://a.example/", 2)
    assert [(each.id, each.name) for each in interest.doctors] == [(second, "Jaspreet Kaur"), (first, "Simran Kaur")]
    assert (await client.news_insights.cme_interests()).total_records == 0


@pytest.mark.own
async def test_pharma_news_without_a_heading_is_named_by_its_text(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    firm = await stage.sql("select min(id) from pharma_firms")
    text = "  Trials of the  tablet\nended early. " + "More of it. " * 20
    unnamed = await article(stage, title=None, news_type="PHARMA", basic_pharma_id=firm, news_text=text)
    sent = [event(51, "interest", unnamed, await doctor(stage, "Simran"), occurred_at="2026-11-20T09:00:00Z")]
    await (await app(stage)).news_insights.add_events(events=sent)
    (interest,) = [each async for each in client.each(ListPharmaInterests()) if each.id == unnamed]
    assert interest.title == "Trials of the tablet ended early. More of it. More of it. More of it. More of it…"


@pytest.mark.own
async def test_latest_hundred_doctors_are_named(stage: Stage) -> None:
    client = await stage.signed_in()
    cme = await stage.sql("""
        insert into news_articles (title, event_name, news_text, news_type, news_date, event_start_ts, event_end_ts)
        values ('Busy', 'Busy', 'A text.', 'CME', date '2027-01-01', now(), now()) returning id
    """)
    await stage.sql(
        """
        with made as (
            insert into doctors (first_name, phone_number)
            select 'Doctor ' || n, (8000000000 + n)::text from generate_series(1, 120) n returning id
        )
        insert into news_interests (news_article_id, doctor_id, interested_at)
        select :cme, id, timestamptz '2026-11-01' + id * interval '1 second' from made returning 1
        """,
        cme=cme,
    )
    (busy,) = [each for each in (await client.news_insights.cme_interests()).items if each.id == cme]
    assert (busy.interest_count, len(busy.doctors)) == (120, 100)
    assert busy.doctors[0].name == "Doctor 120"
    await stage.sql("delete from news_articles where id = :cme returning id", cme=cme)


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_statistics_count_published_and_unpublished_articles(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    place = f"Stats {phone}"
    for published in (True, True, False):
        await article(stage, published=published, city=place, state=place, basic_clinic_specialities=["ENT", "Siddha"])
    await article(stage, city="")
    stats = await client.news_insights.stats()
    row = StatsRow(name=place, count=3, published_news=2, unpublished_news=1)
    assert row in stats.top_cities
    assert row in stats.top_states
    assert "" not in {each.name for each in stats.top_cities}
    assert {"ENT", "Siddha"} <= {each.name for each in stats.top_specialities}
    for rows in (stats.news_types, stats.top_cities, stats.top_states, stats.top_specialities):
        assert [each.count for each in rows] == sorted((each.count for each in rows), reverse=True)
        assert all(each.count == each.published_news + each.unpublished_news for each in rows)
