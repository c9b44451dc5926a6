"""The clinics list with modules and exact total: ours, a handwritten one, and Django's."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

from bench.config import Config
from bench.load import Target, ask, run_comparison
from bench.report import Findings, Goal
from bench.servers import PathOf, every_server

_PAGES = 20


def measure(setting: Config) -> Findings:
    """Measure the first twenty pages, in turn."""
    url = setting.worlds.url(setting.clinics)
    with every_server(url, postgres=setting.worlds.pid) as (ours, by_hand, drf):
        targets = [
            replace(ours, path_of=_pages("/api/admin/clinics")),
            replace(by_hand, name="hand-written, kept total", path_of=_pages("/kept")),
            replace(by_hand, name="hand-written, count(*)", path_of=_pages("/counted")),
            replace(drf, path_of=_pages("/clinics")),
        ]
        asyncio.run(_same_answers(targets))
        loads = run_comparison(setting, targets, 1000, 1000, 300, 150)
    mine, counters, counted, theirs = (loads[target.name] for target in targets)
    findings = Findings(
        "The clinics list",
        f"Pages 1 to {_PAGES} of ten clinics with their modules and the exact total, {setting.clinics:,} clinics, "
        f"{setting.connections} connections, two workers each. The hand-written handler checks nothing, knows no "
        "sessions, logs and counts nothing. It takes limit and offset as parameters, as usual, so PostgreSQL plans its "
        "statement each time; the statement of careops allows a cached plan.",
    )
    findings.add_loads(loads.items())
    ms = f"{mine.cpu_ms:.2f} ms"
    findings.goals = [
        Goal(
            "List, CPU, to hand-written",
            ms,
            f"{counters.cpu_ms:.2f} ms (kept total)",
            mine.cpu_ms / counters.cpu_ms,
            1.5,
        ),
        Goal("List, CPU, to hand-written", ms, f"{counted.cpu_ms:.2f} ms (count)", mine.cpu_ms / counted.cpu_ms, 1.5),
        Goal(
            *("List, CPU, better than Django", ms, f"{theirs.cpu_ms:.2f} ms", theirs.cpu_ms / mine.cpu_ms, 4),
            at_least=True,
        ),
    ]
    return findings


def _pages(address: str) -> PathOf:
    return lambda number: f"{address}?page={number % _PAGES + 1}"


async def _same_answers(targets: list[Target]) -> None:
    """Raise unless all servers return the same data; otherwise the comparison means nothing."""
    answers = [json.loads(await ask(target, target.path_of(0))) for target in targets]
    for target, answer in zip(targets, answers, strict=True):
        if answer != answers[0]:
            raise RuntimeError(f"{target.name} answers something else than {targets[0].name}")
