"""Today: the page and each source, and the key figures of a clinic, among very many payments and subscriptions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from statistics import median

import psycopg

from bench.config import Config
from bench.generate_rows import FIRST, PHONE, Fill
from bench.load import run_comparison
from bench.report import Findings, Goal
from bench.servers import our_server
from careops import india_time
from careops_server.areas.today import queries
from careops_server.areas.today.sources import SOURCES
from careops_server.core.configuration.dsn import driver_url

_ROWS = 1_000_000
_ROUNDS = 21
_WORK = Fill(
    "today",
    ("users", "payments", "billing_subscriptions"),
    [
        f"""
        insert into users (name, phone_number)
        select {FIRST}, {PHONE} from generate_series(1, cast(%(rows)s as bigint) / 10) n
        """,
        # One attempt in seven fails. Two thirds of those are paid by another attempt for the same order.
        """
        insert into payments (clinic_id, razorpay_order_id, payment_type, billing_payment_status, amount, created_at)
        select c.ids[1 + mod(n, cardinality(c.ids))],
            'order_' || case mod(n, 10) when 1 then n - 1 else n end, 'manual',
            case when mod(n, 10) = 0 or mod(n, 23) = 0 then 'failed' else 'captured' end, 400,
            now() - n * interval '30 seconds'
        from generate_series(1, cast(%(rows)s as bigint)) n,
            (select array_agg(id order by id) as ids from clinics) c
        """,
        # One in fourteen ends within two weeks. Most of these have a later one.
        """
        insert into billing_subscriptions (user_id, billing_plan_id, starts_at, expire_by)
        select u.ids[1 + mod(n, cardinality(u.ids))], p.id, now() - interval '1 year',
            now() + interval '20 days' - mod(n * 7919, 1000000) * interval '17 seconds'
        from generate_series(1, cast(%(rows)s as bigint)) n, (select min(id) as id from billing_plans) p,
            (select array_agg(id) as ids from users where phone_number like '1%%') u
        """,
    ],
)


def measure(setting: Config) -> Findings:
    """Measure the page over HTTP, and the statement of each source in the database."""
    rows = setting.rows(_ROWS)
    with ExitStack() as stack:
        url, postgres = setting.worlds.filled(_WORK, rows), setting.worlds.pid
        spent = _statements(url)
        server = stack.enter_context(our_server(url, postgres=postgres))
        clinics = _clinics(url)
        page = replace(server, name="the page with all sources", path_of=lambda _: "/api/careops/today")
        figures = replace(server, name="the key figures of a clinic", path_of=lambda n: _summary(clinics, n))
        loads = run_comparison(setting, [page, figures], 200)
    slowest = max(spent, key=spent.__getitem__)
    findings = Findings(
        "Today",
        f"{rows:,} payments, of which one in seven failed, {rows:,} subscriptions, and the demo data. Sources are "
        "timed in the database, each as its part of the page.",
    )
    findings.add_loads(list(loads.items()))
    findings.numbers += [(name, f"{ms:.2f}", "", "", "") for name, ms in spent.items()]
    findings.goals = [
        Goal("Today, the page, CPU", f"{loads[page.name].cpu_ms:.1f} ms", "", loads[page.name].cpu_ms, 60, "ms"),
        Goal(f"Today, the slowest source ({slowest})", f"{spent[slowest]:.2f} ms", "", spent[slowest], 5, "ms"),
    ]
    return findings


def _clinics(url: str) -> Sequence[int]:
    """Return the ids of all clinics; the payments are spread over them evenly."""
    with psycopg.connect(driver_url(url)) as connection:
        return [row[0] for row in connection.execute("select id from clinics order by id").fetchall()]


def _summary(clinics: Sequence[int], number: int) -> str:
    return f"/api/careops/clinics/{clinics[number % len(clinics)]}/summary"


def _statements(url: str) -> dict[str, float]:
    """Return the execution time of each source in milliseconds, the median of its rounds."""
    now = datetime.now(UTC)
    reader = queries.Reader(1, "super_admin", [], ["clinic", "doctor", "user"], now, india_time.today())
    times: dict[str, float] = {}
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        for source in SOURCES:
            statement = queries.explain(source).text.replace("explain (", "explain (analyze, timing off, ", 1)
            statement = re.sub(r"(?<!:):([a-z_]+)\b", r"%(\1)s", statement.replace("%", "%%"))
            plans = [connection.execute(statement.encode(), reader.values).fetchall() for _ in range(_ROUNDS)]
            times[source.name] = median(float(rows[0][0][0]["Execution Time"]) for rows in plans)
    return times
