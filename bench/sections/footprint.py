"""Memory of an idle server, and its startup time."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.config import Config
from bench.processes import free_port, memory_bytes, running
from bench.report import Findings, Goal
from bench.servers import our_server, plain_environment

_SETTLE_SECONDS = 3.0


def measure(setting: Config) -> Findings:
    """Measure two workers on a separate database, then cold and warm starts with the embedded PostgreSQL."""
    starts = 2 if setting.quick else 5
    with our_server(setting.worlds.url(setting.clinics), postgres=setting.worlds.pid) as ours:
        time.sleep(_SETTLE_SECONDS)
        resident, proportional = memory_bytes(ours.roots[0])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o711)  # as root, PostgreSQL runs as another user
        first = _seconds_to_ready(folder)
        warm = [_seconds_to_ready(folder) for _ in range(starts)]
    findings = Findings(
        "Memory and start",
        "`careops serve` with two workers that have answered once. Memory is the supervisor and both workers, shared "
        "pages counted once (PSS), without PostgreSQL. Ready means that `/ready` answers 200; the embedded PostgreSQL "
        "is started too, and on the first start it is set up and all migrations run.",
    )
    megabytes = proportional / 2**20
    findings.goals = [
        Goal("Memory, two idle workers", f"{megabytes:.0f} MB", "", megabytes, 220, "MB"),
        Goal("Start to ready, warm", f"{median(warm):.2f} s", "", median(warm), 3, "s"),
        Goal("Start to ready, first", f"{first:.2f} s", "", first, 8, "s"),
    ]
    findings.notes = [f"Resident sizes added up, shared pages counted in each process: {resident / 2**20:.0f} MB."]
    return findings


def _seconds_to_ready(folder: Path) -> float:
    port = free_port()
    environment = {**plain_environment(), "CAREOPS_DATA_DIR": str(folder / "data"), "CAREOPS_PORT": str(port)}
    words = [sys.executable, "-m", "careops_cli", "serve"]
    began = time.perf_counter()
    with running(words, port=port, environment=environment, log=folder / "log", folder=folder, path="/ready"):
        return time.perf_counter() - began
