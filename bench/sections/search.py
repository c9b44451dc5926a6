"""Search: ours, and Django's with its default indexes; each search is requested twice."""

from __future__ import annotations

from dataclasses import replace

from bench.config import Config
from bench.load import run_comparison
from bench.report import Findings, Goal
from bench.search_terms import forgiven, searches
from bench.servers import every_server
from careops.contract.headers import TYPO_TOLERANCE_HEADER


def measure(setting: Config) -> Findings:
    """Measure typical searches: phones, names, mail addresses, sometimes a city."""
    url = setting.worlds.url(setting.clinics)
    with every_server(url, postgres=setting.worlds.pid) as (ours, by_hand, drf):
        fresh, again = searches(url, different=20_000), searches(url, different=60)
        targets = [
            replace(ours, name="careops, first time", path_of=fresh("/api/admin/clinics")),
            replace(ours, name="careops, asked again", path_of=again("/api/admin/clinics")),
            replace(
                ours,
                name="careops, forgiving",
                path_of=forgiven(url)("/api/admin/clinics"),
                headers={**ours.headers, TYPO_TOLERANCE_HEADER: "slips"},
            ),
            replace(by_hand, name="hand-written, first time", path_of=fresh("/counted")),
            replace(drf, name="Django, stock indexes", path_of=fresh("/clinics")),
        ]
        loads = run_comparison(setting, targets, 400, 400, 400, 400, 60)
    first, repeated, forgiving, by_them, theirs = (loads[target.name] for target in targets)
    findings = Findings(
        "Searching",
        f"One term in name, mail, phone and city, with modules and exact total, {setting.clinics:,} clinics: of ten "
        "searches four are part of a phone number, three the start of a name, two a mail domain, one a city. "
        "*First time* means that no search is repeated; *again* goes through pages of sixty searches. *Forgiving*: "
        "a number as people spell it, a name's words in another order with a comma and a city, another script, a "
        "typing error in the longest word of a name, with the city.",
    )
    findings.add_loads(loads.items())
    for when, mine in (("first time", first), ("again", repeated)):
        findings.goals.append(
            Goal(
                f"Search, CPU, better than Django with stock indexes ({when})",
                f"{mine.cpu_ms:.2f} ms",
                f"{theirs.cpu_ms:.1f} ms",
                theirs.cpu_ms / mine.cpu_ms,
                15,
                at_least=True,
            )
        )
    findings.goals += [
        Goal(
            "Search that matches as it was typed, CPU, to hand-written",
            # The same SQL without word splitting, numbers and scripts cost 1.04×; all of those together may cost 30%.
            *(f"{first.cpu_ms:.2f} ms", f"{by_them.cpu_ms:.2f} ms", first.cpu_ms / by_them.cpu_ms, 1.35),
        ),
        Goal("Search that has to forgive, CPU", f"{forgiving.cpu_ms:.2f} ms", "", forgiving.cpu_ms, 15, "ms"),
    ]
    return findings
