"""The budget of bulk runs requires a signed token of the same account."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest
from server.tests.support.budgets import limited
from server.tests.support.stage import CARE, SUPER, Stage

from careops import InvalidInput
from careops.calls.modules import UpdateClinicSettings
from careops.calls.runs import RUN_SECONDS
from careops_server.core.auth.run_tokens import RunTokens
from careops_server.core.configuration.settings import Settings

pytestmark = pytest.mark.own
WRITES = 80


@pytest.fixture
async def platform(settings: Settings, database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """The application with its default limits and a fixed clock."""
    now = time.time()
    monkeypatch.setattr("careops_server.core.rate_limits.shared_counters.time.time", lambda: now)
    async with limited(settings, database_url, writes_per_minute=WRITES, requests_at_once=8) as stage:
        yield stage


async def write_150_times(stage: Stage, run: str | None, phone: str = SUPER) -> Counter[int]:
    """Number of answers by status."""
    clinic_id = await stage.clinic()
    headers = {**await stage.bearer(phone), **({"careops-run": run} if run is not None else {})}
    statuses: Counter[int] = Counter()
    async with stage.http(headers=headers) as http:
        for number in range(150):
            wire = UpdateClinicSettings(clinic_id=clinic_id, ipd_enabled=number % 2 == 0).to_wire()
            statuses[(await http.request(wire.method, f"/api{wire.path}", json=wire.body)).status_code] += 1
    return statuses


async def start_run(stage: Stage, phone: str = SUPER) -> str:
    client = await stage.signed_in(phone)
    return (await client.runs.start(description="beds", targets=150)).token


@pytest.mark.proves("SEC-35.token")
@pytest.mark.parametrize("header", [None, "x", "", "a.b.c", f"5f2c8a1e9b3d4706.9999999999.{'0' * 64}"])
async def test_a_header_that_any_client_can_send_lifts_no_limit(platform: Stage, header: str | None) -> None:
    assert await write_150_times(platform, header) == {200: WRITES, 429: 150 - WRITES}


@pytest.mark.proves("SEC-35.other-account")
async def test_a_token_of_another_account_lifts_no_limit(platform: Stage) -> None:
    token = await start_run(platform, CARE)
    assert await write_150_times(platform, token) == {200: WRITES, 429: 150 - WRITES}


@pytest.mark.proves("SEC-35.run", "SEC-55.run")
async def test_own_token_grants_the_run_budget_and_is_recorded(platform: Stage) -> None:
    token = await start_run(platform)
    assert await write_150_times(platform, token) == {200: 150}
    event = (await platform.events("run.start"))[-1]
    assert (event["event_status"], event["actor_name"], event["resource_type"]) == ("SUCCESS", "Staff 01", "run")
    assert event["after"] == {"description": "beds", "targets": 150}
    assert event["resource_id"] == token.partition(".")[0]
    assert token not in str(event)


@pytest.mark.proves("SEC-35.start")
async def test_starting_a_run_counts_as_a_write(settings: Settings, database_url: str) -> None:
    async with limited(settings, database_url, writes_per_minute=3) as stage:
        async with stage.http(headers=await stage.bearer()) as http:
            answers = [
                await http.post("/api/careops/runs", json={"description": "beds", "targets": 1}) for _ in range(5)
            ]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
    assert answers[0].headers["ratelimit-policy"] == '"writes";q=3;w=60'


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ({"description": "", "targets": 1}, "description"),
        ({"description": "x" * 121, "targets": 1}, "description"),
        ({"description": "beds", "targets": 0}, "targets"),
        ({"description": "beds", "targets": 10_000_001}, "targets"),
    ],
)
async def test_bad_input_is_refused(platform: Stage, body: dict[str, Any], source: str) -> None:
    async with platform.http(headers=await platform.bearer()) as http:
        answer = await http.post("/api/careops/runs", json=body)
    assert answer.status_code == 422
    assert [problem["source"] for problem in answer.json()["errors"]] == [source]
    client = await platform.signed_in()
    with pytest.raises(InvalidInput):
        await client.runs.start(**body)


def test_a_token_is_bound_to_its_account_time_and_secret(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_800_000_000.0
    monkeypatch.setattr("careops_server.core.auth.run_tokens.time.time", lambda: now)
    tokens = RunTokens(settings)
    run_id, token = tokens.issue("user:5")
    _, expires, signature = token.split(".")
    assert tokens.is_valid(token, "user:5")
    assert not tokens.is_valid(token, "user:55")
    assert not tokens.is_valid(token, "key:5")
    assert not tokens.is_valid(f"{run_id}.{int(expires) + 1}.{signature}", "user:5")
    assert not tokens.is_valid(f"{run_id[:-1]}.{expires}.{signature}", "user:5")
    assert not tokens.is_valid(f"{run_id}.{expires}.é{signature[1:]}", "user:5")
    assert not tokens.is_valid("x" * 100_000, "user:5")
    old = settings.model_copy(update={"secret": None, "previous_secret": None})
    renewed = settings.model_copy()
    vars(renewed)["signing_keys"] = ("another secret of this installation", *settings.signing_keys)
    assert RunTokens(renewed).is_valid(token, "user:5"), "the secret before it still counts"
    vars(old)["signing_keys"] = ("another secret of this installation",)
    assert not RunTokens(old).is_valid(token, "user:5")
    now += RUN_SECONDS
    assert not tokens.is_valid(token, "user:5")
