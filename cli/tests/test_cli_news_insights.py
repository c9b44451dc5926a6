"""``careops news-insights``: counts, tags and interests."""

from __future__ import annotations

import json

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.news_insights import (
    DuplicateTags,
    FindDuplicateTags,
    InterestedDoctor,
    ListCmeInterests,
    ListNewsTags,
    MergedTags,
    MergeNewsTags,
    NewsInterest,
    NewsStats,
    NewsTagStats,
    ReadNewsStats,
    StatsRow,
)
from careops.contract import Page


def test_tags_are_listed_in_the_order_of_the_platform(platform: Platform, careops: CareOpsCommand) -> None:
    tag = NewsTagStats(id=3, tag_name="Heart", published_news_count=4, shared_news_count=5, viewed_news_count=6)
    platform.answer(ListNewsTags, Page[NewsTagStats].of([tag], total=1, perpage=10))
    assert careops("news", "tags", "--by", "viewed", "--desc").out == "3\tHeart\t4\t5\t6\n"
    (call,) = platform.calls(ListNewsTags)
    assert (call.sort_by, call.sort_order, call.page) == ("viewed_news_count", "desc", 1)
    assert careops("news", "tags", "--by", "size").code == 2


def heart(tag_id: int, name: str) -> NewsTagStats:
    return NewsTagStats(id=tag_id, tag_name=name, published_news_count=4, shared_news_count=5, viewed_news_count=6)


def test_duplicate_tags_are_listed_together(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(FindDuplicateTags, [DuplicateTags(tags=[heart(3, "Heart"), heart(8, "Hearts")])])
    run = careops("news", "tags", "--duplicates")
    assert run.out == "3\tHeart\t4\t5\t6\tHeart\n8\tHearts\t4\t5\t6\tHeart\n"


def test_tags_are_merged_by_name(platform: Platform, careops: CareOpsCommand) -> None:
    tags = [heart(3, "Heart"), heart(8, "Hearts"), heart(9, "HEART s")]
    platform.answer(ListNewsTags, Page[NewsTagStats].of(tags, total=3, perpage=500))
    platform.answer(MergeNewsTags, MergedTags(articles=2))
    command = ("news", "merge-tags", "hearts", "heart S", "--into", "Heart")
    run = careops(*command)
    assert (run.code, platform.calls(MergeNewsTags)) == (2, [])
    assert "Merge hearts, heart S into Heart" in run.err
    assert "confirmation needs a terminal" in run.err
    planned = json.loads(careops(*command, "--dry-run", "--json").out)
    assert (planned["articles"], platform.calls(MergeNewsTags)) == (8, [])
    assert careops(*command, "--yes", "--json").code == 0
    (call,) = platform.calls(MergeNewsTags)
    assert (call.tag_id, call.tag_ids) == (3, [8, 9])


def test_tag_is_not_merged_into_itself_or_an_unknown_tag(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListNewsTags, Page[NewsTagStats].of([heart(3, "Heart")], total=1, perpage=500))
    same = careops("news", "merge-tags", "heart", "--into", "Heart", "--yes")
    unknown = careops("news", "merge-tags", "Lungs", "--into", "Heart", "--yes")
    assert "A tag cannot be merged into itself" in same.err
    assert "There is no tag 'Lungs'" in unknown.err
    assert (same.code, unknown.code, platform.calls(MergeNewsTags)) == (2, 2, [])


def test_statistics_are_printed(platform: Platform, careops: CareOpsCommand) -> None:
    rows = {
        name: [StatsRow(name=name, count=3, published_news=2, unpublished_news=1)] for name in NewsStats.model_fields
    }
    platform.answer(ReadNewsStats, NewsStats.model_validate(rows))
    assert careops("news", "stats").out == "news_types\t3\t2\t1\n"
    assert careops("news", "stats", "city").out == "top_cities\t3\t2\t1\n"


def test_interests_name_their_doctors(platform: Platform, careops: CareOpsCommand) -> None:
    doctors = [InterestedDoctor(id=7, name="Simran Kaur")]
    row = NewsInterest(id=12, title="Update", source_link="https://a.example/", interest_count=1, doctors=doctors)
    platform.answer(ListCmeInterests, Page[NewsInterest].of([row], total=1, perpage=10))
    run = careops("news", "interests", "cme")
    assert run.out == "12\tUpdate\thttps://a.example/\t1\tSimran Kaur (#7)\n"
    assert careops("news", "interests", "weather").code == 2
