"""Changes in the background: reported as asked for, or awaited on request."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from sdk.tests.bulk.bulk_platform import call_of, refused

from careops import AsyncCareOps, Forbidden, MemoryTokens, Tokens
from careops.bulk import BulkRun, Journal, Outcome, Target, apply
from careops.bulk.generation import CANCELLED, GenerateCmsData
from careops.bulk.job_polling import NO_END_REPORTED
from careops.calls.data_generation import CreateCmsData, Generation
from careops.calls.jobs import Job, JobState, ReadJob
from careops.contract import Call

PHONES = [Target(row, f"98150000{row}", {}) for row in range(11, 15)]


@dataclass
class Works:
    """Platform with background jobs, which progress whenever they are read."""

    fates: dict[str, list[JobState]] = field(default_factory=dict)
    """States of a job in order, by number; the last one stays. Other jobs are done at the second read."""
    names_jobs: bool = True
    may_look: bool = True
    reads: Counter[str] = field(default_factory=Counter)
    looks: Counter[int] = field(default_factory=Counter)
    jobs: list[str] = field(default_factory=list)

    def client(self) -> AsyncCareOps:
        transport = httpx.MockTransport(self._answer)
        return AsyncCareOps("http://platform/api", tokens=MemoryTokens(Tokens("token")), transport=transport)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        call: Call[Any] = call_of(request)
        if isinstance(call, ReadJob) and not self.may_look:
            return refused(403, "Forbidden")
        answer = self._look(call.job_id) if isinstance(call, ReadJob) else self._ask(call)
        return httpx.Response(200, json=call.write_answer(answer), headers={"idempotency-honoured": "yes"})

    def _ask(self, call: Call[Any]) -> Generation:
        assert isinstance(call, CreateCmsData)
        self.reads[call.phone_number] += 1
        if not self.names_jobs:
            return Generation()
        if call.phone_number not in self.jobs:
            self.jobs.append(call.phone_number)
        return Generation(job_id=self.jobs.index(call.phone_number) + 1, state="waiting")

    def _look(self, job_id: int) -> Job:
        fate = self.fates.get(self.jobs[job_id - 1], ["running", "done"])
        state = fate[min(self.looks[job_id], len(fate) - 1)]
        self.looks[job_id] += 1
        problem = "The disk is full" if state == "failed" else None
        job = Job.model_validate(ReadJob.example.answer)
        return job.model_copy(update={"id": job_id, "state": state, "problem": problem})


def became(run: BulkRun[Any]) -> list[tuple[str, str]]:
    return [(row.outcome.value, row.reason) for row in run.rows()]


async def test_accepted_job_without_wait_is_not_done() -> None:
    platform = Works({"9815000012": ["failed"], "9815000013": ["done"]})
    async with platform.client() as client:
        run = await apply(client, GenerateCmsData(), PHONES)
    assert became(run) == [("asked for", ""), ("failed", "The disk is full"), ("done", ""), ("asked for", "")]
    assert [row.response_data["state"] for row in run.rows()] == ["running", "failed", "done", "running"]
    assert set(platform.looks.values()) == {1}


async def test_awaited_job_is_done_or_failed() -> None:
    platform = Works({"9815000012": ["waiting", "running", "failed"], "9815000013": ["running", "cancelled"]})
    async with platform.client() as client:
        run = await apply(client, GenerateCmsData(), PHONES, wait=True)
    assert became(run) == [("done", ""), ("failed", "The disk is full"), ("failed", CANCELLED), ("done", "")]
    assert +run.progress.counts == {Outcome.DONE: 2, Outcome.FAILED: 2}
    assert set(platform.reads.values()) == {1}


async def test_resumed_run_learns_the_end_of_its_jobs(tmp_path: Path) -> None:
    platform, journal = Works(), tmp_path / "run.jsonl"
    async with platform.client() as client:
        first = await apply(client, GenerateCmsData(), PHONES, journal=journal)
        assert first.counts[Outcome.ASKED] == 4
        second = await apply(client, GenerateCmsData(), [], journal=journal, wait=True)
    assert second.counts[Outcome.DONE] == 4
    assert set(platform.reads.values()) == {1}, "nothing is asked for a second time"


async def test_resumed_run_learns_of_a_retried_job(tmp_path: Path) -> None:
    platform, journal = Works({"9815000012": ["failed", "running", "done"]}), tmp_path / "run.jsonl"
    async with platform.client() as client:
        first = await apply(client, GenerateCmsData(), PHONES, journal=journal, wait=True)
        assert first.counts[Outcome.FAILED] == 1
        second = await apply(client, GenerateCmsData(), [], journal=journal, wait=True)
    assert second.counts == {**dict.fromkeys(Outcome, 0), Outcome.DONE: 4}
    assert platform.jobs == [str(target.key) for target in PHONES], "its job, not another"


async def test_platform_without_job_id_cannot_be_awaited() -> None:
    platform = Works(names_jobs=False)
    async with platform.client() as client:
        run = await apply(client, GenerateCmsData(), PHONES, wait=True)
    assert became(run) == [("asked for", NO_END_REPORTED)] * 4


async def test_missing_permission_for_jobs_is_raised_when_waiting() -> None:
    platform = Works(may_look=False)
    async with platform.client() as client:
        run = await apply(client, GenerateCmsData(), PHONES)
        assert run.counts[Outcome.ASKED] == 4
        with pytest.raises(Forbidden):
            await apply(client, GenerateCmsData(), PHONES, wait=True)


async def test_stopped_run_waits_no_longer(tmp_path: Path) -> None:
    platform = Works({str(target.key): ["running"] for target in PHONES})
    journal = Journal.create(tmp_path / "run.jsonl", GenerateCmsData.command, {})
    async with platform.client() as client:
        run: BulkRun[Any] = BulkRun(client, GenerateCmsData(), journal=journal, wait=True)
        await run.plan(PHONES)
        look = platform._look

        def stop(job_id: int) -> Job:
            run.stop()
            return look(job_id)

        platform._look = stop  # type: ignore[method-assign]  # stops at the first read
        await run.apply()
    assert run.counts[Outcome.ASKED] == 4
    run.close()
