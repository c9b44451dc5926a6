"""Counters equal a recount after any change to clinics, modules and bank details."""

from __future__ import annotations

import threading
from random import Random

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from careops_server.core.configuration.dsn import driver_url
from careops_server.testing.postgres import TestPostgres

pytestmark = pytest.mark.slow

Connection = psycopg.Connection[tuple[object, ...]]
STATES = ("Punjab", "PUNJAB", "Delhi", "Tamil Nadu", None)

RECOUNT = """
    select 'all', '', count(*) from clinics
    union all select 'state', lower(state), count(*) from clinics where state is not null group by 2
    union all select 'hospital', 'true', count(*) from clinics where is_hospital
    union all select 'bank', 'true', count(*) from bank_details
    union all select 'flag', 'ipd_enabled', count(*) from clinics where ipd_enabled
    union all select 'flag', 'surgery_enabled', count(*) from clinics where surgery_enabled
    union all select 'flag', 'abdm_enabled', count(*) from clinics where abdm_enabled
    union all select 'flag', 'care_package_enabled', count(*) from clinics where care_package_enabled
    union all select 'module', spec_module_id::text, count(*) from clinic_spec_modules group by 2
"""
TOTALS = """
    select dimension, key, sum(total)::bigint from clinic_totals where dimension <> 'version' group by 1, 2
"""


def totals(connection: Connection, question: str) -> dict[tuple[object, object], object]:
    rows = connection.execute(question.encode()).fetchall()
    return {(dimension, key): total for dimension, key, total in rows if total}


def version(connection: Connection) -> int:
    row = connection.execute("select sum(total)::bigint from clinic_totals where dimension = 'version'").fetchone()
    assert row
    return int(str(row[0] or 0))


def assert_right(connection: Connection) -> None:
    assert totals(connection, TOTALS) == totals(connection, RECOUNT)
    mismarked = """
        select count(*) from clinics c
        where has_bank_details <> exists (select from bank_details where clinic_id = c.id)
    """
    assert connection.execute(mismarked).fetchone() == (0,)


def clinic(random: Random) -> list[object]:
    return [random.choice(STATES), *(random.random() < 0.5 for _ in range(5))]


def dice(seed: int) -> Random:
    return Random(seed)  # noqa: S311 (reproducible, not secret)


class Clerk:
    """Makes random changes to clinics, from a seed."""

    def __init__(self, connection: Connection, random: Random) -> None:
        self.connection = connection
        self.random = random

    def ids(self) -> list[object]:
        all_ids = [number for (number,) in self.connection.execute("select id from clinics order by id")]
        return self.random.sample(all_ids, k=min(len(all_ids), self.random.randint(0, 5)))

    def insert(self) -> None:
        with self.connection.cursor() as cursor:
            cursor.executemany(
                "insert into clinics (name, state, is_hospital, ipd_enabled, surgery_enabled, abdm_enabled, "
                "care_package_enabled) values ('x', %s, %s, %s, %s, %s, %s)",
                [clinic(self.random) for _ in range(self.random.randint(1, 4))],
            )

    def copy(self) -> None:
        statement = """
            copy clinics (name, state, is_hospital, ipd_enabled, surgery_enabled, abdm_enabled, care_package_enabled)
            from stdin
        """
        with self.connection.cursor() as cursor, cursor.copy(statement) as copy:
            for _ in range(self.random.randint(0, 6)):
                copy.write_row(["x", *clinic(self.random)])

    def update(self) -> None:
        self.connection.execute(
            "update clinics set state = %s, is_hospital = not is_hospital, abdm_enabled = %s, surgery_enabled = not "
            "surgery_enabled where id = any(%s)",
            [self.random.choice(STATES), self.random.random() < 0.5, self.ids()],
        )

    def rename(self) -> None:
        self.connection.execute("update clinics set name = name || '!' where id = any(%s)", [self.ids()])

    def delete(self) -> None:
        self.connection.execute("delete from clinics where id = any(%s)", [self.ids()])

    def activate(self) -> None:
        self.connection.execute(
            "insert into clinic_spec_modules (clinic_id, spec_module_id) select id, %s from clinics where id = any(%s) "
            "on conflict do nothing",
            [self.random.randint(1, 3), self.ids()],
        )

    def deactivate(self) -> None:
        self.connection.execute("delete from clinic_spec_modules where clinic_id = any(%s)", [self.ids()])

    def swap_module(self) -> None:
        self.connection.execute("""
            update clinic_spec_modules m set spec_module_id = 3 where spec_module_id = 1 and not exists
            (select from clinic_spec_modules o where o.clinic_id = m.clinic_id and o.spec_module_id = 3)
        """)

    def add_bank(self) -> None:
        self.connection.execute(
            "insert into bank_details select id, '1', 'x', 'x', 'x' from clinics where id = any(%s) "
            "on conflict (clinic_id) do update set account_no = '2'",
            [self.ids()],
        )

    def remove_bank(self) -> None:
        self.connection.execute("delete from bank_details where clinic_id = any(%s)", [self.ids()])

    def empty_modules(self) -> None:
        self.connection.execute("truncate clinic_spec_modules")

    def empty_bank(self) -> None:
        self.connection.execute("truncate bank_details")

    def empty_clinics(self) -> None:
        self.connection.execute("truncate clinics cascade")


