"""What is known about the news: its tags and how they are read. Spec: B 2, B 3, B 7."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from careops.areas import Area, ClientT, verb
from careops.constants import IDS_MAX, MERGED_TAGS_MAX
from careops.contract import APPS, STAFF, Call, Example, Get, Model, Page, Paged, Post
from careops.fields import Id, Moment
from careops.problems import AboutField
from careops.shapes import Json, items, parts, record, rows

INTO_ITSELF: Final = "A tag cannot be merged into itself"
TAGS_GONE: Final = "Some of these tags are not there any more. Nothing was merged."

TagOrder = Literal["tag_name", "published_news_count", "shared_news_count", "viewed_news_count"]
Way = Literal["asc", "desc"]
NewsEventKind = Literal["view", "share", "interest"]


class NewsTagStats(Model):
    """A tag, and what became of the articles that have it."""

    id: int
    """What identifies the tag."""
    tag_name: str
    """The tag as it is shown."""
    published_news_count: int = 0
    """How many published articles have it."""
    shared_news_count: int = 0
    """How often its articles were passed on."""
    viewed_news_count: int = 0
    """How often its articles were opened."""


class ListNewsTags(Paged, Call[Page[NewsTagStats]]):
    """Tags with their counts, by name or as asked for. Without page and page size all of them come at once.

    Spec: B 2, B 7 (B-71).
    """

    route = Get(
        "/admin/news_tags",
        access=STAFF,
        answer=items("data", total="meta.total_records", pages="meta.total_pages", attributes=True),
    )
    example = Example(
        call={"page": 1, "perpage": 10, "sort_by": "viewed_news_count", "sort_order": "desc"},
        answer={
            "items": [
                {
                    "id": 3,
                    "tag_name": "Cardiology",
                    "published_news_count": 41,
                    "shared_news_count": 1200,
                    "viewed_news_count": 90412,
                }
            ],
            "total_records": 1,
            "total_pages": 1,
        },
    )

    sort_by: TagOrder | None = None
    """What they are ordered by, where not by name."""
    sort_order: Way | None = None
    """From the least to the most (``asc``, when not given) or from the most to the least."""

    @property
    def parameters(self) -> Json:
        """What was given: without a page all tags are meant, so none is told."""
        return self.model_dump(mode="json", exclude_unset=True)


class TwinTags(Model):
    """Tags that say the same."""

    tags: list[NewsTagStats]
    """Two of them or more, the one that most published articles have first; 21 at most."""


class FindTwinTags(Call[list[TwinTags]]):
    """Which tags differ only by capitals, blanks, hyphens or an English plural. Our own addition (S-6).

    Up to 50 groups, those that most published articles have first; merging them brings up the next ones.
    """

    route = Get("/careops/news_tags/twins", access=STAFF, forwarded=True, answer=rows("data.groups"))
    example = Example(
        call={},
        answer=[
            {
                "tags": [
                    {"id": 3, "tag_name": "Heart attack", "published_news_count": 41, "viewed_news_count": 90412},
                    {"id": 8, "tag_name": "Heart-Attacks", "published_news_count": 2, "viewed_news_count": 310},
                ]
            }
        ],
    )


class MergedTags(Model):
    """What became of tags that were merged."""

    articles: int
    """How many articles have the tag now that did not have it before."""


class MergeNewsTags(Call[MergedTags]):
    """Give the articles of some tags another tag in their place; those tags are gone then. Our own addition (S-6).

    Deleted articles that are brought back later have the other tag, too, and its counts are what all its articles add
    up to. All of the tags are merged or, when one of them is gone, none. It cannot be taken back.
    """

    route = Post(
        "/careops/news_tags/{tag_id}/merge",
        access=STAFF,
        forwarded=True,
        answer=record("data"),
        event="news_tag.merge",
        large=True,
    )
    example = Example(call={"tag_id": 3, "tag_ids": [8]}, answer={"articles": 2})

    tag_id: Id
    """The tag that stays."""
    tag_ids: Annotated[list[Id], Field(min_length=1, max_length=MERGED_TAGS_MAX)]
    """The tags that go, up to 20; in any order."""

    @model_validator(mode="after")
    def _another_one(self) -> Self:
        if self.tag_id in self.tag_ids:
            raise AboutField("tag_ids", INTO_ITSELF)
        return self


class StatsRow(Model):
    """How many articles there are of something."""

    name: str
    """What they have in common: a speciality, a city, a state, a type."""
    count: int
    """How many there are."""
    published_news: int = 0
    """How many of them are published."""
    unpublished_news: int = 0
    """How many of them are not."""


class NewsStats(Model):
    """Articles counted by what they are about, in each list those with the most first."""

    news_types: list[StatsRow]
    """By type."""
    top_states: list[StatsRow]
    """By state."""
    top_cities: list[StatsRow]
    """By city."""
    top_specialities: list[StatsRow]
    """By speciality; an article counts for each of its own."""


_ROW: Final = {"name": "CME", "count": 12, "published_news": 10, "unpublished_news": 2}


class ReadNewsStats(Call[NewsStats]):
    """Articles counted by type, state, city and speciality; each list has 500 rows at most. Spec: B 2, B 7 (B-70)."""

    route = Get(
        "/admin/doctors/news_stats",
        access=STAFF,
        answer=parts(
            news_types="news_types",
            top_states="top_states",
            top_cities="top_cities",
            top_specialities="top_specialities",
        ),
    )
    example = Example(
        call={}, answer={"news_types": [_ROW], "top_states": [], "top_cities": [], "top_specialities": []}
    )


class InterestedDoctor(Model):
    """A doctor who wants to hear more."""

    id: int
    """The doctor's id."""
    name: str
    """The doctor's name."""


