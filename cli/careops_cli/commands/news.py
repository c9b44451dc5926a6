"""``careops news``: the articles of the news feed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from careops.days import today
from careops.nouns import ARE, Noun
from careops_cli import completing
from careops_cli.bulk.options import REPORT, Asked, AskedOfTable, is_run
from careops_cli.commands.news_filters import NewsFilters
from careops_cli.commands.news_options import ArticleOptions
from careops_cli.connection import connect
from careops_cli.export_options import ExportFile, ExportKind, Replace
from careops_cli.failures import Stop
from careops_cli.groups import Area
from careops_cli.listing import Pages, listed
from careops_cli.options import options_of
from careops_cli.output import Item, Read, Record, Rows, Sentence, path

if TYPE_CHECKING:
    from careops.bulk.news import NewsChange
    from careops.feeds import FeedPreview

app = Area("Articles, CME events and pharma news of the news feed.")

_OF_ARTICLES = """
title heading event_name text news_text type news_type day news_date source source_name link source_link thumbnail
source_thumbnail_url photo photo_url published tags news_tags viewed shared city state specialities
basic_clinic_specialities label news_label pharma basic_pharma_id pharma_name event_start event_end event_start_ts
event_end_ts all_day event_type credit_hours
"""
ARTICLE = Noun("article", "articles", frozenset(_OF_ARTICLES.split()))
ArticleId = Annotated[int, typer.Argument(metavar="ARTICLE_ID", help="The article's id, as listed.")]


def _tags(item: Item) -> list[str]:
    return [tag["tag_name"] for tag in item["news_tags"]]


ARTICLE_SAID = (
    *("news_type", "news_date", "title", "news_text", "source_name", "source_link", "photo_url", "published"),
    *("news_tags", "city", "state", "basic_clinic_specialities", "news_label", "basic_pharma_id", "event_start_ts"),
    *("event_end_ts", "all_day", "event_type", "credit_hours"),
)
"""What is told of one that was changed, where it was."""
COLUMNS: dict[str, Read] = {
    "id": path("id"),
    "news_date": path("news_date"),
    "news_type": path("news_type"),
    "title": path("title"),
    "published": path("published"),
    "tags": _tags,
    "source_name": path("source_name"),
    "source_link": path("source_link"),
    "news_text": path("news_text"),
    "viewed": path("viewed_count"),
    "shared": path("shared_count"),
    "city": path("city"),
    "state": path("state"),
    "specialities": path("basic_clinic_specialities"),
    "news_label": path("news_label"),
    "basic_pharma_id": path("basic_pharma_id"),
    "pharma": path("pharma_name"),
    "event_start": path("event_start_ts"),
    "event_end": path("event_end_ts"),
    "all_day": path("all_day"),
    "event_type": path("event_type"),
    "credit_hours": path("credit_hours"),
    "photo_url": path("photo_url"),
    "source_thumbnail_url": path("source_thumbnail_url"),
}
SHOWN = ("id", "news_date", "news_type", "title", "published", "tags", "viewed", "shared")
DELETED: dict[str, Read] = {
    "id": path("id"),
    "deleted_at": path("deleted_at"),
    "news_date": path("news_date"),
    "news_type": path("news_type"),
    "title": path("title"),
    "published": path("published"),
    "source_name": path("source_name"),
}


TWINS: dict[str, Read] = {
    "article_id": path("article_id"),
    "id": path("id"),
    "name": path("name"),
    "news_date": path("news_date"),
    "published": path("published"),
    "same_address": path("same_address"),
    "source_name": path("source_name"),
}
FEED = Noun("feed", "feeds")
ITEM = Noun("item", "items")
ENQUEUED: Final = "Rss feed enqueued successfully. Please refresh news list after sometime."
"""In the words of the console (B 8)."""
FEEDS: dict[str, Read] = {
    "feed": path("name"),
    "fetched_at": path("fetched_at"),
    "new": path("new"),
    "changed": path("changed"),
    "unchanged": path("unchanged"),
    "refused": path("refused"),
    "problem": path("problem"),
    "due_at": path("due_at"),
    "every_hours": path("every_hours"),
    "news_type": path("news_type"),
    "tags": path("tags"),
    "address": path("address"),
}
OF_FEEDS = ("feed", "fetched_at", "new", "changed", "unchanged", "refused", "problem", "due_at")
COMING: dict[str, Read] = {
    "feed": path("feed"),
    "what": path("what"),
    "title": path("title"),
    "source_link": path("source_link"),
}
PREVIEWS: Final = 15
"""How often an answer that is not complete yet is asked for again: each waits 20 seconds."""


@app.verb(
    "list",
    examples=[
        "careops news list --type CME --unpublished",
        "careops news list --tag Cardiology --from-day 2026-11-01 --all --csv > november.csv",
        "careops news list --deleted",
    ],
    columns=COLUMNS,
    fields=("event_name", "source_changed_at"),
    web="/news-feed?search={search}&published={published:yes|no}&type={news_type}&start={from_day}&end={to_day}"
    "&city={city}&state={state}&speciality={speciality}&page={page}",
)
def list_news(
    context: typer.Context,
    deleted: Annotated[bool, typer.Option("--deleted", help="Those that can be brought back.")] = False,
    *,
    only: NewsFilters,
    pages: Pages,
) -> Rows:
    """List articles, the latest day first."""
    from careops.calls.news import ListDeletedNewsArticles

    client = connect(context)
    filters = only.parameters(client)
    if not deleted:
        spare = ("tags", "shared", "viewed")
        return listed(
            client, only.call(filters), filters, columns=COLUMNS, shown=SHOWN, spare=spare, noun=ARTICLE, pages=pages
        )
    if filters:
        raise typer.BadParameter("--deleted goes without filters.")
    return listed(client, ListDeletedNewsArticles, {}, columns=DELETED, noun=ARTICLE, pages=pages)


@app.verb(
    "show",
    examples=["careops news show 12", "careops news show 12 --json"],
    columns=COLUMNS,
    fields=("event_name", "source_changed_at"),
)
def show(context: typer.Context, article_id: ArticleId) -> Record:
    """Show everything about one article."""
    found = connect(context).news.read(article_id=article_id)
    return Record(found.model_dump(mode="json"), COLUMNS)


@app.verb(
    "add",
    examples=[
        "careops news add GENERAL --title 'A simpler heart check' --text-from article.txt --source 'Health Daily'"
        " --link https://news.example/heart",
        "careops news add PHARMA --pharma Cipla --text - --source Cipla --link https://cipla.example/1",
        "careops news add CME --title 'Diabetes update' --starts 2027-01-20T10:00 --ends 2027-01-20T13:00"
        " --text 'Three talks.' --source IMA --link https://ima.example/cme",
    ],
    columns=("id", "news_type"),
)
def add(
    context: typer.Context,
    news_type: Annotated[
        str, typer.Argument(metavar="TYPE", help="GENERAL, PHARMA or CME.", autocompletion=completing.news_types)
    ],
    *,
    article: ArticleOptions,
) -> Record:
    """Add an article; of today where no day is given. Times without a zone are India's."""
    from careops.calls.news import CreateNewsArticle

    client = connect(context)
    body = {"news_date": today().isoformat(), **article.given(client), "news_type": news_type.upper()}
    made = client.send(CreateNewsArticle.model_validate(body))
    named = "The article" if made.id is None else f"Article {made.id}"
    return Record({"id": made.id, "news_type": body["news_type"]}, sentence=f"{named} is added.")


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
        typer.Option("--type", metavar="TYPE", help="GENERAL, PHARMA or CME.", autocompletion=completing.news_types),
    ] = None,
    *,
    article: ArticleOptions,
) -> Record:
    """Change an article; what is not given stays as it is. An empty text takes away what may be none."""
    from careops.calls.news import UpdateNewsArticle, body_of

    client = connect(context)
    given = article.given(client)
    change = {**given, **({"news_type": news_type.upper()} if news_type else {})}
    if not change:
        raise typer.BadParameter("Say what to change.")
    now = client.news.read(article_id=article_id)
    # The platform takes an article as a whole, so what stays is read first.
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
        str | None, typer.Option(metavar="TEXT", help="What a notification about each of them says.")
    ] = None,
    *,
    asked: Annotated[Asked, ARTICLE],
) -> Record | Rows:
    """Publish one article or many. Published already: nothing changes."""
    from careops.bulk.news import PublishNews

    words = ("publish", *(("--notify", notify) if notify else ()))
    return _change(context, asked, PublishNews(notify), "Publish", words)


