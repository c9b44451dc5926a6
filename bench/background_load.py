"""Waiting time of a list during heavy work, compared with an idle server."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.load import Line, Target, request_for
from bench.report import Goal

_PEOPLE = 4
_EVERY = 0.05
"""Seconds between the requests of one user."""


@dataclass(frozen=True)
class Waits:
    """Waiting times of other users, and duration of the heavy work."""

    idle_ms: float
    busy_ms: float
    seconds: float

    def goal(self, what: str) -> Goal:
        """Goal: at most twice as long as idle."""
        ms = f"{self.busy_ms:.1f} ms"
        return Goal(f"List p99 {what}, to idle", ms, f"{self.idle_ms:.1f} ms", self.busy_ms / self.idle_ms, 2)


def elsewhere() -> None:
    """Lower the priority of this process, because its users would not run on the server's machine."""
    os.setsid()
    os.nice(19)
    with suppress(OSError):  # Linux shares processors by session first
        Path("/proc/self/autogroup").write_text("19")
    with suppress(OSError, AttributeError):  # idle priority leaves the processor to processes that wake up
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def wait_meanwhile(
    target: Target,
    works: Sequence[Callable[[], object]],
    *,
    idle_seconds: float,
    between: Callable[[], object] = lambda: None,
) -> Waits:
    """Run each work after some seconds of idling and return the p99 of the waits in both phases.

    ``between`` runs between two works, while no one sends requests, and is not measured.
    """
    usual, fork = os.sched_getscheduler(0), os.SCHED_RESET_ON_FORK
    with suppress(OSError):  # without the permission, the measuring process itself may wait sometimes
        os.sched_setscheduler(0, os.SCHED_FIFO | fork, os.sched_param(1))
    try:
        return asyncio.run(_waits(target, works, idle_seconds, between))
    finally:
        os.sched_setscheduler(0, usual, os.sched_param(0))


async def _waits(
    target: Target, works: Sequence[Callable[[], object]], idle_seconds: float, between: Callable[[], object]
) -> Waits:
    numbers = count()
    await _asked_during(target, numbers, asyncio.sleep(1))
    idle: list[float] = []
    busy: list[float] = []
    seconds = 0.0
    for work in works:
        idle += await _asked_during(target, numbers, asyncio.sleep(idle_seconds))
        began = time.perf_counter()
        busy += await _asked_during(target, numbers, asyncio.to_thread(work))
        seconds += time.perf_counter() - began
        await asyncio.to_thread(between)
    return Waits(_p99(idle), _p99(busy), seconds / len(works))


async def _asked_during(target: Target, numbers: Iterator[int], work: Coroutine[Any, Any, object]) -> list[float]:
    going = asyncio.ensure_future(work)
    rounds = await asyncio.gather(*(_ask_on(target, numbers, going, place) for place in range(_PEOPLE)))
    await going
    return [ms for times in rounds for ms in times]


async def _ask_on(target: Target, numbers: Iterator[int], going: asyncio.Future[object], place: int) -> list[float]:
    times: list[float] = []
    line = Line(target.port)
    try:
        await asyncio.sleep(place * _EVERY / _PEOPLE)
        while not going.done():
            began = time.perf_counter()
            await line.exchange(request_for(target, target.path_of(next(numbers))))
            took = time.perf_counter() - began
            times.append(took * 1000)
            await asyncio.sleep(max(0, _EVERY - took))
    finally:
        line.close()
    return times


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]
