"""Lists and summaries of the console come from a replica, except for users who have just changed data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
from pydantic import SecretStr, ValidationError
from server.tests.support.browsers import bearer, begun
from server.tests.support.examples import example
from server.tests.support.log_lines import read_log_lines
from server.tests.support.stage import SUPER, Stage

from careops.calls.clinics import ListClinics, ReadClinic
from careops.calls.modules import UpdateClinicSettings
from careops.contract import Call
from careops_server.core.auth.session_binding import SessionBinding
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.database.database import Database
from careops_server.core.database.engine import connector, create_pool
from careops_server.core.database.replica import MAX_SECONDS, Replica
from careops_server.routes import ROUTES

pytestmark = pytest.mark.own
BEHIND = [binding.call for binding in ROUTES if binding.allow_replica]


class Standing(Replica):
    """The same database with a read-only connection, as current as the test says."""

    def __init__(self, pool: ConnectionPool) -> None:
        super().__init__(pool, pool)
        self.is_near = True
        self.queries = 0

    def is_fresh(self) -> bool:
        self.queries += 1
        return self.is_near

    def disable(self, reason: str) -> None:
        raise AssertionError(reason)


@asynccontextmanager
async def reading_from(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Standing]:
    """The application with this replica."""
    services = stage.services
    url = services.database.pool.url
    options = {"options": "-c timezone=UTC -c default_transaction_read_only=on"}
    standing = Standing(ConnectionPool(connector(url, options), size=5))
    primary = create_pool(url, pool_size=2)
    database = Database(primary, seconds=10, replica=standing)
    configured = services.settings.model_copy(update={"database_read_url": SecretStr("postgresql://db2/careops")})
    with monkeypatch.context() as patch:
        patch.setattr(stage.app.ctx, "services", replace(services, database=database, settings=configured))
        yield standing
    await database.close()


async def ask(http: httpx.AsyncClient, call: Call[Any], headers: dict[str, str]) -> httpx.Response:
    wire = call.to_wire()
    return await http.request(wire.method, f"/api{wire.path}", params=dict(wire.query), json=wire.body, headers=headers)


def test_replica_calls_are_reads_without_versions() -> None:
    assert len(BEHIND) > 20
    assert [call.__name__ for call in BEHIND if call.route.mutates or call.route.versioned] == []


@pytest.mark.parametrize("call", BEHIND, ids=lambda call: call.__name__)
async def test_replica_calls_need_no_writes(
    stage: Stage, call: type[Call[Any]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    request = await example(stage, call)
    async with stage.http() as browser:
        headers = bearer(await begun(browser, SUPER))
        async with reading_from(stage, monkeypatch) as replica:
            answer = await ask(browser, request, headers)
    assert answer.status_code == 200, answer.text
    assert replica.queries == 1
    assert [line for line in read_log_lines(caplog) if "replica" in line["event"]] == []


async def test_recent_writers_and_scripts_read_from_the_primary(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    clinic_id = await stage.clinic()
    async with stage.http() as browser, reading_from(stage, monkeypatch) as replica:
        headers = bearer(await begun(browser, SUPER))
        assert (await ask(browser, ReadClinic(id=clinic_id), headers)).status_code == 200
        assert replica.queries == 0, "one record is read as it is now"
        assert (await ask(browser, ListClinics(), headers)).status_code == 200
        assert replica.queries == 1
        changed = await ask(browser, UpdateClinicSettings(clinic_id=clinic_id, ipd_enabled=True), headers)
        assert changed.status_code == 200
        (cookie,) = (each for each in changed.headers.get_list("set-cookie") if "-changed=" in each)
        assert f"Max-Age={round(MAX_SECONDS) + 1};" in cookie
        assert "HttpOnly" in cookie
        assert (await ask(browser, ListClinics(), headers)).status_code == 200
        assert replica.queries == 1
        program = await stage.signed_in(SUPER)
        await program.send(ListClinics())
        assert replica.queries == 1


async def test_failed_replica_is_replaced_by_the_primary(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage.http() as browser, reading_from(stage, monkeypatch) as replica:
        headers = bearer(await begun(browser, SUPER))
        replica.pool = create_pool("postgresql+psycopg://user@127.0.0.1:1/nothing")
        left: list[str] = []
        monkeypatch.setattr(replica, "disable", left.append)
        assert (await ask(browser, ListClinics(), headers)).status_code == 200
        assert len(left) == 1


def test_cookie_of_recent_changes_needs_a_replica(settings: Settings) -> None:
    browsers = SessionBinding(settings)
    name = browsers.has_changed.partition("=")[0]
    assert browsers.wrote_recently(f"other=1; {name}=1")
    assert not browsers.wrote_recently(browsers.new_cookie()[0])


def test_replica_cannot_have_a_replica() -> None:
    with pytest.raises(ValidationError, match="one host only"):
        Settings(database_read_url=SecretStr("postgresql://one,two/careops"))