@app.verb("twins", examples=["careops news twins 12 13", "careops news twins 12 --json"], columns=TWINS)
def twins(
    context: typer.Context,
    ids: Annotated[list[int], typer.Argument(metavar="ARTICLE_ID...", help="As `news list` shows them.")],
) -> Rows:
    """List other articles within 14 days that have the same address or nearly the same heading."""
    found = [twin.model_dump(mode="json") for twin in connect(context).news.twins(ids=ids)]
    return Rows(found, TWINS, total=len(found), noun=ARTICLE)


@app.verb(
    "delete",
    examples=["careops news delete 12 13", "careops news delete --where end_time=2025-12-31 --dry-run"],
    columns=REPORT,
)
def delete(context: typer.Context, asked: Annotated[Asked, ARTICLE]) -> Record | Rows:
    """Delete one article or many; `careops news restore` brings them back for 30 days."""
    from careops.bulk.news import DeleteNews

    return _change(context, asked, DeleteNews(), "Delete", ("delete",))


@app.verb("restore", examples=["careops news restore 12", "careops news restore 12 13 14"], columns=("ids", "restored"))
def restore(
    context: typer.Context,
    ids: Annotated[list[int], typer.Argument(metavar="ARTICLE_ID...", help="As `news list --deleted` shows them.")],
) -> Record:
    """Bring deleted articles back, all of them or none; but for a place on the weekly list."""
    connect(context).news.restore(ids=ids)
    return Record({"ids": ids, "restored": True}, sentence=f"{ARTICLE.counted(len(ids), ARE)} back.")


