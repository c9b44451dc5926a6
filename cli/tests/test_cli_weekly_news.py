"""``careops news weekly``: show, set, move and remove."""

from __future__ import annotations

import json

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.weekly_news import (
    BestArticle,
    ListBestNews,
    ReadWeeklyNews,
    ReadWeeklyOrder,
    RemoveWeeklyNews,
    SetWeeklyNews,
    WeeklyArticle,
    WeeklyOrder,
)
from careops.contract import Empty
from careops.errors import PreconditionFailed, Problem


@pytest.fixture(autouse=True)
def _three(platform: Platform) -> None:
    """Set up a platform with three articles on its list."""
    text = {"news_text": "A text.", "news_type": "GENERAL", "news_date": "2026-11-20"}
    rows = [{**text, "id": 10 + place, "title": f"Article {place}", "sequence": place} for place in (1, 2, 3)]
    platform.answer(ReadWeeklyNews, [WeeklyArticle.model_validate(row) for row in rows])
    platform.answer(SetWeeklyNews, Empty())
    platform.answer(RemoveWeeklyNews, Empty())


def test_weekly_list_is_shown_in_order(careops: CareOpsCommand) -> None:
    run = careops("news", "weekly", "show", "--columns", "sequence,id,title")
    assert run.out == "1\t11\tArticle 1\n2\t12\tArticle 2\n3\t13\tArticle 3\n"


def test_best_articles_of_the_week_are_listed(platform: Platform, careops: CareOpsCommand) -> None:
    text = {"news_text": "A text.", "news_type": "GENERAL", "news_date": "2026-11-20", "title": "Much read"}
    best = BestArticle.model_validate({**text, "id": 41, "week_views": 1200, "week_shares": 7})
    platform.answer(ListBestNews, [best])
    run = careops("news", "weekly", "best", "--columns", "id,week_views,week_shares,title")
    assert run.out == "41\t1200\t7\tMuch read\n"


def test_weekly_list_is_set_and_articles_are_moved(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("news", "weekly", "set", "7", "5").code == 0
    assert careops("news", "weekly", "move", "13", "1").code == 0
    assert careops("news", "weekly", "move", "11", "99").code == 0
    assert [call.order for call in platform.calls(SetWeeklyNews)] == [[7, 5], [13, 11, 12], [12, 13, 11]]
    assert careops("news", "weekly", "set", "7", terminal=True).err == "1 article is on the weekly list.\n"


def test_stale_weekly_list_is_not_changed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadWeeklyOrder, WeeklyOrder(news_article_ids=[13, 11, 14]).noted(version="abc-1"))
    assert careops("news", "weekly", "move", "14", "1").code == 0
    assert [call.order for call in platform.calls(SetWeeklyNews)] == [[14, 13, 11]]
    assert platform.asked_versions[-1] == '"abc-1"'
    platform.answer(
        SetWeeklyNews, PreconditionFailed(Problem("News article ids has changed since it was read", "news_article_ids"))
    )
    stale = careops("news", "weekly", "move", "14", "1")
    assert (stale.code, stale.out) == (1, "")
    assert "has changed since it was read" in stale.err


@pytest.mark.parametrize("words", [["set", *map(str, range(1, 12))], ["set", "7", "7"], ["set"], ["move", "11", "0"]])
def test_invalid_order_is_not_sent(platform: Platform, careops: CareOpsCommand, words: list[str]) -> None:
    assert careops("news", "weekly", *words).code == 2
    assert platform.calls(SetWeeklyNews) == []


def test_unlisted_article_cannot_be_moved(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("news", "weekly", "move", "99", "1")
    assert run.code == 1
    assert "not on the weekly list" in run.err
    assert platform.calls(SetWeeklyNews) == []


def test_articles_are_removed_from_the_list(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("news", "weekly", "remove", "11", "13").code == 0
    assert [call.news_article_ids for call in platform.calls(RemoveWeeklyNews)] == [[11, 13]]


def test_unlisted_article_is_not_reported_as_removed(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("news", "weekly", "remove", "99", "12", "99", "--json")
    assert json.loads(run.out) == {"ids": [12], "removed": True, "not_there": [99]}
    assert [call.news_article_ids for call in platform.calls(RemoveWeeklyNews)] == [[12]]
    run = careops("news", "weekly", "remove", "99", terminal=True)
    assert (run.code, run.err) == (0, "Article 99 was not on the weekly list.\n")
    assert len(platform.calls(RemoveWeeklyNews)) == 1
