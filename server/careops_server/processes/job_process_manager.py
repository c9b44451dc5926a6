"""Supervision of the job process, which runs only while there are jobs.

An installation without background work needs no memory for it.
"""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Final

from careops_server.core.configuration.settings import Settings
from careops_server.core.observability.logs import log
from careops_server.processes.process import Process

JOBS_WAIT: Final = b"j"
"""Message of a web worker if there are jobs."""
SILENCE_SECONDS: Final = 20.0
"""Longer than a lease, so that another process can take the job over when this one is killed."""
START_SECONDS: Final = 60.0
MAX_PAUSE: Final = 30.0


class JobProcess:
    """The job process of this supervisor, if it runs."""

    def __init__(self, settings: Settings, metrics_folder: Path) -> None:
        self._settings = settings
        self._metrics_folder = metrics_folder
        self._process: Process | None = None
        self._enabled = False
        self._failures = 0
        self._not_before = 0.0
        self._id = secrets.randbits(62)
        """Id of this supervisor in the claims of its job process."""

    def request(self) -> None:
        """Request a job process, because there are jobs."""
        self._enabled = self._settings.jobs_here

    def watch(self, database_url: str) -> None:
        """Start the process if requested, and replace a broken one. Call it often."""
        if self._process is not None:
            self._look_at(self._process)
        if self._process is None and self._enabled and time.monotonic() >= self._not_before:
            self._process = Process.start(
                "careops_server.processes.job_process", number=self._id, metrics_folder=self._metrics_folder
            )
            self._process.send_config(self._settings, database_url)
        self._enabled = False

    def processes(self) -> list[Process]:
        """Return the process, if it runs, for the shutdown."""
        return [] if self._process is None else [self._process]

    def _look_at(self, process: Process) -> None:
        if process.poll_messages():
            process.ready = True
        code = process.process.poll()
        if code is None and process.silent_for(SILENCE_SECONDS if process.ready else START_SECONDS):
            process.process.kill()
            code = process.process.wait()
        if code is None:
            return
        process.line.close()
        self._process = None
        self._failures = 0 if code == 0 or process.ready else self._failures + 1
        self._not_before = time.monotonic() + (min(2.0**self._failures, MAX_PAUSE) if self._failures else 0)
        if code != 0:
            log.error("job process lost", pid=process.process.pid, code=code)
            self.request()  # the next one ends the leases of this one, and resumes its jobs
