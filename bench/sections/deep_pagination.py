"""A page far down the list against the first one."""

from __future__ import annotations

from dataclasses import replace

from bench.config import Config
from bench.load import run_comparison
from bench.report import Findings, Goal
from bench.servers import our_server


def measure(setting: Config) -> Findings:
    """Measure page 1, a page in the middle and the last one, with neighbouring pages to avoid repetition."""
    last = setting.clinics // 10
    with our_server(setting.worlds.url(setting.clinics), postgres=setting.worlds.pid) as ours:
        targets = [
            replace(ours, name="pages 1 to 20", path_of=lambda n: f"/api/admin/clinics?page={1 + n % 20}"),
            replace(ours, name="the middle", path_of=lambda n: f"/api/admin/clinics?page={last // 2 + n % 20}"),
            replace(ours, name=f"up to page {last:,}", path_of=lambda n: f"/api/admin/clinics?page={last - n % 20}"),
        ]
        loads = run_comparison(setting, targets, 400)
    first, middle, deep = (loads[target.name] for target in targets)
    findings = Findings("Deep pages", f"Pages of ten of the unfiltered list, {setting.clinics:,} clinics.")
    findings.add_loads(loads.items())
    ms = f"{first.cpu_ms:.2f} ms (page 1)"
    findings.goals = [
        Goal(f"Page {last:,}, CPU", f"{deep.cpu_ms:.2f} ms", ms, deep.cpu_ms / first.cpu_ms, 2),
        Goal(f"Page {last // 2:,}, CPU", f"{middle.cpu_ms:.2f} ms", ms, middle.cpu_ms / first.cpu_ms, 2),
    ]
    return findings
