"""Kill random processes two hundred times: no acknowledged change is lost."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from random import Random
from statistics import median

import pytest
from server.tests.faults.cluster import Scene, Work
from server.tests.faults.conftest import OpenScene
from server.tests.faults.server_process import alive, until

KILLS = 200
REPLACED_SECONDS = 2.0


@pytest.fixture(scope="module")
def scene(open_scene: OpenScene) -> Scene:
    """A server with two workers."""
    return open_scene({"CAREOPS_WORKERS": "2"})


def goes_on(work: Work) -> None:
    """Wait until one more change is acknowledged."""
    done = len(work.acknowledged)
    until(lambda: len(work.acknowledged) > done, "work goes on")


def kill(scene: Scene, victim: str, random: Random) -> float | None:
    """Kill a process of this kind. Return the seconds until a killed worker is replaced."""
    if victim == "worker":
        random.choice(scene.served.workers()).kill()
        return until(lambda: len(scene.served.settled_workers()) == 2, "a new worker")
    if victim == "database":
        os.kill(scene.postgres.pid, signal.SIGKILL)
        scene.postgres.start()
    else:
        workers = scene.served.workers()
        scene.served.supervisor.kill()
        until(lambda: not any(alive(worker) for worker in workers), "its workers noticed")
        scene.served.stop()
        scene.served.start()
        until(lambda: len(scene.served.settled_workers()) == 2, "both workers")
    return None


@pytest.mark.proves("REL-1", "REL-4.replaced")
@pytest.mark.long
@pytest.mark.hour
def test_two_hundred_kills_at_any_moment_lose_nothing(scene: Scene) -> None:
    random = Random(200)  # noqa: S311 (reproducible)
    victims = [random.choice(("worker", "worker", "database", "server")) for _ in range(KILLS)]
    replaced = []
    with Work(scene).going_on() as work:
        for victim in victims:
            goes_on(work)
            threading.Event().wait(random.uniform(0, 0.4))  # at any point of the work
            if (seconds := kill(scene, victim, random)) is not None:
                replaced.append(seconds)
    print(f"{Counter(victims)}; {len(work.acknowledged):,} changes")  # noqa: T201 (measured)
    print(f"replaced in {median(replaced):.2f} s, {max(replaced):.2f} at most")  # noqa: T201 (measured)
    scene.reckon(work.acknowledged)
    assert median(replaced) <= REPLACED_SECONDS
