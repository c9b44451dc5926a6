"""Activation of a module for very many clinics: the bulk engine against a bare loop over httpx and bare SQL."""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median

import psycopg

from bench.background_load import wait_meanwhile
from bench.config import Config
from bench.load import Target
from bench.processes import cpu_seconds, run_with_input
from bench.report import Findings, Goal
from bench.servers import ROOT, our_server
from careops_server.core.configuration.dsn import driver_url
from careops_server.demo import DEMO_PASSWORD, DEMO_USERS

_CONCURRENCY = 16
_WAYS = {
    "set": "careops.bulk, by the set",
    "apply": "careops.bulk, call by call",
    "bare": "bare httpx loop",
    "statement": "bare SQL past the server",
}


@dataclass(frozen=True)
class Run:
    """One run of one implementation."""

    rate: float
    server_ms: float
    """CPU of server and database per target."""
    client_ms: float
    megabytes: float


def measure(setting: Config) -> Findings:
    """Run all implementations in turn on a copy of the demo data; changes are undone in between, audit events stay."""
    size, rounds = (1_000, 1) if setting.quick else (10_000, 3)
    with setting.worlds.copy(setting.clinics) as url:
        with psycopg.connect(driver_url(url), autocommit=True) as database:
            module, clinics = targets_of(database, size)
            with our_server(url, postgres=setting.worlds.pid) as ours:
                runs: dict[str, list[Run]] = {way: [] for way in _WAYS}
                restore = partial(undo, database, module, clinics)
                for _ in range(rounds):
                    for way in _WAYS:
                        runs[way].append(_run(way, ours, url, database, module, clinics))
                        restore()
                lists = replace(ours, path_of=lambda n: f"/api/admin/clinics?page={n % 20 + 1}")
                waits = wait_meanwhile(
                    lists,
                    [partial(_run, "set", ours, url, database, module, clinics, elsewhere=True)] * rounds * 2,
                    idle_seconds=setting.seconds(10),
                    between=restore,
                )
    findings = _findings(runs, size)
    findings.goals.append(waits.goal("during a bulk run by the set"))
    findings.goals += _reading(setting.rows(1_000_000))
    return findings


def _reading(count: int) -> list[Goal]:
    """Read a table of ids in a separate process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "clinics.csv"
        with file.open("w") as opened:
            opened.write("clinic_id,name,city\n")
            opened.writelines(f"{n},Navjeevan Polyclinic {n},Ludhiana\n" for n in range(1, count + 1))
        words = [sys.executable, "-m", "bench.baselines.bulk_loops", "read"]
        outcome = json.loads(run_with_input(words, stdin=json.dumps({"file": str(file)}), folder=ROOT))
    if outcome["done"] != count:
        raise RuntimeError(f"{outcome['done']} of {count} rows were read")
    rate, megabytes = count / outcome["seconds"], outcome["megabytes"]
    return [
        Goal(f"{count:,} rows of CSV, read", f"{rate:,.0f}/s", "", rate, 100_000, "/s", at_least=True),
        Goal(f"{count:,} rows of CSV, memory", f"{megabytes:.0f} MB", "", megabytes, 150, "MB"),
    ]


def _findings(runs: dict[str, list[Run]], size: int) -> Findings:
    by_the_set, engine, bare, statement = (
        Run(*(median(getattr(run, name) for run in runs[way]) for name in Run.__dataclass_fields__)) for way in _WAYS
    )
    findings = Findings(
        "Bulk work",
        f"A module turned on for {size:,} clinics that do not have it: in batches of 500, or {_CONCURRENCY} calls at "
        "a time. The engine compares, keeps a journal on disk and sends a key with each change; the loop does none of "
        "it, and the bare SQL writes rows and events in batches of 500 without asking who may. Every change has its "
        "audit event, counted afterwards. While others wait for a list, the client of the run has the lowest priority, "
        "as if it were on another machine; server and database keep theirs.",
        numbers=[("", "targets/s", "server CPU ms", "client CPU ms", "client MB")],
    )
    for name, run in zip(_WAYS.values(), (by_the_set, engine, bare, statement), strict=True):
        values = (f"{run.rate:.0f}", f"{run.server_ms:.2f}", f"{run.client_ms:.2f}", f"{run.megabytes:.0f}")
        findings.numbers.append((name, *values))
    rate, fast, sql = f"{engine.rate:.0f}/s", f"{by_the_set.rate:.0f}/s", f"{statement.rate:.0f}/s"
    ratio = by_the_set.rate / statement.rate
    findings.goals = [
        Goal("By the set, with audit", fast, "", by_the_set.rate, 3_000, "/s", at_least=True),
        Goal("By the set, to bare SQL with its events", fast, sql, ratio, 0.3, at_least=True),
        Goal("Call by call, to a bare loop", rate, f"{bare.rate:.0f}/s", engine.rate / bare.rate, 0.8, at_least=True),
        Goal("Call by call, with audit", rate, "", engine.rate, 250, "/s", at_least=True),
        Goal("Bulk, memory", f"{by_the_set.megabytes:.0f} MB", "", by_the_set.megabytes, 150, "MB"),
    ]
    return findings


def targets_of(database: psycopg.Connection, size: int) -> tuple[int, list[int]]:
    """Return the rarest module, and clinics without it."""
    module = _number(database, "select spec_module_id from clinic_spec_modules group by 1 order by count(*) limit 1")
    rows = database.execute(
        "select id from clinics c where not exists (select from clinic_spec_modules m where m.clinic_id = c.id"
        " and m.spec_module_id = %s) order by md5(id::text) limit %s",
        [module, size],
    ).fetchall()
    return module, [int(clinic) for (clinic,) in rows]


def _run(
    way: str,
    ours: Target,
    url: str,
    database: psycopg.Connection,
    module: int,
    clinics: list[int],
    *,
    elsewhere: bool = False,
) -> Run:
    job = {
        "elsewhere": elsewhere,
        "url": f"http://127.0.0.1:{ours.port}",
        "token": ours.headers["authorization"].partition(" ")[2],
        "phone": DEMO_USERS[0].phone_number,
        "password": DEMO_PASSWORD,
        "module_id": module,
        "clinics": clinics,
        "concurrency": _CONCURRENCY,
        "database": driver_url(url),
    }
    events, spent = _events(database), cpu_seconds(*ours.roots)
    words = [sys.executable, "-m", "bench.baselines.bulk_loops", way]
    outcome = json.loads(run_with_input(words, stdin=json.dumps(job), folder=ROOT))
    spent = cpu_seconds(*ours.roots) - spent
    written = _events(database) - events
    if outcome["done"] != len(clinics) or written != len(clinics):
        raise RuntimeError(f"{way} changed {outcome['done']} of {len(clinics)} clinics and left {written} events")
    count = len(clinics)
    return Run(count / outcome["seconds"], spent * 1000 / count, outcome["cpu"] * 1000 / count, outcome["megabytes"])


def undo(database: psycopg.Connection, module: int, clinics: list[int]) -> None:
    """Restore the state, and finish deferred writes so that they do not count for the next implementation."""
    database.execute(
        "delete from clinic_spec_modules where spec_module_id = %s and clinic_id = any(%s)", [module, clinics]
    )
    database.execute("vacuum clinic_spec_modules, clinic_totals, idempotency_keys")
    database.execute("checkpoint")


def _events(database: psycopg.Connection) -> int:
    return _number(database, "select count(*) from audit_events where key = 'module.activate'")


def _number(database: psycopg.Connection, question: str) -> int:
    row = database.execute(question.encode()).fetchone()
    return int(row[0]) if row else 0
