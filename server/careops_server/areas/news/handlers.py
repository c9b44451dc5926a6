"""Handlers of the news feed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from careops.calls import news as calls
from careops.constants import NEWS_DAYS_AHEAD
from careops.contract import Created, Empty, Page, RawJson
from careops.contract.validation_errors import FieldError, error_title
from careops.errors import Conflict, InvalidInput, Problem
from careops.india_time import INDIA, today
from careops_server.areas.catalogue.validation import check_known
from careops_server.areas.news import queries
from careops_server.areas.uploads.attachments import attach, is_upload
from careops_server.areas.uploads.urls import shown_from
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.queries.records import lock_or_404, read_or_404
from careops_server.core.storage.images import AcceptedImage

list_deleted_news_articles = queries.DELETED_ARTICLES.handle


async def list_news_articles(call: calls.ListNewsArticles, context: Context) -> RawJson[Page[calls.NewsArticle]]:
    """Return one page of the feed."""
    return await queries.ARTICLES.page(context.connection, call, files=shown_from(context))


async def find_news_articles(call: calls.FindNewsArticles, context: Context) -> RawJson[Page[calls.NewsArticle]]:
    """Return one page of matching articles."""
    return await queries.FOUND_ARTICLES.page(context.connection, call, files=shown_from(context))


async def read_news_article(call: calls.ReadNewsArticle, context: Context) -> calls.NewsArticle:
    """Return an article."""
    files = shown_from(context)
    return await read_or_404(context.connection, queries.ARTICLES, queries.ARTICLE_REF, call.article_id, files=files)


async def accept_photo(call: calls.ArticleBody, context: Context) -> AcceptedImage | None:
    """Process an uploaded picture before the transaction."""
    if not is_upload(call.photo_url):
        return None
    pictures, account = context.services.pictures, context.actor.account_key
    return await pictures.accept(call.photo_url, "news", source="photo_url", account=account)


async def create_news_article(call: calls.CreateNewsArticle, context: Context, photo: AcceptedImage | None) -> Created:
    """Create an article with its tags."""
    columns = {**call.columns, "photo_url": await attach(context, call.photo_url, photo, "news")}
    _check_days(columns, {})
    await _check_names(call, columns, context)
    tags = await _resolve_tags(call, context)
    article_id = await queries.create(context.connection, columns)
    _, names = await queries.tag(context.connection, article_id, tags)
    context.changed("news_article", article_id, after={**columns, "news_tags": names})
    return Created(id=article_id)


async def update_news_article(call: calls.UpdateNewsArticle, context: Context, photo: AcceptedImage | None) -> Empty:
    """Update an article."""
    article = await lock_or_404(context.connection, queries.ARTICLE, queries.ARTICLE_REF, call.article_id)
    await check_if_match(call, context, read_news_article)
    try:
        merged = call.applied_to(article.row)
    except FieldError as error:
        raise InvalidInput(error_title(error), source=error.field) from None
    columns = merged.columns
    if "photo_url" in call.model_fields_set:
        columns = {**columns, "photo_url": await attach(context, call.photo_url, photo, "news")}
    _check_days(columns, article.row)
    await _check_names(call, columns, context)
    tags = await _resolve_tags(call, context) if "news_tags" in call.model_fields_set else None
    # Saving an article confirms it, so the note about newer content in its feed is removed.
    difference = await article.set(context.connection, {**columns, "source_changed_at": None})
    before, after = await queries.tag(context.connection, call.article_id, tags)
    context.changed(
        "news_article",
        call.article_id,
        before={**difference["before"], "news_tags": before},
        after={**difference["after"], "news_tags": after},
    )
    return Empty()


async def delete_news_articles(call: calls.DeleteNewsArticles, context: Context) -> calls.DeletedArticles:
    """Delete articles from the feed. Articles that are already deleted are counted."""
    present = sorted(await queries.lock_articles(context.connection, call.ids))
    await queries.delete(context.connection, present)
    context.changed("news_article", _about(present), before={"ids": present}, after={"ids": []}, records=present)
    return calls.DeletedArticles(deleted=len(present), gone=len(call.ids) - len(present))


async def publish_news_articles(call: calls.PublishNewsArticles, context: Context) -> calls.PublishedArticles:
    """Publish all articles or none."""
    present = await queries.lock_articles(context.connection, call.ids)
    _check_all_exist(call.ids, present, calls.SOME_GONE)
    new = sorted(article_id for article_id, published in present.items() if not published)
    await queries.publish(context.connection, new)
    notice = {"ids": sorted(present), "notify_desc": call.notify_desc} if call.notify_desc else {}
    if notice:
        context.publish("app:doctor", "news_published", **notice)
    context.changed(
        "news_article",
        _about(sorted(present)),
        before={"published": []},
        after={"published": new, **notice},
        records=new,
    )
    return calls.PublishedArticles(published=len(new))


async def restore_news_articles(call: calls.RestoreNewsArticles, context: Context) -> Empty:
    """Restore all articles or none."""
    back = await queries.restorable(context.connection, call.ids)
    _check_all_exist(call.ids, back, calls.NOT_DELETED)
    await queries.restore(context.connection, sorted(back))
    context.changed(
        "news_article", _about(sorted(back)), before={"ids": []}, after={"ids": sorted(back)}, records=sorted(back)
    )
    return Empty()


async def _check_names(call: calls.ArticleBody, columns: Mapping[str, Any], context: Context) -> None:
    """Raise ``InvalidInput`` for an unknown firm or speciality."""
    firm = columns["basic_pharma_id"]
    if firm is not None and not await queries.is_firm(context.connection, firm):
        raise InvalidInput(calls.NO_FIRM, source="basic_pharma_id")
    named = {f"basic_clinic_specialities.{at}": name for at, name in enumerate(call.basic_clinic_specialities)}
    await check_known(context, "clinic_specialities", named)


async def _resolve_tags(call: calls.ArticleBody, context: Context) -> list[int]:
    """Return the ids of an article's tags. Raises ``InvalidInput`` for an unknown tag."""
    tags = await queries.resolve_tags(context.connection, call.news_tags)
    if tags is None:
        raise InvalidInput(calls.NO_TAG, source="news_tags")
    return tags


