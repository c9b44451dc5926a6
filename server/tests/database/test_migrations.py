"""Migrations: the schema is created from nothing, once, and equals the documented one."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool
from careops_server.core.database.migrate import LOCK_MS, current, migrate, newest, pending
from careops_server.core.database.schema_revision import VERSIONS
from careops_server.testing.postgres import BARE, TestPostgres
from careops_server.testing.schema import PAGE, TABLES, schema, tables
from careops_server.testing.schema_compat import BASE, migrate_upto

pytestmark = pytest.mark.slow


def test_schema_page_is_current(url: str) -> None:
    assert PAGE.read_text("utf-8") == schema(url), "docs/schema.sql is stale: run `nox -s generate`"


def test_module_of_tables_is_current(url: str) -> None:
    assert TABLES.read_text("utf-8") == tables(url), "core/database/tables.py is stale: run `nox -s generate`"


def test_schema_page_has_the_function_of_every_trigger() -> None:
    page = PAGE.read_text("utf-8")
    used = set(re.findall(r"EXECUTE FUNCTION (\w+)\(\)", page))
    assert len(used) > 60
    assert used - set(re.findall(r"^CREATE OR REPLACE FUNCTION public\.(\w+)\(", page, re.MULTILINE)) == set()


def test_migrations_import_nothing_of_the_server() -> None:
    """A change of today's code must not change the schema of an earlier migration."""
    files = list(VERSIONS.glob("*.py"))
    assert len(files) > 80
    imported = re.compile(r"^\s*(?:from|import) careops|import_module|__import__", re.MULTILINE)
    assert [file.name for file in files if imported.search(file.read_text("utf-8"))] == []


def test_constraints_and_indexes_are_named_by_type_and_table(url: str) -> None:
    with psycopg.connect(driver_url(url)) as connection:
        names = connection.execute("""
            select relname, conname, contype::text from pg_constraint c join pg_class r on r.oid = c.conrelid
            where r.relnamespace = 'public'::regnamespace and not r.relispartition
            and contype in ('p', 'u', 'f', 'c') and relname <> 'alembic_version'
            union all
            select r.relname, i.relname, case when indisunique then 'ui' else 'i' end
            from pg_index join pg_class i on i.oid = indexrelid join pg_class r on r.oid = indrelid
            where r.relnamespace = 'public'::regnamespace and not r.relispartition
            and not exists (select from pg_constraint where conindid = indexrelid)
        """).fetchall()
    kinds = {"p": "pk", "u": "uq", "f": "fk", "c": "ck", "i": "ix", "ui": "uq"}
    assert len(names) > 100
    assert [name for table, name, kind in names if not f"{name}_".startswith(f"{kinds[kind]}_{table}_")] == []


def test_concurrent_migrations_run_once(postgres: TestPostgres) -> None:
    url = postgres.new_database(BARE)
    assert current(url) is None
    steps = pending(url)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(migrate, [url] * 4))
    assert sorted(results) == [(), (), (), steps]
    assert pending(url) == ()
    assert current(url) == newest() == steps[-1]
    postgres.drop(url)


@pytest.mark.proves("FAULT-12.failed")
def test_failed_migration_leaves_nothing(postgres: TestPostgres) -> None:
    url = postgres.new_database(BARE)
    with psycopg.connect(driver_url(url)) as connection:
        connection.execute("create table audit_events (n int)")
    with pytest.raises(Exception, match="already exists"):
        migrate(url)
    with psycopg.connect(driver_url(url)) as connection:
        assert connection.execute("select to_regclass('users')").fetchone() == (None,)
        connection.execute("drop table audit_events")
    assert migrate(url)
    postgres.drop(url)


@pytest.mark.proves("FAULT-12.gives-up", "FAULT-12.later")
def test_migration_blocked_by_a_long_query_fails_and_resumes_later(postgres: TestPostgres) -> None:
    url = postgres.new_database(BARE)
    migrate_upto(url, "0275")
    with psycopg.connect(driver_url(url)) as reader:
        reader.execute("select id from users")  # the transaction stays open until the block ends
        began = time.monotonic()
        with pytest.raises(OperationalError, match="lock timeout"):
            migrate(url)
        waited = time.monotonic() - began
        assert LOCK_MS / 1000 <= waited < 3 * LOCK_MS / 1000, "whoever asks next stands behind it for that long"
        assert reader.execute("select count(*) from users").fetchone() == (0,)
    assert current(url) == "0275"
    assert migrate(url)[0] == "0276"
    postgres.drop(url)


