"""A PostgreSQL server older than the supported ones is refused before anything is changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from careops_server.core.backup.archive import key_of
from careops_server.core.backup.create import create
from careops_server.core.backup.restore import restore
from careops_server.core.configuration.settings import Settings
from careops_server.core.database import server_version
from careops_server.core.database.migrate import migrate
from careops_server.core.database.server_version import UnsupportedPostgresError
from careops_server.core.diagnostics.database import database
from careops_server.testing.postgres import TestPostgres

pytestmark = pytest.mark.slow
KEY = key_of("33" * 32)
Use = Callable[[Settings, str, Path], object]


def run_migration(settings: Settings, url: str, folder: Path) -> object:
    return migrate(url)


def run_backup(settings: Settings, url: str, folder: Path) -> object:
    return create(settings, url, folder, KEY)


def run_restore(settings: Settings, url: str, folder: Path) -> object:
    return restore(settings, url, folder / "any.backup", KEY)


@pytest.fixture
def installation(postgres: TestPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """An installation whose PostgreSQL is too old."""
    monkeypatch.setattr(server_version, "MIN_MAJOR", 99)
    return Settings.model_validate({"data_dir": tmp_path, "database_url": postgres.new_database()})


@pytest.mark.parametrize("use", [run_migration, run_backup, run_restore])
def test_old_postgres_is_refused(installation: Settings, use: Use, tmp_path: Path) -> None:
    assert installation.database_url is not None
    with pytest.raises(UnsupportedPostgresError, match=r"PostgreSQL \d+ is too old: use PostgreSQL 99 or newer"):
        use(installation, installation.database_url.get_secret_value(), tmp_path / "backups")


def test_doctor_reports_old_postgres(installation: Settings) -> None:
    finding = next(database(installation))
    assert (finding.check, finding.state) == ("database", "fail")
    assert finding.found.endswith("use PostgreSQL 99 or newer")
