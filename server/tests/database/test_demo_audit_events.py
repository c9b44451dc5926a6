"""Audit log of the demo data: equal for equal seed and time, plausible, counted, sealable."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import pytest

from careops.audit_chain.signing_keys import SigningKey
from careops_server.core.audit import seal_loop, verification
from careops_server.core.audit.signing_keys import Signers
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool
from careops_server.demo import create_demo_data
from careops_server.testing.postgres import TestPostgres

pytestmark = pytest.mark.slow

Connection = psycopg.Connection[tuple[object, ...]]
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
DIGEST = """
    select md5(string_agg(md5(e::text), '' order by occurred_at, id)) from (
        select occurred_at, id, clinic_id, key, event_status, actor_id, actor_name, actor_type, patient_name,
        resource_type, resource_id, ip_address, user_agent, description, parameters from audit_events
    ) e
"""
RAW = """
    select count(*) filter (where key = 'user.sign_in' and event_status = 'FAILED'), count(*),
        count(*) filter (where key = 'patient.export') from audit_events
"""


@pytest.fixture(scope="module")
def world_url(postgres: TestPostgres) -> Iterator[str]:
    url = postgres.new_database()
    create_demo_data(url, size="demo", until=NOW)
    yield url
    postgres.drop(url)


@pytest.fixture(scope="module")
def world(world_url: str) -> Iterator[Connection]:
    with psycopg.connect(driver_url(world_url), autocommit=True) as connection:
        yield connection


def number(connection: Connection, question: str) -> float:
    row = connection.execute(question.encode()).fetchone()
    assert row
    return float(str(row[0]))


def test_demo_data_without_audit_trail_has_clinics_and_no_events(postgres: TestPostgres) -> None:
    url = postgres.new_database()
    create_demo_data(url, size=20, until=NOW, trail=False)
    with psycopg.connect(driver_url(url), autocommit=True) as quiet:
        assert number(quiet, "select count(*) from clinics") == 20
        assert number(quiet, "select count(*) from audit_events") == 0
    postgres.drop(url)


def test_equal_seed_and_time_give_the_same_events(world: Connection, postgres: TestPostgres) -> None:
    url = postgres.new_database()
    create_demo_data(url, size="demo", until=NOW)
    with psycopg.connect(driver_url(url), autocommit=True) as again:
        assert again.execute(DIGEST).fetchone() == world.execute(DIGEST).fetchone()
        create_demo_data(url, size="demo", seed=2, replace=True, until=NOW)
        assert again.execute(DIGEST).fetchone() == world.execute(DIGEST).fetchone(), "a trail is never cleared"
    postgres.drop(url)


@pytest.mark.parametrize(
    ("question", "low", "high"),
    [
        ("count(*)", 20_000, 26_000),
        ("count(distinct (occurred_at at time zone 'Asia/Kolkata')::date)", 120, 120),
        ("count(distinct clinic_id)", 150, 250),
        ("avg((event_status = 'FAILED')::int)", 0.01, 0.06),
        ("count(*) filter (where key = 'user.sign_in' and event_status = 'FAILED')", 200, 1500),
        ("count(*) filter (where key = 'patient.export')", 80, 500),
        ("avg((extract(hour from occurred_at at time zone 'Asia/Kolkata') between 9 and 19)::int)", 0.7, 0.95),
        ("avg((extract(dow from occurred_at at time zone 'Asia/Kolkata') = 0)::int)", 0.02, 0.07),
        ("count(*) filter (where occurred_at > '2026-11-21 09:30Z')", 0, 0),
        ("count(*) filter (where occurred_at > '2026-11-21 08:30Z')", 5, 100),
        ("count(*) filter (where user_agent like 'python-%')", 100, 1200),
        ("count(*) filter (where patient_name is null and key = 'patient.view')", 0, 0),
        ("count(distinct key)", 20, 20),
        ("count(*) filter (where key in ('module.activate', 'module.deactivate'))", 100, 1000),
        ("count(*) filter (where key = 'doctor.verify')", 5, 1000),
        ("count(*) filter (where key = 'user.update')", 3, 400),
    ],
)
def test_event_counts_are_plausible(world: Connection, question: str, low: float, high: float) -> None:
    assert low <= number(world, f"select {question} from audit_events") <= high  # noqa: S608 (from above)


def test_positions_follow_time(world: Connection) -> None:
    assert number(world, """
        select count(*) from (select occurred_at, lag(occurred_at) over (order by position) as before
        from audit_events) e where before > occurred_at
    """) == 0  # fmt: skip


async def test_events_are_counted_and_can_be_sealed(world: Connection, world_url: str) -> None:
    raw = world.execute(RAW).fetchone()
    assert raw
    assert number(world, "select sum(total) from audit_days where clinic_id = 0 and dimension = 'key'") == raw[1]
    assert number(world, "select sum(failed) from audit_days where label = 'user.sign_in'") == raw[0]
    database = Database(create_pool(world_url, pool_size=2), seconds=30)
    key = SigningKey(b"k" * 32)
    assert sum(seal.events for seal in await seal_loop.seal_all(database, lambda: Signers(key))) == raw[1]
    assert (await verification.check_database(database, trusted={key.public_key})).proven
    await database.close()


def test_last_switch_of_a_module_is_its_state(world: Connection) -> None:
    assert number(world, """
        select count(*) from (
            select distinct on (clinic_id, module_id) clinic_id, module_id, key from (
                select *, (parameters ->> 'module_id')::int as module_id from audit_events
                where key in ('module.activate', 'module.deactivate')
            ) e order by clinic_id, module_id, occurred_at desc
        ) last where (key = 'module.activate') <> exists (
            select from clinic_spec_modules m where m.clinic_id = last.clinic_id and m.spec_module_id = module_id
        )
    """) == 0  # fmt: skip
