"""Handlers of the weekly list of news."""

from __future__ import annotations

from careops.calls import weekly_news as calls
from careops.contract import Empty, RawJson
from careops.errors import InvalidInput, Problem
from careops_server.areas.uploads.urls import shown_from
from careops_server.areas.weekly_news import queries
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match


async def read_weekly_news(call: calls.ReadWeeklyNews, context: Context) -> RawJson[list[calls.WeeklyArticle]]:
    """Return the weekly list."""
    return await queries.WEEKLY_ARTICLES.all(context.connection, call, files=shown_from(context))


async def read_weekly_order(call: calls.ReadWeeklyOrder, context: Context) -> calls.WeeklyOrder:
    """Return the ids of the articles on the list, in order."""
    return calls.WeeklyOrder(news_article_ids=await queries.order(context.connection))


async def list_best_news(call: calls.ListBestNews, context: Context) -> RawJson[list[calls.BestArticle]]:
    """Return candidates for the list."""
    return await queries.list_best_news(context.connection, shown_from(context))


async def set_weekly_news(call: calls.SetWeeklyNews, context: Context) -> Empty:
    """Replace the list."""
    # Articles are locked first, then the list, in the same order as when an article is deleted. This prevents
    # deadlocks.
    published_ids = await queries.published(context.connection, call.order)
    before = await queries.lock_list(context.connection)
    await check_if_match(call, context, read_weekly_order)
    if missing := [article_id for article_id in call.order if article_id not in published_ids]:
        raise InvalidInput(Problem(calls.UNPUBLISHED, "news_articles", ", ".join(map(str, missing))))
    await queries.replace_list(context.connection, call.order)
    context.changed("weekly_news", "weekly_news", before={"ids": before}, after={"ids": call.order})
    return Empty()


async def remove_weekly_news(call: calls.RemoveWeeklyNews, context: Context) -> Empty:
    """Remove articles from the list."""
    before = await queries.lock_list(context.connection)
    await queries.remove(context.connection, call.news_article_ids)
    after = await queries.order(context.connection)
    context.changed("weekly_news", "weekly_news", before={"ids": before}, after={"ids": after})
    return Empty()