def test_online_migrations_are_committed_one_by_one(postgres: TestPostgres) -> None:
    """A migration releases its locks before the next one; a failed one leaves the earlier ones in place."""
    url = postgres.new_database(BARE)
    migrate_upto(url, BASE)
    with psycopg.connect(driver_url(url)) as connection:
        connection.execute("create table approval_policies (n int)")
        connection.execute("insert into server_roles values ('careops_server') on conflict do nothing")
    with pytest.raises(Exception, match="already exists"):
        migrate(url)
    assert current(url) == "0611"
    with psycopg.connect(driver_url(url)) as connection:
        may = "select has_table_privilege('careops_server', 'change_requests', 'select')"
        assert connection.execute(may).fetchone() == (True,)
        connection.execute("drop table approval_policies")
    assert migrate(url)[0] == "0600"
    assert current(url) == newest()
    postgres.drop(url)


BROADCAST_POLICIES: LiteralString = """
    select call, at_least, enabled from approval_policies where condition = 'devices' order by call
"""


@pytest.mark.parametrize(
    ("file", "variables", "at_least"),
    [("", {}, 500), ("broadcasts_approved_from = 20", {}, 20), ("", {"CAREOPS_BROADCASTS_APPROVED_FROM": "0"}, 0)],
)
def test_broadcast_approvals_of_1_0_become_policies(
    file: str,
    variables: Mapping[str, str],
    at_least: int,
    postgres: TestPostgres,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("careops.toml").write_text(file)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    url = postgres.new_database(BARE)
    migrate_upto(url, BASE)
    with psycopg.connect(driver_url(url)) as connection:
        connection.execute("insert into users (name, phone_number) values ('Harpreet', '9000000001')")
        connection.execute("""
            insert into broadcast_proposals (kind, app_type, asked_at, asked_by, asked_by_id, devices)
            values ('relogin', null, now() - interval '2 days', 'Harpreet', 1, 600),
                ('web_upgrade', 'cms', now(), 'Harpreet', 1, 600)
        """)
    migrate(url)
    with psycopg.connect(driver_url(url)) as connection:
        is_set = bool(file or variables)
        assert connection.execute(BROADCAST_POLICIES).fetchall() == [
            ("SendRelogin", at_least, is_set),
            ("SendWebUpgrade", at_least, is_set),
        ]
        proposals = "select id, decided_by from broadcast_proposals order by id"
        assert connection.execute(proposals).fetchall() == [(1, None), (2, "careops")]
        events = "select key, resource_id, after ->> 'state' from audit_events"
        assert connection.execute(events).fetchall() == [("broadcast.decline", "2", "declined")]
    postgres.drop(url)


def test_stricter_policy_of_broadcasts_stays(postgres: TestPostgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAREOPS_BROADCASTS_APPROVED_FROM", "600")
    url = postgres.new_database(BARE)
    migrate_upto(url, "0870")
    with psycopg.connect(driver_url(url)) as connection:
        connection.execute("delete from approval_policies where call = 'SendRelogin'")
    migrate(url)
    with psycopg.connect(driver_url(url)) as connection:
        policies = connection.execute(BROADCAST_POLICIES).fetchall()
    assert policies == [("SendRelogin", 600, True), ("SendWebUpgrade", 500, True)]
    postgres.drop(url)


@pytest.mark.proves("SEC-59.utc")
async def test_requests_have_limits_and_utc(url: str) -> None:
    pool = create_pool(url, pool_size=1)
    async with pool.connection() as connection:
        settings = {}
        for name in ("statement_timeout", "lock_timeout", "TimeZone"):
            settings[name] = (await connection.execute(text(f"show {name}"))).scalar_one()
        assert settings == {"statement_timeout": "15s", "lock_timeout": "4s", "TimeZone": "UTC"}
    await pool.renew()


async def test_connections_lost_while_idle_are_replaced(url: str) -> None:
    database = Database(create_pool(url, pool_size=3), seconds=5)

    async def backend(connection: Connection) -> int:
        pid: int = (await connection.execute(text("select pg_backend_pid()"))).scalar_one()
        return pid

    async with database.pool.connection() as first, database.pool.connection() as second:
        lost = [await backend(first), await backend(second)]
    with psycopg.connect(driver_url(url), autocommit=True) as admin:
        admin.execute("select pg_terminate_backend(pid, 5000) from unnest(%s::int[]) pid", [lost])
    assert await database.read(backend) not in lost
    assert await database.change(backend) not in lost
    await database.close()


def test_unreachable_database_is_an_operational_error() -> None:
    with pytest.raises(OperationalError):
        pending("postgresql+psycopg://postgres@/careops?host=/nowhere&port=5432")
