"""``careops news``: the articles of the news feed."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.india_time import today
from careops.resource_names import ARE, ARTICLES
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import BulkOptions, TableOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.commands import news_feeds, news_statistics
from careops_cli.commands.news_filters import NewsFilters
from careops_cli.commands.news_options import ArticleOptions
from careops_cli.commands.news_weekly import weekly
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import check_change
from careops_cli.output.export_options import ExportOptions
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Message, Record, Table, field_columns

app = Area("Manage articles of the news feed.")

ArticleId = Annotated[int, typer.Argument(metavar="ARTICLE_ID", help="The article's id, as listed.")]


def _tags(item: Item) -> list[str]:
    return [tag["tag_name"] for tag in item["news_tags"]]


ARTICLE_SAID = (
    *("news_type", "news_date", "title", "news_text", "source_name", "source_link", "photo_url", "published"),
    *("news_tags", "city", "state", "basic_clinic_specialities", "news_label", "basic_pharma_id", "event_start_ts"),
    *("event_end_ts", "all_day", "event_type", "credit_hours"),
)
"""Columns of a changed article, if they were changed."""
COLUMNS = Columns(
    "NewsArticle",
    **field_columns("id", "news_date", "news_type", "title", "published"),
    tags=_tags,
    **field_columns("source_name", "source_link", "news_text"),
    viewed="viewed_count",
    shared="shared_count",
    city="city",
    state="state",
    specialities="basic_clinic_specialities",
    news_label="news_label",
    basic_pharma_id="basic_pharma_id",
    pharma="pharma_name",
    event_start="event_start_ts",
    event_end="event_end_ts",
    **field_columns("all_day", "event_type", "credit_hours", "photo_url", "source_thumbnail_url"),
)
DEFAULT_COLUMNS = ("id", "news_date", "news_type", "title", "published", "tags", "viewed", "shared")
DELETED = Columns(
    "DeletedArticle", **field_columns("id", "deleted_at", "news_date", "news_type", "title", "published", "source_name")
)
DUPLICATES = Columns.of("Duplicate", "article_id", "id", "name", "news_date", "published", "same_address")


@app.verb(
    "list",
    examples=[
        "careops news list --type CME --unpublished",
        "careops news list --tag Cardiology --from-day 2026-11-01 --all --csv > november.csv",
        "careops news list --deleted",
    ],
    columns=COLUMNS,
    web="/news-feed?search={search}&published={published:yes|no}&type={news_type}&start={from_day}&end={to_day}"
    "&city={city}&state={state}&speciality={speciality}&page={page}",
)
def list_news(
    context: typer.Context,
    deleted: Annotated[bool, typer.Option("--deleted", help="List deleted articles, which can be restored.")] = False,
    *,
    only: NewsFilters,
    pages: Pages,
) -> Table:
    """List articles, latest date first."""
    from careops.calls.news import ListDeletedNewsArticles

    client = connect(context)
    filters = only.parameters(client)
    if not deleted:
        spare = ("tags", "shared", "viewed")
        return list_rows(
            client,
            only.call(filters),
            filters,
            columns=COLUMNS,
            shown=DEFAULT_COLUMNS,
            spare=spare,
            noun=ARTICLES,
            pages=pages,
        )
    if filters.keys() - {"search_text"}:
        raise typer.BadParameter("--deleted takes no filter other than --search.")
    return list_rows(client, ListDeletedNewsArticles, filters, columns=DELETED, noun=ARTICLES, pages=pages)


@app.verb(
    "show",
    examples=["careops news show 12", "careops news show 12 --json"],
    columns=COLUMNS,
)
def show(context: typer.Context, article_id: ArticleId) -> Record:
    """Show all fields of an article."""
    article = connect(context).news.read(article_id=article_id)
    return Record(article, COLUMNS)


@app.verb(
    "add",
    examples=[
        "careops news add GENERAL --title 'A simpler heart check' --text-from article.txt --source 'Health Daily'"
        " --link https://news.example/heart",
        "careops news add PHARMA --pharma Cipla --text - --source Cipla --link https://cipla.example/1",
        "careops news add CME --title 'Diabetes update' --starts 2031-01-20T10:00 --ends 2031-01-20T13:00"
        " --text 'Three talks.' --source IMA --link https://ima.example/cme",
    ],
    columns=("id", "news_type"),
)
def add(
    context: typer.Context,
    news_type: Annotated[
        str, typer.Argument(metavar="TYPE", help="GENERAL, PHARMA or CME.", autocompletion=completion.news_types)
    ],
    *,
    article: ArticleOptions,
) -> Record:
    """Add an article, by default of today. Times without a zone are India's."""
    from careops.calls.news import CreateNewsArticle

    client = connect(context)
    body = {"news_date": today().isoformat(), **article.fields(client), "news_type": news_type.upper()}
    article_added = client.send(CreateNewsArticle.model_validate(body))
    named = "The article" if article_added.id is None else f"Article {article_added.id}"
    return Record({"id": article_added.id, "news_type": body["news_type"]}, sentence=f"{named} is added.")


