"""End to end: switch 10,000 clinics from a terminal while all processes below it are killed, one at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from server.tests.faults.server_process import Served, until

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.embedded_postgres.server import LocalPostgres
from careops_server.demo import DEMO_PASSWORD, create_demo_data

MODULE = "Feedback"
ACTIVE = (
    f"select count(*) from clinic_spec_modules s join spec_modules m on m.id = s.spec_module_id"  # noqa: S608 (constants)
    f" where m.name = '{MODULE}'"
)
EVENTS = f"select count(*) from audit_events where key = 'module.activate' and after ? '{MODULE}'"  # noqa: S608 (the same)


SMALL = ("--batch", "25")
"""Small batches, so that a run is still going when it is killed."""


class Run:
    """A bulk run of the command line, and its progress."""

    def __init__(self, served: Served, folder: Path) -> None:
        self.served = served
        self.folder = folder
        self.journal = folder / "run.jsonl"
        self.process: subprocess.Popen[bytes] | None = None
        self.database_url = LocalPostgres(served.folder / "postgres").start().url

    def careops(self, *words: str, stdin: bytes = b"") -> subprocess.Popen[bytes]:
        """Start a command with its own home folder, as a user does."""
        environment = {
            **os.environ,
            "CAREOPS_URL": f"{self.served.url}/api",
            "CAREOPS_TOKENS": "file",
            "CAREOPS_CONFIG_DIR": str(self.folder / "config"),
            "CAREOPS_STATE_DIR": str(self.folder / "state"),
        }
        with (self.folder / "talk.log").open("ab") as talk:
            process = subprocess.Popen(  # noqa: S603 (our own module)
                [sys.executable, "-m", "careops_cli", *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=talk,
                env=environment,
            )
        assert process.stdin is not None
        process.stdin.write(stdin)
        process.stdin.close()
        return process

    def begin(self) -> None:
        """Activate the module for all clinics."""
        with psycopg.connect(driver_url(self.database_url)) as connection:
            ids = [str(row[0]) for row in connection.execute("select id from clinics order by id")]
        targets = self.folder / "clinics.txt"
        targets.write_text("\n".join(ids))
        self.process = self.careops(
            *("modules", "activate", MODULE, "--from", str(targets)), *("--journal", str(self.journal), "--yes", *SMALL)
        )

    def resume(self) -> None:
        """Resume the run from its journal."""
        self.process = self.careops("modules", "activate", MODULE, "--resume", str(self.journal), "--yes", *SMALL)

    def done(self) -> int:
        """Number of changes so far; 0 while the database is down."""
        try:
            return self.ask("select count(*) from audit_events where key = 'module.activate'")
        except psycopg.OperationalError:
            return 0

    def ask(self, question: str) -> int:
        """Return one number from the database."""
        with psycopg.connect(driver_url(self.database_url), connect_timeout=2) as connection:
            row = connection.execute(question.encode()).fetchone()
        assert row is not None
        return int(row[0])

    def reach(self, count: int) -> None:
        """Wait until that many changes are done; the run must still be running."""
        assert self.process is not None
        running = self.process
        until(lambda: self.done() >= count or running.poll() is not None, f"{count} changes", 180)
        assert running.poll() is None, (self.folder / "talk.log").read_text()[-2000:]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """A server with 10,000 clinics, and a signed-in command line."""
    served = Served(tmp_path / "data", {"hash_memory_kib": "8", "hash_rounds": "1"})
    served.start()
    try:
        run = Run(served, tmp_path)
        create_demo_data(run.database_url, size="district")
        sign_in = run.careops("login", "--phone", "9000000001", "--password-stdin", stdin=DEMO_PASSWORD.encode())
        assert sign_in.wait(60) == 0
        yield run
    finally:
        served.stop()


@pytest.mark.proves("SEC-56", "FAULT-18.run", "FAULT-18.once", "REL-1", "REL-8.survives", "REL-8.once")
@pytest.mark.long
def test_bulk_run_over_ten_thousand_clinics_survives_every_kill(run: Run) -> None:
    before = run.ask(ACTIVE)
    count = run.ask("select count(*) from clinics") - before
    assert count > 5_000
    step = count // 5

    run.begin()
    run.reach(step)
    assert run.process is not None
    run.process.kill()  # the command line
    run.process.wait()

    run.resume()
    run.reach(2 * step)
    run.served.workers()[0].kill()  # a worker

    run.reach(3 * step)
    run.served.supervisor.kill()  # the server, which also ends PostgreSQL
    assert run.served.process is not None
    run.served.process.wait()
    run.served.start()

    run.reach(4 * step)
    run.served.postgres().kill()  # PostgreSQL alone, without warning

    assert run.process is not None
    assert run.process.wait(300) == 0, (run.folder / "talk.log").read_text()[-2000:]
    until(run.served.ready, "ready again")
    on = run.ask(ACTIVE)
    assert on == run.ask("select count(*) from clinics")
    # Exactly one event for each changed clinic, none for the others.
    assert run.ask(EVENTS) == count
    assert run.ask("select count(distinct clinic_id) from audit_events where key = 'module.activate'") == count
    assert run.ask("select count(*) from audit_events where key = 'module.activate' and event_status = 'FAILED'") == 0