class NewsInterest(Model):
    """An article that doctors want to hear more about."""

    id: int | None = None
    """The article's id; an addition of ours, null when a platform does not say."""
    title: str | None = None
    """Its heading, or how its text begins when it has none; null when a platform does not say."""
    source_link: str | None = None
    """Where it was published first, a web address; null when a platform does not say."""
    interest_count: int
    """How many doctors want to hear more."""
    doctors: list[InterestedDoctor] = []
    """The hundred who said so last, the last one first (B-110)."""


_INTERESTS: Final[Any] = {
    "items": [
        {
            "id": 12,
            "title": "Diabetes update",
            "source_link": "https://news.example/cme",
            "interest_count": 1,
            "doctors": [{"id": 7, "name": "Simran Kaur"}],
        }
    ],
    "total_records": 1,
    "total_pages": 1,
}


class ListPharmaInterests(Paged, Call[Page[NewsInterest]]):
    """Pharma news that doctors want to hear more about, the latest first. Spec: B 2, B 7 (B-71)."""

    route = Get(
        "/admin/news_articles/pharma_interests",
        access=STAFF,
        answer=items("data.interests", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(call={}, answer=_INTERESTS)


class ListCmeInterests(Paged, Call[Page[NewsInterest]]):
    """CME events that doctors want to hear more about, the latest first. Spec: B 2, B 7 (B-71)."""

    route = Get(
        "/admin/news_articles/cme_interests",
        access=STAFF,
        answer=items("data.interests", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(call={}, answer=_INTERESTS)


class NewsEvent(BaseModel):
    """Something a doctor did with an article."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    id: UUID
    """What identifies it: sent again, it counts once."""
    kind: NewsEventKind
    """What was done: opened, passed on, or asked to hear more."""
    article_id: Id
    """The article."""
    doctor_id: Id | None = None
    """Who did it; needed for an interest."""
    occurred_at: Moment
    """When it happened."""

    @model_validator(mode="after")
    def _whose_interest(self) -> Self:
        if self.kind == "interest" and self.doctor_id is None:
            raise AboutField("doctor_id", "An interest is a doctor's")
        return self


class NewsEventsAdded(Model):
    """What became of events that were taken in."""

    added: int
    """How many were new, and count from now on."""
    known: int
    """How many had been taken in before."""
    unknown: int
    """How many are about an article or a doctor that is not there; they are left out."""


class AddNewsEvents(Call[NewsEventsAdded]):
    """Take in what doctors did with articles, up to 500 events at once. Our own addition (S-6).

    For programs only, with a key of the scope ``news_insights:write``. Views and shares are counted, an interest of a
    doctor in an article counts once; all in one transaction. An event is known by its ``id``: sent again within 90
    days, it counts once. Reading an article here never counts.
    """

    route = Post("/careops/news_events", access=APPS, answer=record("data"), event="news.add_events")
    example = Example(
        call={
            "events": [
                {
                    "id": "0199d3a4-7c00-7000-8000-0000000000aa",
                    "kind": "view",
                    "article_id": 12,
                    "occurred_at": "2026-11-20T09:31:07Z",
                }
            ]
        },
        answer={"added": 1, "known": 0, "unknown": 0},
    )

    events: Annotated[list[NewsEvent], Field(min_length=1, max_length=IDS_MAX)]
    """The events, in any order."""


class NewsInsights(Area[ClientT]):
    """``client.news_insights``: what is known about the news."""

    tags = verb(ListNewsTags)
    twin_tags = verb(FindTwinTags)
    merge_tags = verb(MergeNewsTags)
    stats = verb(ReadNewsStats)
    pharma_interests = verb(ListPharmaInterests)
    cme_interests = verb(ListCmeInterests)
    add_events = verb(AddNewsEvents)
