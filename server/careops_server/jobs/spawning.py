"""The supervisor's hand on the process that does jobs: started when there are some, gone when there are none.

An installation that does nothing in the background pays no memory for it.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import structlog

from careops_server.processes import Process
from careops_server.settings import Settings

log = structlog.get_logger()
JOBS_WAIT: Final = b"j"
"""What a web worker says on its line when there are some."""
SILENCE_SECONDS: Final = 20.0
"""Longer than a lease: when it is killed for its silence, another may go on already."""
START_SECONDS: Final = 60.0
LONGEST_PAUSE: Final = 30.0


class JobProcess:
    """The one process that does jobs here, if any."""

    def __init__(self, settings: Settings, metrics_folder: Path) -> None:
        self._settings = settings
        self._metrics_folder = metrics_folder
        self._process: Process | None = None
        self._wanted = False
        self._failures = 0
        self._not_before = 0.0

    def wanted(self) -> None:
        """There is something to do."""
        self._wanted = self._settings.jobs_here

    def watch(self, database_url: str) -> None:
        """Start it when it is wanted, replace it when it is broken; to be called often."""
        if self._process is not None:
            self._look_at(self._process)
        if self._process is None and self._wanted and time.monotonic() >= self._not_before:
            self._process = Process.start("careops_server.jobs.process", metrics_folder=self._metrics_folder)
            self._process.put_to_work(self._settings, database_url)
        self._wanted = False

    def processes(self) -> list[Process]:
        """It, if it is there, for whoever ends everything."""
        return [] if self._process is None else [self._process]

    def _look_at(self, process: Process) -> None:
        if process.hear():
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
        self._not_before = time.monotonic() + (min(2.0**self._failures, LONGEST_PAUSE) if self._failures else 0)
        if code != 0:
            log.error("job process lost", pid=process.process.pid, code=code)
