"""A ``ListQuery``, against the same list with a handwritten statement: the overhead of the class."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Any, Final

import psycopg
from sqlalchemy import text

from bench.config import Config
from bench.processes import cpu_seconds
from bench.report import Findings, Goal
from careops.calls.payments import ListPayments
from careops_server.areas.payments.queries import PAYMENTS
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.connection import Connection
from careops_server.core.database.engine import create_pool
from careops_server.core.queries.json_pages import written_page

_BUSIEST: Final = """
    select clinic_id from payment_days group by clinic_id having sum(total) >= 20 order by sum(total) desc, 1 limit 50
"""
_BY_HAND = text("""
    with page as materialized (
        select p.* from payments p where p.clinic_id = :clinic_id order by p.created_at desc, p.id desc
        limit :limit offset :offset
    )
    select exists (select from clinics where id = :clinic_id) as clinic_exists,
           (select cast(coalesce(sum(d.total), 0) as bigint) from payment_days d where d.clinic_id = :clinic_id),
           coalesce(cast((
               select json_agg(json_build_object(
                   'id', p.id, 'order_id', p.order_id, 'razorpay_payment_id', p.razorpay_payment_id,
                   'razorpay_order_id', p.razorpay_order_id, 'description', p.description,
                   'created_at', replace(to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                                         '.000000', ''),
                   'contact', p.contact, 'email', p.email, 'amount', trim_scale(p.amount), 'method', p.method,
                   'billing_payment_status', p.billing_payment_status
               ) order by p.created_at desc, p.id desc) from page p
           ) as text), '[]')
""")
Ask = Callable[[Connection, ListPayments], Awaitable[Any]]


async def _by_hand(connection: Connection, call: ListPayments) -> Any:
    values = {"clinic_id": call.clinic_id, "limit": call.perpage, "offset": call.offset}
    _, total, rows = (await connection.execute(_BY_HAND, values)).one_row()
    return written_page(rows, total=total, perpage=call.perpage)


def measure(setting: Config) -> Findings:
    """Measure the first two pages of the clinics with most payments, in one process and over one connection."""
    url = setting.worlds.url(setting.clinics)
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        clinics = [int(str(clinic)) for (clinic,) in connection.execute(_BUSIEST)]
    kit, by_hand = asyncio.run(_compare(url, clinics, setting))
    findings = Findings(
        "An ordinary list by the kit",
        "The payments of a clinic, pages 1 and 2: the statement `core/queries/list_query.py` makes, and one written by "
        "hand with every field named. Without HTTP: CPU of Python and of PostgreSQL for the list alone.",
    )
    findings.numbers = [("", "CPU ms/list"), ("kit", f"{kit:.3f}"), ("by hand", f"{by_hand:.3f}")]
    findings.goals = [
        Goal("List by the kit, CPU, to hand-written", f"{kit:.3f} ms", f"{by_hand:.3f} ms", kit / by_hand, 1.3)
    ]
    return findings


async def _compare(url: str, clinics: list[int], setting: Config) -> tuple[float, float]:
    calls = [ListPayments(clinic_id=clinic, page=page) for page in (1, 2) for clinic in clinics]
    times = max(1, setting.requests(2000) // len(calls))
    samples: dict[Ask, list[float]] = {PAYMENTS.page: [], _by_hand: []}
    pool = create_pool(url, pool_size=1)
    async with pool.connection() as connection:
        backend = int((await connection.execute(text("select pg_backend_pid()"))).scalar_one())
        for _ in range(setting.rounds):
            for ask, spent in samples.items():
                before = time.process_time() + cpu_seconds(backend)
                for _ in range(times):
                    for call in calls:
                        await ask(connection, call)
                spent.append((time.process_time() + cpu_seconds(backend) - before) * 1000 / (times * len(calls)))
    await pool.renew()
    return median(samples[PAYMENTS.page][1:]), median(samples[_by_hand][1:])
