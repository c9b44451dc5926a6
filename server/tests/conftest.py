"""The server under test: real PostgreSQL and request pipeline, with a separate database per module."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from server.tests.support.examples import explain_not_found
from server.tests.support.live_server import Live, live_server
from server.tests.support.stage import UNLIMITED, Stage, running_app
from sqlalchemy import TextClause

from careops import AsyncCareOps, NotFound, Retries
from careops_server.core.configuration.feeds import DEMO
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.http.sanic_types import SanicApp
from careops_server.core.observability.logs import configure_logs
from careops_server.testing.postgres import TestPostgres


@pytest.fixture(scope="session", autouse=True)
def _logs() -> None:
    """Logs in production format; a traceback never contains the values of a frame."""
    configure_logs(json_lines=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[TestPostgres]:
    """One temporary PostgreSQL per test process."""
    with TestPostgres() as running:
        yield running


@pytest.fixture(scope="session")
def live() -> Iterator[Live]:
    """One server on a real socket per test process."""
    with live_server() as running:
        yield running


@pytest.fixture(scope="module")
def database_url(postgres: TestPostgres, mode: str) -> Iterator[str]:
    """A migrated, empty database for each mode."""
    url = postgres.new_database()
    yield url
    postgres.drop(url)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of a test: hashing a password is cheap, and every request reads its session."""
    folder: Path = tmp_path_factory.mktemp("installation")
    return Settings(data_dir=folder, secret=SecretStr(secrets.token_urlsafe(48)), feeds=(DEMO,)).model_copy(
        update={
            **UNLIMITED,
            "console_dir": folder / "static",
            "documentation_dir": folder / "documentation",
            "hash_memory_kib": 8,
            "hash_rounds": 1,
            "session_check_seconds": 0,
            "job_answer_seconds": 0,
        }
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test of documented calls twice: on our own database, and as a gateway (not with ``--fast``)."""
    if "mode" in metafunc.fixturenames:
        own_only = metafunc.definition.get_closest_marker("own") is not None or metafunc.config.getoption("fast")
        metafunc.parametrize("mode", ["own"] if own_only else ["own", "gateway"], scope="module")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
    """Add the probable cause to the failure of a call that a gateway answers with 404."""
    try:
        return (yield)
    except Exception as error:
        call, stage = (pyfuncitem.funcargs.get(name) for name in ("call", "stage"))
        is_not_found = isinstance(error, NotFound) or (isinstance(error, AssertionError) and "404" in str(error))
        if is_not_found and isinstance(call, type) and isinstance(stage, Stage):
            cause = explain_not_found(stage, call)
            if cause is not None:
                error.add_note(cause)
        raise


@pytest.fixture(scope="module")
async def app(settings: Settings, postgres: TestPostgres, database_url: str) -> AsyncIterator[SanicApp]:
    """The started application on its own database. Like an installation, it uses a role that owns nothing."""
    async with running_app(settings, postgres.served(database_url)) as running:
        yield running


@pytest.fixture(scope="module")
async def stage(
    mode: str, app: SanicApp, settings: Settings, postgres: TestPostgres, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Stage]:
    """Three members of staff, two modules, and methods to create more.

    As a gateway, the application under test forwards calls to another application.
    """
    if mode == "own":
        stage = Stage(app, app, settings)
        await stage.set()
        yield stage
        return
    url = postgres.new_database()
    behind = AsyncCareOps(
        "http://behind/api", retries=Retries(attempts=1), transport=httpx.ASGITransport(app, raise_app_exceptions=False)
    )
    front_settings = settings.model_copy(update={"data_dir": tmp_path_factory.mktemp("gateway")})
    async with running_app(front_settings, postgres.served(url), upstream=behind) as front:
        stage = Stage(front, app, front_settings)
        await stage.set()
        yield stage
    postgres.drop(url)


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Statements that the server runs during the test."""
    execute, recorded = Connection.execute, list[str]()

    async def record(connection: Connection, statement: TextClause, *values: Any, **options: Any) -> Any:
        recorded.append(str(statement))
        return await execute(connection, statement, *values, **options)

    monkeypatch.setattr(Connection, "execute", record)
    return recorded
