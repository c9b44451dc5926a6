"""``careops news fetch`` and ``feeds``: RSS feeds of the server's settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.framework.errors import CliError
from careops_cli.output.results import Columns, Record, Table

if TYPE_CHECKING:
    from careops import CareOps
    from careops.models.feeds import FeedPreview

verbs = CommandGroup()

FEED = Noun("feed", "feeds")
ITEM = Noun("item", "items")
ENQUEUED: Final = "Rss feed enqueued successfully. Please refresh news list after sometime."
"""Text of the console (B 8)."""
FEEDS = Columns(
    "NewsFeed",
    feed="name",
    fetched_at="fetched_at",
    new="new",
    changed="changed",
    unchanged="unchanged",
    refused="refused",
    problem="problem",
    due_at="due_at",
    every_hours="every_hours",
    news_type="news_type",
    tags="tags",
    address="address",
)
OF_FEEDS = ("feed", "fetched_at", "new", "changed", "unchanged", "refused", "problem", "due_at")
COMING = Columns(feed="feed", what="what", title="title", source_link="source_link")
PREVIEWS: Final = 15
"""Number of requests for an incomplete preview. Each waits 20 seconds."""


@verbs.verb(
    "fetch",
    examples=["careops news fetch", "careops news fetch --dry-run", "careops news fetch --dry-run --json"],
    columns=COMING,
    fields=("feed", "what", "title", "source_link"),
)
def fetch(
    context: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be added; store nothing.")] = False,
) -> Record | Table:
    """Fetch all RSS feeds; `careops news feeds` shows the results. New articles arrive unpublished."""
    client = connect(context)
    if dry_run:
        return _preview(client)
    job = client.news.fetch()
    return Record({"job_id": job.job_id}, sentence=ENQUEUED)


@verbs.verb(
    "feeds",
    examples=["careops news feeds", "careops news feeds --columns feed,problem"],
    columns=FEEDS,
)
def list_feeds(context: typer.Context) -> Table:
    """List the RSS feeds of the server's settings with the result of their last fetch."""
    feed_list = connect(context).news.feeds()
    hint = "They are being fetched right now." if feed_list.fetching else ""
    items = feed_list.feeds
    return Table(items, FEEDS, shown=OF_FEEDS, spare=("due_at", "unchanged"), total=len(items), noun=FEED, hint=hint)


def _preview(client: CareOps) -> Table:
    """Return the preview of a fetch: a row for each item, and one for each refused feed or item."""
    for _ in range(PREVIEWS):
        preview = client.news.preview_feeds()
        if preview.state not in ("waiting", "running"):
            break
    if preview.state != "done":
        raise CliError(
            preview.problem or "The feeds take longer than five minutes.", next_step="Please try again later."
        )
    items = [
        {"feed": feed.name, "title": each["title"], "source_link": each.get("source_link"), "what": each["what"]}
        for feed in preview.feeds
        for each in _of(feed)
    ]
    return Table(items, COMING, total=len(items), noun=ITEM)


def _of(feed: FeedPreview) -> Iterator[dict[str, Any]]:
    if feed.problem is not None:
        yield {"what": "refused", "title": feed.problem}
    for item in feed.items:
        yield {**item.model_dump(), "what": "new" if item.is_new else "changed"}
    if (remaining_count := feed.new + feed.changed - len(feed.items)) > 0:
        yield {"what": "more", "title": f"{remaining_count} more that are new or changed"}
    for refused in feed.refusals:
        yield {"what": "refused", "title": ": ".join(filter(None, (refused.title, refused.reason)))}
