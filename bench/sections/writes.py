"""A change with its audit event: ours, and handwritten."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from dataclasses import replace

import psycopg

from bench.config import Config
from bench.load import compare
from bench.report import Findings, Goal
from bench.sections.bulk import targets_of
from bench.servers import handwritten, our_server
from careops_server.core.configuration.dsn import driver_url


def measure(setting: Config) -> Findings:
    """Activate a module for one clinic per request, on a copy of the demo data; each server has separate clinics."""
    rounds, requests = setting.rounds, setting.requests(500)
    most = (rounds + 1) * requests
    with ExitStack() as stack:
        url, postgres = stack.enter_context(setting.worlds.copy(setting.clinics)), setting.worlds.pid
        with psycopg.connect(driver_url(url), autocommit=True) as database:
            module, clinics = targets_of(database, 2 * most)
            ours = stack.enter_context(our_server(url, postgres=postgres))
            by_hand = stack.enter_context(handwritten(url, postgres=postgres))
            targets = [
                replace(
                    ours,
                    path_of=lambda n: f"/api/clinics/{clinics[n]}/spec_modules/{module}/activate",
                    method="POST",
                ),
                replace(by_hand, path_of=lambda n: f"/modules/{module}/{clinics[most + n]}", method="POST"),
            ]
            loads = asyncio.run(
                compare(
                    targets,
                    rounds=rounds,
                    connections=setting.connections,
                    requests={target.name: requests for target in targets},
                )
            )
            _check(database, module, clinics[: rounds * requests])
            _check(database, module, clinics[most : most + rounds * requests])
    mine, theirs = (loads[target.name] for target in targets)
    findings = Findings(
        "A change",
        "A module turned on, its audit event in the same transaction. The hand-written handler does both in one "
        "statement; it knows no session, role or idempotency key, asks nothing, logs and counts nothing. What keeps "
        "totals is the database's own on both sides.",
    )
    findings.add_loads(loads.items())
    findings.goals = [Goal.of_cpu("A change with its event, CPU, to hand-written", mine, theirs, 2)]
    return findings


def _check(database: psycopg.Connection, module: int, clinics: list[int]) -> None:
    """Raise ``RuntimeError`` unless each clinic was changed and has its event."""
    row = database.execute(
        "select (select count(*) from clinic_spec_modules"
        " where spec_module_id = %(module)s and clinic_id = any(%(all)s)),"
        " (select count(*) from audit_events where key = 'module.activate' and clinic_id = any(%(all)s))",
        {"module": module, "all": clinics},
    ).fetchone()
    if row != (len(clinics), len(clinics)):
        raise RuntimeError(f"{row} of {len(clinics)} clinics were switched and told of")
