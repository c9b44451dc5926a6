"""The news feed: articles, CME events and news of pharma firms, with their tags. Spec: B 2, B 3, B 5, B 7, B 8."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from careops.areas import Area, ClientT, verb
from careops.constants import NAME_MAX, NEWS_NOTICE_MAX, NEWS_TEXT_MAX, TITLE_MAX
from careops.contract import STAFF, Call, Done, Example, Get, Model, Page, Paged, Post, Put
from careops.days import INDIA
from careops.feeds import AskedFetch, FeedsPreview, NewsFeeds
from careops.fields import Day, Id, Moment, Text, Typed, WebAddress, filled, plain_figure
from careops.filters import ENDS_TOO_EARLY, BetweenDays, Ids
from careops.problems import AboutField
from careops.shapes import Shape, items, record, rows
from careops.twins import Twin

NO_ARTICLE: Final = "There is no article with this id"
SOME_GONE: Final = "Some of these articles are not there any more. Nothing was published."
NOT_DELETED: Final = "Some of these articles cannot be brought back. Nothing was changed."
NO_FIRM: Final = "There is no pharmacy with this id"
NO_TAG: Final = "There is no tag with this id"
IN_THE_PAST: Final = "Choose today or a later day"
NO_HEADING: Final = "enter news heading"
NO_PHARMACY: Final = "Please select pharmacy"
NO_FROM: Final = "Please select from date"
NO_END: Final = "Please select end date"
MOST_TAGS: Final = 20

NewsType = Literal["GENERAL", "PHARMA", "CME"]
EventType = Literal["virtual", "in-person"]
TagName = Annotated[str, Typed(60, at_least=1)]
_Line = Annotated[str, Typed(NAME_MAX)]


class NewsTag(Model):
    """A tag of articles."""

    id: int
    """What identifies the tag."""
    tag_name: str
    """The tag as it is shown."""


class NewsArticle(Model):
    """An article of the news feed; which fields have something to say follows from its type."""

    id: int
    """What identifies the article."""
    title: str | None = None
    """Its heading; null for pharma news that has none."""
    event_name: str | None = None
    """What a CME event is called, which is its heading; null for every other type."""
    news_text: str
    """The article: plain text with paragraphs, links written out."""
    news_type: NewsType | str
    """What kind of news it is."""
    news_date: date
    """The day it is of."""
    source_name: str | None = None
    """Who published it first; null when a platform does not say."""
    source_link: str | None = None
    """Where it was published first, a web address; null when a platform does not say."""
    source_thumbnail_url: str | None = None
    """A small picture of the source's, a web address; null for none."""
    photo_url: str | None = None
    """The article's picture, a web address; null for none."""
    published: bool = False
    """Whether doctors see it."""
    news_tags: list[NewsTag] = []
    """Its tags, by name."""
    viewed_count: int = 0
    """How often it was opened."""
    shared_count: int = 0
    """How often it was passed on."""
    city: str | None = None
    """The city it is about; null when it is about none."""
    state: str | None = None
    """The state it is about; null when it is about none."""
    basic_clinic_specialities: list[str] = []
    """The specialities it is for, by name; empty for all of them."""
    news_label: str | None = None
    """A word or two shown above it; null for none."""
    basic_pharma_id: int | None = None
    """The pharma firm that pharma news is of; null for every other type."""
    pharma_name: str | None = None
    """What that firm is called; an addition of ours, null when a platform does not say."""
    event_start_ts: datetime | None = None
    """When a CME event begins, in UTC; null for every other type."""
    event_end_ts: datetime | None = None
    """When it ends, in UTC; null for every other type."""
    all_day: bool = False
    """Whether the event lasts whole days: of its times only the days in India count then."""
    event_type: EventType | str | None = None
    """Whether the event is virtual or in-person; null for every other type."""
    credit_hours: float | None = None
    """Hours of credit that the event gives; null when nobody said."""
    source_changed_at: datetime | None = None
    """When its feed was first seen to say something newer that was not taken over, in UTC; null when it does not.

    An addition of ours; saving the article takes it away.
    """


class TagOfArticle(BaseModel):
    """A tag to put on an article: one there is by its id, or any by its name; a new name makes it (B-107)."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    id: Id | None = None
    """The tag's id; its name need not be given then."""
    tag_name: TagName | None = None
    """The tag's name, whatever its capitals; made when there is none of it."""

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if self.id is None and self.tag_name is None:
            raise ValueError("Please give the tag's id or its name")
        return self


