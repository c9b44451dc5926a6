"""Users: the list, flags and statuses of thousands, and the devices of a user with very many."""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import psycopg

from bench.area_list import AreaList, measure_list
from bench.background_load import wait_meanwhile
from bench.config import Config
from bench.generate_rows import FIRST, LAST, PHONE, Fill
from bench.load import Target
from bench.report import Findings, Goal
from bench.servers import client_of, our_server
from careops import AsyncCareOps
from careops.bulk import Outcome, SetUserFlag, SetUserStatus, apply, parse_ids
from careops.calls.devices import DeleteAllDevices
from careops_server.core.configuration.dsn import driver_url
from careops_server.demo import DEMO_PASSWORD, DEMO_USERS

USERS = Fill(
    "users",
    ("users", "user_accounts"),
    [
        f"""
        insert into users (name, phone_number, email, platform, user_status, verified_at, growth_enabled)
        select {FIRST} || ' ' || {LAST}, {PHONE}, case when mod(n, 2) = 0 then 'u' || n || '@practice.example' end,
            (array['android', 'ios', 'web'])[1 + mod(n, 3)], case when mod(n, 50) = 0 then 'INACTIVE' else 'ACTIVE' end,
            date_trunc('second', now()) - n * interval '1 minute', mod(n, 2) = 0
        from generate_series(1, cast(%(rows)s as bigint)) n
        """,
        """
        insert into user_accounts (user_id, account_type, subject_id)
        select u.id, 'clinic', c.ids[1 + mod(u.id, cardinality(c.ids))]
        from users u, (select array_agg(id order by id) as ids from clinics) c
        where u.phone_number like '1%%' order by u.id
        """,
    ],
)
_LIST = AreaList(
    "Users' list",
    USERS,
    "/api/admin/users",
    lambda _: ["", "active_users=true", "active_users=false"],
    "select name, phone_number from users where phone_number like '1%%' order by md5(id::text) limit %s",
    "all of them with their accounts, those who are active, those who are not. Half of the searches are names, half "
    "parts of a number.",
)
_CHANGED = "select count(*) from audit_events where key = 'user.update'"
_PLAIN = """
    select id from users where phone_number like '1%%' and user_status = 'ACTIVE' and growth_enabled
    order by id limit %s
"""
_DEVICES = """
    insert into devices (user_id, app_type, device_key, app_version, device_type, device_version)
    select %s, 'cms', 'bench-' || n, '4.3.0', case when mod(n, 10) = 0 then 'ios' else 'android' end, '16'
    from generate_series(1, cast(%s as bigint)) n on conflict do nothing
"""


def measure(setting: Config) -> Findings:
    """Measure the list, then changes on a copy."""
    rows = setting.rows(1_000_000)
    findings = measure_list(_LIST, setting, rows)
    with setting.worlds.copy_of(setting.worlds.filled(USERS, rows)) as url:
        with (
            our_server(url, postgres=setting.worlds.pid) as ours,
            psycopg.connect(driver_url(url), autocommit=True) as database,
        ):
            _change(findings, setting, ours, database)
            _delete_devices(findings, setting, ours, database)
    return findings


def _change(findings: Findings, setting: Config, ours: Target, database: psycopg.Connection) -> None:
    count = setting.rows(10_000)
    users = [int(user) for (user,) in database.execute(_PLAIN.encode(), [count])]
    for change in (SetUserFlag(flag="growth_enabled", enabled=False), SetUserStatus(status="INACTIVE")):
        before = _events(database)
        began = time.perf_counter()
        done = asyncio.run(_applied(ours, change, users))
        rate = len(users) / (time.perf_counter() - began)
        written = _events(database) - before
        if done != len(users) or written != len(users):
            raise RuntimeError(f"{change.command} changed {done} of {len(users)} users and left {written} events")
        findings.goals.append(
            Goal(f"`{change.command}`, with audit", f"{rate:.0f}/s", "", rate, 300, "/s", at_least=True)
        )


async def _applied(ours: Target, change: SetUserFlag | SetUserStatus, users: list[int]) -> int:
    async with AsyncCareOps(f"http://127.0.0.1:{ours.port}/api") as client:
        await client.sign_in(DEMO_USERS[0].phone_number, DEMO_PASSWORD)
        with tempfile.TemporaryDirectory() as folder:
            run = await apply(client, change, parse_ids(users), journal=Path(folder) / "journal", concurrency=16)
            return run.counts[Outcome.DONE]


def _delete_devices(findings: Findings, setting: Config, ours: Target, database: psycopg.Connection) -> None:
    count = setting.rows(100_000)
    user = int(database.execute("select max(id) from users").fetchall()[0][0])
    with client_of(ours) as client:
        client.confirm(DEMO_PASSWORD)

        def delete(kind: str) -> None:
            deleted = client.send(DeleteAllDevices.model_validate({"user_id": user, "device_type": kind})).deleted
            if kind == "android" and deleted != count:
                raise RuntimeError(f"{deleted} of {count} devices were deleted")

        database.execute(_DEVICES.encode(), [user, count * 10 // 9 + 1])
        database.execute(
            "delete from devices where user_id = %s and device_type = 'android' and id > ("
            " select id from devices where user_id = %s and device_type = 'android' order by id offset %s"
            " limit 1)",
            [user, user, count - 1],
        )
        database.execute("analyze devices")
        target = replace(ours, path_of=lambda n: f"/api/admin/users?page={n % 20 + 1}")
        waits = wait_meanwhile(target, [lambda: delete("android")], idle_seconds=setting.seconds(15))
    findings.goals.append(waits.goal(f"while {count:,} devices are deleted"))
    findings.notes.append(f"{count:,} devices of one type and user were deleted in one call of {waits.seconds:.1f} s.")


def _events(database: psycopg.Connection) -> int:
    return int(database.execute(_CHANGED.encode()).fetchall()[0][0])
