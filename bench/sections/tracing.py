"""Cost of a list with and without request tracing."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from bench.config import Config
from bench.load import compare
from bench.processes import free_port, running
from bench.report import Findings, Goal
from bench.servers import ROOT, our_server, plain_environment

_PAGES = 20
_OFF, _AGAIN, _ON, _ALL = "not traced", "not traced, another server", "one request in ten", "every request"


def measure(setting: Config) -> Findings:
    """Measure the clinics list on four servers in turn; two are identical and show the noise of the machine."""
    with ExitStack() as stack:
        url, postgres = setting.worlds.url(setting.clinics), setting.worlds.pid
        traces = {"CAREOPS_TRACES_URL": stack.enter_context(_collector())}
        # The order matters: a server later in the round has warmer processor caches.
        settings = {_OFF: {}, _ON: traces, _ALL: {**traces, "CAREOPS_TRACES_SHARE": "1"}, _AGAIN: {}}
        targets = [
            replace(
                stack.enter_context(our_server(url, postgres=postgres, settings=values)),
                name=name,
                path_of=lambda number: f"/api/admin/clinics?page={number % _PAGES + 1}",
            )
            for name, values in settings.items()
        ]
        loads = asyncio.run(
            compare(
                targets,
                rounds=setting.rounds * 3,
                connections=setting.few_connections,
                requests=dict.fromkeys(settings, setting.requests(1000)),
            )
        )
    findings = Findings(
        "Tracing",
        f"Pages 1 to {_PAGES} of ten clinics with their modules and the exact total, {setting.clinics:,} clinics, "
        f"{setting.few_connections} connections, two workers each. Spans are made, packed and sent to a collector on "
        "this machine, whose own CPU is not counted. Without traces, OpenTelemetry is not imported: two servers "
        "without it show the variation of the machine.",
    )
    findings.add_loads((name, loads[name]) for name in (_OFF, _AGAIN, _ON, _ALL))
    off = (loads[_OFF].cpu_ms + loads[_AGAIN].cpu_ms) / 2
    findings.goals = [
        Goal(what, f"{loads[name].cpu_ms:.2f} ms", f"{off:.2f} ms (not traced)", loads[name].cpu_ms / off, limit)
        for what, name, limit in (
            ("A list, one request in ten traced, CPU", _ON, 1.05),
            ("A list of a server that traces nothing, CPU, to another one's", _AGAIN, 1.05),
        )
    ]
    findings.notes = [f"With every request traced, {loads[_ALL].cpu_ms / off:.2f}×: who asks for that pays for it."]
    return findings


@contextmanager
def _collector() -> Iterator[str]:
    """Run a trace collector during the block."""
    port = free_port()
    words = [sys.executable, "-m", "bench.baselines.collector", str(port)]
    with tempfile.TemporaryDirectory() as name:
        with running(words, port=port, environment=plain_environment(), log=Path(name) / "log", folder=ROOT):
            yield f"http://127.0.0.1:{port}/v1/traces"
