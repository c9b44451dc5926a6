"""A database connection that breaks at any step of a call: the answer is 503 with Retry-After, never a fault."""

from __future__ import annotations

import os
import socket
from typing import Any

import psycopg
import pytest
from server.tests.support.call_bodies import body, caller_of
from server.tests.support.call_bodies import passwords_as_before as passwords_as_before
from server.tests.support.examples import example
from server.tests.support.stage import Stage

from careops.calls import all_calls
from careops.contract import Call
from careops_server.core.database.connection import Connection

pytestmark = pytest.mark.own

KINDS = (
    *("ReadClinic", "ListClinics", "UpdateClinic", "ApplyBatch", "PreviewChangeRequest", "CreateChangeRequest"),
    *("ApplyChangeRequest", "RetryJob", "ExportList", "SignIn"),
)
"""A read, a list, a change, a batch, a preview, a proposal, the start of a run, a job, an export and a sign-in."""
CALLS = [call for call in all_calls() if not call.route.answer.file or call.__name__ in KINDS]
MAX_STEPS = 100


class Breaker:
    """Breaks each connection before every step after the first ones: a statement, or the end of a transaction."""

    def __init__(self) -> None:
        self.steps = 0
        self.unbroken: int | None = None

    def step(self, driver: psycopg.AsyncConnection[Any]) -> None:
        """Count a step, and break its connection if it is its turn."""
        self.steps += 1
        if self.unbroken is not None and self.steps > self.unbroken and not driver.closed:
            with socket.socket(fileno=os.dup(driver.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def breaker(monkeypatch: pytest.MonkeyPatch) -> Breaker:
    breaker = Breaker()
    execute, copy_rows, leave = Connection.execute, Connection.copy_rows, psycopg.AsyncTransaction.__aexit__

    async def broken_execute(self: Connection, *values: Any, **options: Any) -> Any:
        breaker.step(self.driver)
        return await execute(self, *values, **options)

    async def broken_copy(self: Connection, *values: Any) -> None:
        breaker.step(self.driver)
        await copy_rows(self, *values)

    async def broken_leave(self: psycopg.AsyncTransaction, *error: Any) -> Any:
        breaker.step(self.connection)
        return await leave(self, *error)

    monkeypatch.setattr(Connection, "execute", broken_execute)
    monkeypatch.setattr(Connection, "copy_rows", broken_copy)
    monkeypatch.setattr(psycopg.AsyncTransaction, "__aexit__", broken_leave)
    return breaker


@pytest.mark.proves("FAULT-1.connection")
@pytest.mark.parametrize(
    "call",
    [pytest.param(call, marks=() if call.__name__ in KINDS else pytest.mark.long, id=call.__name__) for call in CALLS],
)
async def test_broken_connection_is_answered_with_503(stage: Stage, call: type[Call[Any]], breaker: Breaker) -> None:
    statuses: list[int] = []
    while 200 not in statuses:
        breaker.unbroken = None
        tokens = (await caller_of(stage, call)).tokens.load()
        assert tokens is not None
        wire = (await example(stage, call)).to_wire()
        async with stage.http(headers={"authorization": f"Bearer {tokens.auth_token}"}) as http:
            breaker.steps, breaker.unbroken = 0, len(statuses)
            answer = await http.request(
                wire.method, f"/api{wire.path}", params=dict(wire.query), **body(wire, wire.body)
            )
            breaker.unbroken = None
        statuses.append(answer.status_code)
        assert answer.status_code in (200, 503), answer.text
        assert answer.status_code == 200 or int(answer.headers["retry-after"]) >= 1
        assert len(statuses) < MAX_STEPS
    assert 503 in statuses
