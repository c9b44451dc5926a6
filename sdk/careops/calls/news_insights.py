"""Insights about the news: tags and readership. Spec: B 2, B 3, B 7."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from careops.constants import MAX_IDS, MAX_MERGED_TAGS
from careops.contract import APPS, STAFF, Call, Example, Get, Model, Page, PageParams, Post
from careops.contract.envelopes import Json, array_in, object_in, objects_in, one_page, page_in
from careops.contract.fields import Id, Moment
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method
from careops.contract.validation_errors import FieldError
from careops.error_codes import title_of

INTO_ITSELF: Final = title_of("tag_merged_into_itself")
TAGS_GONE: Final = title_of("tags_gone")

TagOrder = Literal["tag_name", "published_news_count", "shared_news_count", "viewed_news_count"]
Way = Literal["asc", "desc"]
NewsEventKind = Literal["view", "share", "interest"]


class NewsTagStats(Model):
    """Tag with the figures of its articles."""

    id: int
    """Id of the tag."""
    tag_name: str
    """Name of the tag."""
    published_news_count: int = 0
    """Number of published articles with it."""
    shared_news_count: int = 0
    """Number of shares of its articles."""
    viewed_news_count: int = 0
    """Number of views of its articles."""


class ListNewsTags(PageParams, Call[Page[NewsTagStats]]):
    """List tags with their figures. Returns all tags unless page or page size is given. Spec: B 2, B 7 (B-71).

    The default order is by name.
    """

    route = Get("/admin/news_tags", access=STAFF, answer=array_in("data", counts="meta", attributes=True))
    example = Example(
        call={"page": 1, "perpage": 10, "sort_by": "viewed_news_count", "sort_order": "desc"},
        answer=one_page(
            {
                "id": 3,
                "tag_name": "Cardiology",
                "published_news_count": 41,
                "shared_news_count": 1200,
                "viewed_news_count": 90412,
            }
        ),
    )

    sort_by: TagOrder | None = None
    """Order of the list; by name if omitted."""
    sort_order: Way | None = None
    """Ascending (``asc``, the default) or descending order."""

    @property
    def parameters(self) -> Json:
        """Return the given parameters. Without a page none is sent, which requests all tags."""
        return self.model_dump(mode="json", exclude_unset=True)


class DuplicateTags(Model):
    """Tags with nearly the same spelling."""

    tags: list[NewsTagStats]
    """Two to 21 tags, the one with the most published articles first."""


class FindDuplicateTags(Call[list[DuplicateTags]]):
    """Find tags that differ only by case, blanks, hyphens or an English plural. Our own addition (S-6).

    Returns up to 50 groups, those with the most published articles first. After merging them, the next ones are
    returned.
    """

    route = Get("/careops/news_tags/twins", access=STAFF, forwarded=True, answer=page_in("data.groups"))
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
    """Result of merging tags."""

    articles: int
    """Number of articles that got the tag by the merge."""


class MergeNewsTags(Call[MergedTags]):
    """Replace tags by another tag in all articles and delete them. Our own addition (S-6).

    Deleted articles that are restored later get the other tag, too, and its figures include all its articles. Either
    all tags are merged or, if one of them is deleted, none. A merge cannot be undone.
    """

    route = Post(
        "/careops/news_tags/{tag_id}/merge",
        access=STAFF,
        forwarded=True,
        answer=object_in("data"),
        event="news_tag.merge",
        large=True,
    )
    undoable = False
    example = Example(call={"tag_id": 3, "tag_ids": [8]}, answer={"articles": 2})

    tag_id: Id
    """Id of the tag that remains."""
    tag_ids: Annotated[list[Id], Field(min_length=1, max_length=MAX_MERGED_TAGS)]
    """Ids of the tags that are deleted, up to 20, in any order."""

    @model_validator(mode="after")
    def _another_one(self) -> Self:
        if self.tag_id in self.tag_ids:
            raise FieldError("tag_ids", INTO_ITSELF)
        return self


class StatsRow(Model):
    """Number of articles with a common property."""

    name: str
    """Value of the property: a speciality, a city, a state or a type."""
    count: int
    """Number of articles."""
    published_news: int = 0
    """Number of published articles."""
    unpublished_news: int = 0
    """Number of unpublished articles."""


class NewsStats(Model):
    """Number of articles by topic. Each list is sorted by count, highest first."""

    news_types: list[StatsRow]
    """Articles by type."""
    top_states: list[StatsRow]
    """Articles by state."""
    top_cities: list[StatsRow]
    """Articles by city."""
    top_specialities: list[StatsRow]
    """Articles by speciality. An article counts once for each of its specialities."""


_ROW: Final = {"name": "CME", "count": 12, "published_news": 10, "unpublished_news": 2}


class ReadNewsStats(Call[NewsStats]):
    """Count articles by type, state, city and speciality, at most 500 rows each. Spec: B 2, B 7 (B-70)."""

    route = Get(
        "/admin/doctors/news_stats",
        access=STAFF,
        answer=objects_in(
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
    """Doctor who asked for more information."""

    id: int
    """Id of the doctor."""
    name: Annotated[str, Personal("name", "doctor")]
    """Name of the doctor."""


class NewsInterest(Model):
    """Article about which doctors asked for more information."""

    id: int | None = None
    """Id of the article; an addition of careops, null if the platform does not return it."""
    title: str | None = None
    """Heading, or the beginning of the text if it has none; null if the platform does not return it."""
    source_link: str | None = None
    """Web address of the original publication; null if the platform does not return it."""
    interest_count: int
    """Number of doctors who asked for more information."""
    doctors: list[InterestedDoctor] = []
    """The latest hundred doctors, latest first (B-110)."""


_INTERESTS: Final[Any] = one_page(
    {
        "id": 12,
        "title": "Diabetes update",
        "source_link": "https://news.example/cme",
        "interest_count": 1,
        "doctors": [{"id": 7, "name": "Simran Kaur"}],
    }
)


class ListPharmaInterests(PageParams, Call[Page[NewsInterest]]):
    """List pharma news about which doctors asked for more information, latest first. Spec: B 2, B 7 (B-71)."""

    route = Get(
        "/admin/news_articles/pharma_interests",
        access=STAFF,
        answer=array_in("data.interests", counts="data"),
    )
    example = Example(call={}, answer=_INTERESTS)


class ListCmeInterests(PageParams, Call[Page[NewsInterest]]):
    """List CME events about which doctors asked for more information, latest first. Spec: B 2, B 7 (B-71)."""

    route = Get(
        "/admin/news_articles/cme_interests",
        access=STAFF,
        answer=array_in("data.interests", counts="data"),
    )
    example = Example(call={}, answer=_INTERESTS)


class NewsEvent(BaseModel):
    """Action of a doctor on an article."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    id: UUID
    """Id of the event. A repeated event counts once."""
    kind: NewsEventKind
    """Kind of the action: view, share, or request for more information."""
    article_id: Id
    """Id of the article."""
    doctor_id: Id | None = None
    """Id of the doctor; required for a request for more information."""
    occurred_at: Moment
    """Time of the action."""

    @model_validator(mode="after")
    def _whose_interest(self) -> Self:
        if self.kind == "interest" and self.doctor_id is None:
            raise FieldError("doctor_id", title_of("interest_doctor_required"))
        return self


class NewsEventsAdded(Model):
    """Result of importing events."""

    added: int
    """Number of new events, which are counted."""
    known: int
    """Number of events that had been imported before."""
    unknown: int
    """Number of events about an unknown article or doctor; they are ignored."""


class AddNewsEvents(Call[NewsEventsAdded]):
    """Import up to 500 actions of doctors on articles. Our own addition (S-6).

    For API clients only, with a key of the scope ``news_insights:write``. Every view and share counts; requests for
    more information count once per doctor and article. The import is one transaction. ``id`` identifies an event:
    repeated within 90 days, it counts once. Reading an article here never counts.
    """

    route = Post("/careops/news_events", access=APPS, answer=object_in("data"), event="news.add_events")
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

    events: Annotated[list[NewsEvent], Field(min_length=1, max_length=MAX_IDS)]
    """Events, in any order."""


class NewsInsights(Resource[ClientT]):
    """``client.news_insights``: tags and readership."""

    tags = method(ListNewsTags)
    duplicate_tags = method(FindDuplicateTags)
    merge_tags = method(MergeNewsTags)
    stats = method(ReadNewsStats)
    pharma_interests = method(ListPharmaInterests)
    cme_interests = method(ListCmeInterests)
    add_events = method(AddNewsEvents)
