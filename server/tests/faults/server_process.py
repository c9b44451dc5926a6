"""A real `careops serve` for fault tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import httpx
import psutil

_SCRIPT = """
import json, sys
from careops_server.core.configuration.settings import Settings
from careops_server.processes.supervisor import serve
settings = Settings().model_copy(update=json.loads(sys.argv[1]))
sys.exit(serve(settings, on_ready=lambda url: print(url, flush=True)))
"""
_WORKER = "careops_server.processes.worker"
SECONDS = 180.0
"""Time limit in seconds for waits without a specified limit, because busy machines are slow."""


def until(condition: Callable[[], object], what: str, seconds: float = SECONDS) -> float:
    """Wait until a condition is true. Return the seconds it took."""
    start = time.monotonic()
    while not condition():
        assert time.monotonic() < start + seconds, f"{what}: not within {seconds} s"
        time.sleep(0.02)
    return time.monotonic() - start


class Served:
    """A `careops serve` process with additional settings, logging to ``log``. Names in lower case are constants."""

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.settings = dict(settings or {})
        self.log = folder.with_name(f"{folder.name}.log")
        self.process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        """Start it and wait until it answers."""
        process = self.launch()
        assert process.stdout is not None
        self.url = process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:"), self.log.read_text()[-3000:]

    def launch(self) -> subprocess.Popen[str]:
        """Start the process, and return it without waiting."""
        environment = {
            **os.environ,
            "CAREOPS_DATA_DIR": str(self.folder),
            "CAREOPS_PORT": self.url.rpartition(":")[2] or "0",
            **self.settings,
        }
        constants = {name: json.loads(value) for name, value in self.settings.items() if name.islower()}
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()
        command = [sys.executable, "-c", _SCRIPT, json.dumps(constants)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own interpreter and script)
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment
            )
        return self.process

    @property
    def supervisor(self) -> psutil.Process:
        assert self.process is not None
        return psutil.Process(self.process.pid)

    def workers(self) -> list[psutil.Process]:
        """The worker processes."""
        return [child for child in self.supervisor.children() if _WORKER in _command(child)]

    def settled_workers(self) -> list[psutil.Process]:
        """Return the worker processes that have reported that they accept requests."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines() if '"worker ready"' in line]
        ready = {line["pid"] for line in lines}
        return [worker for worker in self.workers() if worker.pid in ready]

    def postgres(self) -> psutil.Process:
        """The embedded PostgreSQL."""
        return next(child for child in self.supervisor.children() if "postgres" in child.name())

    def alive(self) -> bool:
        """Return True if the server answers a request."""
        try:
            return httpx.get(f"{self.url}/live", timeout=10).status_code == 200
        except httpx.TransportError:
            return False

    def ready(self) -> bool:
        """Return True if the server and its dependencies are ready."""
        try:
            return httpx.get(f"{self.url}/ready", timeout=10).status_code == 200
        except httpx.TransportError:
            return False

    @property
    def running(self) -> bool:
        """Return True if the process was started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """Stop all remaining processes."""
        if self.process is not None and self.running:
            self.process.terminate()
            self.process.wait(SECONDS)
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()


def alive(process: psutil.Process) -> bool:
    """Return True if a process still runs."""
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def _command(process: psutil.Process) -> str:
    """Return the command line of a process; empty if it has just ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""
