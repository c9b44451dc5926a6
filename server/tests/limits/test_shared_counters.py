"""Shared counters of all workers, in shared memory."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from careops_server.core.rate_limits.shared_counters import (
    SharedCounters,
    create_shared_counters,
    open_shared_counters,
    wipe_column,
)

MINUTE = 60.0


class Clock:
    """A clock set by the test; it starts at the beginning of a minute."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 28_000_000 * MINUTE
        monkeypatch.setattr("careops_server.core.rate_limits.shared_counters.time.time", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def boards() -> Iterator[list[SharedCounters]]:
    """The shared memory, as each of three workers maps it."""
    descriptor = create_shared_counters(3)
    yield [open_shared_counters(descriptor, workers=3, worker=number) for number in range(3)]
    os.close(descriptor)


def test_counters_are_shared_by_all_workers(boards: list[SharedCounters], clock: Clock) -> None:
    tallies = [counters.window(0, seconds=MINUTE) for counters in boards]
    for number in range(10):
        assert tallies[number % 3].acquire("user:7", 10).wait(10) == 0
    assert [tally.used("user:7").total for tally in tallies] == [10, 10, 10]
    assert all(tally.acquire("user:7", 10).wait(10) > 0 for tally in tallies)
    assert tallies[0].used("user:8").total == 0
    assert boards[0].window(1, seconds=MINUTE).used("user:7").total == 0


def test_window_slides(boards: list[SharedCounters], clock: Clock) -> None:
    tally = boards[0].window(0, seconds=MINUTE)
    clock.now += 50
    tally.add("user:7", 60)
    clock.now += 40
    assert tally.used("user:7").total == pytest.approx(30), "half of the minute before is inside still"
    clock.now += 30
    assert tally.used("user:7").total == 0


def test_wait_ends_when_reported(boards: list[SharedCounters], clock: Clock) -> None:
    tally = boards[0].window(0, seconds=MINUTE)
    for begins, limit in [(0, 80), (30, 80), (59, 80), (0, 1), (45, 1), (10, 600)]:
        clock.now += 600 + begins
        while not (wait := tally.acquire("user:7", limit).wait(limit)):
            pass
        clock.now += 0.95 * wait
        assert tally.used("user:7").wait(limit) > 0
        clock.now += 0.06 * wait
        assert tally.used("user:7").wait(limit) == 0
        clock.now -= clock.now % MINUTE


def test_refused_requests_are_not_counted(boards: list[SharedCounters], clock: Clock) -> None:
    tally = boards[0].window(0, seconds=MINUTE)
    for _ in range(1000):
        tally.acquire("user:7", 5)
    assert tally.used("user:7").total == 5


def test_requests_in_flight_are_counted_over_all_workers(boards: list[SharedCounters]) -> None:
    first, second = boards[0].members(0), boards[1].members(0)
    assert [first.acquire("a", 3), second.acquire("a", 3), first.acquire("a", 3), second.acquire("a", 3)] == [
        True,
        True,
        True,
        False,
    ]
    second.release("a")
    assert first.acquire("a", 3)
    assert not second.acquire("a", 3)


def test_lost_worker_has_no_requests_in_flight() -> None:
    descriptor = create_shared_counters(2)
    present, lost = (open_shared_counters(descriptor, workers=2, worker=number).members(0) for number in range(2))
    assert lost.acquire("a", 2)
    assert present.acquire("a", 2)
    wipe_column(descriptor, 1)
    assert present.acquire("a", 2)
    assert not present.acquire("a", 2)
    os.close(descriptor)
