"""Intake of events: ours with concurrent sealing, against a bare COPY of the same rows."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from statistics import median
from typing import Any

import psycopg
from pydantic import TypeAdapter

from bench.processes import cpu_seconds
from careops.audit_chain.signing_keys import SigningKey
from careops.calls.audit import NewAuditEvent
from careops_server.core.audit import event_queries, seal_loop
from careops_server.core.audit.signing_keys import Signers
from careops_server.core.database.database import Database

_SIGNERS = Signers(SigningKey(b"k" * 32))
_COLUMNS = "occurred_at, id, clinic_id, key, event_status, actor_name, actor_type, ip_address, description"
_DROP = "drop table if exists bare, twin"
_BARE = "create table bare (like audit_events including defaults, primary key (occurred_at, id))"
_TWIN = "create table twin (like audit_events including all) partition by range (occurred_at)"
_TWIN_MONTHS = """
    select format('create table %I partition of twin %s', 'twin_' || month.relname,
        pg_get_expr(month.relpartbound, month.oid))
    from pg_inherits i join pg_class month on month.oid = i.inhrelid where i.inhparent = 'audit_events'::regclass
"""


async def rates_of(
    database: Database, plain: psycopg.Connection[Any], postgres: int, total: int
) -> dict[str, tuple[float, float]]:
    """Measure bare COPYs into two tables with the same columns; our intake; and our intake with concurrent sealing.

    Each with events per second, and CPU per event in µs, of PostgreSQL and of our processes.
    """
    gc.freeze()  # like a worker at its start
    count = 20_000 if total < 10_000_000 else 100_000
    batches = TypeAdapter(list[NewAuditEvent])
    rates: dict[str, list[float]] = {}
    costs: dict[str, list[float]] = {}

    def copy(table: str) -> None:
        for first in range(0, count, 1000):
            with plain.cursor() as cursor, cursor.copy(f"copy {table} ({_COLUMNS}) from stdin".encode()) as copy:
                for row in rows[first : first + 1000]:
                    copy.write_row(row)

    async def take_in() -> None:
        for body in sent:
            good = batches.validate_json(body)
            await database.change(partial(event_queries.add_events, events=good, request_id="bench", sent_by="bench"))

    async def take_in_and_seal() -> None:
        sealer = asyncio.create_task(_keep_sealing(database))  # like another worker
        await take_in()
        sealer.cancel()
        with suppress(asyncio.CancelledError):
            await sealer
        await seal_loop.seal_all(database, lambda: _SIGNERS)

    runs: dict[str, Callable[[], Awaitable[None]]] = {
        "copy, key alone": partial(asyncio.to_thread, copy, "bare"),
        "copy, same months and indexes": partial(asyncio.to_thread, copy, "twin"),
        "ours": take_in,
        "ours, sealed": take_in_and_seal,
    }
    for _ in range(3):
        for statement in (_DROP, _BARE, _TWIN, *(month for (month,) in plain.execute(_TWIN_MONTHS).fetchall())):
            plain.execute(statement.encode())
        for name, run in runs.items():
            events = [_event(number) for number in range(count)]
            rows = [_row(event) for event in events]
            sent = [json.dumps(events[first : first + 1000]) for first in range(0, count, 1000)]
            await seal_loop.seal_all(database, lambda: _SIGNERS)
            began, spent = time.perf_counter(), cpu_seconds(os.getpid(), postgres)
            await run()
            rates.setdefault(name, []).append(count / (time.perf_counter() - began))
            costs.setdefault(name, []).append((cpu_seconds(os.getpid(), postgres) - spent) * 1e6 / count)
    plain.execute(_DROP.encode())
    return {name: (median(costs_of_round), median(costs[name])) for name, costs_of_round in rates.items()}


async def _keep_sealing(database: Database) -> None:
    while True:
        await asyncio.sleep(1)
        await seal_loop.seal_all(database, lambda: _SIGNERS)


def _row(event: Mapping[str, Any]) -> tuple[Any, ...]:
    return (
        *(event["timestamp"], event["id"], event["clinic_id"], event["key"], event["event_status"]),
        *(event["user"]["name"], event["user"]["type"], event["ip_address"], event["description"]),
    )


def _event(number: int) -> dict[str, Any]:
    moment = datetime.now(UTC) - timedelta(seconds=number % 86_400)
    return {
        "id": str(uuid.uuid4()),
        "key": f"patient.view_{number % 30}",
        "event_status": "SUCCESS",
        "timestamp": moment.isoformat(),
        "clinic_id": 2 + number % 998,
        "user": {"name": f"Member {number % 200}", "type": "staff"},
        "ip_address": "203.0.113.7",
        "description": "Something that happened in the app",
    }
