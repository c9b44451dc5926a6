"""Job process: ``python -m careops_server.processes.job_process LINE NUMBER``, with settings on stdin.

The supervisor starts it when there are jobs. It exits after some idle time, and when the supervisor's end of the socket
closes.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from careops_server.core.configuration.settings import Settings
from careops_server.core.observability.logs import configure_logs
from careops_server.core.services import Services
from careops_server.processes.job_worker import Worker
from careops_server.processes.process import heartbeat, read_config

IDLE_SECONDS = 20.0
"""A compromise: a start takes a second, and an idle process uses memory."""


def main(arguments: list[str]) -> None:
    """Run jobs until there are none."""
    line = socket.socket(fileno=int(arguments[0]))
    config = read_config()
    if config is None:
        return
    settings, database_url = config
    configure_logs(level=settings.log_level)
    asyncio.run(work(settings, database_url, line=line, idle_seconds=IDLE_SECONDS, claimed_by=arguments[1]))


async def work(
    settings: Settings,
    database_url: str,
    *,
    line: socket.socket | None = None,
    listener: socket.socket | None = None,
    idle_seconds: float | None,
    claimed_by: str | None = None,
) -> None:
    """Run jobs until a signal (SIGTERM, Ctrl-C), or until there were none for ``idle_seconds``.

    ``claimed_by`` is the id of the supervisor. With a ``listener``, also answer ``/live``, ``/ready`` and ``/metrics``
    on it.
    """
    services = Services.start(settings, database_url)
    working = Worker(services, claimed_by=claimed_by)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, working.stop)
    beating = asyncio.create_task(heartbeat(line)) if line is not None else None
    try:
        async with _monitored(listener, services):
            await working.run(idle_seconds=idle_seconds)
    finally:
        if beating is not None:
            beating.cancel()
            with suppress(asyncio.CancelledError):
                await beating
        await services.stop()


@asynccontextmanager
async def _monitored(listener: socket.socket | None, services: Services) -> AsyncIterator[None]:
    if listener is None:
        yield
        return
    from careops_server.processes.job_endpoints import (
        serve_monitoring,  # the web server, which other workers do not need
    )

    async with serve_monitoring(listener, services):
        yield


if __name__ == "__main__":
    main(sys.argv[1:])
