"""Requests per minute of one user and of one anonymous address."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.budgets import limited
from server.tests.support.stage import BILLING, CARE

from careops.calls.clinics import ListClinics
from careops.calls.modules import UpdateClinicSettings
from careops.errors import TooManyRequests
from careops_server.core.configuration.settings import Settings

pytestmark = pytest.mark.own


@pytest.mark.proves("SEC-35.reads", "SEC-35.retry-after")
async def test_reads_of_a_user_are_limited_and_reported(settings: Settings, database_url: str) -> None:
    async with limited(settings, database_url, reads_per_minute=5) as stage:
        async with stage.http(headers=await stage.bearer()) as http:
            answers = [await http.get("/api/admin/clinics") for _ in range(7)]
        async with stage.http(headers=await stage.bearer(CARE)) as http:
            somebody_else = await http.get("/api/admin/clinics")
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert [answer.headers["ratelimit"].split(";")[1] for answer in answers[:5]] == [f"r={n}" for n in (4, 3, 2, 1, 0)]
    assert answers[0].headers["ratelimit-policy"] == '"reads";q=5;w=60'
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 120
    assert answers[-1].json()["errors"][0]["title"] == "Too many requests. Please wait a moment and try again."
    assert somebody_else.status_code == 200


@pytest.mark.proves("SEC-35.writes")
async def test_writes_reads_and_runs_are_counted_separately(settings: Settings, database_url: str) -> None:
    async with limited(settings, database_url, writes_per_minute=3, run_requests_per_minute=3) as stage:
        clinic_id = await stage.clinic()
        client = await stage.signed_in()
        started = await client.runs.start(description="a run", targets=4)
        switch = UpdateClinicSettings(clinic_id=clinic_id, ipd_enabled=True)
        for _ in range(2):
            await client.send(switch)
        with pytest.raises(TooManyRequests):
            await client.send(switch)
        await client.send(ListClinics())
        headers = {**await stage.bearer(), "careops-run": started.token}
        async with stage.http(headers=headers) as http:
            answers = [await http.get("/api/admin/clinics") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        refused = [event for event in await stage.events() if event["event_status"] == "FAILED"]
    assert refused == [], "who hammers does not fill the trail"


@pytest.mark.proves("SEC-35.concurrent")
async def test_concurrent_requests_are_limited(
    settings: Settings, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = asyncio.Event()

    async def slow(*_: Any) -> list[Any]:
        await go.wait()
        return []

    async with limited(settings, database_url, requests_at_once=3, session_check_seconds=60) as stage:
        async with stage.http(headers=await stage.bearer(BILLING)) as http:
            assert (await http.get("/api/spec_modules")).status_code == 200
            monkeypatch.setattr("careops_server.areas.modules.queries.list_spec_modules", slow)
            waiting = [asyncio.create_task(http.get("/api/spec_modules")) for _ in range(5)]
            done: set[asyncio.Task[Any]] = set()
            while len(done) < 2:
                done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            assert {task.result().status_code for task in done} == {429}
            assert {task.result().headers["retry-after"] for task in done} == {"1"}
            go.set()
            answers = [await task for task in waiting]
            assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 429, 429]
            assert (await http.get("/api/spec_modules")).status_code == 200, "all of them have left again"


@pytest.mark.proves("SEC-30.limit")
async def test_requests_without_a_session_are_limited_by_address(settings: Settings, database_url: str) -> None:
    async with limited(settings, database_url, anonymous_per_minute=4) as stage, stage.http() as http:
        answers = [await http.post("/api/auth/refresh", json={"refresh_token": "nobody-has-this"}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [401] * 4 + [429] * 2


async def test_unknown_refresh_tokens_leave_one_event_per_minute(
    settings: Settings, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 28_000_000 * 60.0
    monkeypatch.setattr("careops_server.core.rate_limits.shared_counters.time.time", lambda: now)
    async with limited(settings, database_url) as stage, stage.http() as http:
        before = len(await stage.events("session.refresh"))
        for _ in range(30):
            await http.post("/api/auth/refresh", json={"refresh_token": "nobody-has-this"})
        now += 60
        for _ in range(5):
            await http.post("/api/auth/refresh", json={"refresh_token": "nobody-has-this"})
        events = (await stage.events("session.refresh"))[before:]
        page = (await http.get("/metrics", headers={"host": "localhost"})).text
    assert [event["description"] for event in events] == [
        "Unauthorized!",
        "Unauthorized! (30 more from this address in the minute before)",
    ]
    assert "refresh_misses_total" in page
