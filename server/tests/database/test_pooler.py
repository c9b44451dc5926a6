"""A connection pooler between careops and PostgreSQL is named as the cause, with the setting to change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.errors import DuplicatePreparedStatement, InvalidSqlStatementName

from careops_cli.framework.errors import CONFIGURATION, CliError
from careops_cli.local_installation import failures_explained
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.pooler import ADVICE, PoolerError, check_direct
from careops_server.core.database.wait_for_database import wait_for
from careops_server.core.diagnostics import queries
from careops_server.core.diagnostics.database import database
from careops_server.core.diagnostics.result import Finding
from careops_server.testing.postgres import TestPostgres

REFUSED = (
    'connection failed: connection to server at "127.0.0.1", port 6432 failed: '
    "FATAL:  unsupported startup parameter: options"
)
MIXED = [
    DuplicatePreparedStatement('prepared statement "_pg3_1" already exists'),
    InvalidSqlStatementName('prepared statement "_pg3_0" does not exist'),
]
connect = psycopg.connect


def connect_without_options(url: str, *, options: str = "", **arguments: Any) -> object:
    """Connect like PgBouncer with ``ignore_startup_parameters = options``."""
    return connect(url, **arguments)


def connect_through_pgbouncer(url: str, *, options: str = "", **arguments: Any) -> object:
    """Connect like PgBouncer by default."""
    if options:
        raise psycopg.OperationalError(REFUSED)
    return connect(url, **arguments)


@pytest.fixture(scope="module")
def url(postgres: TestPostgres) -> str:
    """A migrated, empty database."""
    return postgres.new_database()


def diagnose(url: str, folder: Path) -> list[Finding]:
    """Return the findings of ``careops doctor`` about a database."""
    return list(database(Settings.model_validate({"data_dir": folder, "database_url": url})))


def test_direct_connection_passes(url: str) -> None:
    check_direct(url)


@pytest.mark.parametrize(
    ("pooler", "reason"),
    [(connect_without_options, "drops the options"), (connect_through_pgbouncer, "parameter: options")],
)
def test_pooler_is_named_at_start_and_by_doctor(
    url: str, pooler: Callable[..., object], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psycopg, "connect", pooler)
    with pytest.raises(PoolerError, match=f"A connection pooler answers.*{reason}"):
        wait_for(url, seconds=20)
    (finding,) = diagnose(url, tmp_path)
    assert (finding.check, finding.state, finding.advice) == ("database", "fail", ADVICE)
    with pytest.raises(CliError) as refusal, failures_explained():
        wait_for(url, seconds=20)
    assert (refusal.value.code, refusal.value.next_step) == (CONFIGURATION, ADVICE)


@pytest.mark.parametrize("error", MIXED, ids=lambda error: type(error).__name__)
def test_mixed_prepared_statements_are_a_pooler(
    url: str, error: psycopg.Error, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: object) -> bool:
        raise error

    monkeypatch.setattr(queries, "has_trigrams", fail)
    assert diagnose(url, tmp_path)[-1].advice == ADVICE
