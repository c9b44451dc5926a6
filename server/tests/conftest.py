"""The server under test: real PostgreSQL, the real pipeline, each module on a database of its own."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from server.tests.stage import Stage, running_app

from careops_server.mounting import SanicApp
from careops_server.observe.logs import configure_logs
from careops_server.settings import Settings
from careops_server.testing.postgres import TestPostgres


@pytest.fixture(scope="session", autouse=True)
def _logs() -> None:
    """Lines as an installation writes them; a traceback never shows a frame's values."""
    configure_logs(json_lines=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[TestPostgres]:
    """One throwaway PostgreSQL per test process."""
    with TestPostgres() as running:
        yield running


@pytest.fixture(scope="module")
def database_url(postgres: TestPostgres) -> Iterator[str]:
    """A migrated, empty database."""
    url = postgres.new_database()
    yield url
    postgres.drop(url)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of a test: passwords cost nothing, sessions are read at every request."""
    folder: Path = tmp_path_factory.mktemp("installation")
    return Settings(
        data_dir=folder,
        console_dir=folder / "static",
        secret=secrets.token_urlsafe(48),
        hash_memory_kib=8,
        hash_rounds=1,
        session_check_seconds=0,
    )


@pytest.fixture(scope="module")
async def app(settings: Settings, database_url: str) -> AsyncIterator[SanicApp]:
    """The application, started."""
    async with running_app(settings, database_url) as running:
        yield running


@pytest.fixture(scope="module")
async def stage(app: SanicApp, settings: Settings) -> Stage:
    """Three members of staff, two modules, and ways to make more."""
    stage = Stage(app, settings)
    await stage.set()
    return stage
