"""A second kill while the first one is being repaired: the next start is ready in time and loses nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import psutil
import pytest
from server.tests.faults.cluster import Scene, Work
from server.tests.faults.embedded_installation import open_folder, whole_installation
from server.tests.faults.server_process import Served, alive, until

READY_SECONDS = 30.0
"""Longest time from the second kill to the next ready server."""
BACKENDS = ("postgres: careops_server",)
HELPERS = ("postgres: checkpointer", "postgres: walwriter", "postgres: background writer", "postgres: io worker")
DELAYS = (0, 20, 50, 100, 300, 1000, 2000)
"""Milliseconds between the two kills."""
REPETITIONS = 10


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    """A server with its embedded PostgreSQL."""
    with open_folder("double") as folder, whole_installation(folder) as scene:
        yield scene


def launched(served: Served) -> list[str]:
    """Titles of the processes that a start has launched, below the supervisor."""
    commands = []
    for child in served.supervisor.children(recursive=True):
        with suppress(psutil.Error):
            commands.append(" ".join(child.cmdline()))
    return commands


def kill_at(served: Served, phase: Callable[[Served], bool]) -> None:
    """Start a server, and kill its supervisor as soon as the start is in this phase."""
    process = served.launch()
    until(lambda: phase(served) or process.poll() is not None, "the phase of the start")
    assert process.poll() is None, f"it ended before it was killed: {served.log.read_text()[-3000:]}"
    process.kill()
    process.wait()


PHASES: dict[str, Callable[[Served], bool]] = {
    "initdb": lambda served: any("/initdb -D " in title for title in launched(served)),
    "server": lambda served: any("/postgres -D " in title for title in launched(served)),
    "roles": lambda served: (served.folder / "postgres" / "password-of-postgres").exists(),
    "migration": lambda served: any(title.startswith("postgres: postgres careops ") for title in launched(served)),
}


def titles(postgres: psutil.Process) -> dict[psutil.Process, str]:
    """The processes that this PostgreSQL started, with their titles."""
    return {child: " ".join(child.cmdline()) for child in postgres.children()}


def kill_twice(scene: Scene, victims: tuple[str, ...], turn: int, milliseconds: int) -> float:
    """Kill a process of PostgreSQL and then the supervisor. Return the seconds until the next start is ready."""
    served, postgres = scene.served, scene.served.postgres()
    family = [served.supervisor, postgres, *served.workers(), *postgres.children()]
    first = [child for child, title in titles(postgres).items() if title.startswith(victims)]
    first[turn % len(first)].kill()
    threading.Event().wait(milliseconds / 1000)
    assert served.process is not None
    served.process.kill()
    killed = time.monotonic()
    served.process.wait()
    served.start()
    until(served.ready, "the next start is ready", READY_SECONDS)
    assert not any(map(alive, family)), "nothing of the killed server is left"
    return time.monotonic() - killed


def survive(scene: Scene, victims: tuple[str, ...], turn: int, milliseconds: int) -> float:
    """Kill twice during acknowledged changes, and count them afterwards."""
    scene.sign_in()  # many turns take longer than a token lives
    with Work(scene).going_on() as work:
        until(lambda: len(work.acknowledged) >= 2, "changes are acknowledged")
        seconds = kill_twice(scene, victims, turn, milliseconds)
        work.goes_on()
    scene.reckon(work.acknowledged)
    return seconds


@pytest.mark.proves("FAULT-3.twice", "FAULT-4", "FAULT-16.start", "REL-1")
@pytest.mark.parametrize(("victims", "milliseconds"), [(BACKENDS, 50), (HELPERS, 100)], ids=["backend", "helper"])
def test_two_kills_during_recovery_lose_nothing(scene: Scene, victims: tuple[str, ...], milliseconds: int) -> None:
    assert survive(scene, victims, 0, milliseconds) <= READY_SECONDS


@pytest.mark.proves("FAULT-4", "REL-1")
@pytest.mark.long
@pytest.mark.parametrize("milliseconds", DELAYS)
def test_two_kills_at_any_delay_lose_nothing(scene: Scene, milliseconds: int) -> None:
    victims = [(BACKENDS, HELPERS)[turn % 2] for turn in range(REPETITIONS)]
    times = [survive(scene, each, turn, milliseconds) for turn, each in enumerate(victims)]
    print(f"{milliseconds} ms: {' '.join(f'{seconds:.1f}' for seconds in sorted(times))} s")  # noqa: T201 (measured)
    assert max(times) <= READY_SECONDS


@pytest.mark.proves("FAULT-4", "FAULT-16.start")
def test_first_start_killed_in_each_phase_is_completed() -> None:
    with open_folder("start") as folder:
        served = Served(folder / "data")
        for phase in PHASES.values():
            kill_at(served, phase)
        served.start()
        until(served.ready, "the fifth start is ready")
        served.stop()
