"""Counters and times for Prometheus, added up over all workers."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

# The library decides at import whether it counts for one process or many: `careops serve` sets the folder before.
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

requests = Counter("http_requests_total", "Answered requests", ["method", "route", "status"])
seconds = Histogram(
    "http_request_seconds",
    "Time to answer",
    ["method", "route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
)
in_flight = Gauge("http_requests_in_flight", "Requests being answered", multiprocess_mode="livesum")
pool_in_use = Gauge("database_connections_in_use", "Connections handed out", multiprocess_mode="livesum")
sign_in_failures = Counter("sign_in_failures_total", "Refused sign-ins", ["reason"])
refresh_reuse = Counter("refresh_reuse_total", "Refresh tokens used a second time: perhaps stolen")


def scrape() -> bytes:
    """Every worker's numbers as one page."""
    if not os.environ.get(FOLDER_VARIABLE):
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library leaves it untyped
    return generate_latest(registry)


def wipe(folder: Path) -> None:
    """Forget the numbers of workers that are gone. For the supervisor, before it starts any."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)
