"""Timeline of a record with very many audit events, at its newest, middle and oldest entries and with filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from uuid import UUID

import psycopg

from bench.config import Config
from bench.generate_rows import Fill
from bench.load import run_comparison
from bench.report import Findings, Goal
from bench.servers import our_server
from careops.calls.timeline import Position
from careops_server.core.configuration.dsn import driver_url

_EVENTS = 100_000
_LIMIT_MS = 50
_WORK = Fill(
    "timeline",
    ("audit_events", "payments", "notes"),
    [
        # One event in a thousand belongs to the modules.
        """
        insert into audit_events
            (occurred_at, clinic_id, key, event_status, actor_name, actor_type, resource_type, resource_id)
        select now() - n * interval '2 minutes', c.id,
            case when mod(n, 1000) = 0 then 'module.activate' else 'patient.export' end, 'SUCCESS',
            'Member ' || mod(n, 200), 'staff', 'clinic', cast(c.id as text)
        from generate_series(1, cast(%(rows)s as bigint)) n, (select min(id) as id from clinics) c
        """,
        """
        insert into payments (clinic_id, razorpay_order_id, payment_type, billing_payment_status, amount, created_at)
        select c.id, 'order_timeline_' || n, 'manual', 'captured', 400, now() - n * interval '7 minutes'
        from generate_series(1, cast(%(rows)s as bigint) / 4) n, (select min(id) as id from clinics) c
        """,
        """
        insert into notes (kind, record_id, text, author_name, created_at)
        select 'clinic', c.id, 'The clinic called about note ' || n, 'Member', now() - n * interval '1 hour'
        from generate_series(1, cast(%(rows)s as bigint) / 100) n, (select min(id) as id from clinics) c
        """,
    ],
)
_TIMES = """
    select clinic_id, array[percentile_disc(0.5) within group (order by occurred_at),
        percentile_disc(0.0002) within group (order by occurred_at)]
    from audit_events where clinic_id = (select min(id) from clinics) group by clinic_id
"""


def measure(setting: Config) -> Findings:
    """Measure pages of one clinic's timeline over HTTP."""
    rows = setting.rows(_EVENTS)
    with ExitStack() as stack:
        url, postgres = setting.worlds.filled(_WORK, rows), setting.worlds.pid
        pages = _pages(url)
        server = stack.enter_context(our_server(url, postgres=postgres))
        targets = [replace(server, name=name, path_of=_always(path)) for name, path in pages]
        loads = run_comparison(setting, targets, 100)
    findings = Findings(
        "Timeline",
        f"A clinic with {rows:,} audit events, of which one in a thousand is about modules, {rows // 4:,} payments and "
        f"{rows // 100:,} notes. Pages of 25 entries.",
    )
    findings.add_loads(list(loads.items()))
    slowest = max(loads, key=lambda name: loads[name].cpu_ms)
    cpu_ms = loads[slowest].cpu_ms
    findings.goals = [
        Goal(f"Timeline, the slowest page ({slowest}), CPU", f"{cpu_ms:.1f} ms", "", cpu_ms, _LIMIT_MS, "ms")
    ]
    return findings


def _pages(url: str) -> Sequence[tuple[str, str]]:
    """Return the names and paths of the pages."""
    with psycopg.connect(driver_url(url)) as connection:
        clinic_id, (middle, oldest) = connection.execute(_TIMES).fetchall()[0]
    path = f"/api/careops/timeline?record=clinic:{clinic_id}"
    return [
        ("newest", path),
        ("middle", f"{path}&before={_before(middle)}"),
        ("oldest", f"{path}&before={_before(oldest)}"),
        ("modules", f"{path}&groups=modules"),
        ("people, of whom there are none", f"{path}&groups=people"),
        ("money and notes, middle", f"{path}&groups=money,notes&before={_before(middle)}"),
    ]


def _before(at: datetime) -> str:
    return str(Position(at, "audit_event", UUID(int=0)))


def _always(path: str) -> Callable[[int], str]:
    return lambda _: path
