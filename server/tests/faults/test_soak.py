"""Soak test: after an hour of load the server uses the same resources as at the start."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

import psutil
import pytest
from server.tests.faults.cluster import Scene
from server.tests.faults.conftest import OpenScene
from server.tests.faults.load import Traffic
from server.tests.faults.server_process import Served

MINUTES = float(os.environ.get("CAREOPS_SOAK_MINUTES", "60"))
A_SECOND = 20
SAMPLES = 120
WARM = SAMPLES // 6
"""Samples before all caches are filled and all connections were in use once."""
CONNECTIONS = 3
"""Connections per worker. A worker opens more in a minute with many concurrent requests."""
FEW = SAMPLES // 12
MAX_GROWTH = 1.05


@dataclass(frozen=True)
class Sample:
    """Resources of a server's processes: megabytes of memory; number of files and sockets."""

    megabytes: float
    files: int


def sample(served: Served) -> Sample:
    """Resources of the supervisor and its workers together."""
    processes: list[psutil.Process] = [served.supervisor, *served.workers()]
    return Sample(
        sum(process.memory_info().rss for process in processes) / 2**20,
        sum(process.num_fds() for process in processes),
    )


def samples(served: Served, seconds: float) -> Iterator[Sample]:
    """Samples at regular intervals over ``seconds``."""
    began = time.monotonic()
    for number in range(1, SAMPLES + 1):
        time.sleep(max(0.0, began + seconds * number / SAMPLES - time.monotonic()))
        yield sample(served)


@pytest.fixture(scope="module")
def worn(open_scene: OpenScene) -> Scene:
    """A server with long sessions, so that users stay signed in."""
    settings = {"CAREOPS_WORKERS": "2", "CAREOPS_POOL_SIZE": str(CONNECTIONS)}
    return open_scene({**settings, "CAREOPS_ACCESS_TOKEN_MINUTES": "1500", "CAREOPS_IDLE_MINUTES": "1500"})


@pytest.mark.proves("REL-11.memory", "REL-11.files")
@pytest.mark.long
@pytest.mark.hour
def test_hour_of_work_leaves_nothing_behind(worn: Scene) -> None:
    workers = [process.pid for process in worn.served.workers()]
    with Traffic(worn, A_SECOND).going_on() as traffic:
        taken = list(samples(worn.served, MINUTES * 60))
    before, after = taken[WARM : WARM + FEW], taken[-FEW:]
    grown = median(each.megabytes for each in after) / median(each.megabytes for each in before)
    print(f"{traffic.sent:,} requests in {traffic.seconds:,.0f} s, the slowest {traffic.slowest:.2f} s")  # noqa: T201 (measured)
    print(f"memory {[round(each.megabytes) for each in taken[::FEW]]} MB, {grown:.3f}×")  # noqa: T201 (measured)
    print(f"files {[each.files for each in taken[::FEW]]}")  # noqa: T201 (measured)

    assert traffic.refused == []
    assert traffic.sent >= 0.9 * A_SECOND * traffic.seconds
    assert [process.pid for process in worn.served.workers()] == workers, "none was lost on the way"
    assert grown <= MAX_GROWTH
    assert median(each.files for each in after) <= median(each.files for each in before)
    assert '"event":"failed"' not in worn.served.log.read_text()
