"""``careops news tags``, ``merge-tags``, ``stats`` and ``interests``: tags and readership of the news."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from careops.resource_names import ARTICLES, HAVE, Noun
from careops_cli.auth.connection import connect
from careops_cli.commands.news_filters import tag_ids
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import ROWS, Columns, Item, Record, Table, field_columns

if TYPE_CHECKING:
    from careops import CareOps

verbs = CommandGroup()

TAG = Noun("tag", "tags")
TAGS = Columns(
    "NewsTagStats",
    id="id",
    tag_name="tag_name",
    published="published_news_count",
    shared="shared_news_count",
    viewed="viewed_news_count",
)
DUPLICATES = Columns("NewsTagStats", **TAGS, like="like")
STATS = Columns("StatsRow", name="name", count="count", published="published_news", unpublished="unpublished_news")


def _doctors(item: Item) -> list[str]:
    return [f"{doctor['name']} (#{doctor['id']})" for doctor in item["doctors"]]


INTERESTS = Columns(
    "NewsInterest", **field_columns("id", "title", "source_link"), interested="interest_count", doctors=_doctors
)


class Order(StrEnum):
    """Orders of tags."""

    NAME = "name"
    PUBLISHED = "published"
    SHARED = "shared"
    VIEWED = "viewed"


class Of(StrEnum):
    """Properties by which articles are counted."""

    TYPE = "type"
    STATE = "state"
    CITY = "city"
    SPECIALITY = "speciality"


class InterestKind(StrEnum):
    """Kinds of articles with interests of doctors."""

    PHARMA = "pharma"
    CME = "cme"


@verbs.verb(
    "tags",
    examples=[
        "careops news tags --by viewed --desc",
        "careops news tags --all --csv",
        "careops news tags --duplicates",
    ],
    columns=DUPLICATES,
    fields=("like",),
)
def tags(
    context: typer.Context,
    by: Annotated[Order, typer.Option(help="Sort tags by this value.")] = Order.NAME,
    desc: Annotated[bool, typer.Option("--desc", help="Sort in descending order.")] = False,
    duplicates: Annotated[bool, typer.Option("--duplicates", help="Only groups of duplicate tags.")] = False,
    *,
    pages: Pages,
) -> Table:
    """List tags with counts of their articles, or tags that differ only by capitals, spaces or a plural.

    In a group of duplicates, the tag with the most articles comes first; `like` names it. There are up to 50 groups.
    """
    from careops.calls.news_insights import ListNewsTags

    if duplicates:
        return _duplicates(connect(context))
    order = "tag_name" if by is Order.NAME else f"{by.value}_news_count"
    filters = {"sort_by": order, "sort_order": "desc" if desc else "asc"}
    return list_rows(connect(context), ListNewsTags, filters, columns=TAGS, noun=TAG, pages=pages)


def _duplicates(client: CareOps) -> Table:
    rows = [
        {**tag.model_dump(mode="json"), "like": group.tags[0].tag_name}
        for group in client.news_insights.duplicate_tags()
        for tag in group.tags
    ]
    return Table(rows, DUPLICATES, total=len(rows), noun=TAG)


@verbs.verb(
    "merge-tags",
    examples=[
        "careops news merge-tags Hearts --into Heart --dry-run",
        "careops news merge-tags Hearts --into Heart",
        "careops news merge-tags Vaccines 'Vac cine' --into Vaccine --yes",
    ],
    columns=("tag_id", "tag_ids", "articles"),
)
def merge_tags(
    context: typer.Context,
    names: Annotated[list[str], typer.Argument(metavar="TAG...", help="Names of the tags to replace, up to 20.")],
    into: Annotated[str, typer.Option(metavar="TAG", help="Tag to use instead.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the number of articles; change nothing.")] = False,
    yes: Yes = False,
) -> Record:
    """Replace tags by another tag in all articles, and delete them permanently."""
    from careops.calls.news_insights import ListNewsTags, MergeNewsTags
    from careops.constants import MAX_PAGE_SIZE

    client = connect(context)
    tag_id, *gone = tag_ids(client, [into, *names])
    call = MergeNewsTags(tag_id=tag_id, tag_ids=gone)
    if dry_run:
        counts = {tag.id: tag.published_news_count for tag in client.each(ListNewsTags(perpage=MAX_PAGE_SIZE))}
        articles = sum(counts.get(merged_id, 0) for merged_id in gone)
        sentence = (
            f"{TAG.count_text(len(gone))} with {ARTICLES.count_text(articles)} published would be merged; nothing was."
        )
        return Record({"tag_id": tag_id, "tag_ids": gone, "articles": articles}, sentence=sentence)
    confirm_on_platform(context, f"Merge {', '.join(names)} into {into}", yes=yes)
    merged = client.send(call)
    sentence = (
        f"{TAG.count_text(len(gone))} merged into {into}; {ARTICLES.count_text(merged.articles, HAVE)} it now as well."
    )
    return Record({"tag_id": tag_id, "tag_ids": gone, "articles": merged.articles}, sentence=sentence)


@verbs.verb(
    "stats",
    examples=["careops news stats", "careops news stats speciality --csv"],
    columns=STATS,
)
def stats(
    context: typer.Context,
    of: Annotated[Of, typer.Argument(metavar="[WHAT]", help="type, state, city or speciality.")] = Of.TYPE,
) -> Table:
    """Count articles by type, state, city or speciality, most frequent first."""
    stats_read = connect(context).news_insights.stats().model_dump(mode="json")
    lists = {Of.TYPE: "news_types", Of.STATE: "top_states", Of.CITY: "top_cities", Of.SPECIALITY: "top_specialities"}
    rows = stats_read[lists[of]]
    return Table(rows, STATS, total=len(rows), noun=ROWS)


@verbs.verb(
    "interests",
    examples=["careops news interests cme", "careops news interests pharma --all --json"],
    columns=INTERESTS,
)
def interests(
    context: typer.Context,
    kind: Annotated[InterestKind, typer.Argument(metavar="KIND", help="pharma or cme.")],
    *,
    pages: Pages,
) -> Table:
    """List articles for which doctors requested information, with the latest hundred doctors."""
    from careops.calls.news_insights import ListCmeInterests, ListPharmaInterests

    call = ListCmeInterests if kind is InterestKind.CME else ListPharmaInterests
    return list_rows(connect(context), call, {}, columns=INTERESTS, spare=["doctors"], noun=ARTICLES, pages=pages)
