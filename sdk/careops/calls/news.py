"""The news feed: articles, CME events and pharma news, with their tags. Spec: B 2, B 3, B 5, B 7, B 8."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Final

from careops.constants import MAX_NEWS_NOTICE_LENGTH, MAX_TITLE_LENGTH, NEWS_DAYS_AHEAD
from careops.contract import STAFF, Call, Created, Empty, Example, Get, ListedBy, Model, Page, PageParams, Post, Put
from careops.contract.envelopes import CREATED, Envelope, array_in, object_in, one_page, page_in
from careops.contract.fields import Day, Id, Text, TypedText, WebAddress
from careops.contract.filters import DateFilter, Ids
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.articles import NO_END as NO_END
from careops.models.articles import NO_FROM as NO_FROM
from careops.models.articles import NO_HEADING as NO_HEADING
from careops.models.articles import NO_PHARMACY as NO_PHARMACY
from careops.models.articles import ArticleBody as ArticleBody
from careops.models.articles import EventType as EventType
from careops.models.articles import Line
from careops.models.articles import NewsArticle as NewsArticle
from careops.models.articles import NewsTag as NewsTag
from careops.models.articles import NewsType as NewsType
from careops.models.articles import TagName as TagName
from careops.models.articles import TagOfArticle as TagOfArticle
from careops.models.articles import body_of as body_of
from careops.models.duplicates import Duplicate
from careops.models.feeds import AskedFetch, FeedsPreview, NewsFeeds

NO_ARTICLE: Final = title_of("article_not_found")
SOME_GONE: Final = title_of("articles_gone")
NOT_DELETED: Final = title_of("articles_not_deleted")
NO_FIRM: Final = title_of("pharmacy_not_found")
NO_TAG: Final = title_of("tag_not_found")
IN_THE_PAST: Final = title_of("news_date_in_past")
EVENT_OVER: Final = title_of("news_event_over")
TOO_FAR_AHEAD: Final = title_of("news_date_too_far", count=NEWS_DAYS_AHEAD)

_LISTED: Final = ListedBy("FindNewsArticles", "ids")
_TEXTS: Final = {
    "news_text": "Two hospitals tried it for a year.",
    "source_name": "Health Daily",
    "source_link": "https://news.example/heart",
}
_BODY: Final = {"news_type": "GENERAL", "news_date": "2026-11-20", "title": "A simpler heart check", **_TEXTS}
_ARTICLE: Final = {"id": 12, **_BODY, "published": True, "news_tags": [{"id": 3, "tag_name": "Cardiology"}]}
_PAGE: Final[Any] = one_page(_ARTICLE)


class ArticleFilters(DateFilter):
    """Filters of a list of articles."""

    search_text: Text | None = None
    """Only articles that contain this text in heading, source, label, or the first lines."""
    published: bool | None = None
    """Only published articles, or only unpublished ones."""
    news_tag_ids: Ids | None = None
    """Only articles with at least one of these tags."""
    news_type: Annotated[str, TypedText(50, at_least=1)] | None = None
    """Only articles of this type."""


class ListNewsArticles(ArticleFilters, PageParams, Call[Page[NewsArticle]]):
    """List articles by day, latest first. All given filters must match. Spec: B 2, B 7 (B-66).

    ``total_records`` is exact.
    """

    route = Get("/admin/news_articles/list", access=STAFF, answer=array_in("data", counts="meta", attributes=True))
    example = Example(call={"published": True, "start_time": "2026-11-01"}, answer=_PAGE)


class FindNewsArticles(ArticleFilters, PageParams, Call[Page[NewsArticle]]):
    """List articles by day, latest first. Our own addition: the documented list has fewer filters (S-6).

    ``total_records`` is exact and equals the figure of ``ReadNewsStats`` for the same city, state or speciality.
    """

    route = Get(
        "/careops/news_articles", access=STAFF, forwarded=True, answer=array_in("data.news_articles", counts="data")
    )
    example = Example(call={"city": "Ludhiana", "published": True}, answer=_PAGE)

    city: Line | None = None
    """Only articles about this city, in the spelling of the article."""
    state: Line | None = None
    """Only articles about this state, in the spelling of the article."""
    speciality: Line | None = None
    """Only articles that name this speciality, without those for all specialities."""


class ReadNewsArticle(Call[NewsArticle]):
    """Return one article. Our own addition (S-6)."""

    route = Get(
        "/careops/news_articles/{article_id}",
        access=STAFF,
        forwarded=True,
        answer=object_in("data"),
        versioned=tuple(ArticleBody.model_fields),
    )
    example = Example(call={"article_id": 12}, answer=_ARTICLE)

    article_id: Id
    """Id of the article."""


class CreateNewsArticle(ArticleBody, Call[Created]):
    """Add an article. Spec: B 4, B 5, B 7 (S-4, B-63, B-64, B-107)."""

    route = Post(
        "/admin/news_articles",
        access=STAFF,
        body_in="news_article",
        answer=CREATED,
        same_effect="news_published",
        effect_when=("published", (True,)),
        event="news_article.create",
    )
    example = Example(call=_BODY, answer={"id": 12})


class UpdateNewsArticle(ArticleBody, Call[Empty]):
    """Change an article. Omitted fields keep their values. Spec: B 4, B 5, B 7 (S-4, B-68).

    An article that is no longer published leaves the weekly list.
    """

    keeps_omitted: ClassVar[bool] = True
    route = Put(
        "/admin/news_articles/{article_id}",
        access=STAFF,
        body_in="news_article",
        same_effect="news_published",
        effect_when=("published", (True,)),
        event="news_article.update",
        against=ReadNewsArticle,
    )
    undoable = False  # readers have been notified
    example = Example(
        call={
            "article_id": 12,
            **_BODY,
            "published": True,
            "news_tags": [{"tag_name": "Cardiology"}],
            "city": "Ludhiana",
            "state": "Punjab",
            "news_label": "Study",
        },
        answer={},
    )

    article_id: Id
    """Id of the article."""


class DeletedArticles(Model):
    """Result of deleting articles."""

    deleted: int | None = None
    """Number of deleted articles; null if the platform does not return it."""
    gone: int | None = None
    """Number of articles that were already deleted; null if the platform does not return it."""


class DeleteNewsArticles(Call[DeletedArticles]):
    """Delete up to 500 articles. Articles that are already deleted are counted. Spec: B 2, B 7 (B-108).

    The articles leave the weekly list, which closes its gaps. They can be restored for 30 days.
    """

    route = Post(
        "/admin/news_articles/delete",
        access=STAFF,
        answer=Envelope({"deleted": "data.deleted", "gone": "data.gone"}, optional=frozenset({"deleted", "gone"})),
        event="news_article.delete",
        listed_by=_LISTED,
    )
    example = Example(call={"ids": "12"}, answer={"deleted": 1, "gone": 0})

    ids: Ids
    """Ids of the articles."""


class PublishedArticles(Model):
    """Result of publishing articles."""

    published: int | None = None
    """Number of articles that were not published before; null if the platform does not return it."""


class PublishNewsArticles(Call[PublishedArticles]):
    """Publish up to 500 articles, or none if one of them is deleted. Spec: B 2, B 4, B 7 (B-68, B-108)."""

    route = Post(
        "/admin/news_articles/publish",
        access=STAFF,
        answer=Envelope({"published": "data.published"}, optional=frozenset({"published"})),
        same_effect="news_published",
        event="news_article.publish",
        listed_by=_LISTED,
    )
    undoable = False  # readers have been notified
    example = Example(call={"ids": "12"}, answer={"published": 1})

    ids: Ids
    """Ids of the articles."""
    notify_desc: Annotated[str, TypedText(MAX_NEWS_NOTICE_LENGTH)] | None = None
    """Text of a notification, an event on the channel ``app:doctor``; blank or null for none."""


class DeletedArticle(Model):
    """Deleted article that can be restored."""

    id: int
    """Id of the article, which a restored article keeps."""
    title: str | None = None
    """Heading; null for pharma news without one."""
    news_text: str
    """Text of the article."""
    news_type: NewsType | str
    """Type of the article."""
    news_date: date
    """Day of the article."""
    source_name: str | None = None
    """Original publisher; null if unknown."""
    published: bool = False
    """True if it was published, and will be when restored."""
    deleted_at: datetime
    """Time of the deletion, in UTC. After thirty days it cannot be restored."""


class ListDeletedNewsArticles(PageParams, Call[Page[DeletedArticle]]):
    """List articles that can be restored, last deleted first. Our own addition (S-6)."""

    route = Get(
        "/careops/deleted_news_articles",
        access=STAFF,
        forwarded=True,
        answer=array_in("data.news_articles", counts="data"),
    )
    example = Example(
        call={},
        answer=one_page(
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
        ),
    )

    search_text: Text | None = None
    """Only articles that contain this text in heading, source, label, or the first lines."""


class RestoreNewsArticles(Call[Empty]):
    """Restore up to 500 deleted articles, without their places on the weekly list. Our own addition (S-6).

    None is restored if one of them was not deleted, or was deleted more than 30 days ago.
    """

    route = Post(
        "/careops/news_articles/restore",
        access=STAFF,
        forwarded=True,
        event="news_article.restore",
        listed_by=ListedBy("ListDeletedNewsArticles", "ids"),
    )
    example = Example(call={"ids": "12"}, answer={})

    ids: Ids
    """Ids of the articles."""


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


_DUPLICATE: Final = {
    "article_id": 12,
    "id": 9,
    "name": "A simpler check of the heart",
    "news_date": "2026-11-18",
    "source_name": "Doctors' Post",
    "published": True,
    "same_address": False,
}


class FindDuplicates(Call[list[Duplicate]]):
    """Find duplicates of articles, up to three each, published ones first. Our own addition (S-6).

    Duplicates are within 14 days of each other and have the same source address or the same heading: the same words,
    regardless of order, case, punctuation and plurals. With five words or more, one may be missing.
    """

    route = Get("/careops/news_articles/twins", access=STAFF, forwarded=True, answer=page_in("data.twins"))
    example = Example(call={"ids": "12"}, answer=[_DUPLICATE])

    ids: Ids
    """Ids of the articles. Deleted ones have no duplicates."""


class FindDuplicatesOf(Call[list[Duplicate]]):
    """Find duplicates of an article that is being written. Our own addition (S-6).

    Duplicates are defined as in ``FindDuplicates``. Returns up to three, published ones first.
    """

    route = Get("/careops/news_articles/alike", access=STAFF, forwarded=True, answer=page_in("data.twins"))
    example = Example(
        call={"title": "A simpler heart check", "news_date": "2026-11-20"}, answer=[{**_DUPLICATE, "article_id": None}]
    )

    news_date: Day
    """Day of the article."""
    title: Annotated[str, TypedText(MAX_TITLE_LENGTH)] | None = None
    """Heading, or the name of a CME event."""
    source_link: WebAddress | None = None
    """Address of the original publication."""
    but: Id | None = None
    """Id of the article itself, if it is already saved."""


class FetchRss(Call[AskedFetch]):
    """Fetch all feeds and store new items as unpublished articles. Spec: B 2, B 7, B 8 (B-69).

    Answers at once; a job does the work. Refused with 409 and 'Please try after some time.' while a fetch is in
    progress, and if the settings list no feed. This GET changes data, so it is audited, and clients never prefetch or
    retry it.
    """

    route = Get(
        "/admin/news_articles/fetch_rss",
        access=STAFF,
        answer=Envelope({"job_id": "data.job_id"}, optional=frozenset({"job_id"})),
        changes=True,
        event="news_article.fetch_rss",
        may_refuse=(409,),
    )
    example = Example(call={}, answer={"job_id": 12})


class ListNewsFeeds(Call[NewsFeeds]):
    """List the feeds of the settings with the result of their last fetch. Our own addition (S-6)."""

    route = Get("/careops/news_feeds", access=STAFF, forwarded=True, answer=object_in("data"))
    example = Example(call={}, answer={"fetching": False, "feeds": [_FETCHED]})


class PreviewNewsFeeds(Call[FeedsPreview]):
    """Preview the articles that a fetch of all feeds would add, without storing them. Our own addition (S-6).

    A job does the work. Answers when it is done, or after 20 seconds with the current state. A repeated call waits for
    the same job. Refused with 409 and 'Please try after some time.' if the settings list no feed.
    """

    route = Post(
        "/careops/news_feeds/preview", access=STAFF, forwarded=True, answer=object_in("data"), event="news_feed.preview"
    )
    example = Example(
        call={},
        answer={
            "job_id": 12,
            "state": "done",
            "feeds": [{"name": "Health Daily", "new": 1, "unchanged": 29, "items": [_COMING]}],
        },
    )


class News(Resource[ClientT]):
    """``client.news``: the articles of the news feed."""

    list = method(ListNewsArticles)
    each = each_row(ListNewsArticles)
    find = method(FindNewsArticles)
    read = method(ReadNewsArticle)
    create = method(CreateNewsArticle)
    update = method(UpdateNewsArticle)
    delete = method(DeleteNewsArticles)
    publish = method(PublishNewsArticles)
    deleted = method(ListDeletedNewsArticles)
    restore = method(RestoreNewsArticles)
    fetch = method(FetchRss)
    feeds = method(ListNewsFeeds)
    preview_feeds = method(PreviewNewsFeeds)
    duplicates = method(FindDuplicates)
    duplicates_of = method(FindDuplicatesOf)
