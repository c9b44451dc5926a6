"""Bulk changes of articles: publish, delete, and import from a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from careops.bulk.list_change import DirectChange, ReadableChange
from careops.bulk.table_import import Parsed, Upsert
from careops.bulk.tables import Cells, TableLayout, text_of
from careops.bulk.targets import Key, Outcome, Target
from careops.calls import news as calls
from careops.constants import MAX_IDS, MAX_PAGE_SIZE
from careops.errors import NotFound

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call
    from careops.models.duplicates import Duplicate

_NEEDED: Final = ("news_type", "news_date", "news_text", "source_name", "source_link")
_LISTS: Final = {"news_tags": "tags", "basic_clinic_specialities": "specialities"}
"""Fields with several values, separated by commas in a cell."""
_OTHERS: Final = {
    "title": ("title", "heading"),
    "published": ("published",),
    "city": ("city",),
    "state": ("state",),
    "news_label": ("news_label", "label"),
    "basic_pharma_id": ("basic_pharma_id", "pharma_id"),
    "event_start_ts": ("event_start_ts", "event_start"),
    "event_end_ts": ("event_end_ts", "event_end"),
    "all_day": ("all_day",),
    "event_type": ("event_type",),
    "credit_hours": ("credit_hours",),
    "photo_url": ("photo_url",),
    "source_thumbnail_url": ("source_thumbnail_url",),
    **{field: (name, field) for field, name in _LISTS.items()},
}
_TRUE: Final = frozenset({"yes", "true", "1", "y"})
_FALSE: Final = frozenset({"no", "false", "0", "n"})


class NewsChange(ReadableChange[calls.NewsArticle]):
    """Change of one article. A row of the list contains its state."""

    @property
    def list_all(self) -> calls.ListNewsArticles:
        return calls.ListNewsArticles()

    @property
    def list_filtered(self) -> calls.FindNewsArticles:
        return calls.FindNewsArticles()

    def key(self, item: calls.NewsArticle) -> int:
        return item.id

    def read_call(self, key: Key) -> calls.ReadNewsArticle:
        return calls.ReadNewsArticle(article_id=int(key))


@dataclass(frozen=True)
class PublishNews(NewsChange, DirectChange[calls.NewsArticle]):
    """Publish an article. One that is already published is unchanged, and nobody is notified."""

    makes = (calls.PublishNewsArticles,)
    notify_desc: str | None = None

    command: ClassVar[str] = "news publish"

    @property
    def satisfied_list(self) -> calls.ListNewsArticles:
        return calls.ListNewsArticles(published=True)

    def change_call(self, key: Key) -> Call[Any]:
        notice = {"notify_desc": self.notify_desc} if self.notify_desc else {}
        return calls.PublishNewsArticles(ids=[int(key)], **notice)

    def is_satisfied(self, item: calls.NewsArticle) -> bool:
        return item.published

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Return the outcome of a dry run, which includes published duplicates."""
        duplicates = await _duplicates(client, [int(target.key)])
        return Outcome.PLANNED, "; ".join([self.describe(target), *map(describe_duplicate, duplicates)])

    async def warnings(self, client: AsyncCareOps, targets: Iterable[Target]) -> Sequence[str]:
        """Report how many articles duplicate another one that doctors see, or would see afterwards."""
        coming = [int(target.key) for target in targets if target.as_wanted is not True]
        coming_ids = set(coming)
        alike: set[int | None] = set()
        for start in range(0, len(coming), MAX_IDS):
            duplicates = await _duplicates(client, coming[start : start + MAX_IDS])
            alike |= {
                duplicate.article_id for duplicate in duplicates if duplicate.published or duplicate.id in coming_ids
            }
        if not alike:
            return ()
        return (f"{len(alike):,} of them say the same as another that is published, or would be; --dry-run names it.",)

    def describe(self, target: Target) -> str:
        return "not published → published"


@dataclass(frozen=True)
class DeleteNews(NewsChange):
    """Delete an article. One that is already deleted is unchanged."""

    makes = (calls.DeleteNewsArticles,)
    command: ClassVar[str] = "news delete"

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        return calls.DeleteNewsArticles(ids=[int(target.key)])

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return True if the article no longer exists."""
        try:
            await client.send(self.read_call(target.key))
        except NotFound:
            return True
        return False

    def is_satisfied(self, item: calls.NewsArticle) -> bool:
        return False

    def describe(self, target: Target) -> str:
        return "deleted; it can be brought back for 30 days"


class ImportNews(Upsert[calls.NewsArticle]):
    """Add the articles of a table and change existing ones, identified by day and source link.

    The columns are those of ``careops news export``.
    """

    command = "news import"
    layout = TableLayout({**{name: (name,) for name in _NEEDED}, **_OTHERS}, optional=frozenset(_OTHERS))
    key, rounded = "source_link", ("basic_pharma_id",)
    makes = (calls.CreateNewsArticle, calls.UpdateNewsArticle)
    proposable = False
    create, update = calls.CreateNewsArticle, calls.UpdateNewsArticle

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        values = {field: _value(field, text_of(cell)) for field, cell in cells.items()}
        call = calls.CreateNewsArticle.model_validate(values)
        body = call.model_dump(mode="json", include=set(values))
        if "news_tags" in body:
            body["news_tags"] = [{"tag_name": tag["tag_name"]} for tag in body["news_tags"]]
        return call.source_link, body

    def candidates(self, target: Target) -> calls.ListNewsArticles:
        day = target.fields["news_date"]
        return calls.ListNewsArticles(start_time=day, end_time=day, perpage=MAX_PAGE_SIZE)

    def is_same(self, record: calls.NewsArticle, target: Target) -> bool:
        return record.source_link == target.key

    def update_values(self, record: calls.NewsArticle, target: Target) -> Mapping[str, Any]:
        return {"article_id": record.id, **calls.body_of(record), **target.fields}

    def is_satisfied(self, record: calls.NewsArticle, target: Target) -> bool:
        now = calls.UpdateNewsArticle.model_validate({"article_id": record.id, **calls.body_of(record)})
        then = calls.UpdateNewsArticle.model_validate(self.update_values(record, target))
        return now.columns == then.columns and _tags(now) == _tags(then)

    def describe(self, target: Target) -> str:
        return f"article of {target.fields['news_date']}"


read_news = ImportNews.read


def describe_duplicate(duplicate: Duplicate) -> str:
    """Describe the duplicate."""
    alike = "the address" if duplicate.same_address else "nearly the heading"
    state = "published" if duplicate.published else "not published"
    return f"{alike} of article {duplicate.id} ({duplicate.news_date}, {state}): {duplicate.name or 'no heading'}"


async def _duplicates(client: AsyncCareOps, ids: list[int]) -> list[Duplicate]:
    """Return the duplicates of the articles. Empty if the platform has no such check."""
    try:
        return await client.news.duplicates(ids=ids)
    except NotFound:
        return []


def _tags(call: calls.UpdateNewsArticle) -> set[str]:
    return {(tag.tag_name or "").lower() for tag in call.news_tags}


def _value(field: str, text: str) -> Any:
    if field in _LISTS:
        words = [word.strip() for word in text.split(",") if word.strip()]
        return [{"tag_name": word} for word in words] if field == "news_tags" else words
    if field in ("published", "all_day"):
        typed = text.casefold()
        return True if typed in _TRUE else False if typed in {"", *_FALSE} else text
    if field == "news_date":
        return text[:10]  # spreadsheets write a day as midnight
    return text if field in _NEEDED else text or None
