"""Wait for a job's end without holding a connection, for calls that enqueue one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any, Final

from careops_server.core.context import Context
from careops_server.core.jobs.queries import read_job

LOOK_SECONDS: Final = 0.2
_OPEN: Final = frozenset({"waiting", "running"})


async def when_ended(context: Context, job_id: int) -> Mapping[str, Any] | None:
    """Return the job when it has ended, or its current state after the time limit. None if it was deleted."""
    until = time.monotonic() + context.services.settings.job_answer_seconds
    while True:
        job = await context.services.database.read(lambda connection: read_job(connection, job_id))
        if job is None or job["state"] not in _OPEN or time.monotonic() >= until:
            return job
        await asyncio.sleep(LOOK_SECONDS)
