"""The SQL of what nobody needs any more, table by table, a batch at a time."""

from __future__ import annotations

from typing import Final

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.realtime import KEPT_DAYS
from careops.constants import DRAFT_DAYS, NEWS_RESTORE_DAYS

BATCH: Final = 1_000
_LOCK: Final = 0x6C65_6674_6F76_7273  # "leftovrs"

_TRY_LOCK = text("select pg_try_advisory_xact_lock(:key)")


def _batch(table: str, key: str, over: str) -> TextClause:
    # A row somebody holds is left for the next round: nobody waits for this, and it waits for nobody.
    return text(f"""
        delete from {table} where ({key}) in (
            select {key} from {table} where {over} limit {BATCH} for update skip locked
        )
    """)


LEFTOVERS: Final = {
    "idempotency_keys": _batch("idempotency_keys", "user_id, key", "created_at < now() - interval '24 hours'"),
    # Kept for a day longer, so that a stolen one that is tried late is still known for what it is (SEC-11).
    "refresh_tokens": _batch("refresh_tokens", "token_hash", "expires_at < now() - interval '1 day'"),
    # Kept for a month after their end: "where was I signed in" is asked by people who come back from a holiday.
    "sessions": _batch(
        "sessions",
        "id",
        "coalesce(ended_at, created_at + :session_hours * interval '1 hour') < now() - interval '30 days'",
    ),
    "sign_in_failures": _batch("sign_in_failures", "id", "failed_at < now() - :failure_minutes * interval '1 minute'"),
    "list_exports": _batch("list_exports", "id", "exported_at < now() - interval '1 day'"),
    "deleted_news_articles": _batch(
        "deleted_news_articles", "id", f"deleted_at < now() - interval '{NEWS_RESTORE_DAYS} days'"
    ),
    "form_drafts": _batch("form_drafts", "user_id, draft_id", f"kept_at < now() - interval '{DRAFT_DAYS} days'"),
    # A feed that brings an item again after so long means it anew.
    "news_feed_items": _batch("news_feed_items", "id", "seen_at < now() - interval '1 year'"),
    "jobs": _batch("jobs", "id", "ended_at < now() - interval '90 days'"),
    "news_events": _batch("news_events", "id", "received_at < now() - interval '90 days'"),
    # The last one stays, and with it the place that whoever comes next goes on from.
    "realtime_events": _batch(
        "realtime_events",
        "id",
        f"raised_at < now() - interval '{KEPT_DAYS} days' and id < (select max(id) from realtime_events)",
    ),
    "sign_in_addresses": _batch("sign_in_addresses", "address", "seen_at < now() - interval '30 days'"),
}


async def sole(connection: AsyncConnection) -> bool:
    """Whether nobody else is tidying; until the transaction ends."""
    alone: bool = (await connection.execute(_TRY_LOCK, {"key": _LOCK})).scalar_one()
    return alone


async def remove(connection: AsyncConnection, table: str, *, session_hours: float, failure_minutes: float) -> int:
    """Remove one batch of a table's leftovers; how many rows went."""
    values = {"session_hours": session_hours, "failure_minutes": failure_minutes}
    statement = LEFTOVERS[table]
    asked = {name: values[name] for name in statement.compile().params}
    return (await connection.execute(statement, asked)).rowcount
