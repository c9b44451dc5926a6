"""``careops news-insights``: what is known about the news."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from careops.nouns import Noun
from careops_cli.connection import connect
from careops_cli.groups import Area
from careops_cli.listing import Pages, listed
from careops_cli.output import Item, Read, Rows, path

app = Area("What is known about the news: counts, tags, interests.")

TAG = Noun("tag", "tags")
ROW = Noun("row", "rows")
INTEREST = Noun("article", "articles")
TAGS: dict[str, Read] = {
    "id": path("id"),
    "tag_name": path("tag_name"),
    "published": path("published_news_count"),
    "shared": path("shared_news_count"),
    "viewed": path("viewed_news_count"),
}
STATS: dict[str, Read] = {
    "name": path("name"),
    "count": path("count"),
    "published": path("published_news"),
    "unpublished": path("unpublished_news"),
}


def _doctors(item: Item) -> list[str]:
    return [f"{doctor['name']} (#{doctor['id']})" for doctor in item["doctors"]]


INTERESTS: dict[str, Read] = {
    "id": path("id"),
    "title": path("title"),
    "source_link": path("source_link"),
    "interested": path("interest_count"),
    "doctors": _doctors,
}


class Order(StrEnum):
    """What tags can be ordered by."""

    NAME = "name"
    PUBLISHED = "published"
    SHARED = "shared"
    VIEWED = "viewed"


class Of(StrEnum):
    """What articles can be counted by."""

    TYPE = "type"
    STATE = "state"
    CITY = "city"
    SPECIALITY = "speciality"


class Kind(StrEnum):
    """What doctors can be interested in."""

    PHARMA = "pharma"
    CME = "cme"


@app.verb(
    "tags",
    examples=["careops news-insights tags --by viewed --desc", "careops news-insights tags --all --csv"],
    columns=TAGS,
)
def tags(
    context: typer.Context,
    by: Annotated[Order, typer.Option(help="What they are ordered by.")] = Order.NAME,
    desc: Annotated[bool, typer.Option("--desc", help="From the most to the least.")] = False,
    *,
    pages: Pages,
) -> Rows:
    """List tags with what became of their articles."""
    from careops.calls.news_insights import ListNewsTags

    order = "tag_name" if by is Order.NAME else f"{by.value}_news_count"
    filters = {"sort_by": order, "sort_order": "desc" if desc else "asc"}
    return listed(connect(context), ListNewsTags, filters, columns=TAGS, noun=TAG, pages=pages)


@app.verb(
    "stats",
    examples=["careops news-insights stats", "careops news-insights stats speciality --csv"],
    columns=STATS,
)
def stats(
    context: typer.Context,
    of: Annotated[Of, typer.Argument(metavar="[WHAT]", help="type, state, city or speciality.")] = Of.TYPE,
) -> Rows:
    """Count articles by type, state, city or speciality, those with the most first."""
    found = connect(context).news_insights.stats().model_dump(mode="json")
    lists = {Of.TYPE: "news_types", Of.STATE: "top_states", Of.CITY: "top_cities", Of.SPECIALITY: "top_specialities"}
    rows = found[lists[of]]
    return Rows(rows, STATS, total=len(rows), noun=ROW)


@app.verb(
    "interests",
    examples=["careops news-insights interests cme", "careops news-insights interests pharma --all --json"],
    columns=INTERESTS,
)
def interests(
    context: typer.Context,
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help="pharma or cme.")],
    *,
    pages: Pages,
) -> Rows:
    """List what doctors want to hear more about, and the hundred who said so last."""
    from careops.calls.news_insights import ListCmeInterests, ListPharmaInterests

    call = ListCmeInterests if kind is Kind.CME else ListPharmaInterests
    return listed(connect(context), call, {}, columns=INTERESTS, spare=["doctors"], noun=INTEREST, pages=pages)
