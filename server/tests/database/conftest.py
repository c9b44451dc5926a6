"""A new database for each of these tests."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from careops_server.core.configuration.dsn import driver_url
from careops_server.testing.postgres import TestPostgres

Connection = psycopg.Connection[tuple[object, ...]]


@pytest.fixture
def url(postgres: TestPostgres) -> Iterator[str]:
    """A migrated database without rows."""
    database = postgres.new_database()
    yield database
    postgres.drop(database)


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    """An autocommit connection to it."""
    with psycopg.connect(driver_url(url), autocommit=True) as opened:
        yield opened


@pytest.fixture
def data_folder() -> Iterator[Path]:
    """A folder for a server, readable for other users: pytest's own folders are private to root."""
    folder = Path(tempfile.mkdtemp(prefix="careops-test-"))
    folder.chmod(0o711)
    yield folder / "postgres"
    shutil.rmtree(folder)
