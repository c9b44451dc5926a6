"""Duplicate articles: the same or nearly the same text within 14 days."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

DAY = date(2026, 5, 20)


async def article(stage: Stage, title: str | None, *, link: str | None = None, **columns: Any) -> int:
    values = {"title": title, "source_link": link, "news_date": DAY, "news_text": "A text.", "news_type": "GENERAL"}
    values |= columns
    names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
    article_id: int = await stage.sql(
        f"insert into news_articles ({names}) values ({places}) returning id",  # noqa: S608 (a test's own names)
        **values,
    )
    return article_id


async def duplicates_of(stage: Stage, *ids: int) -> list[tuple[int | None, int]]:
    answer = await (await stage.signed_in()).news.duplicates(ids=list(ids))
    return [(duplicate.article_id, duplicate.id) for duplicate in answer]


@pytest.mark.parametrize(
    ("heading", "other"),
    [
        ("Zinc shortens colds", "ZINC shortens: colds!"),
        ("Zinc shortens colds twice", "Twice zinc shortens cold"),
        ("Measles vaccine reaches every village school", "Measles vaccine now reaches every village school"),
        ("ਪਿੰਡਾਂ ਵਿੱਚ ਨਵੇਂ ਟੀਕੇ", "ਪਿੰਡਾਂ ਵਿੱਚ “ਨਵੇਂ” ਟੀਕੇ।"),
    ],
)
async def test_similar_headings_are_duplicates(stage: Stage, heading: str, other: str) -> None:
    first, second = await article(stage, heading), await article(stage, other)
    assert await duplicates_of(stage, first, second) == [(first, second), (second, first)]
    await stage.sql("delete from news_articles where id = any(:ids) returning 1", ids=[first, second])


@pytest.mark.parametrize(
    ("heading", "other"),
    [
        ("Iron and anaemia", "Iron and rust"),
        ("Iron against tiredness", "Iron against tiredness today"),
        ("Camp for tired hearts in Pune", "Camp for tired hearts in Surat"),
        ("…", "!"),
        (None, None),
    ],
)
async def test_different_headings_are_not_duplicates(stage: Stage, heading: str | None, other: str | None) -> None:
    first, second = await article(stage, heading), await article(stage, other)
    assert await duplicates_of(stage, first, second) == []


async def test_tracking_parameters_are_ignored_in_addresses(stage: Stage) -> None:
    first = await article(stage, "By its address", link="https://www.twins.example/A?id=7&utm_source=feed#top")
    second = await article(stage, "Called otherwise", link="http://twins.example/a?id=7")
    await article(stage, "Somewhere else", link="https://twins.example/a?id=8")
    (duplicate,) = await (await stage.signed_in()).news.duplicates(ids=[first])
    assert (duplicate.article_id, duplicate.id, duplicate.name, duplicate.same_address) == (
        first,
        second,
        "Called otherwise",
        True,
    )


async def test_articles_within_fourteen_days_can_be_duplicates(stage: Stage) -> None:
    first = await article(stage, "Salt once more")
    near = await article(stage, "Salt, once more", news_date=date(2026, 6, 3))
    await article(stage, "Salt once, more", news_date=date(2026, 5, 5))
    assert await duplicates_of(stage, first) == [(first, near)]


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_unsaved_article_is_compared(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    name = f"Written about {phone}"
    drafts = [await article(stage, name) for _ in range(3)]
    shown = await article(stage, name, published=True)
    duplicates = await client.news.duplicates_of(news_date=DAY, title=name.upper())
    assert [(duplicate.article_id, duplicate.id) for duplicate in duplicates] == [
        (None, shown),
        (None, drafts[0]),
        (None, drafts[1]),
    ]
    assert [
        duplicate.id for duplicate in await client.news.duplicates_of(news_date=DAY, title=name, but=shown)
    ] == drafts
    assert await client.news.duplicates_of(news_date=DAY) == []


async def test_changed_and_restored_headings_are_compared_again(
    stage: Stage,
) -> None:
    client = await stage.signed_in()
    first, second = await article(stage, "Sleep well tonight"), await article(stage, "Sleep badly tonight")
    assert await duplicates_of(stage, first) == []
    await stage.sql("update news_articles set title = 'Sleep well, tonight' where id = :id returning id", id=second)
    assert await duplicates_of(stage, first) == [(first, second)]
    await client.news.delete(ids=[second])
    assert await duplicates_of(stage, first) == []
    await client.news.restore(ids=[second])
    assert await duplicates_of(stage, first) == [(first, second)]