GENTLE = (
    Clerk.insert, Clerk.insert, Clerk.copy, Clerk.update, Clerk.rename, Clerk.delete, Clerk.activate, Clerk.activate,
    Clerk.deactivate, Clerk.swap_module, Clerk.add_bank, Clerk.remove_bank,
)  # fmt: skip
ALL = (*GENTLE, Clerk.empty_modules, Clerk.empty_bank, Clerk.empty_clinics)


@pytest.fixture
def clinics(connection: Connection) -> Connection:
    connection.execute("insert into spec_modules values (1, 'one'), (2, 'two'), (3, 'three')")
    return connection


@given(st.lists(st.sampled_from(ALL), max_size=25), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
def test_totals_equal_a_recount(clinics: Connection, deeds: list[object], seed: int) -> None:
    clerk = Clerk(clinics, dice(seed))
    clerk.empty_clinics()
    for deed in deeds:
        assert callable(deed)
        deed(clerk)
        assert_right(clinics)


def test_rolled_back_change_is_not_counted(clinics: Connection) -> None:
    clerk = Clerk(clinics, dice(1))
    clerk.insert()
    before = totals(clinics, TOTALS), version(clinics)
    with clinics.transaction(force_rollback=True):
        clerk.insert()
        clerk.empty_clinics()
    assert (totals(clinics, TOTALS), version(clinics)) == before


def test_every_change_increments_the_version(clinics: Connection) -> None:
    clerk = Clerk(clinics, dice(2))
    versions = [version(clinics)]
    for statement in (
        "insert into clinics (name) values ('x')",
        "update clinics set name = 'y'",
        "insert into clinic_spec_modules select id, 1 from clinics",
        "insert into bank_details select id, '1', 'x', 'x', 'x' from clinics",
        "delete from clinic_spec_modules",
        "delete from clinics",
    ):
        clinics.execute(statement.encode())
        versions.append(version(clinics))
    assert versions == sorted(set(versions))
    for statement in ("update clinics set name = 'y'", "delete from clinics", "delete from clinic_spec_modules"):
        clinics.execute(statement.encode())
    clerk.delete()
    assert version(clinics) == versions[-1]


def test_concurrent_writers_lose_no_counts(clinics: Connection, url: str) -> None:
    ready = threading.Barrier(3)
    failed: list[BaseException] = []

    def write(seed: int) -> None:
        random = dice(seed)
        with psycopg.connect(driver_url(url), autocommit=True) as connection:
            clerk = Clerk(connection, random)
            ready.wait()
            for _ in range(60):
                try:
                    with connection.transaction():
                        for _ in range(random.randint(1, 3)):
                            random.choice(GENTLE)(clerk)
                except psycopg.errors.DeadlockDetected:
                    continue  # rolled back completely, like every conflict below
                except psycopg.IntegrityError as error:
                    if error.diag.table_name == "clinic_totals":
                        failed.append(error)
                except psycopg.Error as error:
                    failed.append(error)

    clinics.execute(b"alter database " + url.split("/")[3].split("?")[0].encode() + b" set deadlock_timeout = '20ms'")
    threads = [threading.Thread(target=write, args=[seed]) for seed in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert_right(clinics)
    assert totals(clinics, TOTALS)


def test_statement_updates_each_total_once(clinics: Connection) -> None:
    clinics.execute("insert into clinics (name, state) select 'x', 'Punjab' from generate_series(1, 1000)")
    rows = clinics.execute("select dimension, key, total from clinic_totals order by 1, 2").fetchall()
    assert rows == [("all", "", 1000), ("state", "punjab", 1000), ("version", "", 1)]


def test_page_of_totals_reads_few_rows(postgres: TestPostgres, clinics: Connection) -> None:
    Clerk(clinics, dice(3)).insert()
    plan = clinics.execute("explain select sum(total) from clinic_totals where dimension = 'all' and key = ''")
    assert "clinics" not in " ".join(str(line).replace("clinic_totals", "") for (line,) in plan)
