"""Background cleanup removes expired rows, and no others."""

from __future__ import annotations

import pytest
from server.tests.support.stage import CARE, PASSWORD, SUPER, Stage

from careops_server.core import cleanup
from careops_server.core.database import retention

pytestmark = pytest.mark.own

OLD = {
    "idempotency_keys": "insert into idempotency_keys (user_id, key, call, fingerprint, created_at)"
    " values (1, 'of-yesterday', 'X', '', now() - interval '25 hours')",
    "refresh_tokens": "insert into refresh_tokens (token_hash, session_id, expires_at)"
    " select 'old', id, now() - interval '25 hours' from sessions limit 1",
    "sessions": "insert into sessions (user_id, account_type, ip_address, user_agent, created_at)"
    " select id, 'customer_care', '192.0.2.1', 'old', now() - interval '31 days' from users limit 1",
    "sign_in_failures": "insert into sign_in_failures (key, failed_at) values ('all', now() - interval '6 minutes')",
    "list_exports": "insert into list_exports (user_id, list_name, exported_at)"
    " select id, 'ListLeads', now() - interval '25 hours' from users limit 1",
    "api_key_requests": (
        "insert into api_key_requests (occurred_at, key_id, method, call_name, status, codes, duration_ms, request_id,"
        " ip_address) values (now() - interval '8 days', 1, 'GET', 'ListClinics', 200, '{}', 3.2, 'old', '192.0.2.1')"
    ),
    "api_key_request_days": "insert into api_key_request_days (day, key_id, status, total, logged)"
    " values (current_date - 9, 1, 200, 1, 1)",
    "realtime_events": (
        "insert into realtime_events (id, channel, event, data, raised_at)"
        " values (-1, 'admin', 'old', '{}', now() - interval '31 days')"
    ),
    "deleted_news_articles": "insert into deleted_news_articles (id, article, deleted_at)"
    " values (-1, '{}', now() - interval '31 days')",
    "form_drafts": "insert into form_drafts (user_id, draft_id, session_id, form, typed, began_with, kept_at)"
    " values (1, 'old', gen_random_uuid(), 'cityForm', '{}', '{}', now() - interval '8 days')",
    "news_feed_items": "insert into news_feed_items (feed, identity, heading, article_id, taken, latest, seen_at)"
    " values ('old', 'old', 'old', 1, '{}', '{}', now() - interval '366 days')",
    "jobs": "insert into jobs (kind, parameters, state, ended_at)"
    " values ('made.up', '{}', 'done', now() - interval '91 days')",
    "news_events": "insert into news_events (id, kind, news_article_id, occurred_at, received_at)"
    " select new_id(), 'view', 1, now(), now() - interval '91 days'",
    "change_request_targets": """
        with request as (
            insert into change_requests (status, author_id, author_name, closed_at)
            values ('closed', 1, 'old', now() - interval '366 days') returning id
        ), revision as (
            insert into change_request_revisions (request_id, revision, digest, title, reason, on_conflict, calls,
                targets, groups, more_groups, revised_by)
            select id, 1, '', 'old', 'old', 'skip', '{}', 1, '[]', 0, 'old' from request returning request_id
        )
        insert into change_request_targets (request_id, revision, position, call, parameters, planned, plan_errors)
        select request_id, 1, 1, 'UpdateClinic', '{}', 'change', '[]' from revision
    """,
    "approval_counts": "insert into approval_counts (person_id, call, record, counted_at)"
    " values (1, 'UpdateClinic', 'clinic:1', now() - interval '25 hours')",
    "today_claims": "insert into today_claims"
    " values ('doctors', 'old', 1, 'old', gen_random_uuid(), now() - interval '2 hours')",
    "today_snoozes": "insert into today_snoozes values ('doctors', 'old', current_date - 2, 1, 'old')",
    "record_presence": "insert into record_presence"
    " values (1, 'old', 'clinic', 1, gen_random_uuid(), 'old', 'customer_care', false, now(),"
    " now() - interval '2 minutes')",
    "sign_in_addresses": "insert into sign_in_addresses values ('192.0.2.9', now() - interval '31 days')",
}


async def counts(stage: Stage) -> dict[str, int]:
    """Number of rows of every table with a retention rule."""
    return {table: await stage.sql(f"select count(*) from {table}") for table in retention.LEFTOVERS}  # noqa: S608 (constants)


@pytest.mark.proves("REL-11.rows")
async def test_cleanup_deletes_expired_rows_only(stage: Stage) -> None:
    client = stage.client()
    await client.sign_in(SUPER, PASSWORD)
    with pytest.raises(Exception, match="invalid"):
        await stage.client().sign_in(CARE, "wrong wrong wrong")
    # The newest event stays regardless of its age.
    await stage.sql("insert into realtime_events (channel, event, data) values ('admin', 'newest', '{}')")
    await cleanup.cleanup(stage.services.database, stage.settings)
    before = await counts(stage)
    assert set(OLD) == set(before)
    for statement in OLD.values():
        await stage.sql(statement)
    assert await cleanup.cleanup(stage.services.database, stage.settings) == dict.fromkeys(OLD, 1)
    assert await counts(stage) == before
    assert await client.session.read()


async def test_cleanup_deletes_in_limited_batches(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleanup, "MAX_BATCHES", 2)
    await stage.sql(
        "insert into sign_in_failures (key, failed_at) select 'all', now() - interval '1 hour'"
        " from generate_series(1, 2500)"
    )
    assert await cleanup.cleanup(stage.services.database, stage.settings) == {"sign_in_failures": 2000}
    assert await cleanup.cleanup(stage.services.database, stage.settings) == {"sign_in_failures": 500}


async def test_concurrent_cleanups_do_not_repeat_work(stage: Stage) -> None:
    await stage.sql(OLD["sign_in_failures"])
    async with stage.services.database.pool.transaction() as other:
        assert await retention.sole(other)
        assert await cleanup.cleanup(stage.services.database, stage.settings) == {}
    assert await cleanup.cleanup(stage.services.database, stage.settings) == {"sign_in_failures": 1}