@app.verb(
    "import",
    examples=[
        "careops news import --from articles.xlsx --dry-run",
        "careops news import --from articles.csv --yes --csv > imported.csv",
    ],
    columns=(*REPORT, "news_date", "title"),
)
def import_news(context: typer.Context, *, asked: AskedOfTable) -> Record | Rows:
    """Add the articles of a table, and change those that are there: the same day and source link.

    A table has the columns news_type, news_date, news_text, source_name, source_link and, if you like, the others that
    `careops news export` writes. Without a column what it is about stays as it is.
    """
    from careops_cli.bulk.tables import import_news

    if not is_run(asked, {}):
        raise typer.BadParameter("Give --from FILE.")
    return import_news(context, asked)


@app.verb(
    "export",
    examples=[
        "careops news export articles.csv",
        "careops news export cme.xlsx --type CME --from-day 2026-01-01",
        "careops news export - --as jsonl | gzip > articles.jsonl.gz",
    ],
)
def export_news(
    context: typer.Context,
    file: ExportFile,
    kind: ExportKind = None,
    replace: Replace = False,
    *,
    only: NewsFilters,
) -> Sentence | None:
    """Write every article the filters find into a file that `careops news import` takes back."""
    from careops.constants import MAX_PAGE_SIZE
    from careops_cli import exporting

    meant = exporting.kind_meant(file, kind, options_of(context))
    exporting.check_target(file, replace=replace)
    client = connect(context)
    filters = only.parameters(client)
    articles = client.each(only.call(filters)(**filters, perpage=MAX_PAGE_SIZE))
    items = (article.model_dump(mode="json") for article in articles)
    count = exporting.write_file(file, meant, items, COLUMNS, whole=False)
    return None if str(file) == "-" else Sentence(f"{ARTICLE.counted(count, ARE)} in {file}.")


@app.verb(
    "fetch",
    examples=["careops news fetch", "careops news fetch --dry-run", "careops news fetch --dry-run --json"],
    columns=COMING,
    fields=("is_new",),
)
def fetch(
    context: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would come, and store nothing.")] = False,
) -> Record | Rows:
    """Fetch all RSS feeds; `careops news feeds` shows how it went. What is new arrives unpublished."""
    client = connect(context)
    if dry_run:
        return _coming(client)
    asked = client.news.fetch()
    return Record({"job_id": asked.job_id}, sentence=ENQUEUED)


@app.verb(
    "feeds",
    examples=["careops news feeds", "careops news feeds --columns feed,problem"],
    columns=FEEDS,
    fields=("refusals",),
)
def list_feeds(context: typer.Context) -> Rows:
    """List the RSS feeds of the server's settings, and what the last fetch of each brought."""
    told = connect(context).news.feeds()
    hint = "They are being fetched right now." if told.fetching else ""
    items = [feed.model_dump(mode="json") for feed in told.feeds]
    return Rows(items, FEEDS, shown=OF_FEEDS, spare=("due_at", "unchanged"), total=len(items), noun=FEED, hint=hint)


def _coming(client: Any) -> Rows:
    """What a fetch would bring: a row for each item, and one for each feed or item that is refused."""
    for _ in range(PREVIEWS):
        told = client.news.preview_feeds()
        if told.state not in ("waiting", "running"):
            break
    if told.state != "done":
        raise Stop(told.problem or "The feeds take longer than five minutes.", next_step="Please try again later.")
    items = [
        {"feed": feed.name, "title": each["title"], "source_link": each.get("source_link"), "what": each["what"]}
        for feed in told.feeds
        for each in _of(feed)
    ]
    return Rows(items, COMING, total=len(items), noun=ITEM)


def _of(feed: FeedPreview) -> Iterator[dict[str, Any]]:
    if feed.problem is not None:
        yield {"what": "refused", "title": feed.problem}
    for item in feed.items:
        yield {**item.model_dump(), "what": "new" if item.is_new else "changed"}
    if (more := feed.new + feed.changed - len(feed.items)) > 0:
        yield {"what": "more", "title": f"{more} more that are new or changed"}
    for refused in feed.refusals:
        yield {"what": "refused", "title": ": ".join(filter(None, (refused.title, refused.reason)))}


def _change(
    context: typer.Context, asked: Asked, change: NewsChange, sentence: str, words: tuple[str, ...]
) -> Record | Rows:
    from careops_cli.bulk.running import Job, journal_path, run_job
    from careops_cli.bulk.sources import records_meant

    job = Job(
        change=change,
        targets=records_meant(asked, change),
        sentence=sentence,
        noun=asked.noun,
        again=("news", *words),
        journal=journal_path(asked, f"news-{words[0]}"),
        asks_for_one=words[0] == "delete",
    )
    return run_job(context, job, asked)
