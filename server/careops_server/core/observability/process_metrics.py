"""Standard ``process_*`` metrics and the build information of a supervised server.

The library's collector reads the process that answers the scrape, which may be any worker. This one reads the
supervisor and all of its processes; the label ``process`` tells them apart.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from prometheus_client.metrics_core import InfoMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from careops import __version__
from careops.build import find_commit

_PROC: Final = Path("/proc")
_NAMES: Final = {"careops_server.processes.worker": "worker", "careops_server.processes.job_process": "jobs"}


class BuildCollector(Collector):
    """Version and commit of the running server, as labels of a metric that is always 1."""

    def collect(self) -> Iterable[Metric]:
        """Return the one metric."""
        labels = {"version": __version__, "commit": find_commit()}
        yield InfoMetricFamily("careops_build", "Version and commit of the running server.", labels)


class ProcessesCollector(Collector):
    """Memory, CPU time, descriptors and start of each process of the server. Empty where there is no /proc."""

    def __init__(self, supervisor: int) -> None:
        self._supervisor = supervisor

    def collect(self) -> Iterable[Metric]:
        """Return the library's metrics, with a sample for each process."""
        families: dict[str, Metric] = {}
        for name, pid in self._processes():
            # With no registry it only collects.
            for metric in ProcessCollector(pid=lambda pid=pid: pid, registry=None).collect():  # type: ignore[misc]
                family = families.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                for sample in metric.samples:
                    family.add_sample(sample.name, {"process": name}, sample.value)
        return families.values()

    def _processes(self) -> Iterator[tuple[str, int]]:
        yield "supervisor", self._supervisor
        for children in sorted(_PROC.glob(f"{self._supervisor}/task/*/children")):
            for pid in map(int, children.read_text().split()):
                try:
                    words = (_PROC / str(pid) / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
                except OSError:
                    continue  # it has ended
                module = next((word for word in words if word in _NAMES), None)
                if module is not None:
                    yield _name(module, words), pid


def _name(module: str, words: list[str]) -> str:
    """Return the process's name: a worker's number is its last argument, and its successor has the same."""
    return f"worker-{words[-2]}" if _NAMES[module] == "worker" else _NAMES[module]


def supervised() -> tuple[Collector, ...]:
    """Return the collectors of a worker whose parent is the supervisor."""
    return BuildCollector(), ProcessesCollector(os.getppid())
