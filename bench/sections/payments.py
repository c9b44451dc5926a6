"""The payments of a clinic: ours, and handwritten."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from dataclasses import replace

import psycopg

from bench.config import Config
from bench.load import Target, ask, run_comparison
from bench.report import Findings, Goal
from bench.servers import PathOf, handwritten, our_server
from careops_server.core.configuration.dsn import driver_url

_CLINICS = 50
_BUSIEST = """
    select clinic_id, sum(total) from payment_days group by clinic_id having sum(total) >= 20
    order by sum(total) desc, clinic_id limit %s
"""


def measure(setting: Config) -> Findings:
    """Measure the first two pages of the clinics with most payments."""
    with ExitStack() as stack:
        url, postgres = setting.worlds.url(setting.clinics), setting.worlds.pid
        with psycopg.connect(driver_url(url), autocommit=True) as connection:
            busiest = connection.execute(_BUSIEST, [_CLINICS]).fetchall()
        ours = stack.enter_context(our_server(url, postgres=postgres))
        by_hand = stack.enter_context(handwritten(url, postgres=postgres))
        clinics = [int(clinic) for clinic, _ in busiest]
        targets = [
            replace(ours, path_of=_pages("/api/admin/clinics/{}/payments/list", clinics)),
            replace(by_hand, path_of=_pages("/payments/{}", clinics)),
        ]
        asyncio.run(_same_answers(targets, 2 * len(clinics)))
        loads = run_comparison(setting, targets, 1000)
    mine, theirs = (loads[target.name] for target in targets)
    most = int(busiest[0][1])
    findings = Findings(
        "Payments of a clinic",
        f"Pages 1 and 2 of the {len(clinics)} clinics with most payments (up to {most:,}), newest first, with the "
        "exact total out of the kept days on both sides. The hand-written handler checks nothing, not even whether "
        "there is such a clinic.",
    )
    findings.add_loads(loads.items())
    findings.goals = [Goal.of_cpu("Payments list, CPU, to hand-written", mine, theirs, 1.5)]
    return findings


def _pages(address: str, clinics: list[int]) -> PathOf:
    return lambda n: f"{address.format(clinics[n % len(clinics)])}?page={n // len(clinics) % 2 + 1}"


async def _same_answers(targets: list[Target], count: int) -> None:
    for number in range(count):
        answers = [json.loads(await ask(target, target.path_of(number))) for target in targets]
        if answers[0] != answers[1]:
            raise RuntimeError(f"{targets[0].path_of(number)} is answered differently by hand")
