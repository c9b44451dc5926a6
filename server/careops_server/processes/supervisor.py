"""``careops serve``: database, migrations and workers, with supervision of all of them.

The supervisor owns the listening socket and the embedded PostgreSQL. It replaces a worker that dies or falls silent,
while the other workers answer the requests in the socket's queue. It also restarts PostgreSQL; until then requests are
answered with 503. Jobs run in a separate process, which exists only while there are jobs. If the supervisor is killed,
the processes see their pipes close and exit, and PostgreSQL shuts itself down, so the port becomes free.
"""

from __future__ import annotations

import errno
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import FrameType

from careops_server.core.configuration.checks import check_production
from careops_server.core.configuration.feeds import DEMO
from careops_server.core.configuration.settings import Settings, removed_settings, unknown_settings
from careops_server.core.database.schema_revision import add_partitions
from careops_server.core.database.wait_for_database import wait_for
from careops_server.core.embedded_postgres.binaries import PostgresError
from careops_server.core.embedded_postgres.bootstrap import InstallationDatabase, installed
from careops_server.core.observability import metrics
from careops_server.core.observability.logs import configure_logs, log
from careops_server.core.rate_limits.shared_counters import create_shared_counters, wipe_column
from careops_server.processes.job_process_manager import JOBS_WAIT, JobProcess
from careops_server.processes.process import Process, terminate_all

SILENCE_SECONDS = 8.0
START_SECONDS = 60.0
"""Time for a worker to start. On a busy machine its imports alone take longer than ``SILENCE_SECONDS``."""
STOP_SECONDS = 15.0
LEAVING_SECONDS = 15.0
"""Longest wait for the workers of a killed supervisor, which hold the port until they have finished. It is longer than
they need on a loaded machine.
"""
MAX_PAUSE = 5.0
MAX_FAILED_STARTS = 5
"""If no worker has ever run, the installation is broken, and the supervisor gives up after this number of starts. Once
one has run, it restarts workers without limit.
"""


class PortTakenError(Exception):
    """Another process listens on the port."""


def serve(settings: Settings, *, demo: bool = False, on_ready: Callable[[str], None] | None = None) -> int:
    """Run until a signal stops the server. Return the process's exit code.

    ``demo`` creates demo data in a database without clinics, and adds new parts to older demo data. If no feed is
    configured, it uses the demo feed. ``on_ready`` gets the address once requests are answered.

    Raises ``WeakSettingsError`` before anything starts, ``DatabaseAwayError`` if an external PostgreSQL cannot be
    reached in time, ``NewerDatabaseError``, and ``DemoDataError`` in production before a request is answered.
    """
    check_production(settings, demo=demo)
    if demo and not settings.feeds:
        settings = settings.model_copy(update={"feeds": (DEMO,)})
    configure_logs(level=settings.log_level)
    log_unused_settings()
    supervisor = Supervisor(settings, listen(settings.host, settings.port, "CAREOPS_PORT"), on_ready)
    try:
        supervisor.prepare()  # the workers' imports take as long as PostgreSQL's start, so they run in parallel
        with installed(settings) as database:
            if database.postgres is None:
                wait_for(database.owner_url, seconds=settings.database_wait_seconds)
            # Imported here, because modules stay in memory while the server runs, and most starts do not need them.
            if not add_partitions(database.owner_url, server_role=database.server_role):
                from careops_server.core.database.migrate import migrate

                migrate(database.owner_url, server_role=database.server_role)
            if settings.environment == "production":
                from careops_server.core.diagnostics.demo_rows import check_no_demo_data

                check_no_demo_data(database.owner_url)
            if demo:
                _create_demo_data(database.owner_url, settings)
            return supervisor.run(database)
    finally:
        supervisor.end_workers()


def log_unused_settings() -> None:
    """Log a warning for each unknown variable of the environment, and for each removed setting."""
    for name, nearest in unknown_settings(os.environ).items():
        log.warning("unknown setting", name=name, perhaps=nearest)
    for name, removed in removed_settings(os.environ).items():
        log.warning("removed setting", name=name, replacement=removed.replacement, since=removed.release)


def _create_demo_data(url: str, settings: Settings) -> None:
    """Create the demo data. Later starts keep it and add new parts."""
    from careops.errors import Unavailable
    from careops_server.demo import (
        DemoDataExistsError,
        NoDemoDataError,
        add_certificates,
        create_demo_data,
        extend_demo_data,
    )

    try:
        create_demo_data(url, size="demo")
    except DemoDataExistsError:
        with suppress(NoDemoDataError):
            extend_demo_data(url)
    try:
        add_certificates(url, settings)
    except Unavailable as error:  # the next start tries again
        log.warning("demo certificates not created", reason=str(error))