class ArticleBody(BaseModel):
    """What an article is created and changed with, all of it at once."""

    news_type: Annotated[NewsType, filled("Please select news type")]
    """What kind of news it is."""
    news_date: Annotated[Day, filled("Enter Date")]
    """The day it is of."""
    title: Annotated[str, Typed(TITLE_MAX)] | None = None
    """Its heading; only pharma news may have none. Of a CME event it is its name (B-64)."""
    event_name: Annotated[str, Typed(TITLE_MAX)] | None = None
    """What a CME event is called, where it is not given as the heading; of other types nothing is kept."""
    news_text: Annotated[str, Typed(NEWS_TEXT_MAX, at_least=1), filled("Add description")]
    """The article: plain text with paragraphs, links written out; no HTML."""
    source_name: Annotated[str, Typed(NAME_MAX, at_least=1), filled("enter source name")]
    """Who published it first."""
    source_link: Annotated[WebAddress, filled("enter source url")]
    """Where it was published first."""
    source_thumbnail_url: WebAddress | None = None
    """A small picture of the source's; null for none."""
    photo_url: WebAddress | None = None
    """Where the article's picture was uploaded to, without the query, or is elsewhere; null for none."""
    published: bool = False
    """Whether doctors see it. Setting it here notifies nobody (B-108)."""
    news_tags: Annotated[list[TagOfArticle], Field(max_length=MOST_TAGS)] = []
    """All tags it is to have, each once."""
    city: _Line | None = None
    """The city it is about; null for none."""
    state: _Line | None = None
    """The state it is about; null for none."""
    basic_clinic_specialities: Annotated[list[Annotated[str, Typed(NAME_MAX, at_least=1)]], Field(max_length=50)] = []
    """The specialities it is for, by name as in the catalogue; empty for all of them."""
    news_label: _Line | None = None
    """A word or two shown above it; null for none."""
    basic_pharma_id: Id | None = None
    """The pharma firm that pharma news is of; of other types nothing is kept."""
    event_start_ts: Moment | None = None
    """When a CME event begins; of other types nothing is kept."""
    event_end_ts: Moment | None = None
    """When it ends, not before it begins; of other types nothing is kept."""
    all_day: bool = False
    """Whether the event lasts whole days; its times are taken back to midnight in India then."""
    event_type: EventType | None = None
    """Whether the event is virtual or in-person; virtual when not given (B-67)."""
    credit_hours: Annotated[float, Field(ge=0, le=1_000), BeforeValidator(plain_figure)] | None = None
    """Hours of credit that the event gives; null when nobody said."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, given: Any) -> Any:
        """What is missing is complained about in the same words as what is blank (B 5)."""
        asked = ("news_type", "news_date", "news_text", "source_name", "source_link")
        return {**dict.fromkeys(asked, ""), **given} if isinstance(given, dict) else given

    @field_validator("source_thumbnail_url", "photo_url", mode="before")
    @classmethod
    def _blank_is_none(cls, given: Any) -> Any:
        return None if isinstance(given, str) and not given.strip() else given

    @model_validator(mode="after")
    def _fits_its_type(self) -> Self:
        if self.news_type != "PHARMA" and not (self.title or (self.news_type == "CME" and self.event_name)):
            raise AboutField("title", NO_HEADING)
        if self.news_type == "PHARMA" and self.basic_pharma_id is None:
            raise AboutField("basic_pharma_id", NO_PHARMACY)
        if self.news_type == "CME":
            if self.event_start_ts is None:
                raise AboutField("event_start_ts", NO_FROM)
            if self.event_end_ts is None:
                raise AboutField("event_end_ts", NO_END)
            if self._moment(self.event_end_ts) < self._moment(self.event_start_ts):
                raise AboutField("event_end_ts", ENDS_TOO_EARLY)
        return self

    @property
    def columns(self) -> Mapping[str, Any]:
        """What is kept of it, tags apart: what belongs to another type is not."""
        is_event, is_pharma = self.news_type == "CME", self.news_type == "PHARMA"
        heading = self.title or (self.event_name if is_event else None) or None
        kept = self.model_dump(include=set(ArticleBody.model_fields) - {"news_tags"})
        blanks = {name: kept[name] or None for name in ("city", "state", "news_label")}
        specialities = list(dict.fromkeys(self.basic_clinic_specialities))
        event = {
            "event_name": self.event_name or heading,
            "event_start_ts": self._moment(self.event_start_ts),
            "event_end_ts": self._moment(self.event_end_ts),
            "event_type": self.event_type or "virtual",
        }
        none = {**dict.fromkeys(event), "all_day": False, "credit_hours": None}
        return {
            **kept,
            **blanks,
            "title": heading,
            "basic_clinic_specialities": specialities,
            "basic_pharma_id": self.basic_pharma_id if is_pharma else None,
            **(event if is_event else none),
        }

    def _moment(self, given: datetime | None) -> Any:
        if given is None or not self.all_day:
            return given
        return given.astimezone(INDIA).replace(hour=0, minute=0, second=0, microsecond=0)


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
        answer=items("data.news_articles", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(call={"city": "Ludhiana", "published": True}, answer=_PAGE)

    city: _Line | None = None
    """Only those about this city, spelt as it is there."""
    state: _Line | None = None
    """Only those about this state, spelt as it is there."""
    speciality: _Line | None = None
    """Only those that are for this speciality by name; not those for all of them."""


class ReadNewsArticle(Call[NewsArticle]):
    """One article. Our own addition (S-6)."""

    route = Get(
        "/careops/news_articles/{article_id}",
        access=STAFF,
        answer=record("data"),
        versioned=tuple(ArticleBody.model_fields),
    )
    example = Example(call={"article_id": 12}, answer=_ARTICLE)

    article_id: Id
    """The article to read."""


class MadeArticle(Model):
    """An article that was just made."""

    id: int | None = None
    """What identifies it; null when a platform does not say."""


class CreateNewsArticle(ArticleBody, Call[MadeArticle]):
    """Add an article. Spec: B 4, B 5, B 7 (S-4, B-63, B-64, B-107)."""

    route = Post(
        "/admin/news_articles",
        access=STAFF,
        body_in="news_article",
        answer=Shape({"id": "data.id"}, optional=frozenset({"id"})),
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


class RestoreNewsArticles(Call[Done]):
    """Bring deleted articles back as they were, up to 500, but for a place on the weekly list. Our own addition (S-6).

    Nothing is when one of them was never deleted, or more than 30 days ago.
    """

    route = Post("/careops/news_articles/restore", access=STAFF, event="news_article.restore")
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

    route = Get("/careops/news_articles/twins", access=STAFF, answer=rows("data.twins"))
    example = Example(call={"ids": "12"}, answer=[_TWIN])

    ids: Ids
    """The articles to look at; those that are gone have no twins."""


class FindTwinsOf(Call[list[Twin]]):
    """Which articles say the same as one that is still being written. Our own addition (S-6).

    What twins are, ``FindTwins`` says; up to three, published ones first.
    """

    route = Get("/careops/news_articles/alike", access=STAFF, answer=rows("data.twins"))
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

    route = Get("/careops/news_feeds", access=STAFF, answer=record("data"))
    example = Example(call={}, answer={"fetching": False, "feeds": [_FETCHED]})


class PreviewNewsFeeds(Call[FeedsPreview]):
    """Find out what fetching all feeds would bring, and store nothing of it. Our own addition (S-6).

    A job does it. Answers when it is done, or after 20 seconds as it stands then; asked again meanwhile, the call waits
    for the same job. Refused with 409 and 'Please try after some time.' where no feed is listed in the settings.
    """

    route = Post("/careops/news_feeds/preview", access=STAFF, answer=record("data"), event="news_feed.preview")
    example = Example(
        call={},
        answer={
            "job_id": 12,
            "state": "done",
            "feeds": [{"name": "Health Daily", "new": 1, "unchanged": 29, "items": [_COMING]}],
        },
    )


def body_of(article: NewsArticle) -> dict[str, Any]:
    """What the article would be changed with to stay as it is."""
    said = article.model_dump(mode="json", include=set(ArticleBody.model_fields))
    return {**said, "news_tags": [{"tag_name": tag.tag_name} for tag in article.news_tags]}


class News(Area[ClientT]):
    """``client.news``: the articles of the news feed."""

    list = verb(ListNewsArticles)
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
