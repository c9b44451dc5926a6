"""Audit log: summaries and lists of many millions of events against plain SQL, intake against a bare COPY."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import orjson
import psycopg
from psycopg import sql

import careops_server.core.database
from bench.config import Config
from bench.progress import say
from bench.report import Findings, Goal
from bench.sections import audit_intake
from careops.calls.audit import ListAuditTrails
from careops_server.areas.audit import list_queries
from careops_server.core.audit import days, seal_loop
from careops_server.core.audit.summary_queries import MAX_LABELS, CachedSummary, Part, summarize
from careops_server.core.cache.lru import LruCache
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool
from careops_server.core.database.migrate import migrate
from careops_server.core.embedded_postgres.server import LocalPostgres

_TOP, _MIDDLE = 1, 500
"""A clinic with a tenth of all events, and one with a thousandth."""
_CHUNK = 500_000
_TRANSFER = "select of a constant as long as a summary's figures"
_FILL = """
    insert into audit_events
        (occurred_at, clinic_id, key, event_status, actor_name, actor_type, ip_address, description)
    select %(end)s - (%(first)s + n + random()) * (interval '180 days' / %(total)s),
        case when random() < 0.1 then 1 else 2 + (random() * 998)::int end,
        (array['user.sign_in', 'patient.export'])[1 + n %% 19 / 18]
            || case when n %% 30 < 3 then '' else '.' || n %% 30 end,
        case when random() < 0.03 then 'FAILED' else 'SUCCESS' end, 'Member ' || (random() * random() * 200)::int,
        'staff', '203.0.113.' || n %% 250, 'Something that happened in the app'
    from generate_series(1, %(size)s) n
"""
_PLAIN = """
    select case grouping(key, actor_name, hour) when 3 then 'key' when 5 then 'user' else 'hour' end,
        key, actor_name, hour, count(*), count(*) filter (where event_status = 'FAILED')
    from (select key, actor_name, event_status, extract(hour from occurred_at at time zone 'Asia/Kolkata') as hour
          from audit_events where {clinic} occurred_at >= %(begin)s and occurred_at < %(over)s) e
    group by grouping sets ((key), (actor_name), (hour))
"""
_NEWEST = "select max(occurred_at) from audit_events where request_id is null"
_TOTAL = """
    select sum(total) from audit_days where clinic_id = 0 and dimension = 'all' and day between %(start)s and %(end)s
"""
_PAGE = """
    select json_agg(item)::text from (
        select id, key, event_status,
            replace(to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '.000000', '')
                as timestamp,
            (select u from (select actor_name as name, actor_type as type) u where num_nonnulls(name, type) > 0)
                as user,
            (select u from (select patient_name as name) u where name is not null) as patient,
            (select u from (select resource_id as id, resource_type as type) u where num_nonnulls(id, type) > 0)
                as resource,
            ip_address, description, user_agent, parameters, before, after
        from (
            select * from audit_events where occurred_at >= %(begin)s and occurred_at < %(over)s
            order by occurred_at {direction}, id {direction} limit {rows}
        ) e order by occurred_at desc, id desc
    ) item
