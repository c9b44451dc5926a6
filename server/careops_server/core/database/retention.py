"""SQL of the retention cleanup, table by table, in batches."""

from __future__ import annotations

from typing import Final

from sqlalchemy import TextClause, text

from careops.calls.keys import LOG_DAYS
from careops.calls.realtime import KEPT_DAYS
from careops.constants import DRAFT_DAYS, NEWS_RESTORE_DAYS, PRESENCE_SECONDS
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection

BATCH: Final = 1_000
_LOCK: Final = 0x6C65_6674_6F76_7273  # "leftovrs"

_TRY_LOCK = text("select pg_try_advisory_xact_lock(:key)")


def _batch(table: str, key: str, over: str) -> TextClause:
    # Locked rows are left for the next round, so neither side waits.
    return text(f"""
        delete from {table} where ({key}) in (
            select {key} from {table} where {over} limit {BATCH} for update skip locked
        )
    """)


# Requests that are open or partly applied can still be applied. The changes of earlier revisions are not read any more.
_CHANGES: Final = text(f"""
    delete from change_request_targets where (request_id, revision, position) in (
        select t.request_id, t.revision, t.position
        from change_requests c
            join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
            cross join lateral (select c.status in ('applied', 'closed') as is_over) o
            cross join lateral (
                select x.request_id, x.revision, x.position from change_request_targets x
                where x.request_id = c.id and x.revision <= case when o.is_over then c.revision else c.revision - 1 end
                limit {BATCH}
            ) t
        where case when o.is_over then coalesce(c.closed_at, c.ended_at, c.applied_at) else v.revised_at end
            < now() - make_interval(days => :change_request_days)
        limit {BATCH}
    )
""")
LEFTOVERS: Final = {
    "idempotency_keys": _batch("idempotency_keys", "user_id, key", "created_at < now() - interval '24 hours'"),
    # Kept for a day after expiry, so that late use of a stolen token is still detected (SEC-11).
    "refresh_tokens": _batch("refresh_tokens", "token_hash", "expires_at < now() - interval '1 day'"),
    # Kept for a month after their end, so that people who return from a holiday still see their sessions.
    "sessions": _batch(
        "sessions",
        "id",
        "coalesce(ended_at, created_at + :session_hours * interval '1 hour') < now() - interval '30 days'",
    ),
    "sign_in_failures": _batch("sign_in_failures", "id", "failed_at < now() - :failure_minutes * interval '1 minute'"),
    "list_exports": _batch("list_exports", "id", "exported_at < now() - interval '1 day'"),
    "api_key_requests": _batch("api_key_requests", "id", f"occurred_at < now() - interval '{LOG_DAYS} days'"),
    "api_key_request_days": _batch(
        "api_key_request_days",
        "day, key_id, status",
        f"day < cast(now() at time zone 'Asia/Kolkata' as date) - {LOG_DAYS}",
    ),
    "deleted_news_articles": _batch(
        "deleted_news_articles", "id", f"deleted_at < now() - interval '{NEWS_RESTORE_DAYS} days'"
    ),
    "form_drafts": _batch("form_drafts", "user_id, draft_id", f"kept_at < now() - interval '{DRAFT_DAYS} days'"),
    # A feed that repeats an item after so long a time publishes it as new.
    "news_feed_items": _batch("news_feed_items", "id", "seen_at < now() - interval '1 year'"),
    "jobs": _batch("jobs", "id", "ended_at < now() - interval '90 days'"),
    "news_events": _batch("news_events", "id", "received_at < now() - interval '90 days'"),
    # The last event stays, because clients continue from its id.
    "realtime_events": _batch(
        "realtime_events",
        "id",
        f"raised_at < now() - interval '{KEPT_DAYS} days' and id < (select max(id) from realtime_events)",
    ),
    "change_request_targets": _CHANGES,
    # Twice the time that policies look back.
    "approval_counts": _batch("approval_counts", "person_id, call, record", "counted_at < now() - interval '2 hours'"),
    # A released item comes last for its user for the time of a lease, so its row stays as long.
    "today_claims": _batch("today_claims", "source, record_id", "leased_until < now() - interval '1 hour'"),
    "today_snoozes": _batch(
        "today_snoozes", "source, record_id", "until < cast(now() at time zone 'Asia/Kolkata' as date)"
    ),
    # Announcements of an account are also deleted by its next one.
    "record_presence": _batch(
        "record_presence", "user_id, tab, kind, record_id", f"seen_at < now() - interval '{PRESENCE_SECONDS} seconds'"
    ),
    "sign_in_addresses": _batch("sign_in_addresses", "address", "seen_at < now() - interval '30 days'"),
}


async def sole(connection: Connection) -> bool:
    """Return whether this transaction is the only cleanup, and lock out others until it ends."""
    return (await connection.execute(_TRY_LOCK, {"key": _LOCK})).scalar_one(bool)


async def remove(connection: Connection, table: str, settings: Settings) -> int:
    """Delete one batch of a table's expired rows. Return the number of rows."""
    statement = LEFTOVERS[table]
    parameters = {name: getattr(settings, name) for name in statement.compile().params}
    return (await connection.execute(statement, parameters)).rowcount