def listen(host: str, port: int, setting: str) -> socket.socket:
    """Return a listening socket; port 0 takes any free one. Raises ``PortTakenError``, which names the setting.

    Waits for a port that the workers of an earlier server still hold.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    until = time.monotonic() + LEAVING_SECONDS
    while (error := _try_bind(listener, host, port)) is not None:
        if error.errno != errno.EADDRINUSE or time.monotonic() >= until:
            listener.close()
            raise PortTakenError(
                f"Port {port} on {host} is taken ({error.strerror}). "
                f"Stop what listens there, or choose another: {setting}={min(port + 1, 65535)}"
            )
        time.sleep(0.05)  # there is no notification when a port becomes free
    listener.listen(512)
    return listener


def _try_bind(listener: socket.socket, host: str, port: int) -> OSError | None:
    """Return the error of binding the address, None on success."""
    try:
        listener.bind((host, port))
    except OSError as error:
        return error
    return None


@dataclass
class Supervisor:
    """Keeps ``settings.workers`` workers running."""

    settings: Settings
    listener: socket.socket
    on_ready: Callable[[str], None] | None
    workers: dict[int, Process] = field(default_factory=dict)
    stopping: bool = False
    failures: int = 0
    announced: bool = False
    exit_code: int = 0
    counters: int = -1
    """File descriptor of the shared counters."""
    heal_at: float = 0.0
    heal_failures: int = 0

    @cached_property
    def metrics_folder(self) -> Path:
        """Folder of the workers' metrics."""
        return metrics.folder_for(self.settings.data_dir)

    @cached_property
    def jobs(self) -> JobProcess:
        """Process that runs jobs, while there are any."""
        return JobProcess(self.settings, self.metrics_folder)

    def prepare(self) -> None:
        """Start the workers. They wait for the database URL."""
        metrics.wipe(self.metrics_folder)
        self.counters = create_shared_counters(self.settings.workers)
        for number in range(self.settings.workers):
            self.workers[number] = self._spawn(number)

    def run(self, database: InstallationDatabase) -> int:
        """Send the workers their settings, and supervise them until a signal stops the server."""
        before = {s: signal.signal(s, self._stop) for s in (signal.SIGTERM, signal.SIGINT)}
        try:
            for worker in self.workers.values():
                worker.send_config(self.settings, database.url)
            while not self.stopping:
                self._watch(database)
            return self.exit_code
        finally:
            self.end_workers()  # before the database is stopped
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _spawn(self, number: int) -> Process:
        inherited = (self.listener.fileno(), self.counters)
        return Process.start(
            "careops_server.processes.worker", *inherited, number=number, metrics_folder=self.metrics_folder
        )

    def _watch(self, database: InstallationDatabase) -> None:
        lines = {worker.line: worker for worker in self.workers.values()}
        readable, _, _ = select.select(list(lines), [], [], 0.25)
        for line in readable:
            self._hear(lines[line])
        for worker in list(self.workers.values()):
            if worker.process.poll() is not None:
                self._replace(worker, database, f"ended with {worker.process.returncode}")
            elif worker.silent_for(SILENCE_SECONDS if worker.ready else START_SECONDS):
                worker.process.kill()
                worker.process.wait()
                self._replace(worker, database, "fell silent")
        self.jobs.watch(database.url)
        self._heal(database)
        self._restore_metrics()

    def _restore_metrics(self) -> None:
        """Restart the workers if another program removed the folder of their metrics.

        They hold its deleted files open, and would count where nobody reads. systemd, for example, removes the shared
        memory of an account with RemoveIPC.
        """
        if self.stopping or self.metrics_folder.is_dir():
            return
        log.error("metrics folder missing, restarting workers", folder=str(self.metrics_folder))
        self.metrics_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for worker in self.workers.values():
            worker.process.terminate()

    def _heal(self, database: InstallationDatabase) -> None:
        if self.stopping or time.monotonic() < self.heal_at:
            return
        try:
            if database.restart_if_dead():
                log.error("PostgreSQL stopped, restarting")
            self.heal_failures = 0
        except PostgresError as error:
            # For example a full disk. It may recover later, and until then requests are answered with 503.
            self.heal_failures += 1
            self.heal_at = time.monotonic() + min(0.5 * 2**self.heal_failures, MAX_PAUSE)
            log.error("cannot start PostgreSQL", reason=str(error))

    def _hear(self, worker: Process) -> None:
        message = worker.poll_messages()
        if not message:
            # The socket closes before the process ends; poll() detects the end.
            select.select([], [], [], 0.02)
            return
        if JOBS_WAIT in message:
            self.jobs.request()
        if not worker.ready:
            worker.ready = True
            self.failures = 0
            log.info("worker ready", worker=worker.number, pid=worker.process.pid)
        if not self.announced and all(w.ready for w in self.workers.values()):
            self.announced = True
            if self.on_ready:
                self.on_ready(self._address())

    def _replace(self, worker: Process, database: InstallationDatabase, reason: str) -> None:
        log.error("worker lost", worker=worker.number, pid=worker.process.pid, reason=reason)
        worker.line.close()
        wipe_column(self.counters, worker.number)
        if not worker.ready:
            # The worker never started. Growing pauses keep a broken start from using up the machine.
            self.failures += 1
            if self.failures >= MAX_FAILED_STARTS and not self.announced:
                log.error("no worker can start")
                self.stopping, self.exit_code = True, 1
                return
            select.select([], [], [], min(0.1 * 2**self.failures, MAX_PAUSE))
        if not self.stopping:
            fresh = self.workers[worker.number] = self._spawn(worker.number)
            fresh.send_config(self.settings, database.url)

    def end_workers(self) -> None:
        """Stop all processes."""
        self.listener.close()
        terminate_all([*self.workers.values(), *self.jobs.processes()], seconds=STOP_SECONDS)
        metrics.remove(self.metrics_folder)

    def _address(self) -> str:
        host, port = self.listener.getsockname()[:2]
        return f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"  # noqa: S104 (compared)


def main() -> int:
    """Serve with the settings of the environment."""
    return serve(Settings())


if __name__ == "__main__":
    sys.exit(main())
