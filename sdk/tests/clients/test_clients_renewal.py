"""``CareOps`` and ``AsyncCareOps`` refresh a session once, however many calls need it."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sdk.tests.clients.client_platform import (
    SESSION,
    STALE,
    Platform,
    async_client,
    refused,
    sync_client,
)

from careops import Forbidden, Tokens, Unauthorized


def test_fifty_threads_refresh_once(platform: Platform) -> None:
    platform.before_refresh = lambda: platform.wait_until_asked("/spec_modules", 50)
    client = sync_client(platform, tokens=STALE)
    start = threading.Barrier(50)

    def list_modules(_: int) -> int:
        start.wait(60)
        return len(client.modules.list())

    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(list_modules, range(50))) == [1] * 50
    assert platform.request_counts["/auth/refresh"] == 1
    assert client.tokens.load() == Tokens("token-2", "refresh-2", "super_admin", {"id": 1})


async def test_fifty_tasks_refresh_once(platform: Platform) -> None:
    client = async_client(platform, tokens=STALE)
    answers = await asyncio.gather(*(client.modules.list() for _ in range(50)))
    assert [len(answer) for answer in answers] == [1] * 50
    assert platform.request_counts == {"/spec_modules": 100, "/auth/refresh": 1}
    assert client.tokens.load() == Tokens("token-2", "refresh-2", "super_admin", {"id": 1})


async def test_failed_refresh_is_raised_for_every_caller(platform: Platform) -> None:
    platform.answers["/auth/refresh"] = lambda request: refused(401, "Used up")
    aclient = async_client(platform, tokens=STALE)
    answers = await asyncio.gather(*(aclient.modules.list() for _ in range(5)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [Unauthorized] * 5
    client = sync_client(platform, tokens=STALE)
    with pytest.raises(Unauthorized):
        client.modules.list()
    assert client.tokens.load() == STALE  # signing out is the caller's decision


async def test_forbidden_answer_refreshes_no_token(platform: Platform) -> None:
    platform.answers["/spec_modules"] = lambda request: refused(403, "Your account may not do this")
    with pytest.raises(Forbidden) as error:
        sync_client(platform, tokens=SESSION).modules.list()
    assert error.value.request_id == "r-1"
    with pytest.raises(Forbidden):
        await async_client(platform, tokens=SESSION).modules.list()
    assert platform.request_counts == {"/spec_modules": 2}
