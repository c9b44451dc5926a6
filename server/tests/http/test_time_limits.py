"""Time limits of the server: ``work_seconds`` of the route for each kind of request, over a real connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from sdk.tests.shape_calls import SLOW, CountThings
from server.tests.http.socket_app import Things, on_a_socket, travelling_app
from server.tests.support.stage import CARE, Stage

from careops.contract import Call, Empty
from careops_server.core.http import protocol
from careops_server.core.http.protocol import TimeoutProtocol

pytestmark = pytest.mark.own


@pytest.fixture
async def limited(stage: Stage, database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server whose usual time limit passes while a handler works. The handler waits for three checks of
    the limit, unless it is cancelled.
    """
    things, checks, works = Things(), asyncio.Semaphore(0), asyncio.Event()

    class ShortenedProtocol(TimeoutProtocol):
        def check_timeouts(self) -> None:
            if works.is_set():
                self.response_timeout = 0.001
            super().check_timeouts()
            if works.is_set():
                checks.release()

    async def work() -> None:
        works.set()
        for _ in range(3):
            await checks.acquire()

    things.work = work
    monkeypatch.setattr("server.tests.http.socket_app.TimeoutProtocol", ShortenedProtocol)
    monkeypatch.setattr(protocol, "LOOK_SECONDS", 0.01)
    headers = await stage.bearer(CARE)
    async with (
        travelling_app(stage.settings, database_url, things) as app,
        on_a_socket(app) as (host, port),
        httpx.AsyncClient(base_url=f"http://{host}:{port}/api", headers=headers) as client,
    ):
        yield client


async def send(client: httpx.AsyncClient, call: type[Call[Empty]]) -> httpx.Response:
    body: dict[str, Any] = {"json": {"kind": "all"}} if call.route.has_body else {}
    return await client.request(call.route.method, call.route.path, **body)


@pytest.mark.parametrize("call", SLOW, ids=lambda call: call.__name__)
async def test_work_seconds_of_a_route_replace_the_usual_limit(
    limited: httpx.AsyncClient, call: type[Call[Empty]]
) -> None:
    answer = await send(limited, call)
    assert answer.status_code == 200, answer.text


async def test_work_beyond_the_usual_limit_is_answered_with_503(limited: httpx.AsyncClient) -> None:
    answer = await send(limited, CountThings)
    assert answer.status_code == 503, answer.text
