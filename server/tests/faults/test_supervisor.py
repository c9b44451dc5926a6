"""`careops serve` under fire: real processes, real kills, and the port is never dead."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest

SECONDS = 20.0


def until(condition: Callable[[], object], what: str, seconds: float = SECONDS) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"{what}: not within {seconds} s"
        time.sleep(0.02)


class Served:
    """A `careops serve` of one's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        """Start it and wait until it answers."""
        environment = {
            **os.environ,
            "CAREOPS_DATA_DIR": str(self.folder),
            "CAREOPS_PORT": self.url.rpartition(":")[2] or "0",
        }
        script = (
            "import sys; from careops_server.serve import serve; from careops_server.settings import Settings;"
            "sys.exit(serve(Settings(), on_ready=lambda url: print(url, flush=True)))"
        )
        self.process = subprocess.Popen(  # noqa: S603 (our own interpreter and script)
            [sys.executable, "-c", script],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:")

    @property
    def supervisor(self) -> psutil.Process:
        assert self.process is not None
        return psutil.Process(self.process.pid)

    def workers(self) -> list[psutil.Process]:
        """The worker processes."""
        return [child for child in self.supervisor.children() if "careops_server.worker" in " ".join(child.cmdline())]

    def postgres(self) -> psutil.Process:
        """The embedded PostgreSQL."""
        return next(child for child in self.supervisor.children() if "postgres" in child.name())

    def alive(self) -> bool:
        """Whether a request is answered at once."""
        try:
            return httpx.get(f"{self.url}/live", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    def ready(self) -> bool:
        """Whether everything behind it is right, too."""
        try:
            return httpx.get(f"{self.url}/ready", timeout=4).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        """Stop whatever still runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(SECONDS)
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server that runs."""
    tmp_path.chmod(0o711)
    for parent in tmp_path.parents:
        if parent != Path("/tmp") and parent.is_relative_to("/tmp"):  # noqa: S108 (pytest's own folder, made passable)
            parent.chmod(0o711)
    served = Served(tmp_path / "data")
    served.start()
    yield served
    served.stop()


def test_a_killed_worker_is_replaced_and_nobody_notices(served: Served) -> None:
    first = served.workers()
    assert len(first) == 2
    first[0].kill()
    for _ in range(20):
        assert served.alive()
    until(lambda: len(served.workers()) == 2 and first[0] not in served.workers(), "a new worker")


def test_all_workers_killed_come_back(served: Served) -> None:
    for worker in served.workers():
        worker.kill()
    until(served.ready, "answers again", 10)


def test_a_frozen_worker_is_replaced(served: Served) -> None:
    frozen = served.workers()[0]
    frozen.suspend()
    until(lambda: not frozen.is_running(), "the frozen worker gone", 30)
    until(lambda: len(served.workers()) == 2, "a new worker")


def test_a_killed_supervisor_leaves_nothing_and_the_next_start_works(served: Served) -> None:
    family = [*served.workers(), served.postgres()]
    served.supervisor.kill()
    until(lambda: not any(p.is_running() and p.status() != psutil.STATUS_ZOMBIE for p in family), "all gone", 10)
    served.stop()
    served.start()
    assert served.ready()


def test_a_stop_ends_everything_in_order(served: Served) -> None:
    family = [*served.workers(), served.postgres()]
    assert served.process is not None
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(SECONDS) == 0
    assert not any(process.is_running() for process in family)
    with pytest.raises(httpx.ConnectError):
        httpx.get(served.url)


def test_a_killed_postgres_is_healed_by_the_next_start(served: Served) -> None:
    served.postgres().kill()
    until(lambda: not served.ready(), "not ready")
    assert served.alive()
    served.stop()
    served.start()
    assert served.ready()


def test_a_taken_port_is_said_before_anything_starts(served: Served, tmp_path: Path) -> None:
    environment = {**os.environ, "CAREOPS_DATA_DIR": str(tmp_path / "second")}
    environment["CAREOPS_PORT"] = served.url.rpartition(":")[2]
    second = subprocess.run(
        [sys.executable, "-m", "careops_cli", "serve"], capture_output=True, text=True, env=environment, check=False
    )
    assert second.returncode == 1
    assert "is taken" in second.stderr
    assert not (tmp_path / "second").exists()
