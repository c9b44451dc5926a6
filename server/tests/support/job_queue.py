"""Job queue of several workers."""

from __future__ import annotations

from typing import Any

import psutil
import psycopg
from server.tests.faults.server_process import Served

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.embedded_postgres.server import LocalPostgres


class Queue:
    """The job queue of an installation."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.database_url = LocalPostgres(served.folder / "postgres").start().url
        self.connection = psycopg.connect(driver_url(self.database_url), autocommit=True)

    def ask(self) -> int:
        """Add a job of an unknown kind: it fails as soon as a process claims it. Return its id."""
        row = self.connection.execute("insert into jobs (kind, parameters) values ('tests.none', '{}') returning id")
        return int(self._read_value(row))

    def problem(self, job_id: int) -> Any:
        """Why the job failed; None before."""
        return self._read_value(self.connection.execute("select problem from jobs where id = %s", [job_id]))

    def row(self, question: str, *values: object) -> tuple[Any, ...]:
        """The only row of a query."""
        row = self.connection.execute(question.encode(), values).fetchone()
        assert row is not None
        return row

    def processes(self) -> list[psutil.Process]:
        """Running job processes."""
        return [
            each
            for each in self.served.supervisor.children()
            if "careops_server.processes.job_process" in " ".join(each.cmdline())
        ]

    def _read_value(self, cursor: psycopg.Cursor[Any]) -> Any:
        row = cursor.fetchone()
        assert row is not None
        return row[0]


OWNER = "9876543210"
