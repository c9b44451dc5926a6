"""Prometheus metrics, summed over all workers.

Names begin with ``careops_``. ``http_*`` and ``process_*`` are the names that other exporters and dashboards use
(decision 371).

The supervisor imports this module to manage the folder, so heavy imports are where the metrics are counted.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import stat
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import ClassVar, Final

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from careops_server.core.observability.process_metrics import BuildCollector, supervised

# prometheus_client chooses between single-process and multi-process mode at import: `careops serve` sets the folder
# before.
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108 (a private folder below it)
ROOM_BYTES: Final = 16 * 2**20
WRITTEN_SECONDS: Final = 0.5
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
requests = Counter("http_requests_total", "Answered requests", ["method", "route", "status"])
seconds = Histogram(
    "http_request_duration_seconds",
    "Duration of requests in seconds",
    ["method", "route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
)
sockets = Gauge("careops_websockets_open", "Open WebSocket connections", multiprocess_mode="livesum")
sign_in_failures = Counter("careops_sign_in_failures_total", "Refused sign-ins", ["reason"])
limited = Counter("careops_requests_limited_total", "Requests refused by a rate limit", ["budget"])
refresh_misses = Counter("careops_refresh_misses_total", "Unknown refresh tokens")
refresh_reuse = Counter("careops_refresh_reuse_total", "Reused refresh tokens, which may be stolen")
tokens_elsewhere = Counter(
    "careops_tokens_elsewhere_total", "Access tokens without the cookie of their session, which may be stolen"
)
bulk_reads = Counter("careops_bulk_reads_total", "Hours in which an account read more personal records than the limit")
audit_trail_gone_back = Gauge(
    "careops_audit_trail_gone_back",
    "1 while the audit trail differs from the stored checkpoint",
    multiprocess_mode="livemax",
)
checks = Gauge("careops_checks_right", "1 while the check of /ready passes", ["check"], multiprocess_mode="mostrecent")
disk_free = Gauge(
    "careops_disk_free_bytes", "Free bytes on the disk of the installation", multiprocess_mode="mostrecent"
)
alarms = Gauge("careops_alarms", "Active alarms", ["kind"], multiprocess_mode="mostrecent")
jobs = Gauge("careops_jobs", "Stalled jobs, and jobs that failed today", ["state"], multiprocess_mode="mostrecent")

jobs_ended = Counter("careops_jobs_ended_total", "Ended jobs", ["kind", "state"])


class DelayedGauge:
    """Gauge of a current number. All are written some time after one was added to, because that happens with each
    request.

    In multi-process mode a gauge is in a memory-mapped file behind a lock, which makes each write expensive.
    """

    _all: Final[list[DelayedGauge]] = []
    _due: ClassVar[asyncio.TimerHandle | None] = None

    def __init__(self, name: str, documentation: str) -> None:
        self.read: Callable[[], int] = lambda: self._number
        """Returns the number; replaced if another object counts."""
        self._gauge = Gauge(name, documentation, multiprocess_mode="livesum")
        self._number = 0
        self._all.append(self)

    def add(self, number: int) -> None:
        """Add to the number; negative values subtract."""
        self._number += number
        if DelayedGauge._due is None:
            DelayedGauge._due = asyncio.get_running_loop().call_later(WRITTEN_SECONDS, DelayedGauge.write_all)

    @classmethod
    def write_all(cls) -> None:
        """Write the current numbers of all gauges."""
        DelayedGauge._due = None
        for gauge in cls._all:
            gauge._gauge.set(gauge.read())


if not os.environ.get(FOLDER_VARIABLE):
    REGISTRY.register(BuildCollector())  # without a supervisor, the library's process_* are registered

in_flight = DelayedGauge("http_requests_in_flight", "Requests in flight")
jobs_running = DelayedGauge("careops_jobs_running", "Running jobs")
pool_in_use = DelayedGauge("careops_database_connections_in_use", "Database connections in use")


def observe_request(method: str, route: str, status: int, elapsed: float) -> None:
    """Count an answer. Labels must have a small fixed set of values, because each one stays in memory and on disk for
    good.
    """
    count, times = _of_answers(method if method in METHODS else "other", route, status)
    count.inc()
    times.observe(elapsed)


@cache
def _of_answers(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return requests.labels(method, route, status), seconds.labels(method, route)


def set_checks(right: Mapping[str, bool], free_bytes: int) -> None:
    """Set the metrics of the ``/ready`` checks."""
    for check, good in right.items():
        checks.labels(check).set(good)
    disk_free.set(free_bytes)


def set_alerts(kinds: Mapping[str, int], *, stalled: int, failed: int) -> None:
    """Set the number of alerts of each kind, including 0, and of jobs in trouble."""
    for kind, number in kinds.items():
        alarms.labels(kind).set(number)
    jobs.labels("stalled").set(stalled)
    jobs.labels("failed").set(failed)


def scrape() -> bytes:
    """Return the metrics of all workers as one page."""
    DelayedGauge.write_all()
    if not os.environ.get(FOLDER_VARIABLE):
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library leaves it untyped
    for collector in supervised():
        registry.register(collector)
    return generate_latest(registry)


def folder_for(data_dir: Path) -> Path:
    """Return the folder of the workers' metrics: in shared memory if available, else below ``data_dir``.

    Counters are memory-mapped files. A write to a mapped page on a full disk ends the process with a signal, so they
    must not be on a disk that can fill up.
    """
    own = (data_dir / "metrics").resolve()
    try:
        if shutil.disk_usage(SHARED_MEMORY).free < ROOM_BYTES:
            return own
        named = f"careops-metrics-{os.getuid()}-{hashlib.sha256(os.fsencode(own)).hexdigest()[:16]}-"
        _remove_abandoned(named)
        folder = SHARED_MEMORY / f"{named}{os.getpid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except (AttributeError, OSError):  # no shared memory, or too little space
        return own
    # Any user may create folders there. A folder of another user with our name is not used.
    ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077
    return folder if ours else own


def _remove_abandoned(named: str) -> None:
    """Remove the folders of supervisors that were killed."""
    for folder in SHARED_MEMORY.glob(f"{named}*"):
        try:
            os.kill(int(folder.name.removeprefix(named)), 0)
        except ProcessLookupError:
            remove(folder)
        except (ValueError, PermissionError):
            continue


def wipe(folder: Path) -> None:
    """Delete the metrics of previous workers, before the supervisor starts any."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)


def remove(folder: Path) -> None:
    """Delete the folder after the last worker has ended."""
    shutil.rmtree(folder, ignore_errors=True)
