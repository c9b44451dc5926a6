"""The news feed: articles, CME events and news of pharma firms, with their tags. Spec: B 2, B 3, B 5, B 7, B 8."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Final

from careops.areas import Area, ClientT, each_row, verb
from careops.articles import NO_END as NO_END
from careops.articles import NO_FROM as NO_FROM
from careops.articles import NO_HEADING as NO_HEADING
from careops.articles import NO_PHARMACY as NO_PHARMACY
from careops.articles import ArticleBody as ArticleBody
from careops.articles import EventType as EventType
from careops.articles import Line
from careops.articles import NewsArticle as NewsArticle
from careops.articles import NewsTag as NewsTag
from careops.articles import NewsType as NewsType
from careops.articles import TagName as TagName
from careops.articles import TagOfArticle as TagOfArticle
from careops.articles import body_of as body_of
from careops.constants import NEWS_DAYS_AHEAD, NEWS_NOTICE_MAX, TITLE_MAX
from careops.contract import STAFF, Call, Created, Done, Example, Get, Model, Page, Paged, Post, Put
from careops.feeds import AskedFetch, FeedsPreview, NewsFeeds
from careops.fields import Day, Id, Text, Typed, WebAddress
from careops.filters import BetweenDays, Ids
from careops.shapes import CREATED, Shape, items, record, rows
from careops.twins import Twin

NO_ARTICLE: Final = "There is no article with this id"
SOME_GONE: Final = "Some of these articles are not there any more. Nothing was published."
NOT_DELETED: Final = "Some of these articles cannot be brought back. Nothing was changed."
NO_FIRM: Final = "There is no pharmacy with this id"
NO_TAG: Final = "There is no tag with this id"
IN_THE_PAST: Final = "Choose today or a later day"
EVENT_OVER: Final = "This event is already over. Choose a later end."
TOO_FAR_AHEAD: Final = f"Choose a day within the next {NEWS_DAYS_AHEAD} days"

_TEXTS: Final = {
    "news_text": "Two hospitals tried it for a year.",
    "source_name": "Health Daily",
    "source_link": "https://news.example/heart",
}
_BODY: Final = {"news_type": "GENERAL", "news_date": "2026-11-20", "title": "A simpler heart check", **_TEXTS}
_ARTICLE: Final = {"id": 12, **_BODY, "published": True, "news_tags": [{"id": 3, "tag_name": "Cardiology"}]}
_PAGE: Final[Any] = {"items": [_ARTICLE], "total_records": 1, "total_pages": 1}


class ArticleFilters(BetweenDays):
    """What a list of articles can be narrowed by."""

    search_text: Text | None = None
    """Only those that hold this text in heading, source, label, or the first lines."""
    published: bool | None = None
    """Only published ones, or only those that are not."""
    news_tag_ids: Ids | None = None
    """Only those with at least one of these tags."""
    news_type: Annotated[str, Typed(50, at_least=1)] | None = None
    """Only those of this type."""


class ListNewsArticles(ArticleFilters, Paged, Call[Page[NewsArticle]]):
    """Articles by their day, the latest first, narrowed by any of the filters together. Spec: B 2, B 7 (B-66).

    ``total_records`` is exact.
    """

    route = Get(
        "/admin/news_articles/list",
        access=STAFF,
        answer=items("data", total="meta.total_records", pages="meta.total_pages", attributes=True),
    )
    example = Example(call={"published": True, "start_time": "2026-11-01"}, answer=_PAGE)


class FindNewsArticles(ArticleFilters, Paged, Call[Page[NewsArticle]]):
    """Articles by their day, the latest first. Our own addition: the documented list knows fewer filters (S-6).

    ``total_records`` is exact, and the figure that ``ReadNewsStats`` has for the same city, state or speciality.
    """

    route = Get(
        "/careops/news_articles",
        access=STAFF,
        forwarded=True,
        answer=items("data.news_articles", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(call={"city": "Ludhiana", "published": True}, answer=_PAGE)

    city: Line | None = None
    """Only those about this city, spelt as it is there."""
    state: Line | None = None
    """Only those about this state, spelt as it is there."""
    speciality: Line | None = None
    """Only those that are for this speciality by name; not those for all of them."""


class ReadNewsArticle(Call[NewsArticle]):
    """One article. Our own addition (S-6)."""

    route = Get(
        "/careops/news_articles/{article_id}",
        access=STAFF,
        forwarded=True,
        answer=record("data"),
        versioned=tuple(ArticleBody.model_fields),
    )
    example = Example(call={"article_id": 12}, answer=_ARTICLE)

    article_id: Id
    """The article to read."""


class CreateNewsArticle(ArticleBody, Call[Created]):
    """Add an article. Spec: B 4, B 5, B 7 (S-4, B-63, B-64, B-107)."""

    route = Post(
        "/admin/news_articles",
        access=STAFF,
        body_in="news_article",
        answer=CREATED,
        event="news_article.create",
    )
    example = Example(call=_BODY, answer={"id": 12})


class UpdateNewsArticle(ArticleBody, Call[Done]):
    """Change an article: it is as given from now on, all of it. Spec: B 4, B 5, B 7 (S-4, B-68).

    An article that is not published any more leaves the weekly list.
    """

    route = Put(
        "/admin/news_articles/{article_id}",
        access=STAFF,
        body_in="news_article",
        event="news_article.update",
        against=ReadNewsArticle,
    )
    example = Example(call={"article_id": 12, **_BODY, "published": True}, answer={})

    article_id: Id
    """The article to change."""


class DeletedArticles(Model):
    """What became of articles that were to be deleted."""

    deleted: int | None = None
    """How many were deleted; null when a platform does not say."""
    gone: int | None = None
    """How many were not there any more; null when a platform does not say."""


class DeleteNewsArticles(Call[DeletedArticles]):
    """Delete articles, up to 500; those that are gone already are counted. Spec: B 2, B 7 (B-108).

    They leave the weekly list, which closes its gaps, and can be brought back for 30 days.
    """

    route = Post(
        "/admin/news_articles/delete",
        access=STAFF,
        answer=Shape({"deleted": "data.deleted", "gone": "data.gone"}, optional=frozenset({"deleted", "gone"})),
        event="news_article.delete",
    )
    example = Example(call={"ids": "12"}, answer={"deleted": 1, "gone": 0})

    ids: Ids
    """The articles to delete."""


class PublishedArticles(Model):
    """What became of articles that were to be published."""

    published: int | None = None
    """How many were not published before; null when a platform does not say."""


class PublishNewsArticles(Call[PublishedArticles]):
    """Publish articles, up to 500; nothing is when one of them is gone. Spec: B 2, B 4, B 7 (B-68, B-108)."""

    route = Post(
        "/admin/news_articles/publish",
        access=STAFF,
        answer=Shape({"published": "data.published"}, optional=frozenset({"published"})),
        event="news_article.publish",
    )
    example = Example(call={"ids": "12"}, answer={"published": 1})

    ids: Ids
    """The articles to publish."""
    notify_desc: Annotated[str, Typed(NEWS_NOTICE_MAX)] | None = None
    """What a notification about them says, an event on the channel ``app:doctor``; blank or null for none."""


class DeletedArticle(Model):
    """An article that can be brought back."""

    id: int
    """What identified the article, and will again."""
    title: str | None = None
    """Its heading; null for pharma news that had none."""
    news_text: str
    """The article."""
    news_type: NewsType | str
    """What kind of news it was."""
    news_date: date
    """The day it is of."""
    source_name: str | None = None
    """Who published it first; null when nobody said."""
    published: bool = False
    """Whether doctors saw it, and will again."""
    deleted_at: datetime
    """When it was deleted, in UTC. Thirty days later it is gone for good."""


class ListDeletedNewsArticles(Paged, Call[Page[DeletedArticle]]):
    """Articles that can be brought back, those deleted last first. Our own addition (S-6)."""

    route = Get(
        "/careops/deleted_news_articles",
        access=STAFF,
        forwarded=True,
        answer=items("data.news_articles", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={},
        answer={
            "items": [
                {
                    "id": 12,
                    "title": "A simpler heart check",
                    "news_text": "Two hospitals tried it for a year.",
                    "news_type": "GENERAL",
                    "news_date": "2026-11-20",
                    "source_name": "Health Daily",
                    "published": True,
                    "deleted_at": "2026-11-21T09:31:07Z",
                }
            ],
            "total_records": 1,
            "total_pages": 1,
        },
    )

    search_text: Text | None = None
    """Only those that hold this text in heading, source, label, or the first lines."""


class RestoreNewsArticles(Call[Done]):
    """Bring deleted articles back as they were, up to 500, but for a place on the weekly list. Our own addition (S-6).

    Nothing is when one of them was never deleted, or more than 30 days ago.
    """

    route = Post("/careops/news_articles/restore", access=STAFF, forwarded=True, event="news_article.restore")
    example = Example(call={"ids": "12"}, answer={})

    ids: Ids
    """The articles to bring back."""


_FETCHED: Final = {
    "name": "Health Daily",
    "address": "https://news.example/feed.xml",
    "news_type": "GENERAL",
    "tags": ["Heart"],
    "every_hours": 6,
    "fetched_at": "2026-11-20T09:31:07Z",
    "new": 3,
    "changed": 1,
    "unchanged": 26,
    "refused": 1,
    "refusals": [{"title": None, "reason": "It has neither a heading nor a text"}],
    "problem": None,
    "due_at": "2026-11-20T15:31:07Z",
}
_COMING: Final = {"is_new": True, "title": "A simpler heart check", "source_link": "https://news.example/heart"}


_TWIN: Final = {
    "article_id": 12,
    "id": 9,
    "name": "A simpler check of the heart",
    "news_date": "2026-11-18",
    "source_name": "Doctors' Post",
    "published": True,
    "same_address": False,
}


class FindTwins(Call[list[Twin]]):
    """Which other articles say the same as these, up to three of each, published ones first. Our own addition (S-6).

    Twins are within 14 days of each other, and have one source address, or one heading: the same words, whatever
    their order, capitals, punctuation and plurals. Of five words or more, one may be there or not.
    """

    route = Get("/careops/news_articles/twins", access=STAFF, forwarded=True, answer=rows("data.twins"))
    example = Example(call={"ids": "12"}, answer=[_TWIN])

    ids: Ids
    """The articles to look at; those that are gone have no twins."""


class FindTwinsOf(Call[list[Twin]]):
    """Which articles say the same as one that is still being written. Our own addition (S-6).

    What twins are, ``FindTwins`` says; up to three, published ones first.
    """

    route = Get("/careops/news_articles/alike", access=STAFF, forwarded=True, answer=rows("data.twins"))
    example = Example(
        call={"title": "A simpler heart check", "news_date": "2026-11-20"}, answer=[{**_TWIN, "article_id": None}]
    )

    news_date: Day
    """The day it is of."""
    title: Annotated[str, Typed(TITLE_MAX)] | None = None
    """Its heading, or a CME event's name."""
    source_link: WebAddress | None = None
    """Where it was published first."""
    but: Id | None = None
    """The article that it is, where it is there already."""