def _check_days(columns: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Check the day of an article and the times of an event.

    Values that the article already has are not checked, so an old article can still be edited (B 5). Raises
    ``InvalidInput``.
    """
    problems = []
    day, start, end = columns["news_date"], columns["event_start_ts"], _end(columns)
    if day != before.get("news_date") and day > today() + timedelta(days=NEWS_DAYS_AHEAD):
        problems.append(Problem(calls.TOO_FAR_AHEAD, "news_date"))
    if start and start != before.get("event_start_ts") and start.astimezone(INDIA).date() < today():
        problems.append(Problem(calls.IN_THE_PAST, "event_start_ts"))
    if end and end != _end(before) and end <= datetime.now(INDIA):
        problems.append(Problem(calls.EVENT_OVER, "event_end_ts"))
    if problems:
        raise InvalidInput(*problems)


def _end(columns: Mapping[str, Any]) -> datetime | None:
    """Return the end of an event. An event of whole days includes its last day."""
    end: datetime | None = columns.get("event_end_ts")
    return end + timedelta(days=1) if end and columns["all_day"] else end


def _check_all_exist(ids: list[int], present: Mapping[int, bool] | set[int], sentence: str) -> None:
    if missing := [article_id for article_id in ids if article_id not in present]:
        raise Conflict(Problem(sentence, "ids", ", ".join(map(str, missing))))


def _about(ids: list[int]) -> str:
    """Return the resource id of an event about several articles. Their ids are in the change."""
    return str(ids[0]) if len(ids) == 1 else "several"
