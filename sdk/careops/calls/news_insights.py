"""What is known about the news: its tags and how they are read. Spec: B 2, B 3, B 7."""

from __future__ import annotations

from typing import Literal

from careops.areas import Area, ClientT, verb
from careops.contract import STAFF, Call, Example, Get, Model, Page, Paged
from careops.shapes import Json, items

TagOrder = Literal["tag_name", "published_news_count", "shared_news_count", "viewed_news_count"]
Way = Literal["asc", "desc"]


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


class NewsInsights(Area[ClientT]):
    """``client.news_insights``: what is known about the news."""

    tags = verb(ListNewsTags)
