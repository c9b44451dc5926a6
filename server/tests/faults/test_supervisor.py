"""`careops serve` with killed processes: real processes, real signals, and the port is always open."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from server.tests.faults.server_process import SECONDS, Served, alive, until

from careops_server.core.observability.metrics import SHARED_MEMORY
from careops_server.processes.supervisor import listen


@pytest.fixture(scope="module")
def installation() -> Iterator[Served]:
    """A server with its embedded PostgreSQL, stopped at the end."""
    # Not below pytest's folder: another pytest process would remove the access of PostgreSQL's user.
    folder = Path(tempfile.mkdtemp(prefix="careops-supervised-"))
    folder.chmod(0o711)
    served = Served(folder / "data")
    yield served
    served.stop()
    shutil.rmtree(folder)


@pytest.fixture
def served(installation: Served) -> Served:
    """A healthy server: running, with all workers, regardless of earlier tests."""
    if not installation.running:
        installation.start()
    until(lambda: len(installation.settled_workers()) == 2 and installation.ready(), "all is well")
    return installation


@pytest.mark.proves("FAULT-14", "REL-4.port")
def test_killed_worker_is_replaced_without_failed_requests(served: Served) -> None:
    first = served.workers()
    first[0].kill()
    for _ in range(20):
        assert served.alive()
    until(lambda: len(served.settled_workers()) == 2, "a new worker")
    assert first[0] not in served.workers()


def test_each_process_is_measured_under_a_stable_name(served: Served) -> None:
    def measured() -> dict[str, set[str]]:
        processes: dict[str, set[str]] = {}
        for family in text_string_to_metric_families(httpx.get(f"{served.url}/metrics").text):
            for sample in family.samples:
                if family.name.startswith("process_") and sample.value > 0:
                    processes.setdefault(family.name, set()).add(sample.labels["process"])
        return processes

    expected = {"supervisor", "worker-0", "worker-1"}
    before = measured()
    assert {"process_resident_memory_bytes", "process_cpu_seconds", "process_open_fds"} < before.keys()
    assert all(expected <= names <= {*expected, "jobs"} for names in before.values()), before
    served.workers()[0].kill()
    until(lambda: len(served.settled_workers()) == 2 and served.ready(), "a new worker")
    assert measured()["process_open_fds"] >= expected


@pytest.mark.proves("FAULT-15", "REL-4.workers")
def test_workers_killed_together_are_replaced(served: Served) -> None:
    for worker in served.workers():
        worker.kill()
    until(served.ready, "answers again")


@pytest.mark.proves("FAULT-19.replaced", "FAULT-19.ended")
def test_frozen_worker_is_replaced(served: Served) -> None:
    frozen = served.workers()[0]
    frozen.suspend()
    until(lambda: not frozen.is_running(), "the frozen worker gone")
    until(lambda: len(served.settled_workers()) == 2, "a new worker")


@pytest.mark.proves("FAULT-5.stops", "FAULT-16.processes", "FAULT-16.start")
def test_killed_supervisor_leaves_nothing_and_the_next_start_works(served: Served) -> None:
    family = [*served.workers(), served.postgres()]
    served.supervisor.kill()
    until(lambda: not any(map(alive, family)), "all gone")
    served.stop()
    served.start()
    assert served.ready()


def test_stop_ends_everything_in_order(served: Served) -> None:
    family = [*served.workers(), served.postgres()]
    assert served.process is not None
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(SECONDS) == 0
    assert not any(process.is_running() for process in family)
    with pytest.raises(httpx.ConnectError):
        httpx.get(served.url)


@pytest.mark.proves("FAULT-3.restarted")
def test_killed_postgres_is_started_again(served: Served) -> None:
    workers, killed = served.workers(), served.postgres()
    killed.kill()
    until(lambda: not killed.is_running(), "noticed")
    assert served.alive()
    until(served.ready, "ready again")
    assert served.workers() == workers, "no worker had to be replaced"


def test_failed_start_of_postgres_is_repeated(served: Served) -> None:
    workers, killed = served.workers(), served.postgres()
    cluster = Path(killed.cwd())
    (cluster / "postgresql.conf").rename(cluster / "elsewhere.conf")
    tried = served.log.read_text().count("cannot start PostgreSQL")
    killed.kill()
    until(lambda: served.log.read_text().count("cannot start PostgreSQL") >= tried + 3, "tried more than once")
    assert not served.ready()
    (cluster / "elsewhere.conf").rename(cluster / "postgresql.conf")
    until(served.ready, "ready again")
    assert served.workers() == workers, "no worker had to be replaced"


@pytest.mark.proves("FAULT-11.metrics")
@pytest.mark.skipif(not SHARED_MEMORY.exists(), reason="requires shared memory in /dev/shm")
def test_counters_are_not_on_the_disk_of_the_data(served: Served) -> None:
    mapped = {Path(file.path) for worker in served.workers() for file in worker.memory_maps()}
    counters = {file for file in mapped if file.suffix == ".db"}
    assert {file.parent.parent for file in counters} == {SHARED_MEMORY}
    folder = next(iter(counters)).parent
    assert folder.stat().st_mode & 0o077 == 0
    served.stop()
    assert not folder.exists()


@pytest.mark.skipif(not SHARED_MEMORY.exists(), reason="requires shared memory in /dev/shm")
def test_removed_metrics_folder_is_created_again(served: Served) -> None:
    workers = served.workers()
    mapped = {Path(file.path) for worker in workers for file in worker.memory_maps()}
    folder = next(file.parent for file in mapped if file.suffix == ".db")
    shutil.rmtree(folder)
    until(lambda: len(served.settled_workers()) == 2 and not {*workers} & {*served.workers()}, "workers are new")
    assert "careops_disk_free_bytes" in httpx.get(f"{served.url}/metrics").raise_for_status().text
    assert folder.stat().st_mode & 0o077 == 0


def test_port_of_exiting_workers_can_be_reused(tmp_path: Path) -> None:
    """A server restarted right after a kill starts before the old workers have exited."""
    leaving = socket.create_server(("127.0.0.1", 0))
    port = leaving.getsockname()[1]
    threading.Timer(0.3, leaving.close).start()
    with listen("127.0.0.1", port, "CAREOPS_PORT") as listener:
        assert listener.getsockname() == ("127.0.0.1", port)


def test_port_in_use_is_reported_before_the_start(served: Served, tmp_path: Path) -> None:
    environment = {**os.environ, "CAREOPS_DATA_DIR": str(tmp_path / "second")}
    environment["CAREOPS_PORT"] = served.url.rpartition(":")[2]
    second = subprocess.run(
        [sys.executable, "-m", "careops_cli", "serve"], capture_output=True, text=True, env=environment, check=False
    )
    assert second.returncode == 1
    assert "is taken" in second.stderr
    assert not (tmp_path / "second").exists()
