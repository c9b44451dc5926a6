"""Request log of API keys: what it contains, who reads it, its limits, and what it never loses silently."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from server.tests.support.stage import CARE, Stage

from careops import AsyncCareOps, Forbidden, InvalidInput, TooManyRequests, Unauthorized
from careops.calls.keys import KeyLogSummary, KeyRequest, NewKey
from careops.constants import KEY_PREFIX
from careops.errors import ApiError, Problem, Unavailable
from careops_server.core.auth import key_request_log
from careops_server.core.auth.key_request_log import KeyedRequest, KeyRequestLog, run_flush_loop
from careops_server.core.auth.key_request_queries import LoggedRequest
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import DatabaseUnavailable

TYPED = "typed-by-a-person"


async def new_key(stage: Stage, *scopes: str, **fields: Any) -> NewKey:
    body = {"name": f"app {stage.phone()}", "scopes": list(scopes) or ["audit:write"], "expires_in_days": 90}
    return await (await stage.signed_in()).keys.create(**{**body, **fields})


async def logged(stage: Stage, key: NewKey, **filters: Any) -> list[KeyRequest]:
    await stage.services.key_requests.flush()
    return (await (await stage.signed_in()).keys.list_requests(key_id=key.id, perpage=500, **filters)).items


async def summary(stage: Stage, key: NewKey, **filters: Any) -> KeyLogSummary:
    await stage.services.key_requests.flush()
    return await (await stage.signed_in()).keys.read_log_summary(key_id=key.id, **filters)


async def send_events(client: AsyncCareOps, times: int = 1) -> None:
    for _ in range(times):
        await client.audit.add_events(events=[])


def entry(key: NewKey, **fields: Any) -> LoggedRequest:
    logged_request = LoggedRequest(
        datetime.now(UTC).timestamp(), key.id, "GET", "ListClinics", 200, "", 3.2, uuid.uuid4().hex, "192.0.2.1"
    )
    return logged_request._replace(**fields)


async def test_request_is_logged_without_its_values(stage: Stage) -> None:
    name = f"app {stage.phone()}"
    key = await new_key(stage, name=name)
    event: dict[str, Any] = {
        "id": str(uuid.uuid4()),
        "key": "patient.view",
        "event_status": "SUCCESS",
        "timestamp": "2026-11-20T09:31:07Z",
        "description": TYPED,
    }
    answer = await stage.client(key.token).audit.add_events(events=[event])
    [request] = await logged(stage, key)
    assert (request.method, request.call_name, request.status, request.codes) == ("POST", "AddAuditEvents", 200, [])
    assert (request.key_id, request.key_name, request.request) == (key.id, name, answer.request_id)
    assert request.ip_address
    assert 0 < request.duration_ms < 60_000
    assert abs(request.occurred_at - datetime.now(UTC)) < timedelta(minutes=5)


async def test_refused_request_has_its_codes_once_without_sent_names(stage: Stage) -> None:
    key = await new_key(stage)
    headers = {"authorization": f"Bearer {key.token}"}
    async with stage.http(headers=headers) as http:
        await http.post(f"/api/careops/audit_events?{TYPED}={TYPED}", json={"events": [], TYPED: TYPED})
        await http.get("/api/careops/keys", params={"page": TYPED})
    forbidden, invalid = await logged(stage, key)
    assert (invalid.call_name, invalid.status, len(invalid.codes)) == ("AddAuditEvents", 422, len(set(invalid.codes)))
    assert invalid.codes
    assert (forbidden.call_name, forbidden.status, forbidden.codes) == ("ListKeys", 403, ["forbidden"])
    assert TYPED not in f"{invalid}{forbidden}"


@pytest.mark.parametrize("end", ["revoked", "expired", "replaced"])
async def test_ended_key_finds_its_requests_with_401(stage: Stage, end: str) -> None:
    key = await new_key(stage)
    owner = await stage.signed_in()
    if end == "revoked":
        await owner.keys.revoke(key_id=key.id)
    elif end == "replaced":
        await owner.keys.rotate(key_id=key.id, overlap_hours=0)
    else:
        await _in_front(stage, "update program_keys set expires_at = now() where id = :id", id=key.id)
    with pytest.raises(Unauthorized):
        await send_events(stage.client(key.token))
    [request] = await logged(stage, key)
    assert (request.call_name, request.status, request.codes) == ("AddAuditEvents", 401, ["unauthorized"])


async def test_request_over_the_rate_limit_is_logged(stage: Stage) -> None:
    key = await new_key(stage, per_minute=1)
    client = stage.client(key.token)
    await send_events(client)
    with pytest.raises(TooManyRequests):
        await send_events(client)
    limited, answered = await logged(stage, key)
    assert (limited.status, limited.codes, answered.status) == (429, ["too_many_requests"], 200)


async def test_other_requests_are_not_logged(stage: Stage) -> None:
    key = await new_key(stage)
    before = await _count(stage)
    async with stage.http(headers={"authorization": f"Bearer {key.token}"}) as http:
        assert (await http.get("/api/no/such/call")).status_code == 404
        assert (await http.delete("/api/careops/keys")).status_code == 405
    with pytest.raises(Unauthorized):
        await send_events(stage.client(KEY_PREFIX + "x" * 43))
    await (await stage.signed_in()).keys.list()
    assert await _count(stage) == before


async def test_log_is_filtered(stage: Stage) -> None:
    key, other = await new_key(stage), await new_key(stage)
    client = stage.client(key.token)
    await send_events(client)
    with pytest.raises(Forbidden):
        await client.keys.list()
    await send_events(stage.client(other.token))
    assert [request.call_name for request in await logged(stage, key)] == ["ListKeys", "AddAuditEvents"]
    assert [request.call_name for request in await logged(stage, key, status="2xx")] == ["AddAuditEvents"]
    assert [request.call_name for request in await logged(stage, key, status="4xx")] == ["ListKeys"]
    assert await logged(stage, key, status="5xx") == []
    assert [request.status for request in await logged(stage, key, call_name="ListKeys")] == [403]
    assert [request.status for request in await logged(stage, key, code="forbidden")] == [403]
    assert await logged(stage, key, code="unauthorized") == []
    [newest, oldest] = await logged(stage, key)
    assert await logged(stage, key, since=newest.occurred_at) == [newest]
    assert await logged(stage, key, until=newest.occurred_at) == [oldest]
    with pytest.raises(InvalidInput) as refused:
        await logged(stage, key, since=newest.occurred_at, until=oldest.occurred_at)
    assert (refused.value.source, refused.value.code) == ("until", "end_before_start")
    everyone = (await (await stage.signed_in()).keys.list_requests(perpage=500)).items
    assert {key.id, other.id} <= {request.key_id for request in everyone}


async def test_a_key_reads_its_own_requests_and_no_others(stage: Stage) -> None:
    key, other = await new_key(stage), await new_key(stage)
    client = stage.client(key.token)
    await send_events(client)
    await send_events(stage.client(other.token))
    await stage.services.key_requests.flush()
    assert {request.key_id for request in (await client.keys.list_requests()).items} == {key.id}
    assert [day.total for day in (await client.keys.read_log_summary()).days] == [1]
    for refused in (client.keys.list_requests(key_id=other.id), client.keys.read_log_summary(key_id=other.id)):
        with pytest.raises(Forbidden) as error:
            await refused
        assert error.value.source == "key_id"
    with pytest.raises(Forbidden):
        await (await stage.signed_in(CARE)).keys.list_requests()


async def test_errors_are_grouped_by_call_and_code(stage: Stage) -> None:
    key = await new_key(stage)
    client = stage.client(key.token)
    for _ in range(3):
        with pytest.raises(Forbidden):
            await client.keys.list()
    with pytest.raises(Forbidden) as last:
        await client.session.list()
    await send_events(client, 2)
    totals = await summary(stage, key)
    assert [(group.call_name, group.code, group.status, group.total) for group in totals.errors] == [
        ("ListKeys", "forbidden", 403, 3),
        ("ListSessions", "forbidden", 403, 1),
    ]
    assert totals.error_groups == 2
    assert totals.errors[0].first_at < totals.errors[0].last_at
    assert totals.errors[1].last_request == last.value.request_id
    assert [(day.total, day.refused, day.omitted) for day in totals.days] == [(6, 4, 0)]
    later = await summary(stage, key, since=datetime.now(UTC) + timedelta(hours=1))
    assert later.errors == []


async def test_a_request_with_several_codes_is_in_the_group_of_each(stage: Stage) -> None:
    key = await new_key(stage)
    stage.services.key_requests.record(entry(key, status=422, codes="not_text,unknown_field"))
    stage.services.key_requests.record(entry(key, status=502))
    totals = await summary(stage, key)
    assert {(group.code, group.total) for group in totals.errors} == {("not_text", 1), ("unknown_field", 1), (None, 1)}


async def test_log_ends_after_seven_days(stage: Stage) -> None:
    key = await new_key(stage)
    old, young = datetime.now(UTC) - timedelta(days=7, minutes=1), datetime.now(UTC) - timedelta(days=6, hours=23)
    for moment in (old, young):
        stage.services.key_requests.record(entry(key, occurred_at=moment.timestamp(), status=403, codes="forbidden"))
    assert [request.occurred_at.date() for request in await logged(stage, key)] == [young.date()]
    assert [group.total for group in (await summary(stage, key)).errors] == [1]


@pytest.fixture
def small_log(stage: Stage) -> Callable[..., KeyRequestLog]:
    """Return a function that opens the log of another worker, with limits of its own."""

    def make(**limits: int) -> KeyRequestLog:
        settings: Settings = stage.settings.model_copy(update=limits)
        return KeyRequestLog(settings, stage.services.database)

    return make


async def test_key_over_its_limit_is_counted_and_its_errors_logged(
    stage: Stage, small_log: Callable[..., KeyRequestLog]
) -> None:
    key = await new_key(stage)
    workers = [small_log(key_log_per_status=3), small_log(key_log_per_status=3)]
    for worker in workers:  # the limit is that of all workers together
        for _ in range(2):
            worker.record(entry(key))
        await worker.flush()
    workers[1].record(entry(key))  # this worker knows that the day is full
    workers[1].record(entry(key, status=422, codes="not_text"))
    await workers[1].flush()
    assert [request.status for request in await logged(stage, key)] == [422, 200, 200, 200]
    assert [(day.total, day.refused, day.omitted) for day in (await summary(stage, key)).days] == [(6, 1, 2)]


async def test_all_keys_together_have_a_limit(stage: Stage, small_log: Callable[..., KeyRequestLog]) -> None:
    key, other = await new_key(stage), await new_key(stage)
    day = datetime.now(UTC) - timedelta(days=3)  # no other test uses this day
    worker = small_log(key_log_per_day=3)
    for each in (key, key, other, other):
        worker.record(entry(each, occurred_at=day.timestamp()))
    await worker.flush()
    worker.record(entry(key, occurred_at=day.timestamp(), status=422, codes="not_text"))
    await worker.flush()
    assert len(await logged(stage, key)) + len(await logged(stage, other)) == 3
    assert [each.omitted for each in (await summary(stage, key)).days] == [1]
    assert [each.omitted for each in (await summary(stage, other)).days] == [1]


async def test_buffer_is_bounded_and_dropped_entries_are_counted(
    stage: Stage, small_log: Callable[..., KeyRequestLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_request_log, "MAX_WAITING", 2)
    key, worker = await new_key(stage), small_log()
    for _ in range(5):
        worker.record(entry(key))
    await worker.flush()
    assert len(await logged(stage, key)) == 2
    assert [(day.total, day.omitted) for day in (await summary(stage, key)).days] == [(5, 3)]


async def test_failed_flush_keeps_the_buffer_within_its_bound(
    stage: Stage, small_log: Callable[..., KeyRequestLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_request_log, "MAX_WAITING", 2)
    key, worker = await new_key(stage), small_log()
    change = worker._database.change

    async def refuse(work: Callable[[Connection], Awaitable[Any]]) -> Any:
        worker.record(entry(key, call_name="ListLabs"))  # arrives while the round fails
        raise Unavailable

    with monkeypatch.context() as broken:
        broken.setattr(worker._database, "change", refuse)
        for _ in range(2):
            worker.record(entry(key))
        with pytest.raises(Unavailable):
            await worker.flush()
    assert worker._database.change == change
    await worker.flush()
    assert len(await logged(stage, key)) == 2
    assert [(day.total, day.omitted) for day in (await summary(stage, key)).days] == [(3, 1)]


async def test_request_is_logged_once_after_a_lost_commit_answer(
    stage: Stage, small_log: Callable[..., KeyRequestLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    key, worker = await new_key(stage), small_log()
    change = worker._database.change

    async def lose_the_answer(work: Callable[[Connection], Awaitable[Any]]) -> Any:
        await change(work)
        raise DatabaseUnavailable(retry_after=1)

    with monkeypatch.context() as broken:
        broken.setattr(worker._database, "change", lose_the_answer)
        worker.record(entry(key))
        with pytest.raises(DatabaseUnavailable):
            await worker.flush()
    await worker.flush()
    assert len(await logged(stage, key)) == 1
    assert [(day.total, day.omitted) for day in (await summary(stage, key)).days] == [(1, 0)]


async def test_a_worker_that_stops_stores_its_buffer(stage: Stage, small_log: Callable[..., KeyRequestLog]) -> None:
    key, worker = await new_key(stage), small_log()
    worker.record(entry(key))
    await worker.stop()
    assert len(await logged(stage, key)) == 1


async def test_worker_stops_if_its_buffer_cannot_be_stored(
    stage: Stage, small_log: Callable[..., KeyRequestLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(work: object) -> Any:
        raise Unavailable

    worker = small_log()
    worker.record(entry(await new_key(stage)))
    monkeypatch.setattr(worker._database, "change", refuse)
    await worker.stop()


async def test_loop_continues_after_a_failed_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_request_log, "FLUSH_SECONDS", 0)
    again = asyncio.Event()

    class Flaky:
        rounds = 0

        async def flush(self) -> None:
            self.rounds += 1
            if self.rounds == 1:
                raise Unavailable
            again.set()

    loop = asyncio.create_task(run_flush_loop(Flaky()))  # type: ignore[arg-type]  # only flush is used
    await asyncio.wait_for(again.wait(), 30)
    loop.cancel()


def test_codes_of_other_platforms_are_left_out_and_their_number_is_bounded() -> None:
    keyed = KeyedRequest(1, "ListClinics")
    known_codes = ["not_text", "too_long", "forbidden", "not_found", "unauthorized", "busy"]
    codes = ["made_up_elsewhere", "not_text", *known_codes]
    keyed.refuse(ApiError(*(Problem("A sentence", code=code) for code in codes)))
    assert keyed.codes == tuple(known_codes[: key_request_log.MAX_CODES])


async def _in_front(stage: Stage, statement: str, **values: Any) -> Any:
    from sqlalchemy import text

    async with stage.services.database.pool.transaction() as connection:
        return (await connection.execute(text(statement), values)).scalars().first()


async def _count(stage: Stage) -> int:
    await stage.services.key_requests.flush()
    number: int = await _in_front(stage, "select count(*) from api_key_requests")
    return number
