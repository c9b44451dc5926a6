"""``careops news``: parameters, output, and a table that is imported once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.catalogue import CatalogueEntry, SearchCatalogue
from careops.calls.news import (
    CreateNewsArticle,
    DeletedArticle,
    DeletedArticles,
    DeleteNewsArticles,
    FetchRss,
    FindDuplicates,
    FindNewsArticles,
    ListDeletedNewsArticles,
    ListNewsArticles,
    ListNewsFeeds,
    NewsArticle,
    NewsTag,
    PreviewNewsFeeds,
    PublishedArticles,
    PublishNewsArticles,
    ReadNewsArticle,
    RestoreNewsArticles,
    UpdateNewsArticle,
)
from careops.calls.news_insights import ListNewsTags, NewsTagStats
from careops.calls.uploads import PresignUploads
from careops.contract import Created, Empty, Page
from careops.errors import Conflict, NotFound
from careops.models.duplicates import Duplicate
from careops.models.feeds import (
    NOT_NOW,
    AskedFetch,
    FeedItem,
    FeedPreview,
    FeedsPreview,
    NewsFeed,
    NewsFeeds,
    RefusedItem,
)

HEART = {
    "id": 12,
    "news_type": "GENERAL",
    "news_date": "2026-11-20",
    "title": "A simpler heart check",
    "news_text": "Two hospitals tried it.",
    "source_name": "Health Daily",
    "source_link": "https://news.example/heart",
    "news_tags": [NewsTag(id=3, tag_name="Heart")],
}
CME = {
    **HEART,
    "id": 13,
    "news_type": "CME",
    "title": "Diabetes update",
    "event_name": "Diabetes update",
    "source_link": "https://news.example/cme",
    "event_start_ts": "2031-01-20T04:30:00Z",
    "event_end_ts": "2031-01-20T07:30:00Z",
    "event_type": "virtual",
}


@pytest.fixture
def held(platform: Platform) -> dict[int, NewsArticle]:
    """Set up a platform with two articles that accepts and stores every change."""
    both = [NewsArticle.model_validate(each) for each in (HEART, CME)]
    articles = {article.id: article for article in both}

    def listed(call: ListNewsArticles) -> Page[NewsArticle]:
        matching = [
            each
            for each in articles.values()
            if call.published in (None, each.published)
            and call.news_type in (None, each.news_type)
            and (call.start_time is None or call.start_time <= each.news_date)
        ]
        return Page[NewsArticle].of(matching, total=len(matching), perpage=call.perpage)

    def read(call: ReadNewsArticle) -> NewsArticle:
        if call.article_id not in articles:
            raise NotFound("There is no article with this id", source="article_id")
        return articles[call.article_id]

    def save(article_id: int, call: CreateNewsArticle | UpdateNewsArticle) -> None:
        tags = [NewsTag(id=at, tag_name=tag.tag_name or "") for at, tag in enumerate(call.news_tags, start=1)]
        articles[article_id] = NewsArticle.model_validate({"id": article_id, **call.columns, "news_tags": tags})

    def created(call: CreateNewsArticle) -> Created:
        save(20 + len(articles), call)
        return Created(id=19 + len(articles))

    def updated(call: UpdateNewsArticle) -> Empty:
        save(call.article_id, call)
        return Empty()

    def published(call: PublishNewsArticles) -> PublishedArticles:
        for article_id in call.ids:
            articles[article_id] = articles[article_id].model_copy(update={"published": True})
        return PublishedArticles(published=len(call.ids))

    def deleted(call: DeleteNewsArticles) -> DeletedArticles:
        for article_id in call.ids:
            del articles[article_id]
        return DeletedArticles(deleted=len(call.ids), gone=0)

    platform.answer(ListNewsArticles, listed)
    platform.answer(ReadNewsArticle, read)
    platform.answer(CreateNewsArticle, created)
    platform.answer(UpdateNewsArticle, updated)
    platform.answer(PublishNewsArticles, published)
    platform.answer(DeleteNewsArticles, deleted)
    platform.answer(FindDuplicates, [])
    tag = NewsTagStats(id=3, tag_name="Heart")
    platform.answer(ListNewsTags, Page[NewsTagStats].of([tag], total=1, perpage=500))
    return articles


def test_list_prints_articles_and_sends_its_filters(
    held: dict[int, NewsArticle], platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops("news", "list", "--columns", "id,news_type,title,tags", "--tag", "heart", "--unpublished")
    assert run.out == "12\tGENERAL\tA simpler heart check\tHeart\n13\tCME\tDiabetes update\tHeart\n"
    (call,) = platform.calls(ListNewsArticles)
    assert (call.news_tag_ids, call.published) == ([3], False)
    assert careops("news", "list", "--tag", "nothing").code == 2


def test_own_filters_are_sent(platform: Platform, careops: CareOpsCommand) -> None:
    heart = NewsArticle.model_validate({**HEART, "city": "Moga"})
    platform.answer(FindNewsArticles, Page[NewsArticle].of([heart], total=1, perpage=10))
    run = careops("news", "list", "--columns", "id", "--city", "Moga", "--speciality", "Dentistry", "--published")
    assert run.out == "12\n"
    run = careops("news", "publish", "--where", "state=Punjab", "--dry-run")
    assert run.code == 0
    first, second = platform.calls(FindNewsArticles)
    assert (first.city, first.speciality, first.published) == ("Moga", "Dentistry", True)
    assert second.state == "Punjab"


def test_deleted_articles_are_listed_and_restored(platform: Platform, careops: CareOpsCommand) -> None:
    gone = {"id": 9, "news_text": "A text.", "news_type": "GENERAL", "news_date": "2026-11-01"}
    row = DeletedArticle.model_validate({**gone, "deleted_at": "2026-11-21T09:31:07Z"})
    platform.answer(ListDeletedNewsArticles, Page[DeletedArticle].of([row], total=1, perpage=10))
    platform.answer(RestoreNewsArticles, Empty())
    assert careops("news", "list", "--deleted").out.startswith("9\t")
    assert careops("news", "list", "--deleted", "--type", "CME").code == 2
    assert careops("news", "restore", "9", "8").code == 0
    assert [call.ids for call in platform.calls(RestoreNewsArticles)] == [[9, 8]]


def test_article_is_added(
    held: dict[int, NewsArticle], platform: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    text = tmp_path / "article.txt"
    text.write_text("ਇੱਕ ਲੇਖ।\n\nTwo paragraphs.\n", "utf-8")
    platform.answer(SearchCatalogue, [CatalogueEntry(id=7, name="Cipla"), CatalogueEntry(id=8, name="Cipla Health")])
    source = ("--source", "Cipla", "--link", "https://cipla.example/1", "--day", "2026-11-20")
    run = careops("news", "add", "pharma", "--pharma", "cipla", "--text-from", str(text), "--tag", "New", *source)
    assert (run.code, run.err) == (0, "")
    times = ("--starts", "2031-01-20T10:00", "--ends", "2031-01-20T13:00", "--title", "Update", "--text", "Talks.")
    assert careops("news", "add", "CME", *times, *source).code == 0
    pharma, cme = platform.calls(CreateNewsArticle)
    assert (pharma.news_type, pharma.basic_pharma_id, pharma.news_tags[0].tag_name) == ("PHARMA", 7, "New")
    assert pharma.news_text == "ਇੱਕ ਲੇਖ।\n\nTwo paragraphs."
    assert cme.event_start_ts is not None
    assert cme.event_start_ts.isoformat() == "2031-01-20T10:00:00+05:30"


def test_picture_is_an_uploaded_file_or_an_address(
    held: dict[int, NewsArticle], platform: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    file = tmp_path / "heart.jpg"
    file.write_bytes(b"a picture")
    address = f"{platform.url.removesuffix('/api')}/uploads/pending/news/{'5' * 32}.jpg"
    platform.answer(PresignUploads, [f"{address}?expires=1&signature=2"])
    assert careops("news", "edit", "12", "--photo", str(file)).code == 0
    assert careops("news", "edit", "12", "--photo", "https://pictures.example/a.jpg").code == 0
    assert careops("news", "edit", "12", "--photo", str(tmp_path / "none.jpg")).code == 2
    assert list(platform.stored.values()) == [b"a picture"]
    sent = [call.photo_url for call in platform.calls(UpdateNewsArticle)]
    assert sent == [address, "https://pictures.example/a.jpg"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["GENERAL", "--text", "A text."], "enter source name"),
        (["CME", "--title", "Update", "--text", "A text.", "--starts", "tomorrow"], "tomorrow"),
        (["GENERAL", "--text", "A", "--text-from", "b.txt"], "one of them"),
        (["GENERAL", "--text-from", "not-there.txt"], "not-there.txt"),
        (["WEATHER"], "News type must be"),
    ],
)
def test_invalid_article_is_not_sent(
    platform: Platform, careops: CareOpsCommand, words: list[str], message: str
) -> None:
    run = careops("news", "add", *words)
    assert run.code == 2
    assert message in " ".join(run.err.split())
    assert platform.calls(CreateNewsArticle) == []


def test_edit_keeps_omitted_fields(held: dict[int, NewsArticle], platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("news", "edit", "13", "--title", "Other").code == 0
    (call,) = platform.calls(UpdateNewsArticle)
    assert (call.title, call.news_text, call.news_type) == ("Other", HEART["news_text"], "CME")
    assert [tag.tag_name for tag in call.news_tags] == ["Heart"]
    assert careops("news", "edit", "13").code == 2
    assert careops("news", "edit", "99", "--title", "None").code == 1


def test_second_publication_changes_nothing(
    held: dict[int, NewsArticle], platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops("news", "publish", "--where", "published=false", "--dry-run", "--json")
    assert [row["outcome"] for row in json.loads(run.out)] == ["planned", "planned"]
    assert platform.calls(PublishNewsArticles) == []
    run = careops("news", "publish", "12", "13", "--notify", "News", "--yes", "--json")
    assert [row["outcome"] for row in json.loads(run.out)] == ["done", "done"]
    assert [(call.ids, call.notify_desc) for call in platform.calls(PublishNewsArticles)] == [
        ([12], "News"),
        ([13], "News"),
    ]
    again = careops("news", "publish", "12", "13", "--notify", "News", "--yes", "--json")
    assert [row["outcome"] for row in json.loads(again.out)] == ["unchanged", "unchanged"]


def test_duplicates_are_reported_before_publication(
    held: dict[int, NewsArticle], platform: Platform, careops: CareOpsCommand
) -> None:
    day = "2026-11-18"
    article = {"article_id": 12, "id": 9, "name": "A heart check", "news_date": day, "published": True}
    platform.answer(FindDuplicates, [Duplicate.model_validate({**article, "same_address": False})])
    run = careops("news", "publish", "12", "13", "--dry-run", "--json")
    reason = json.loads(run.out)[0]["reason"]
    assert reason == "not published → published; nearly the heading of article 9 (2026-11-18, published): A heart check"
    refused = careops("news", "publish", "12", "13", stdin="n\n", terminal=True)
    assert "1 of them say the same as another that is published, or would be; --dry-run names it." in refused.err
    assert platform.calls(PublishNewsArticles) == []
    assert careops("news", "duplicates", "12").out == "12\t9\tA heart check\t2026-11-18\tyes\tno\t\n"


def test_deletion_of_many_ignores_missing_articles(
    held: dict[int, NewsArticle], platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops("news", "delete", "12", "99", "--yes", "--json")
    assert [row["outcome"] for row in json.loads(run.out)] == ["done", "unchanged"]
    assert [call.ids for call in platform.calls(DeleteNewsArticles)] == [[12]]


def test_deletion_asks_for_confirmation(
    held: dict[int, NewsArticle], platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops("news", "delete", "12")
    assert run.code == 2
    assert "Delete 1 article" in run.err
    assert "Add --yes" in run.err
    assert platform.calls(DeleteNewsArticles) == []
    assert careops("news", "delete", "12", "--yes").code == 0


def test_import_of_an_export_changes_nothing(
    held: dict[int, NewsArticle], platform: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    table = tmp_path / "articles.csv"
    run = careops("news", "export", str(table))
    assert "2 articles are in" in run.out + run.err
    rows = _imported(careops, table)
    assert [row["outcome"] for row in rows] == ["unchanged", "unchanged"]
    table.write_text(
        "news_type,news_date,news_text,source_name,source_link,title,tags,published\n"
        'GENERAL,2026-11-20,Two hospitals tried it.,Health Daily,https://news.example/heart,Changed,"Heart, New",yes\n'
        "GENERAL,2026-11-21,A text.,Daily,https://news.example/new,New one,,no\n"
        "GENERAL,2026-11-21,A text.,Daily,javascript:alert(1),Wrong,,no\n"
        "GENERAL,2026-11-21,A text.,Daily,https://news.example/x,Wrong,,perhaps\n",
        "utf-8",
    )
    assert [row["outcome"] for row in _imported(careops, table)] == ["done", "done", "invalid", "invalid"]
    (changed,), (created,) = platform.calls(UpdateNewsArticle), platform.calls(CreateNewsArticle)
    assert (changed.article_id, changed.title, changed.published) == (12, "Changed", True)
    assert [tag.tag_name for tag in changed.news_tags] == ["Heart", "New"]
    assert created.title == "New one"
    assert [row["outcome"] for row in _imported(careops, table)] == ["unchanged", "unchanged", "invalid", "invalid"]


def _imported(careops: CareOpsCommand, table: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(careops("news", "import", "--from", str(table), "--yes", "--json").out)
    return rows


def test_article_is_shown(held: dict[int, NewsArticle], careops: CareOpsCommand) -> None:
    shown = json.loads(careops("news", "show", "13", "--json").out)
    assert (shown["title"], shown["event_type"]) == ("Diabetes update", "virtual")


def test_feeds_are_fetched_and_listed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(FetchRss, AskedFetch(job_id=12))
    run = careops("news", "fetch", terminal=True)
    assert "Rss feed enqueued successfully. Please refresh news list after sometime." in " ".join(run.err.split())
    assert json.loads(careops("news", "fetch", "--json").out)["job_id"] == 12
    daily = NewsFeed(name="Daily", address="https://daily.example/feed", news_type="GENERAL", new=3, refused=1)
    platform.answer(ListNewsFeeds, NewsFeeds(fetching=False, feeds=[daily]))
    assert careops("news", "feeds", "--columns", "feed,new,refused").out == "Daily\t3\t1\n"


def test_fetch_at_the_wrong_time_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    def busy(call: FetchRss) -> AskedFetch:
        raise Conflict(NOT_NOW)

    platform.answer(FetchRss, busy)
    run = careops("news", "fetch")
    assert (run.code, NOT_NOW in run.err) == (1, True)


def test_dry_run_waits_for_the_preview_only(platform: Platform, careops: CareOpsCommand) -> None:
    daily = FeedPreview(
        name="Daily",
        new=2,
        items=[FeedItem(is_new=True, title="One", source_link="https://daily.example/1")],
        refusals=[RefusedItem(reason="It has neither a heading nor a text")],
    )
    gone = FeedPreview(name="Gone", problem="It could not be reached")
    done = FeedsPreview(job_id=7, state="done", feeds=[daily, gone])
    answers = iter([FeedsPreview(job_id=7, state="running"), done])
    platform.answer(PreviewNewsFeeds, lambda call: next(answers))
    run = careops("news", "fetch", "--dry-run", "--columns", "feed,what,title")
    assert run.out.splitlines() == [
        "Daily\tnew\tOne",
        "Daily\tmore\t1 more that are new or changed",
        "Daily\trefused\tIt has neither a heading nor a text",
        "Gone\trefused\tIt could not be reached",
    ]
    assert platform.calls(FetchRss) == []
    platform.answer(PreviewNewsFeeds, FeedsPreview(job_id=7, state="failed", problem="Something went wrong."))
    assert "Something went wrong." in careops("news", "fetch", "--dry-run").err
