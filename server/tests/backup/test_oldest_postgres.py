"""Migrations, backup, restore and diagnostics on the oldest supported PostgreSQL, which runs as a separate server.

The programs that dump and restore stay those of the embedded PostgreSQL, as on a machine that runs careops.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr

from careops_server.core.audit import admin
from careops_server.core.backup.archive import key_of
from careops_server.core.backup.create import create
from careops_server.core.backup.restore import restore, verify
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.migrate import current, migrate, newest
from careops_server.core.database.server_version import MIN_MAJOR
from careops_server.core.diagnostics.database import database
from careops_server.core.embedded_postgres.server import LocalPostgres
from careops_server.testing.postgres import TestPostgres

PROGRAMS = Path(f"/usr/lib/postgresql/{MIN_MAJOR}/bin")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (PROGRAMS / "initdb").is_file(), reason=f"needs PostgreSQL {MIN_MAJOR} in {PROGRAMS}"),
]
KEY = key_of("22" * 32)


@pytest.fixture(scope="module")
def oldest() -> Iterator[LocalPostgres]:
    """A server of the oldest supported version."""
    with tempfile.TemporaryDirectory(prefix="careops-test-") as folder, pytest.MonkeyPatch.context() as patch:
        Path(folder).chmod(0o711)  # root runs PostgreSQL as another user
        postgres = LocalPostgres(Path(folder) / "postgres", settings={"fsync": "off"})
        patch.setenv("CAREOPS_PG_BIN", str(PROGRAMS))
        postgres.start()
        patch.undo()
        try:
            yield postgres
        finally:
            postgres.stop()


@pytest.fixture
def empty(oldest: LocalPostgres, request: pytest.FixtureRequest) -> str:
    """A new database of that server."""
    name = f"of_{request.function.__name__}"[:60]
    run(oldest.url_of("postgres"), f'create database "{name}"')
    return oldest.url_of(name)


def run(url: str, statement: str) -> None:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute(statement.encode())


def test_schema_and_diagnostics_are_right(oldest: LocalPostgres) -> None:
    migrate(oldest.url, server_role="careops_server")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data_dir=Path(folder), database_url=SecretStr(oldest.server_url), database_owner_url=SecretStr(oldest.url)
        )
        findings = list(database(settings))
    assert [finding for finding in findings if finding.state != "ok"] == []
    assert findings[0].found == f"PostgreSQL {MIN_MAJOR} answers"


def test_own_backup_is_restored(empty: str, oldest: LocalPostgres, tmp_path: Path) -> None:
    source = oldest.url_of("careops")
    migrate(source)
    run(source, "insert into clinics (name) select 'क्लिनिक ' || n from generate_series(1, 30) n")
    settings = Settings(data_dir=tmp_path / "data")
    admin.seal(settings, source)
    backup = create(settings, source, tmp_path / "backups", KEY)
    assert verify(settings, backup.path, KEY).faults == []
    restored = restore(Settings(data_dir=tmp_path / "restored"), empty, backup.path, KEY)
    assert restored.label.revision == current(empty) == newest()


def test_backup_of_embedded_postgres_is_restored(empty: str, postgres: TestPostgres, tmp_path: Path) -> None:
    source, settings = postgres.new_database(), Settings(data_dir=tmp_path / "data")
    run(source, "insert into audit_events (key, event_status) values ('session.sign_in', 'SUCCESS')")
    admin.seal(settings, source)
    backup = create(settings, source, tmp_path / "backups", KEY)
    elsewhere = Settings(data_dir=tmp_path / "restored")
    assert restore(elsewhere, empty, backup.path, KEY).label.revision == current(empty)
    admin.seal(elsewhere, empty)
    assert admin.check(elsewhere, empty, None).proven
    run(empty, "insert into audit_events (key, event_status) values ('session.sign_in', 'SUCCESS')")
    postgres.drop(source)
