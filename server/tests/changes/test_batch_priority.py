"""A batch yields: to requests of its worker between two slices, and to requests of other workers before it starts."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from uuid import uuid4

import pytest

from careops.calls.changes import ApplyBatch
from careops.calls.clinics import ListClinics
from careops.calls.runs import StartRun
from careops.calls.session import User
from careops.contract import Call
from careops_server.core.configuration.settings import Settings
from careops_server.core.principal import Actor, Origin
from careops_server.core.rate_limits import throttling
from careops_server.core.rate_limits.limiter import RateLimiter
from careops_server.core.rate_limits.shared_counters import create_shared_counters, open_shared_counters
from careops_server.core.rate_limits.throttling import SLICE, in_parts, in_slices, taking_turns

SOMEBODY = Actor(User.model_construct(id=7, name="Somebody"), "super_admin", uuid4())


class Clock:
    """A clock set by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000_000.0
        monkeypatch.setattr("careops_server.core.rate_limits.shared_counters.time.time", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def workers(settings: Settings) -> Iterator[list[RateLimiter]]:
    """The limits of two workers with shared counters."""
    descriptor = create_shared_counters(2)
    yield [RateLimiter(settings, open_shared_counters(descriptor, workers=2, worker=number)) for number in range(2)]
    os.close(descriptor)


def ask(limits: RateLimiter, call: type[Call[object]], *, run: bool = False) -> None:
    """Admit and finish a request of another user."""
    permit = limits.admit(call.route, SOMEBODY, Origin("request", "192.0.2.1", "pytest"), run=run)
    permit.acquire()
    permit.release()


def test_batches_run_in_parallel_without_other_requests(workers: list[RateLimiter], clock: Clock) -> None:
    for call, run in ((StartRun, False), (ApplyBatch, False), (ApplyBatch, True), (ListClinics, True)):
        ask(workers[0], call, run=run)
    assert [limits.begin_batch() for limits in workers] == [True, True]


def test_batches_run_one_at_a_time_during_other_requests(workers: list[RateLimiter], clock: Clock) -> None:
    ask(workers[1], ListClinics)
    assert [limits.begin_batch() for limits in workers] == [True, False]
    workers[0].end_batch()
    assert workers[1].begin_batch()
    clock.now += 2
    assert workers[0].begin_batch(), "nobody has asked for a while"


async def test_batch_waits_for_the_previous_one(workers: list[RateLimiter], clock: Clock) -> None:
    ask(workers[0], ListClinics)
    first, order = asyncio.Event(), list[str]()

    async def second() -> None:
        async with taking_turns(workers[1]):
            order.append("second")

    async with taking_turns(workers[0]):
        waiting = asyncio.create_task(second())
        asyncio.get_running_loop().call_soon(first.set)
        await first.wait()
        order.append("first")
    await waiting
    assert order == ["first", "second"]
    assert workers[0].begin_batch(), "both have ended"


async def test_waiting_batch_starts_after_a_limit(
    workers: list[RateLimiter], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttling, "PATIENCE_SECONDS", 0.01)
    ask(workers[0], ListClinics)
    async with taking_turns(workers[0]):
        async with taking_turns(workers[1]):
            assert not workers[0].begin_batch()
        assert not workers[1].begin_batch(), "who had not waited to the end takes nobody's turn away"


async def test_waiting_requests_run_between_two_slices() -> None:
    served: list[int] = []
    done: list[int] = []
    asyncio.get_running_loop().call_soon(lambda: served.append(len(done)))
    async for some in in_slices(range(SLICE * 2 + 1)):
        done += some
    assert done == list(range(SLICE * 2 + 1))
    assert served == [SLICE]


async def test_batches_take_half_of_the_time(
    workers: list[RateLimiter], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []

    async def fake_sleep(seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr("careops_server.core.rate_limits.throttling.asyncio.sleep", fake_sleep)
    targets = range(SLICE * 2 + 1)
    assert [chunk async for chunk in in_parts(targets, workers[0])] == [targets], "nobody else asks"
    ask(workers[1], ListClinics)
    sizes: list[int] = []
    async for chunk in in_parts(targets, workers[0]):
        sizes.append(len(chunk))
        until = time.perf_counter() + 0.002
        while time.perf_counter() < until:
            pass
    assert sizes == [SLICE, SLICE, 1]
    assert len(rests) == 2
    assert min(rests) >= 0.0019, "each rest is as long as the part before it"
    assert [chunk async for chunk in in_parts(list[int](), workers[0])] == []
