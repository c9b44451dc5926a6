"""All job kinds by name. Like the tables of routes and settings, it gives an overview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from careops_server.areas.broadcasts import jobs as broadcasts
from careops_server.areas.data_generation import jobs as data_generation
from careops_server.areas.feeds import jobs as feeds
from careops_server.core.jobs.definitions import JobContext, JobKind


async def _apply_change_request(job: JobContext) -> Mapping[str, Any]:
    from careops_server.routes import APPLY_JOB  # all handlers, which other jobs do not need

    return await APPLY_JOB.run(job)


_ALL: Final[tuple[JobKind, ...]] = (
    broadcasts.LEDGER,
    JobKind("change_requests.apply", _apply_change_request),
    data_generation.CMS,
    data_generation.GROWTH,
    feeds.FETCH_FEEDS,
    feeds.PREVIEW_FEEDS,
)
KINDS: Final[Mapping[str, JobKind]] = {kind.name: kind for kind in _ALL}
