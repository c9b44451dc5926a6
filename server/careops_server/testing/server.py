"""Complete server for one browser test worker: ``python -m careops_server.testing.server``.

It has a separate PostgreSQL with demo data, and runs the real application on a free port, including jobs and the
announcements of Today. It prints one line of JSON (``url``, ``database_url``) when it is ready, and stops when its
stdin closes. Settings come from the environment as usual. ``CAREOPS_TEST_DELAY_MS`` delays each call and each answer
at random by up to that time, so that tests which rely on an order that nothing guarantees fail.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sys
import tempfile
import threading
from pathlib import Path
from typing import Final

import psycopg
from sanic import Request, Sanic

from careops_server.app import create_app
from careops_server.areas.today.announcements import run_announcement_loop
from careops_server.core.auth.key_request_log import run_flush_loop
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.feeds import DEMO
from careops_server.core.configuration.settings import Settings
from careops_server.core.http.protocol import TimeoutProtocol
from careops_server.core.http.sanic_types import SanicApp
from careops_server.core.observability.logs import configure_logs
from careops_server.processes.job_worker import Worker
from careops_server.testing.postgres import WORLD, TestPostgres

_CONSTANTS: Final = {
    "session_check_seconds": 0,
    "failures_per_address": 100_000,
    "requests_at_once": 1000,
    "hash_memory_kib": 8,
    "hash_rounds": 1,
}


def main() -> None:
    """Serve until stdin closes."""
    configure_logs()
    with tempfile.TemporaryDirectory() as folder, TestPostgres(WORLD) as postgres, socket.socket() as listener:
        database_url = postgres.new_database(WORLD)
        with psycopg.connect(driver_url(database_url)) as connection:
            # Browser tests of broadcasts send them; those of policies set their own answers.
            connection.execute("update approval_policies set enabled = false")
        settings = Settings(
            data_dir=Path(folder),
            # Tests send more requests per second than people per minute.
            reads_per_minute=10**6,
            writes_per_minute=10**6,
            anonymous_per_minute=10**6,
            people_per_hour=10**6,
            feeds=(DEMO,),
        ).model_copy(update=_CONSTANTS)
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        app = create_app(settings, postgres.served(database_url))
        line = json.dumps({"url": f"http://127.0.0.1:{listener.getsockname()[1]}", "database_url": database_url})

        async def announce(app: SanicApp) -> None:
            app.ctx.working = asyncio.create_task(Worker(app.ctx.services).run(idle_seconds=None))
            app.ctx.flushing = asyncio.create_task(run_flush_loop(app.ctx.services.key_requests))
            app.ctx.telling = asyncio.create_task(run_announcement_loop(app.ctx.services))
            print(line, flush=True)  # noqa: T201 (the command's result)

        async def stop_working(app: SanicApp) -> None:
            app.ctx.working.cancel()
            app.ctx.flushing.cancel()
            app.ctx.telling.cancel()

        if maximum := int(os.environ.get("CAREOPS_TEST_DELAY_MS", "0")):
            _delay_calls(app, maximum / 1000)
        app.register_listener(announce, "after_server_start")
        app.register_listener(stop_working, "before_server_stop")
        threading.Thread(target=_leave_with_parent, daemon=True).start()
        app.prepare(sock=listener, single_process=True, access_log=False, motd=False, protocol=TimeoutProtocol)
        Sanic.serve_single(primary=app)


def _delay_calls(app: SanicApp, seconds: float) -> None:
    async def delay(request: Request, *_: object) -> None:
        if request.path.startswith("/api/"):
            await asyncio.sleep(random.uniform(0, seconds))  # noqa: S311 (not a secret)

    app.register_middleware(delay, "request")
    app.register_middleware(delay, "response")


def _leave_with_parent() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
