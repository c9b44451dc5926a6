"""Worker process: ``python -m careops_server.processes.worker LINE LISTENER BOARD NUMBER``, with settings on stdin.

Only the supervisor starts it, before there is a database; it waits for the URL. It sends a heartbeat each second while
its event loop runs, and exits when the supervisor's end of the socket closes.
"""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from contextlib import suppress

from sanic import Sanic

from careops_server.app import create_app
from careops_server.areas.change_requests import abandonment
from careops_server.areas.feeds.schedule import run_fetch_loop
from careops_server.areas.today.announcements import run_announcement_loop
from careops_server.core.audit.seal_loop import run_seal_loop
from careops_server.core.auth.key_request_log import run_flush_loop
from careops_server.core.cleanup import run_cleanup_loop
from careops_server.core.http.connection_limiter import ConnectionLimiter
from careops_server.core.http.protocol import TimeoutProtocol
from careops_server.core.http.sanic_types import SanicApp
from careops_server.core.observability.logs import configure_logs
from careops_server.core.rate_limits.shared_counters import open_shared_counters
from careops_server.core.realtime.new_build import announce_build
from careops_server.core.services import Services
from careops_server.processes.job_poller import run_poll_loop
from careops_server.processes.process import heartbeat, read_config


def main(arguments: list[str]) -> None:
    """Serve until a signal stops the worker."""
    line = socket.socket(fileno=int(arguments[0]))
    listener = socket.socket(fileno=int(arguments[1]))
    config = read_config()
    if config is None:
        return  # the supervisor found no database, or is gone
    settings, database_url = config
    configure_logs(level=settings.log_level)
    counters = open_shared_counters(int(arguments[2]), workers=settings.workers, worker=int(arguments[3]))
    TimeoutProtocol.limiter = ConnectionLimiter(settings, counters)
    app = create_app(settings, database_url, counters=counters)

    async def talk(app: SanicApp) -> None:
        services: Services = app.ctx.services
        also = {"abandoned_requests": abandonment.close_abandoned}
        app.ctx.heartbeat = asyncio.create_task(heartbeat(line))
        app.ctx.sealing = asyncio.create_task(run_seal_loop(services.database, settings))
        upkeep = (
            announce_build(services.database, app.ctx.build),
            run_cleanup_loop(services.database, settings, services.store, also=also),
            run_flush_loop(services.key_requests),
            run_fetch_loop(services),
            run_announcement_loop(services),
            run_poll_loop(services, line),
        )
        app.ctx.upkeep = [app.ctx.sealing, *map(asyncio.create_task, upkeep)]
        # Modules and models stay for good, so full collections need not scan them again.
        gc.collect()
        gc.freeze()

    async def stop_upkeep(app: SanicApp) -> None:
        for task in app.ctx.upkeep:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await app.ctx.sealing

    async def fall_silent(app: SanicApp) -> None:
        app.ctx.heartbeat.cancel()

    app.register_listener(talk, "after_server_start")
    app.register_listener(stop_upkeep, "before_server_stop")
    app.register_listener(fall_silent, "after_server_stop")
    app.prepare(sock=listener, single_process=True, access_log=False, motd=False, backlog=512, protocol=TimeoutProtocol)
    Sanic.serve_single(primary=app)


if __name__ == "__main__":
    main(sys.argv[1:])
