"""Polling of the job queue by web workers, which notify the supervisor of waiting jobs."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Final

import psycopg

from careops.errors import CareOpsError
from careops_server.core.jobs import queries
from careops_server.core.observability.logs import log
from careops_server.core.services import Services
from careops_server.processes.job_process_manager import JOBS_WAIT

LOOK_SECONDS: Final = 2.0
"""Polling interval, for jobs that become due and for abandoned ones."""


async def run_poll_loop(services: Services, line: socket.socket) -> None:
    """Check the queue at once after a job was enqueued, and every two seconds while the worker lives."""
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                await services.jobs_asked.wait()
        services.jobs_asked.clear()
        try:
            waits = await services.database.read(queries.has_due)
        except (CareOpsError, psycopg.Error, OSError) as error:
            log.debug("cannot read jobs", reason=str(error) or type(error).__name__)
            continue
        if waits:
            with suppress(OSError):  # the supervisor is gone, which the heartbeat detects
                await asyncio.get_running_loop().sock_sendall(line, JOBS_WAIT)
