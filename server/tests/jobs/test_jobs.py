"""Jobs: enqueued with a change, run in steps, each step once; lost, failed, retried and cancelled jobs."""

from __future__ import annotations

import asyncio

import pytest
from server.tests.jobs.conftest import WRITE, Desk, Scribe
from server.tests.support.stage import CARE, SUPER, Stage

from careops import Conflict, Forbidden, NotFound
from careops.calls.jobs import NO_JOB, NOT_ENDED, NOT_OPEN
from careops.errors import InvalidInput
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.jobs import queries
from careops_server.core.jobs.definitions import MAX_FAILURES, JobContext, JobKind, LostError
from careops_server.core.principal import Origin
from careops_server.processes import job_worker
from careops_server.processes.job_worker import Worker, drain

pytestmark = pytest.mark.own


async def claimed(stage: Stage) -> JobContext:
    """Claim the next job, as a job process does."""
    row = await stage.services.database.change(queries.claim)
    assert row is not None
    return JobContext(stage.services, row)


async def forsake(stage: Stage, job_id: int) -> None:
    """Let the lease of a job expire."""
    await stage.sql("update jobs set leased_until = now() - interval '1 second' where id = :id", id=job_id)


async def test_job_is_run_and_reports_its_progress(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    job_id = await desk.ask("Plain")
    await drain(stage.services, scribe.kinds)
    assert await desk.written("Plain") == ["Plain 0", "Plain 1", "Plain 2"]
    job = await (await stage.signed_in(SUPER)).jobs.read(job_id=job_id)
    assert (job.state, job.done, job.total, job.result, job.attempt) == ("done", 3, 3, {"rows": 3}, 1)
    rows = await stage.rows(
        "select data from realtime_events where channel = 'jobs' and data ->> 'job_id' = :id order by id",
        id=str(job_id),
    )
    states = [(row["data"]["state"], row["data"]["done"]) for row in rows]
    assert states == [("running", 0), ("running", 1), ("running", 2), ("running", 3), ("done", 3)]
    events = await stage.rows(
        "select key, event_status, request_id from audit_events where resource_type = 'job' and resource_id = :id",
        id=str(job_id),
    )
    assert [tuple(event.values()) for event in events] == [("job.end", "SUCCESS", "request-1")]


async def test_end_of_job_announces_changed_items_of_today(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    client = await stage.signed_in(SUPER)
    latest = (await client.realtime.list(channels=["today"])).latest
    await desk.ask("Plain")
    await drain(stage.services, scribe.kinds)
    announced = (await client.realtime.list(channels=["today"], since=latest)).events
    assert [event.event for event in announced] == ["items_changed"]


async def test_lost_job_is_resumed_by_another_process(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    job_id = await desk.ask("Lost")
    lost = await claimed(stage)
    await lost.set_total(3)
    await lost.run_step(lambda connection: connection.execute(WRITE, {"title": "Lost 0"}))
    await drain(stage.services, scribe.kinds)
    assert await desk.written("Lost") == ["Lost 0"], "it is somebody's"
    await forsake(stage, job_id)
    await drain(stage.services, scribe.kinds)
    assert await desk.written("Lost") == ["Lost 0", "Lost 1", "Lost 2"]
    assert (await desk.job(job_id))["attempt"] == 2


async def test_process_with_an_expired_lease_writes_nothing(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    job_id = await desk.ask("Late")
    frozen = await claimed(stage)
    await forsake(stage, job_id)
    await drain(stage.services, scribe.kinds)
    with pytest.raises(LostError):
        await frozen.run_step(lambda connection: connection.execute(WRITE, {"title": "Late 9"}))
    with pytest.raises(LostError):
        await job_worker.finish(frozen, problem="I know nothing of what happened")
    assert await desk.written("Late") == ["Late 0", "Late 1", "Late 2"]
    assert (await desk.job(job_id))["state"] == "done"


async def test_failed_step_leaves_nothing_and_is_retried(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    job_id = await desk.ask("Stumbles")

    async def stumble(job: JobContext) -> None:
        if job.done == 1 and job.attempt == 1:
            raise RuntimeError("a bug")

    scribe.before = stumble
    await drain(stage.services, scribe.kinds)
    job = await desk.job(job_id)
    assert (job["state"], job["done"], job["failures"], job["problem"]) == ("waiting", 1, 1, job_worker.FAULT)
    assert (job["due_at"] - job["started_at"]).total_seconds() > 1.5
    await stage.sql("update jobs set due_at = now() where id = :id", id=job_id)
    await drain(stage.services, scribe.kinds)
    assert await desk.written("Stumbles") == ["Stumbles 0", "Stumbles 1", "Stumbles 2"]
    job = await desk.job(job_id)
    assert (job["state"], job["failures"], job["problem"]) == ("done", 0, None)


async def test_job_without_progress_fails(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    job_id = await desk.ask("Hopeless")

    async def stumble(job: JobContext) -> None:
        raise RuntimeError("a bug")

    scribe.before = stumble
    for _ in range(MAX_FAILURES):
        await stage.sql("update jobs set due_at = now() where id = :id", id=job_id)
        await drain(stage.services, scribe.kinds)
    assert (await desk.job(job_id))["state"] == "failed"
    fatal = await desk.ask("Fatal")
    for _ in range(MAX_FAILURES):
        await claimed(stage)
        await forsake(stage, fatal)
    await drain(stage.services, scribe.kinds)
    job = await desk.job(fatal)
    assert (job["state"], job["problem"], job["done"]) == ("failed", job_worker.BROKEN_OFF, 0)


async def test_refusal_ends_the_job(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    job_id = await desk.ask("Refused")

    async def refuse(job: JobContext) -> None:
        raise InvalidInput("No clinic has this phone number", source="phone_number")

    scribe.before = refuse
    await drain(stage.services, scribe.kinds)
    job = await desk.job(job_id)
    assert (job["state"], job["problem"], job["attempt"]) == ("failed", "No clinic has this phone number", 1)
    unknown = await desk.ask("Unknown")
    await drain(stage.services, {})
    assert (await desk.job(unknown))["problem"] == job_worker.UNKNOWN


async def test_jobs_with_one_name_are_open_once(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    first, second = [await desk.ask("Single", only_one="tests.single") for _ in range(2)]
    assert first == second
    await drain(stage.services, scribe.kinds)
    assert await desk.ask("Single", only_one="tests.single") != first
    await drain(stage.services, scribe.kinds)


async def test_refused_change_enqueues_no_job(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    before = await stage.sql("select count(*) from jobs")

    async def run(job: JobContext) -> dict[str, int]:
        return {}

    context = Context(stage.services, Origin("request-2", "", ""), None)

    async def work(connection: Connection) -> None:
        await context.with_connection(connection).enqueue(JobKind("tests.none", run))
        raise Conflict("Somebody was faster")

    with pytest.raises(Conflict):
        await stage.services.database.change(work)
    assert await stage.sql("select count(*) from jobs") == before


async def test_stopped_worker_releases_its_job(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    job_id = await desk.ask("Handed on")
    working_here, reached = Worker(stage.services, scribe.kinds), asyncio.Event()

    async def wait(job: JobContext) -> None:
        if job.attempt == 1 and job.done == 1:
            reached.set()
            await asyncio.Event().wait()

    scribe.before = wait
    running = asyncio.create_task(working_here.run(idle_seconds=None))
    await reached.wait()
    working_here.stop()
    await running
    job = await desk.job(job_id)
    assert (job["state"], job["done"], job["failures"]) == ("waiting", 1, 0)
    await drain(stage.services, scribe.kinds)
    assert await desk.written("Handed on") == ["Handed on 0", "Handed on 1", "Handed on 2"]


async def test_job_is_cancelled_and_resumed(
    stage: Stage, desk: Desk, scribe: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_worker, "KEEP_SECONDS", 0.01)
    client = await stage.signed_in(SUPER)
    job_id = await desk.ask("Cancelled")

    async def cancel(job: JobContext) -> None:
        if job.attempt == 1 and job.done == 1:
            await client.jobs.cancel(job_id=job_id)
            await asyncio.Event().wait()  # until the cancellation arrives

    scribe.before = cancel
    await drain(stage.services, scribe.kinds)
    job = await client.jobs.read(job_id=job_id)
    assert (job.state, job.done) == ("cancelled", 1)
    with pytest.raises(Conflict, match=NOT_OPEN):
        await client.jobs.cancel(job_id=job_id)
    assert (await client.jobs.retry(job_id=job_id)).state == "waiting"
    with pytest.raises(Conflict, match=NOT_ENDED):
        await client.jobs.retry(job_id=job_id)
    await drain(stage.services, scribe.kinds)
    assert await desk.written("Cancelled") == ["Cancelled 0", "Cancelled 1", "Cancelled 2"]


async def test_list_is_filtered_by_state_and_kind(stage: Stage, desk: Desk, scribe: Scribe) -> None:
    client = await stage.signed_in(SUPER)
    job_id = await desk.ask("Listed")
    assert [job.id for job in (await client.jobs.list(state="waiting", kind="tests.scribe")).items] == [job_id]
    assert (await client.jobs.list(kind="tests.other")).total_records == 0
    assert (await client.jobs.list(kind="tests")).items[0].id == job_id
    assert (await client.jobs.list(kind="test")).total_records == 0
    await drain(stage.services, scribe.kinds)
    assert (await client.jobs.list(state="waiting")).items == []


async def test_jobs_are_visible_to_super_admins_only(stage: Stage, desk: Desk) -> None:
    job_id = await desk.ask("Private")
    care = await stage.signed_in(CARE)
    with pytest.raises(Forbidden):
        await care.jobs.list()
    with pytest.raises(Forbidden):
        await care.jobs.cancel(job_id=job_id)
    with pytest.raises(NotFound, match=NO_JOB):
        await (await stage.signed_in(SUPER)).jobs.retry(job_id=10**9)
