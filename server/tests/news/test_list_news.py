"""Lists of articles: filters, totals, and the figures that link to them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from server.tests.news.articles import BODY, create_article, event, in_days
from server.tests.support.stage import CARE, Stage

from careops import InvalidInput
from careops.contract.filters import ENDS_TOO_EARLY


async def test_rows_have_their_fields_inside_attributes(stage: Stage) -> None:
    client = await stage.signed_in()
    article_id = await create_article(client, title="Wrapped article")
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.get("/api/admin/news_articles/list", params={"search_text": "wrapped article"})
    (row,) = answer.json()["data"]
    assert row["id"] == row["attributes"]["id"] == article_id
    assert row["attributes"]["title"] == "Wrapped article"
    assert answer.json()["meta"]["total_records"] == 1


async def test_word_in_another_script_is_found_as_written_only(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    written = await create_article(client, title="ਲੂਣ ਘੱਟ ਖਾਓ")
    await create_article(client, title="Luna and other lights of the night")
    page = await client.news.list(search_text="ਲੂਣ")
    assert [article.id for article in page.items] == [written]


async def test_filters_are_combined_with_exact_totals(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    first, second, third = (in_days(300 + number) for number in range(3))
    ids = {}
    for number, day in enumerate((first, second, third), 1):
        body = event(start=1, end=1) if number == 2 else BODY
        values = {**body, "title": f"Filtered {number}", "news_date": day}
        for published in (True, False):
            ids[number, published] = await create_article(client, **{**values, "published": published})

    async def find(**filters: Any) -> tuple[list[int], int]:
        page = await client.news.list(**filters, perpage=500)
        return [article.id for article in page.items if article.id in ids.values()], page.total_records

    every = [ids[number, published] for number in (3, 2, 1) for published in (False, True)]
    assert await find(start_time=first, end_time=third) == (every, 6)
    assert await find(start_time=second, end_time=second) == ([ids[2, False], ids[2, True]], 2)
    # Date-times, as in other filters: their day in India counts, both ends inclusive.
    one_day = {"start_time": f"{first}T18:30:00Z", "end_time": f"{second}T23:59:59.999+05:30"}
    assert await find(**one_day) == ([ids[2, False], ids[2, True]], 2)
    assert await find(start_time=first, published=True, news_type="CME") == ([ids[2, True]], 1)
    assert await find(search_text="filtered 3", published=False) == ([ids[3, False]], 1)
    both = {"published": False, "news_type": "CME"}
    for filters in ({"published": True}, {"news_type": "CME"}, {"news_type": "NONE"}, both, {}):
        counted = [article async for article in client.each(_list(**filters))]
        assert (await client.news.list(**filters, perpage=1)).total_records == len(counted)
    with pytest.raises(InvalidInput, match=ENDS_TOO_EARLY):
        await client.news.list(start_time=date(2031, 5, 3), end_time=date(2031, 5, 1))


async def test_each_statistic_equals_a_count_of_articles(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    place: dict[str, Any] = {"city": "Sultanpur Lodhi", "state": "Punjab (East)"}
    for published in (True, False, True):
        await create_article(
            client, **place, published=published, basic_clinic_specialities=["Cardiology", "Dentistry"]
        )
    await create_article(client, city="sultanpur lodhi", basic_clinic_specialities=["Dentistry"])
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
    page = await client.news.find(**place, speciality="Dentistry", published=False, search_text="heart")
    assert [article.city for article in page.items] == ["Sultanpur Lodhi"]


def _list(**filters: Any) -> Any:
    from careops.calls.news import ListNewsArticles

    return ListNewsArticles(**filters, perpage=500)
