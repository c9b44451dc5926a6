"""Real server with its database, and the careops command as a separate process."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from cli.tests.bulk.process_states import wait_until


@dataclass(frozen=True)
class RealPlatform:
    """Runs commands against a server and reads its database."""

    database_url: str

    def start(self, *arguments: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        """Start a command."""
        return subprocess.Popen(  # noqa: S603 (fixed command)
            [sys.executable, "-m", "careops_cli", *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """Run a command and return exit code, stdout and stderr."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=600)
        return process.returncode, out, err

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return rows of the database."""
        with psycopg.connect(self.database_url.replace("+psycopg", "")) as connection:
            return connection.execute(query, values).fetchall()

    def having(self, module_id: int) -> set[int]:
        """Return the clinics with a module."""
        return {
            row[0]
            for row in self.rows("select clinic_id from clinic_spec_modules where spec_module_id = %s", module_id)
        }

    def events(self, key: str, module_id: int) -> Counter[int]:
        """Return the number of audited changes of a module, by clinic."""
        rows = self.rows(
            "select clinic_id, count(*) from audit_events where key = %s and event_status = 'SUCCESS'"
            " and (parameters->>'module_id')::int = %s"
            " and ip_address is distinct from '192.0.2.10' group by 1",  # the demo data's own changes
            key,
            module_id,
        )
        return Counter(dict(rows))

    @contextmanager
    def held_up_at(self, clinic_id: int) -> Iterator[None]:
        """Lock the clinic, so that a run over it cannot finish during the block."""
        with psycopg.connect(self.database_url.replace("+psycopg", "")) as connection:
            connection.execute("select from clinics where id = %s for update", [clinic_id])
            yield
            connection.rollback()

    def list_all(self) -> list[tuple[Any, ...]]:
        """Return a fingerprint of all data that a bulk command can change, except announcements of runs."""
        query = "select %s, count(*), md5(string_agg(t::text, '' order by t::text)) from"
        changes = "(select * from audit_events where key <> 'run.start')"
        tables = ("clinics", "clinic_spec_modules", "users", changes)
        return [row for table in tables for row in self.rows(f"{query} {table} t", table)]


def finished_lines(journal: Path) -> int:
    """Return the number of finished targets in a journal."""
    try:
        return journal.read_bytes().count(b'"outcome":')
    except FileNotFoundError:
        return 0


def wait_for_lines(journal: Path, lines: int, process: subprocess.Popen[str]) -> None:
    """Return as soon as a running command has finished this number of targets."""
    wait_until(lambda: finished_lines(journal) >= lines, process)
