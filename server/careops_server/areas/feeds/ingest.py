"""Result of each feed item: a new article, a change of one, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from careops.calls.news import CreateNewsArticle, TagOfArticle
from careops.constants import MAX_TITLE_LENGTH
from careops.contract.validation_errors import problems_from_validation
from careops.error_codes import reason_of
from careops.india_time import today
from careops.models.feeds import NO_TEXT, TOO_MANY
from careops_server.areas.feeds import queries
from careops_server.areas.feeds.fingerprints import FingerprintedItem, marked
from careops_server.areas.feeds.parse import Document, Item
from careops_server.areas.news.queries import resolve_tags
from careops_server.core.configuration.feeds import Feed
from careops_server.core.database.connection import Connection

MAX_REFUSALS: Final = 20
_ITEM: Final = ("identity", "guid", "link", "heading")


@dataclass(frozen=True)
class NewItem:
    """An item that becomes an article."""

    mark: FingerprintedItem
    columns: Mapping[str, Any]
    photo: str | None = None
    """Object key of its picture, if it has one."""


@dataclass(frozen=True)
class ChangedItem:
    """A known item with new content."""

    known: Mapping[str, Any]
    latest: Mapping[str, Any]


@dataclass
class IngestPlan:
    """Planned result of fetching one feed, before anything is written."""

    feed: Feed
    new: list[NewItem] = field(default_factory=list)
    changed: list[ChangedItem] = field(default_factory=list)
    unchanged: list[int] = field(default_factory=list)
    """Ids of unchanged items."""
    refused: int = 0
    refusals: list[dict[str, Any]] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, Any]:
        """Number of items by result, and the reasons of refusals."""
        return {
            "new": len(self.new),
            "changed": len(self.changed),
            "unchanged": len(self.unchanged),
            "refused": self.refused,
            "refusals": self.refusals,
        }

    def refuse(self, title: str | None, reason: str, *, times: int = 1) -> None:
        """Record refused items."""
        self.refused += times
        if len(self.refusals) < MAX_REFUSALS:
            self.refusals.append({"title": title or None, **reason_of(reason)})


async def plan_ingest(connection: Connection, feed: Feed, document: Document) -> IngestPlan:
    """Compare the document with known items and return the plan."""
    plan = IngestPlan(feed)
    items = list(marked(document.items))
    firm = await queries.firm_id(connection, feed.pharma) if feed.pharma else None
    known_items = _Known(await queries.find_known_items(connection, feed.name, _sought(items)))
    for mark in items:
        try:
            columns = _article(feed, mark.item, document.home, firm)
        except ValidationError as error:
            plan.refuse(mark.item.title, problems_from_validation(error)[0].title)
            continue
        if columns is None:
            plan.refuse(None, NO_TEXT)
            continue
        stored = known_items.of(mark)
        latest = {name: columns[name] for name in queries.FETCHED}
        if stored is None:
            plan.new.append(NewItem(mark, columns))
        elif stored["latest"] != latest:
            plan.changed.append(ChangedItem(stored, latest))
        else:
            plan.unchanged.append(stored["id"])
    if document.left:
        plan.refuse(None, TOO_MANY, times=document.left)
    return plan


async def apply_plan(connection: Connection, plan: IngestPlan) -> list[int]:
    """Write the plan. Return the ids of new articles."""
    ids = await queries.ids(connection, len(plan.new))
    articles = [
        {**new.columns, "id": article_id, "photo_url": new.photo, "news_date": new.columns["news_date"].isoformat()}
        for article_id, new in zip(ids, plan.new, strict=True)
    ]
    items = [
        {
            **{name: getattr(new.mark, name) for name in _ITEM},
            "article_id": article_id,
            "taken": {name: new.columns[name] for name in queries.FETCHED},
        }
        for article_id, new in zip(ids, plan.new, strict=True)
    ]
    tags = await resolve_tags(connection, [TagOfArticle(tag_name=name) for name in plan.feed.tags]) if ids else []
    await queries.add(connection, plan.feed.name, articles, items, tags or [])
    await _follow(connection, plan.changed)
    await queries.mark_present(connection, [*plan.unchanged, *(changed.known["id"] for changed in plan.changed)])
    return ids


async def _follow(connection: Connection, changed: list[ChangedItem]) -> None:
    """Update articles from their feed: unpublished ones, in fields that nobody edited. Articles that still differ are
    marked.
    """
    articles = await queries.articles(connection, [each.known["article_id"] for each in changed])
    for each in changed:
        article, taken = articles.get(each.known["article_id"]), dict(each.known["taken"])
        if article is not None:
            follows = set() if article["published"] else {n for n in queries.FETCHED if article[n] == taken[n]}
            values = {name: each.latest[name] if name in follows else article[name] for name in queries.FETCHED}
            differs = any(values[name] != each.latest[name] for name in queries.FETCHED)
            await queries.change(connection, article["id"], values, marked=differs)
            taken |= {name: each.latest[name] for name in follows}
        await queries.latest(connection, each.known["id"], taken=taken, latest=each.latest)


def _article(feed: Feed, item: Item, home: str, firm: int | None) -> dict[str, Any] | None:
    """Return an item as an article that fulfils the rules of the form, None if it is empty. Raises
    ``ValidationError``.
    """
    if not item.title and not item.text:
        return None
    now = today()
    written = {
        "news_type": feed.news_type,
        "news_date": min(item.day or item.near_day or now, now),
        "title": item.title or item.text.partition("\n")[0][:MAX_TITLE_LENGTH],
        "news_text": item.text or item.title,
        "source_name": feed.name,
        "source_link": item.link or home,
        "basic_pharma_id": firm,
    }
    columns = CreateNewsArticle.model_validate(written).columns
    return {name: columns[name] for name in written}


def _sought(items: Iterable[FingerprintedItem]) -> dict[str, list[str]]:
    items = list(items)
    return {
        "identities": [mark.identity for mark in items],
        "guids": [mark.guid for mark in items if mark.guid],
        "links": [mark.link for mark in items if mark.link],
        "headings": [heading for mark in items for heading in (mark.plain, mark.fingerprint)],
    }


class _Known:
    """Known items of a feed."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._by_guid = {row["guid"]: row for row in rows if row["guid"]}
        self._by_link = {row["link"]: row for row in rows if row["link"]}
        self._by_heading = {row["heading"]: row for row in rows}

    def of(self, mark: FingerprintedItem) -> Mapping[str, Any] | None:
        """Return the known item that matches."""
        if mark.guid:
            # The feed may have been repaired: items that shared a guid now have separate ones.
            before = self._by_link.get(mark.link) if mark.link else None
            return self._by_guid.get(mark.guid) or (before if before and not before["guid"] else None)
        if mark.link:
            return self._by_link.get(mark.link)
        if same := self._by_heading.get(mark.heading) or self._by_heading.get(mark.fingerprint):
            return same
        # It may have been the only item with its title and day; then its text must be the same.
        alone = self._by_heading.get(mark.plain)
        return alone if alone and alone["latest"]["news_text"] == (mark.item.text or mark.item.title) else None


def preview_items(plan: IngestPlan, most: int) -> Iterator[dict[str, Any]]:
    """Yield the first new or changed items for a preview."""
    items = [
        *((True, new.columns) for new in plan.new),
        *((False, each.latest) for each in plan.changed),
    ]
    for is_new, item in items[:most]:
        yield {"is_new": is_new, "title": item["title"], "source_link": item["source_link"]}