class FetchRss(Call[AskedFetch]):
    """Fetch all feeds: what is new becomes articles that are not published. Spec: B 2, B 7, B 8 (B-69).

    Answers at once; a job does it. Refused with 409 and 'Please try after some time.' while one is under way, and where
    no feed is listed in the settings. A GET that changes something: audited, and never sent unasked or a second time.
    """

    route = Get(
        "/admin/news_articles/fetch_rss",
        access=STAFF,
        answer=Shape({"job_id": "data.job_id"}, optional=frozenset({"job_id"})),
        changes=True,
        event="news_article.fetch_rss",
        may_refuse=(409,),
    )
    example = Example(call={}, answer={"job_id": 12})


class ListNewsFeeds(Call[NewsFeeds]):
    """The feeds of the settings, and what the last fetch of each brought. Our own addition (S-6)."""

    route = Get("/careops/news_feeds", access=STAFF, forwarded=True, answer=record("data"))
    example = Example(call={}, answer={"fetching": False, "feeds": [_FETCHED]})


class PreviewNewsFeeds(Call[FeedsPreview]):
    """Find out what fetching all feeds would bring, and store nothing of it. Our own addition (S-6).

    A job does it. Answers when it is done, or after 20 seconds as it stands then; asked again meanwhile, the call waits
    for the same job. Refused with 409 and 'Please try after some time.' where no feed is listed in the settings.
    """

    route = Post(
        "/careops/news_feeds/preview", access=STAFF, forwarded=True, answer=record("data"), event="news_feed.preview"
    )
    example = Example(
        call={},
        answer={
            "job_id": 12,
            "state": "done",
            "feeds": [{"name": "Health Daily", "new": 1, "unchanged": 29, "items": [_COMING]}],
        },
    )


class News(Area[ClientT]):
    """``client.news``: the articles of the news feed."""

    list = verb(ListNewsArticles)
    each = each_row(ListNewsArticles)
    find = verb(FindNewsArticles)
    read = verb(ReadNewsArticle)
    create = verb(CreateNewsArticle)
    update = verb(UpdateNewsArticle)
    delete = verb(DeleteNewsArticles)
    publish = verb(PublishNewsArticles)
    deleted = verb(ListDeletedNewsArticles)
    restore = verb(RestoreNewsArticles)
    fetch = verb(FetchRss)
    feeds = verb(ListNewsFeeds)
    preview_feeds = verb(PreviewNewsFeeds)
    twins = verb(FindTwins)
    twins_of = verb(FindTwinsOf)
