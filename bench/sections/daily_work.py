"""Waiting times of the console on a slow connection and computer: first rows, and responses to clicks and keys."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

from bench.config import Config
from bench.processes import run_with_input
from bench.report import Findings, Goal
from bench.sections.console import browser_path, node_path, signed_in_storage
from bench.servers import ROOT, our_server

_SCRIPT = Path(__file__).parent / "daily_work.mjs"
_FIRST_ROW_MS = 2_200
_RETURN_MS = 150
_ACTION_MS = 100


def measure(setting: Config) -> Findings:
    """Open seven screens with an empty cache, then run typical actions in one tab."""
    rounds = 1 if setting.quick else 5
    with our_server(setting.worlds.url(setting.clinics), postgres=setting.worlds.pid) as ours:
        url = f"http://127.0.0.1:{ours.port}"
        arguments = [node_path(), str(_SCRIPT), browser_path(), url, str(rounds)]
        printed = run_with_input(arguments, stdin=json.dumps(signed_in_storage(url)), folder=ROOT)
    samples = [json.loads(line) for line in printed.splitlines()]
    findings = Findings(
        "Daily work in the console",
        "Chromium, 1440×900, CPU slowed 4 times, 150 ms round trip, 1.6 Mbit/s; medians of "
        f"{rounds} rounds. First row: from the request of the page, with an empty cache, until a row of the list or a "
        "line of the record is drawn. Actions: from the click or key until the next frame, in a tab that is open.",
        numbers=[("", "painted ms", "LCP ms", "first row ms", "first API request ms", "CLS")],
    )
    for screen, loads in _grouped(samples, "screen").items():
        row, cls = (median(load[name] for load in loads) for name in ("row", "cls"))
        others = (f"{median(load[name] for load in loads):.0f}" for name in ("painted", "lcp", "row", "asked"))
        findings.numbers.append((f"cold: {screen}", *others, f"{cls:.3f}"))
        findings.goals += [
            Goal(f"First row of {screen}", f"{row:.0f} ms", "", row, _FIRST_ROW_MS, "ms"),
            Goal(f"Layout shift of {screen}", f"{cls:.3f}", "", cls, 0.02, ""),
        ]
    for action, measured in _grouped(samples, "action").items():
        ms = median(sample["ms"] for sample in measured)
        limit = _RETURN_MS if measured[0]["kind"] == "return" else _ACTION_MS
        findings.goals.append(Goal(f"Frame after: {action}", f"{ms:.0f} ms", "", ms, limit, "ms"))
    return findings


def _grouped(samples: list[dict[str, Any]], key: str) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for sample in samples:
        if key in sample:
            groups.setdefault(sample[key], []).append(sample)
    return groups
