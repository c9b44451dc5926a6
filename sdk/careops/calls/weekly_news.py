"""The weekly list: up to ten published articles in order. Spec: B 2, B 4, B 5, B 7, B 8."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from careops.calls.news import NewsArticle
from careops.constants import MAX_WEEKLY_NEWS
from careops.contract import STAFF, Call, Empty, Example, Get, Model, Post, Put
from careops.contract.envelopes import object_in, page_in
from careops.contract.fields import Id, strict_int
from careops.contract.filters import Ids
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of

NONE_CHOSEN: Final = title_of("articles_required")
TOO_MANY: Final = title_of("too_many_articles")
NOT_IN_SEQUENCE: Final = title_of("article_numbers_invalid")
TWICE: Final = title_of("article_repeated")
UNPUBLISHED: Final = title_of("articles_unpublished")
_PUBLISHED: Final = {
    "id": 12,
    "title": "A simpler heart check",
    "news_text": "Two hospitals tried it for a year.",
    "news_type": "GENERAL",
    "news_date": "2026-11-20",
    "source_name": "Health Daily",
    "source_link": "https://news.example/heart",
    "published": True,
}
_ARTICLE: Final = {**_PUBLISHED, "sequence": 1}


class WeeklyArticle(NewsArticle):
    """Article of the weekly list."""

    sequence: int
    """Position: 1 for the first, without gaps."""


class ReadWeeklyNews(Call[list[WeeklyArticle]]):
    """Return the weekly list in its order, at most ten articles. Spec: B 2, B 7."""

    route = Get("/admin/weekly_news", access=STAFF, answer=page_in("data.news_articles"))
    example = Example(call={}, answer=[_ARTICLE])


class WeeklyOrder(Model):
    """Articles of the weekly list in order."""

    news_article_ids: list[int]
    """Ids of the articles in order."""


class ReadWeeklyOrder(Call[WeeklyOrder]):
    """Return the order of the weekly list with its version for a change. Our own addition (S-6)."""

    route = Get(
        "/careops/weekly_news/order",
        access=STAFF,
        forwarded=True,
        answer=object_in("data"),
        versioned=("news_article_ids",),
    )
    example = Example(call={}, answer={"news_article_ids": [12, 41]})


class BestArticle(NewsArticle):
    """Published article with high readership this week."""

    week_views: int
    """Number of views in the last 7 days."""
    week_shares: int
    """Number of shares in the last 7 days."""


class ListBestNews(Call[list[BestArticle]]):
    """List the ten published articles with the most views and shares in 7 days. Our own addition (S-6).

    Articles of the weekly list are excluded, and so are those without views and shares. Views and shares have the same
    weight; with equal figures the later article comes first.
    """

    route = Get("/careops/weekly_news/best", access=STAFF, forwarded=True, answer=page_in("data.news_articles"))
    example = Example(call={}, answer=[{**_PUBLISHED, "week_views": 1200, "week_shares": 41}])


class PlaceOfArticle(BaseModel):
    """Article with its position."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    id: Id
    """Id of a published article."""
    sequence: Annotated[int, Field(ge=1, le=MAX_WEEKLY_NEWS), BeforeValidator(strict_int)]
    """Position: 1 for the first; all positions together are 1 to n."""


def _some_but_not_too_many(value: object) -> object:
    if isinstance(value, (list, tuple)) and not value:
        raise ValueError(NONE_CHOSEN)
    if isinstance(value, (list, tuple)) and len(value) > MAX_WEEKLY_NEWS:
        raise ValueError(TOO_MANY)
    return value


def _in_sequence(places: list[PlaceOfArticle]) -> list[PlaceOfArticle]:
    if len({place.id for place in places}) < len(places):
        raise ValueError(TWICE)
    if sorted(place.sequence for place in places) != list(range(1, len(places) + 1)):
        raise ValueError(NOT_IN_SEQUENCE)
    return places


class SetWeeklyNews(Call[Empty]):
    """Replace the weekly list by these articles in this order. Spec: B 5, B 7 (S-4).

    If two users set it at the same time, one of the two lists is stored completely.
    """

    route = Put("/admin/weekly_news", access=STAFF, event="weekly_news.set", against=ReadWeeklyOrder)
    example = Example(call={"news_articles": [{"id": 12, "sequence": 1}]}, answer={})

    news_articles: Annotated[
        list[PlaceOfArticle],
        Field(min_length=1, max_length=MAX_WEEKLY_NEWS),
        BeforeValidator(_some_but_not_too_many),
        AfterValidator(_in_sequence),
    ]
    """One to ten articles with their positions."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_none(cls, data: Any) -> Any:
        """Treat a missing list as empty, so that both give the same message (B 5)."""
        return {"news_articles": [], **data} if isinstance(data, dict) else data

    @property
    def order(self) -> list[int]:
        """Return the ids of the articles in order."""
        return [place.id for place in sorted(self.news_articles, key=lambda place: place.sequence)]


class RemoveWeeklyNews(Call[Empty]):
    """Remove articles from the weekly list. Later articles move up; others are ignored. Spec: B 7."""

    route = Post("/admin/weekly_news/delete", access=STAFF, event="weekly_news.remove")
    example = Example(call={"news_article_ids": "12"}, answer={})

    news_article_ids: Ids
    """Ids of the articles to remove."""


class WeeklyNews(Resource[ClientT]):
    """``client.weekly_news``: the weekly list."""

    read = method(ReadWeeklyNews)
    order = method(ReadWeeklyOrder)
    best = method(ListBestNews)
    set = method(SetWeeklyNews)
    remove = method(RemoveWeeklyNews)
