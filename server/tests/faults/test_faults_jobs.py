"""The process that does jobs: there while there are some, replaced when it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from server.tests.faults.served import Served, until

from careops_server.database.addresses import driver_url
from careops_server.database.local_postgres import LocalPostgres
from careops_server.jobs.working import UNKNOWN


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    tmp_path.chmod(0o711)  # PostgreSQL may have to run as another user
    running = Served(tmp_path / "data", {"CAREOPS_WORKERS": "1"})
    running.start()
    yield running
    running.stop()


class Queue:
    """The jobs of an installation."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.connection = psycopg.connect(
            driver_url(LocalPostgres(served.folder / "postgres").start().url), autocommit=True
        )

    def ask(self) -> int:
        """A job of a kind that nobody knows: it ends as soon as somebody looks at it."""
        row = self.connection.execute("insert into jobs (kind, parameters) values ('tests.none', '{}') returning id")
        return int(self._one(row))

    def problem(self, job_id: int) -> Any:
        """Why it failed; None before."""
        return self._one(self.connection.execute("select problem from jobs where id = %s", [job_id]))

    def processes(self) -> list[psutil.Process]:
        """Processes that do jobs."""
        return [each for each in self.served.supervisor.children() if "careops_server.jobs" in " ".join(each.cmdline())]

    def _one(self, cursor: psycopg.Cursor[Any]) -> Any:
        row = cursor.fetchone()
        assert row is not None
        return row[0]


def test_it_is_started_when_there_is_a_job_and_again_when_it_is_killed(served: Served) -> None:
    queue = Queue(served)
    with queue.connection:
        assert queue.processes() == []
        first = queue.ask()
        until(lambda: queue.problem(first) == UNKNOWN, "the job was seen")
        [process] = queue.processes()
        process.kill()
        second = queue.ask()
        until(lambda: queue.problem(second) == UNKNOWN, "the job was seen")
        [another] = queue.processes()
        assert another.pid != process.pid
    served.stop()
    assert not another.is_running()
