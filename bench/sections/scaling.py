"""Ten times as many clinics."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

from bench.config import Config
from bench.load import run_comparison
from bench.report import Findings, Goal
from bench.search_terms import forgiven, searches
from bench.servers import our_server


def measure(setting: Config) -> Findings:
    """Measure the same lists and searches on both databases."""
    sizes = (setting.clinics, setting.many_clinics)
    targets = []
    with ExitStack() as stack:
        for clinics in sizes:
            url = setting.worlds.url(clinics)
            server = stack.enter_context(our_server(url, postgres=setting.worlds.pid))
            fresh, again = searches(url, different=20_000), searches(url, different=60)
            targets += [
                replace(server, name=f"list, {clinics:,}", path_of=lambda n: f"/api/admin/clinics?page={1 + n % 20}"),
                replace(server, name=f"search, first time, {clinics:,}", path_of=fresh("/api/admin/clinics")),
                replace(server, name=f"search, again, {clinics:,}", path_of=again("/api/admin/clinics")),
                replace(server, name=f"search, forgiving, {clinics:,}", path_of=forgiven(url)("/api/admin/clinics")),
            ]
        loads = run_comparison(setting, targets, 400)
    findings = Findings(
        "Ten times as many clinics", f"{sizes[1]:,} against {sizes[0]:,} clinics; searches as in the section before."
    )
    findings.add_loads(loads.items())
    for what, limit in (("list", 1.5), ("search, first time", 3.0), ("search, again", 3.0), ("search, forgiving", 3.0)):
        small, large = (loads[f"{what}, {clinics:,}"].cpu_ms for clinics in sizes)
        findings.goals.append(
            Goal(f"{sizes[1]:,} clinics, {what}, CPU", f"{large:.2f} ms", f"{small:.2f} ms", large / small, limit)
        )
    return findings
