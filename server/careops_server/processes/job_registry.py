"""All job kinds by name. Like the tables of routes and settings, it gives an overview."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from careops_server.areas.broadcasts import jobs as broadcasts
from careops_server.areas.data_generation import jobs as data_generation
from careops_server.areas.feeds import jobs as feeds
from careops_server.core.jobs.definitions import JobContext, JobKind


@cache
def _load_request_jobs() -> Mapping[str, JobKind]:
    from careops_server.routes import APPLY_JOB, PLAN_JOB  # all handlers, which other jobs do not need

    # As in a worker: modules and models stay for good. Their scans would take a third of the time of a long run.
    gc.collect()
    gc.freeze()
    return {kind.name: kind for kind in (APPLY_JOB, PLAN_JOB)}


async def _run_request_job(job: JobContext) -> Mapping[str, Any]:
    return await _load_request_jobs()[job.row["kind"]].run(job)


async def _give_up_plan(job: JobContext, problem: str) -> None:
    give_up = _load_request_jobs()[job.row["kind"]].give_up
    if give_up is not None:
        await give_up(job, problem)


_ALL: Final[tuple[JobKind, ...]] = (
    broadcasts.LEDGER,
    JobKind("change_requests.apply", _run_request_job),
    JobKind("change_requests.plan", _run_request_job, _give_up_plan),
    data_generation.CMS,
    data_generation.GROWTH,
    feeds.FETCH_FEEDS,
    feeds.PREVIEW_FEEDS,
)
KINDS: Final[Mapping[str, JobKind]] = {kind.name: kind for kind in _ALL}
