"""Execution of jobs: claim, renew the lease, run, and store the result."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

import psycopg

from careops.error_codes import title_of
from careops.errors import ApiError, CareOpsError, Unavailable
from careops_server.core.database.schema_revision import newest
from careops_server.core.health import queries as observed
from careops_server.core.jobs import queries
from careops_server.core.jobs.definitions import MAX_FAILURES, JobContext, JobKind, LostError
from careops_server.core.observability import logs, metrics, tracing
from careops_server.core.observability.logs import log
from careops_server.core.principal import Change
from careops_server.core.services import Services
from careops_server.processes.job_registry import KINDS

AT_ONCE: Final = 2
KEEP_SECONDS: Final = 2.0
"""Interval of lease renewals. The lease expires after several failed ones."""
LOOK_SECONDS: Final = 0.5
MAX_PAUSE: Final = 300.0
NEWER_SECONDS: Final = 2.0
"""Time that a job of a newer version waits for that version's workers, before this version checks it again."""
UNKNOWN: Final = title_of("job_kind_unknown")
BROKEN_OFF: Final = title_of("job_interrupted")
FAULT: Final = title_of("job_failed")


class Worker:
    """Runs jobs until it is stopped."""

    def __init__(
        self, services: Services, kinds: Mapping[str, JobKind] = KINDS, *, claimed_by: str | None = None
    ) -> None:
        """``claimed_by`` is the id of the supervisor, which runs one job process at a time."""
        self._services = services
        self._claimed_by = claimed_by
        self._has_ended_leases = claimed_by is None
        self._kinds = kinds
        self._stop = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """Stop: start no more jobs, and requeue running ones, so that another process can resume them at once."""
        self._stop.set()

    async def run(self, *, idle_seconds: float | None) -> None:
        """Run jobs, without a limit or until there were none for ``idle_seconds``."""
        busy = time.monotonic()
        while not self._stop.is_set():
            await self._take()
            if self._tasks:
                busy = time.monotonic()
            elif idle_seconds is not None and time.monotonic() - busy >= idle_seconds:
                return
            await self._something_happens()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _something_happens(self) -> None:
        stopped = asyncio.create_task(self._stop.wait())
        await asyncio.wait({stopped, *self._tasks}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()

    async def _take(self) -> None:
        while len(self._tasks) < AT_ONCE:
            try:
                await self._end_leases()
                row = await self._services.database.change(partial(queries.claim, claimed_by=self._claimed_by))
            except (CareOpsError, psycopg.Error, OSError) as error:
                log.warning("cannot claim jobs", reason=str(error) or type(error).__name__)
                return
            if row is None:
                return
            task = asyncio.create_task(self._do(JobContext(self._services, row)))
            self._tasks.add(task)
            task.add_done_callback(self._ended)
            metrics.jobs_running.add(1)

    async def _end_leases(self) -> None:
        """End the leases of the supervisor's last process. The supervisor starts a process after the end of the last
        one, so no other process works on these jobs.
        """
        if self._has_ended_leases or self._claimed_by is None:
            return
        ended = await self._services.database.change(partial(queries.end_leases, claimed_by=self._claimed_by))
        self._has_ended_leases = True
        if ended:
            log.info("leases of lost job process ended", jobs=ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        metrics.jobs_running.add(-1)

    async def _do(self, job: JobContext) -> None:
        logs.add_context(job_id=job.id, kind=job.row["kind"], request_id=job.row["request_id"])
        keeping = asyncio.create_task(_run_heartbeat(job, asyncio.current_task()))
        try:
            await self._try(job)
        except asyncio.CancelledError:
            if job.lost:
                log.info("job lost", attempt=job.attempt)
            else:
                await _closing(job, requeue(job, failures=0, seconds=0, problem=None))
        except LostError:
            log.info("job lost", attempt=job.attempt)
        except (CareOpsError, psycopg.Error, OSError) as error:
            # The result cannot be written. The lease will expire, and another process resumes the job.
            log.warning("job interrupted", reason=str(error) or type(error).__name__)
        finally:
            keeping.cancel()

    async def _try(self, job: JobContext) -> None:
        kind = self._kinds.get(job.row["kind"])
        try:
            if kind is None and await _is_newer(job):
                await requeue(job, failures=0, seconds=NEWER_SECONDS, problem=UNKNOWN)
            elif kind is None:
                await finish(job, problem=UNKNOWN)
            elif job.row["failures"] >= MAX_FAILURES:
                await give_up(job, kind, job.row["problem"] or BROKEN_OFF)
            else:
                with tracing.job(kind.name, job.id, job.row["traceparent"]):
                    result = await kind.run(job)
                    await finish(job, result=result)
        except LostError:
            raise
        except ApiError as refusal:
            if not isinstance(refusal, Unavailable):
                await finish(job, problem=str(refusal))
            else:
                await try_again(job, kind, str(refusal))
        except Exception as error:
            log.exception("job failed", exc_info=error)
            await try_again(job, kind, FAULT)


async def drain(services: Services, kinds: Mapping[str, JobKind] = KINDS) -> None:
    """Run all jobs that are due, in this process."""
    await Worker(services, kinds).run(idle_seconds=0)


async def finish(job: JobContext, *, result: Mapping[str, Any] | None = None, problem: str | None = None) -> None:
    """Store the result of a job with its audit event. Raises ``LostError``."""
    change = Change("job", str(job.id), after=dict(result or {}), description=problem or job.row["kind"])
    await job.save(
        lambda connection: queries.finish(connection, job.id, job.attempt, result=result, problem=problem),
        event=("job.end", change),
    )
    kind = job.row["kind"]
    metrics.jobs_ended.labels(kind if kind in KINDS else "unknown", job.row["state"]).inc()
    log.info("job ended", state=job.row["state"], done=job.done)


async def give_up(job: JobContext, kind: JobKind | None, problem: str) -> None:
    """Fail a job after too many attempts. Raises ``LostError``."""
    if kind is not None and kind.give_up is not None:
        await kind.give_up(job, problem)
    await finish(job, problem=problem)


async def try_again(job: JobContext, kind: JobKind | None, problem: str) -> None:
    """Requeue a job after a failure, or fail it after too many. Raises ``LostError``."""
    # Completed steps reset the count of failures, because the job makes progress.
    failures = job.row["failures"] + 1
    if failures >= MAX_FAILURES:
        await give_up(job, kind, problem)
    else:
        await requeue(job, failures=1, seconds=min(2.0**failures, MAX_PAUSE), problem=problem)


async def requeue(job: JobContext, *, failures: int, seconds: float, problem: str | None) -> None:
    """Requeue a job. Raises ``LostError``."""
    await job.save(
        lambda connection: queries.requeue(
            connection, job.id, job.attempt, failures=failures, seconds=seconds, problem=problem
        )
    )


async def _is_newer(job: JobContext) -> bool:
    """Return whether a newer version has migrated the database, so that its workers may know the job."""
    revision, _ = await job.services.database.read(observed.state)
    return revision != newest()


async def _closing(job: JobContext, work: Any) -> None:
    with suppress(LostError, CareOpsError, psycopg.Error, OSError):  # then its lease expires
        await work


async def _run_heartbeat(job: JobContext, doing: asyncio.Task[None] | None) -> None:
    """Renew the lease. If it is lost or the job was cancelled, cancel the running task."""
    while True:
        await asyncio.sleep(KEEP_SECONDS)
        try:
            if await job.services.database.change(
                lambda connection: queries.renew_lease(connection, job.id, job.attempt)
            ):
                continue
        except (CareOpsError, psycopg.Error, OSError) as error:
            log.warning("lease not renewed", reason=str(error) or type(error).__name__)
            continue
        job.lost = True
        if doing is not None:
            doing.cancel()
        return
