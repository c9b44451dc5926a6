"""Rate limit of a bulk run: requested once, renewed, and not needed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import httpx
import pytest
from sdk.tests.bulk.bulk_platform import BulkPlatform, quick, refused

from careops.bulk import BulkRun, Outcome, SwitchModule, apply, parse_ids
from careops.bulk.budget import SMALL_RUN
from careops.calls.runs import StartRun
from careops.contract import Call

ON = SwitchModule(module_id=2, active=True, name="Prescriptions")


@pytest.mark.proves("SEC-35.announced")
@pytest.mark.parametrize("dry_run", [False, True])
async def test_run_requests_one_token_and_sends_it(dry_run: bool) -> None:
    platform = BulkPlatform(clinics=60)
    async with platform.client() as client:
        run = await apply(client, ON, parse_ids(range(1, 61)), dry_run=dry_run, concurrency=16)
        assert run.counts[Outcome.PLANNED if dry_run else Outcome.DONE] == 60
        [call] = platform.calls(StartRun)
        assert call.targets == 60
        assert call.description == f"{'Dry run: ' if dry_run else ''}modules module_id=2 active=True"
        place = platform.received.index(call)
        assert platform.run_tokens[: place + 1] == [None] * (place + 1)
        assert set(platform.run_tokens[place + 1 :]) == {"token 1"}
        await client.clinics.list()
    assert platform.run_tokens[-1] is None, "requests outside of the run do not carry the token"


async def test_small_and_empty_runs_request_no_token() -> None:
    platform = BulkPlatform(clinics=200, active=set(range(SMALL_RUN + 1, 201)))
    async with platform.client() as client:
        small = await apply(client, ON, parse_ids(range(1, SMALL_RUN + 1)))
        unchanged = await apply(client, ON, parse_ids(range(1, 201)))
    assert (small.counts[Outcome.DONE], unchanged.counts[Outcome.UNCHANGED]) == (SMALL_RUN, 200)
    assert platform.calls(StartRun) == []


async def test_a_token_is_renewed_before_it_expires() -> None:
    platform = BulkPlatform(clinics=12, run_seconds=0)
    async with platform.client() as client:
        run = await apply(client, ON, parse_ids(range(1, 13)), concurrency=1)
    assert run.counts[Outcome.DONE] == 12
    used = Counter(token for token in platform.run_tokens if token)
    assert len(platform.calls(StartRun)) > 5
    assert len(used) > 5


REFUSALS = {
    "no such call": refused(404, "There is no such call"),
    "a key without the scope": refused(403, "Your account may not do this"),
    "a web page": httpx.Response(200, html="<h1>Welcome</h1>"),
    "an error": refused(500),
}


@pytest.mark.parametrize("answer", REFUSALS.values(), ids=REFUSALS)
async def test_platform_without_the_call_is_asked_once(answer: httpx.Response) -> None:
    platform = BulkPlatform(clinics=40)
    platform.before = lambda call: answer if isinstance(call, StartRun) else None
    async with platform.client() as client:
        run = await apply(client, ON, parse_ids(range(1, 41)))
    assert run.counts[Outcome.DONE] == 40
    assert len(platform.calls(StartRun)) == 1
    assert set(platform.run_tokens) == {None}


async def test_busy_platform_is_asked_again() -> None:
    platform = BulkPlatform(clinics=40)

    def busy_once(call: Call[Any]) -> httpx.Response | None:
        first = isinstance(call, StartRun) and len(platform.calls(StartRun)) == 1
        return refused(429, retry_after="1") if first else None

    platform.before = busy_once
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick(), concurrency=2)
        await run.plan(parse_ids(range(1, 41)))
        await run.apply()
    assert run.counts[Outcome.DONE] == 40
    assert len(platform.calls(StartRun)) == 2
    assert platform.run_tokens[-1] == "token 2"