@app.verb(
    "edit",
    examples=["careops news edit 12 --title 'A better heading'", "careops news edit 12 --unpublished"],
    columns=("id", *ARTICLE_SAID),
)
def edit(
    context: typer.Context,
    article_id: ArticleId,
    news_type: Annotated[
        str | None,
        typer.Option("--type", metavar="TYPE", help="GENERAL, PHARMA or CME.", autocompletion=completion.news_types),
    ] = None,
    *,
    article: ArticleOptions,
) -> Record:
    """Change an article; omitted fields stay unchanged. An empty text clears an optional field."""
    from careops.calls.news import UpdateNewsArticle, body_of

    client = connect(context)
    values = article.fields(client)
    change = {**values, **({"news_type": news_type.upper()} if news_type else {})}
    check_change(change, "at least one option")
    now = client.news.read(article_id=article_id)
    # The call replaces the whole article, so read the other fields first.
    call = UpdateNewsArticle.model_validate({"article_id": article_id, **body_of(now), **change})
    client.send(call, if_match=now.version)
    return Record({"id": article_id, **change}, sentence=f"Article {article_id} is changed.")


@app.verb(
    "publish",
    examples=[
        "careops news publish 12",
        "careops news publish --where news_type=CME --dry-run",
        "careops news publish --from articles.csv --notify 'The news of this week' --yes",
    ],
    columns=REPORT,
)
def publish(
    context: typer.Context,
    notify: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Text of a notification to doctors about each article.")
    ] = None,
    *,
    options: Annotated[BulkOptions, ARTICLES],
) -> Record | Table:
    """Publish one article or many. Published articles stay unchanged."""
    from careops.bulk.news import PublishNews
    from careops_cli.bulk.records import run_over_records

    again = ("news", "publish", *(("--notify", notify) if notify else ()))
    return run_over_records(context, options, PublishNews(notify), sentence="Publish", resume_command=again)


@app.verb(
    "duplicates", examples=["careops news duplicates 12 13", "careops news duplicates 12 --json"], columns=DUPLICATES
)
def duplicates(
    context: typer.Context,
    ids: Annotated[list[int], typer.Argument(metavar="ARTICLE_ID...", help="Ids from `careops news list`.")],
) -> Table:
    """List duplicates: articles within 14 days with the same URL or nearly the same heading."""
    groups = connect(context).news.duplicates(ids=ids)
    return Table(groups, DUPLICATES, total=len(groups), noun=ARTICLES)


@app.verb(
    "delete",
    examples=["careops news delete 12 13", "careops news delete --where end_time=2025-12-31 --dry-run"],
    columns=REPORT,
)
def delete(context: typer.Context, options: Annotated[BulkOptions, ARTICLES]) -> Record | Table:
    """Delete one article or many; `careops news restore` restores them within 30 days."""
    from careops.bulk.news import DeleteNews
    from careops_cli.bulk.records import run_over_records

    again = ("news", "delete")
    return run_over_records(
        context, options, DeleteNews(), sentence="Delete", resume_command=again, confirm_single=True
    )


@app.verb("restore", examples=["careops news restore 12", "careops news restore 12 13 14"], columns=("ids", "restored"))
def restore(
    context: typer.Context,
    ids: Annotated[list[int], typer.Argument(metavar="ARTICLE_ID...", help="Ids from `careops news list --deleted`.")],
) -> Record:
    """Restore deleted articles, all or none, without their places on the weekly list."""
    connect(context).news.restore(ids=ids)
    return Record({"ids": ids, "restored": True}, sentence=f"{ARTICLES.count_text(len(ids), ARE)} back.")


@app.verb(
    "import",
    examples=[
        "careops news import --from articles.xlsx --dry-run",
        "careops news import --from articles.csv --yes --csv > imported.csv",
    ],
    columns=(*REPORT, "news_date", "title", "id"),
)
def import_news(context: typer.Context, *, options: TableOptions) -> Record | Table:
    """Add the articles of a table, and change existing ones with the same day and source link.

    A table has the columns news_type, news_date, news_text, source_name, source_link and optionally the others of
    `careops news export`. A missing column keeps the value.
    """
    from careops_cli.bulk.imports import run_table

    return run_table(context, options, "news import")


@app.verb(
    "export",
    examples=[
        "careops news export articles.csv",
        "careops news export cme.xlsx --type CME --from-day 2026-01-01",
        "careops news export - --as jsonl | gzip > articles.jsonl.gz",
    ],
)
def export_news(context: typer.Context, *, into: ExportOptions, only: NewsFilters) -> Message | None:
    """Export the articles that match the filters to a file that `careops news import` accepts."""
    from careops.constants import MAX_PAGE_SIZE
    from careops_cli.output import export

    file_format = into.resolve_format(context)
    client = connect(context)
    filters = only.parameters(client)
    articles = client.each(only.call(filters)(**filters, perpage=MAX_PAGE_SIZE))
    items = (article.model_dump(mode="json") for article in articles)
    count = export.write_file(into.file, file_format, items, COLUMNS, all_fields=False)
    return into.summary(ARTICLES, count)


app.include(news_feeds.verbs)
app.include(news_statistics.verbs)
app.add_typer(weekly, name="weekly")
