"""``careops news weekly``: the weekly list of articles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from careops.resource_names import ARE, ARTICLES
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import CliError
from careops_cli.output.results import Columns, Record, Table, field_columns

if TYPE_CHECKING:
    from careops import CareOps

weekly = Area("Manage the weekly list of articles.")

COLUMNS = Columns(
    "WeeklyArticle",
    **field_columns("sequence", "id", "title", "news_type", "news_date", "source_name", "source_link"),
    viewed="viewed_count",
    shared="shared_count",
)
BEST = Columns(
    "BestArticle",
    **field_columns("id", "week_views", "week_shares", "title", "news_type", "news_date", "source_name", "source_link"),
)
Ids = Annotated[list[int], typer.Argument(metavar="ARTICLE_ID...", help="Ids from `careops news list`.")]


@weekly.verb(
    "show",
    examples=["careops news weekly show", "careops news weekly show --json"],
    columns=COLUMNS,
    web="/weekly-news",
)
def show(context: typer.Context) -> Table:
    """Show the weekly news list."""
    articles = connect(context).weekly_news.read()
    return Table(articles, COLUMNS, total=len(articles), noun=ARTICLES)


@weekly.verb(
    "best",
    examples=["careops news weekly best", "careops news weekly best --json"],
    columns=BEST,
)
def best(context: typer.Context) -> Table:
    """List the ten most opened and shared articles of the last 7 days that are not on the list."""
    articles = connect(context).weekly_news.best()
    return Table(articles, BEST, total=len(articles), noun=ARTICLES)


@weekly.verb("set", examples=["careops news weekly set 12 41 7"], columns=("ids",))
def set_list(context: typer.Context, ids: Ids) -> Record:
    """Replace the weekly list with one to ten published articles, in this order."""
    _put(connect(context), ids)
    return Record({"ids": ids}, sentence=f"{ARTICLES.count_text(len(ids), ARE)} on the weekly list.")


@weekly.verb("move", examples=["careops news weekly move 12 1"], columns=("ids",))
def move(
    context: typer.Context,
    article_id: Annotated[int, typer.Argument(metavar="ARTICLE_ID", help="The article's id.")],
    place: Annotated[
        int, typer.Argument(metavar="PLACE", min=1, help="New position, 1 for the first; larger numbers mean the last.")
    ],
) -> Record:
    """Move an article to another position on the list. The articles in between move by one."""
    client = connect(context)
    order, version = _order(client)
    if article_id not in order:
        raise CliError(
            f"Article {article_id} is not on the weekly list", next_step="careops news weekly show lists it."
        )
    order.remove(article_id)
    order.insert(place - 1, article_id)
    _put(client, order, version)
    return Record({"ids": order}, sentence=f"Article {article_id} is number {order.index(article_id) + 1} now.")


@weekly.verb(
    "remove",
    examples=["careops news weekly remove 12", "careops news weekly remove 12 41"],
    columns=("ids", "removed", "not_there"),
)
def remove(context: typer.Context, ids: Ids) -> Record:
    """Remove articles from the weekly list. Later ones move up. The articles themselves stay."""
    client = connect(context)
    order, _ = _order(client)
    present = [article_id for article_id in dict.fromkeys(ids) if article_id in order]
    absent = [article_id for article_id in dict.fromkeys(ids) if article_id not in order]
    if present:
        client.weekly_news.remove(news_article_ids=present)
    sentences = [f"{ARTICLES.count_text(len(present), ARE)} off the weekly list."] if present else []
    sentences += [f"Article {article_id} was not on the weekly list." for article_id in absent]
    return Record({"ids": present, "removed": bool(present), "not_there": absent}, sentence=" ".join(sentences))


def _order(client: CareOps) -> tuple[list[int], str | None]:
    """Return the order of the list, and its version if the platform sends one."""
    from careops.errors import NotFound

    try:
        order = client.weekly_news.order()
    except NotFound:
        return [article.id for article in client.weekly_news.read()], None
    return order.news_article_ids, order.version


def _put(client: CareOps, ids: list[int], version: str | None = None) -> None:
    from careops.calls.weekly_news import SetWeeklyNews

    places = [{"id": article_id, "sequence": place} for place, article_id in enumerate(ids, start=1)]
    client.send(SetWeeklyNews.model_validate({"news_articles": places}), if_match=version)