"""


def measure(setting: Config) -> Findings:
    """Measure on one database of 10 million events over 180 days: 1,000 clinics, one of them with a tenth."""
    total = setting.events
    rounds = setting.rounds
    with trail(setting.cache, total) as server:
        return asyncio.run(_measure(server, total, rounds))


@contextmanager
def trail(cache: Path, total: int) -> Iterator[LocalPostgres]:
    """Return the database with that many events, built once; rebuilt when the migrations change."""
    versions = sorted((Path(str(careops_server.core.database.__file__)).parent / "versions").glob("*.py"))
    fingerprint = hashlib.sha256(b"".join(file.read_bytes() for file in versions)).hexdigest()[:10]
    folder = cache / f"audit_{total}_{fingerprint}"
    server = LocalPostgres(folder / "postgres", settings={"shared_buffers": "1GB"})
    server.start()
    try:
        if not (folder / "built").exists():
            say(f"building a trail of {total:,} events (once)")
            _build(server.url, total)
            (folder / "built").touch()
        yield server
    finally:
        server.stop()


def _build(url: str, total: int) -> None:
    migrate(url)
    end = days.start_of_day(days.local_date(datetime.now(UTC)) + timedelta(days=1)) - timedelta(hours=12)
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("truncate audit_busy_clinics")
        for first in range(0, total, _CHUNK):
            size = min(_CHUNK, total - first)
            connection.execute(_FILL, {"end": end, "first": first, "total": total, "size": size})
        connection.execute("vacuum (analyze) audit_events")
        connection.execute("vacuum (analyze) audit_days")


async def _measure(server: LocalPostgres, total: int, rounds: int) -> Findings:
    database = Database(create_pool(server.url, pool_size=2), seconds=120)
    plain = psycopg.connect(driver_url(server.url), autocommit=True)
    plain.execute("set timezone = 'UTC'")
    last = days.local_date(plain.execute(_NEWEST).fetchall()[0][0])
    period = days.DateRange(last - timedelta(days=89), last)
    values: dict[str, Any] = {
        "begin": period.first_moment,
        "over": period.end_moment,
        "start": period.start,
        "end": period.end,
    }

    def by_hand(statement: str) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            for command in statement.split(";"):
                plain.execute(command.encode(), values).fetchall()

        return run

    def ours(work: Callable[[Connection], Awaitable[object]]) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            await database.read(work)

        return run

    def summary(clinic_id: int | None) -> Callable[[], Awaitable[None]]:
        """Request the summary as from a newly started worker."""
        return ours(lambda connection: summarize(connection, clinic_id, period, LruCache(most=MAX_LABELS)))

    def summary_again(clinic_id: int | None) -> Callable[[], Awaitable[None]]:
        memory = LruCache[CachedSummary](most=MAX_LABELS)
        return ours(lambda connection: summarize(connection, clinic_id, period, memory))

    def summary_of_new_day() -> Callable[[], Awaitable[None]]:
        """Request it again after new events, which invalidate the cached last two days."""
        memory = LruCache[CachedSummary](most=MAX_LABELS)

        async def work(connection: Connection) -> None:
            await summarize(connection, None, period, memory)
            if (day_summary := memory.get((None, period))) is not None:
                memory.set((None, period), replace(day_summary, recent=Part(-1, {})), weight=day_summary.labels)

        return ours(work)

    def page(number: int, **filters: Any) -> Callable[[], Awaitable[None]]:
        call = ListAuditTrails(page=number, **filters)
        return ours(lambda connection: list_queries.list_events(connection, call, period))

    figures = await database.read(lambda connection: summarize(connection, None, period, LruCache(most=MAX_LABELS)))
    constant = sql.SQL("select {}::json").format(json.dumps(asdict(figures), ensure_ascii=False))

    async def transfer() -> None:
        plain.execute(constant).fetchall()

    total_found = int(plain.execute(_TOTAL.encode(), values).fetchall()[0][0])
    pages = -(-total_found // 10)
    first_by_hand = _PAGE.format(direction="desc", rows=10)
    last_by_hand = _PAGE.format(direction="asc", rows=total_found - (pages - 1) * 10)
    for number, by_them in ((1, first_by_hand), (pages, last_by_hand)):
        call = ListAuditTrails(page=number)
        written = await database.read(partial(list_queries.list_events, call=call, days=period))
        if orjson.dumps(written.ready["items"]) != plain.execute(by_them.encode(), values).fetchall()[0][0].encode():
            raise RuntimeError("the page by hand is another one than ours")
    top = _PLAIN.format(clinic=f"clinic_id = {_TOP} and")
    times = await _together(
        {
            "summary, plain aggregate, all clinics": by_hand(_PLAIN.format(clinic="")),
            "summary, plain aggregate, a clinic of a tenth": by_hand(top),
            "summary, a clinic of a tenth, counted": summary(_TOP),
            "summary, all clinics": summary(None),
        },
        3,  # the plain ones take many seconds each
    )
    await seal_loop.upkeep(database)  # from here on, the busy clinic has daily rollups
    times |= await _together(
        {
            "select 1": by_hand("select 1"),
            _TRANSFER: transfer,
            "summary, all clinics, asked again": summary_again(None),
            "summary, all clinics, asked again after new events": summary_of_new_day(),
            "summary, a clinic of a tenth, kept": summary(_TOP),
            "summary, a clinic of a tenth, asked again": summary_again(_TOP),
            "summary, a clinic of a thousandth": summary(_MIDDLE),
            "list, first page": page(1),
            "list, first page, by hand": by_hand(f"{first_by_hand};{_TOTAL}"),
            "list, last page": page(pages),
            "list, last page, by hand": by_hand(f"{last_by_hand};{_TOTAL}"),
            "list, page in the middle": page(pages // 2),
            "list, one clinic, first page": page(1, clinic_id=_MIDDLE),
            "list, busy clinic, failed only, page 1,000": page(1000, clinic_id=_TOP, event_status="FAILED"),
        },
        rounds * 20,
    )
    intake = await audit_intake.rates_of(database, plain, server.pid, total)
    await database.close()
    plain.close()
    return _findings(times, intake, total)


async def _together(runs: Mapping[str, Callable[[], Awaitable[None]]], rounds: int) -> dict[str, float]:
    """Median times in milliseconds; alternating, so that other load affects all of them."""
    took: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds + 7):
        for name, run in runs.items():
            began = time.perf_counter()
            await run()
            if number >= 7:
                took[name].append((time.perf_counter() - began) * 1000)
    return {name: median(times) for name, times in took.items()}


def _findings(ms: dict[str, float], intake: dict[str, tuple[float, float]], total: int) -> Findings:
    rates = {name: rate for name, (rate, _) in intake.items()}
    findings = Findings(
        "Audit trail",
        f"{total:,} events over 180 days: 1,000 clinics, one of them with a tenth of all events; 90 days asked for. "
        "Medians at one connection, warm. Lists by hand: psycopg without asyncio, pool and time limit; two statements, "
        "the total from the kept days and the rows as JSON, to the same bytes as ours; for the last page they are read "
        "from the end. A summary is the first of a worker, or a repeated one: without new events, or with events "
        "of the last two days. Intake: batches of 1,000, validated, each id once, counted; sealed: "
        "while a sealer works beside it, until the last event is sealed. The bare COPYs, of 1,000 rows and a commit "
        "each, go into an empty table with the same columns and its key alone, and into one that also has the same "
        "months and indexes; they check, count and seal nothing, and an event sent twice would be there twice.",
        numbers=[("", "ms"), *((name, f"{took:.2f}") for name, took in ms.items())],
        notes=[
            f"Intake, {name}: {rate:,.0f} events/s, {cost:.0f} µs of CPU each" for name, (rate, cost) in intake.items()
        ],
    )

    def faster(what: str, slow: str, quick: str, limit: float) -> Goal:
        against = ms[slow] / ms[quick]
        return Goal(what, f"{ms[quick]:.2f} ms", f"{ms[slow]:.1f} ms", against, limit, at_least=True)

    def close(what: str, mine: str, theirs: str) -> Goal:
        return Goal(what, f"{ms[mine]:.2f} ms", f"{ms[theirs]:.2f} ms", ms[mine] / ms[theirs], 1.5)

    def beside(what: str, bare: str) -> Goal:
        mine, theirs = rates["ours, sealed"], rates[bare]
        return Goal(what, f"{mine:,.0f}/s", f"{theirs:,.0f}/s", mine / theirs, 0.5, at_least=True)

    everything, again = "summary, plain aggregate, all clinics", "summary, all clinics, asked again"
    findings.goals = [
        faster("Audit summary, 90 days, better than a plain aggregate", everything, "summary, all clinics", 100),
        Goal(
            "Audit summary, asked again, to select 1 and the transfer",
            f"{ms[again]:.2f} ms",
            f"{ms[_TRANSFER]:.2f} ms",
            ms[again] / ms[_TRANSFER],
            5,
        ),
        close("Audit list, first page, to SQL by hand", "list, first page", "list, first page, by hand"),
        close("Audit list, last page, to SQL by hand", "list, last page", "list, last page, by hand"),
        beside("Audit intake, sealed, to a bare COPY into a table with its key alone", "copy, key alone"),
        beside("Audit intake, sealed, to a bare COPY into the same indexes", "copy, same months and indexes"),
    ]
    return findings
