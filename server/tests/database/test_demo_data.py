"""Demo data: equal for equal seeds, plausible, and complete or absent."""

from __future__ import annotations

import re
from collections.abc import Iterator

import psycopg
import pytest
from argon2 import PasswordHasher
from server.tests.support.demo_data import MOMENT, digest

from careops_server.core.configuration.dsn import driver_url
from careops_server.demo import (
    DEMO_PASSWORD,
    DEMO_USERS,
    REFUSED_USER,
    DemoDataExistsError,
    NoDemoDataError,
    create,
    create_demo_data,
    extend_demo_data,
    seeders,
)
from careops_server.demo.clinics import MEN, WOMEN
from careops_server.testing.postgres import WORLD, TestPostgres

pytestmark = pytest.mark.slow

Connection = psycopg.Connection[tuple[object, ...]]
CHAINS = re.compile(
    r"\b(apollo|fortis|max|aiims|medanta|manipal|narayana|aster|kims|yashoda|rainbow|cloudnine|wockhardt|lilavati|"
    r"hinduja|kokilaben|artemis|paras|ivy|care hospitals?|columbia|global|zydus|sterling|shalby|amri|ruby|sankara|"
    r"aravind|vasan|nanavati|jaslok|breach candy|ganga ram|moolchand|jaypee|kailash)\b",
    re.IGNORECASE,
)


def count(connection: Connection, question: str) -> int:
    row = connection.execute(question.encode()).fetchone()
    assert row
    return int(str(row[0]))


@pytest.fixture(scope="module")
def world_url(postgres: TestPostgres) -> Iterator[str]:
    url = postgres.new_database(WORLD)
    yield url
    postgres.drop(url)


@pytest.fixture(scope="module")
def seed_one(postgres: TestPostgres) -> Iterator[str]:
    """The digest of seed 1 at a fixed time: demo data ends today, and midnight may fall between two tests."""
    url = postgres.new_database()
    create_demo_data(url, size="demo", seed=1, until=MOMENT, trail=False)
    yield digest(url)
    postgres.drop(url)


@pytest.fixture(scope="module")
def world(world_url: str) -> Iterator[Connection]:
    with psycopg.connect(driver_url(world_url), autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def district(postgres: TestPostgres) -> Iterator[Connection]:
    url = postgres.new_database()
    create_demo_data(url, size="district", seed=3)
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        yield connection
    postgres.drop(url)


def test_equal_seed_gives_equal_rows(seed_one: str, url: str) -> None:
    create_demo_data(url, size="demo", seed=1, until=MOMENT)
    assert digest(url) == seed_one
    create_demo_data(url, size="demo", seed=2, replace=True, until=MOMENT)
    assert digest(url) != seed_one
    create_demo_data(url, size="demo", seed=1, replace=True, until=MOMENT)
    assert digest(url) == seed_one


def test_indexes_built_at_the_end_change_nothing(seed_one: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = "select indexdef from pg_indexes union select pg_get_constraintdef(oid) from pg_constraint order by 1"
    with psycopg.connect(driver_url(url)) as connection:
        before = connection.execute(shape).fetchall()
    monkeypatch.setattr(create, "_WORTH_REBUILDING", 1)
    create_demo_data(url, size="demo", until=MOMENT)
    with psycopg.connect(driver_url(url)) as connection:
        assert connection.execute(shape).fetchall() == before
    assert digest(url) == seed_one


def test_older_demo_data_is_extended(seed_one: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "select title, note_text, publish, published_at, created_at from release_notes order by id"
    with monkeypatch.context() as before_there_were_any:
        before_there_were_any.setattr(seeders, "SEEDERS", {})
        create_demo_data(url, size="demo", until=MOMENT, trail=False)
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        assert connection.execute(rows).fetchall() == []
        assert extend_demo_data(url, until=MOMENT) == list(seeders.SEEDERS)
        extended = connection.execute(rows).fetchall()
        assert extend_demo_data(url, until=MOMENT) == [], "everything is there already"
        assert connection.execute(rows).fetchall() == extended
        assert digest(url) == seed_one, "what was there stays as it was"
        connection.execute("delete from release_notes")
        assert extend_demo_data(url, until=MOMENT) == [], "what somebody deleted stays deleted"
        create_demo_data(url, size="demo", until=MOMENT, replace=True, trail=False)
        assert connection.execute(rows).fetchall() == extended, "as if made today"
        assert count(connection, "select count(*) from release_notes where not publish") == 1
        assert count(connection, "select count(*) from release_notes where published_at > '2026-11-21'") == 1
        assert len(extended) > 10


def test_own_rows_are_not_mixed_with_generated_ones(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before_there_were_any:
        before_there_were_any.setattr(seeders, "SEEDERS", {})
        create_demo_data(url, size="demo", until=MOMENT, trail=False)
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("insert into release_notes (title, note_text, publish) values ('Ours', 'x', false)")
        extend_demo_data(url)
        assert count(connection, "select count(*) from release_notes") == 1


def test_only_demo_data_is_extended(url: str) -> None:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("insert into clinics (name) values ('Ours')")
        with pytest.raises(NoDemoDataError, match="no demo data"):
            extend_demo_data(url)
        assert count(connection, "select count(*) from release_notes") == 0


@pytest.mark.parametrize(
    ("gender", "middle", "first_names"), [("Female", "Singh", MEN), ("Male", "Kaur", WOMEN)], ids=["women", "men"]
)
def test_names_of_doctors_match_their_gender(
    district: Connection, gender: str, middle: str, first_names: frozenset[str]
) -> None:
    rows = district.execute("select first_name, last_name from doctors where gender = %s", [gender])
    names = [f"{first} {last}".split() for first, last in rows]
    assert len(names) > 1_000
    assert [name for name in names if middle in name[1:-1]] == []
    plain = [name for name in names if not {"Kaur", "Singh"} & set(name[1:-1])]
    assert [name for name in plain if name[0] in first_names] == []


def test_existing_clinics_are_not_changed(url: str) -> None:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("insert into clinics (name) values ('Ours')")
        with pytest.raises(DemoDataExistsError, match="--replace"):
            create_demo_data(url, size="demo")
        assert count(connection, "select count(*) from clinics") == 1
        assert count(connection, "select count(*) from users") == 0


def test_single_event_prevents_generation(url: str) -> None:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("insert into audit_events (key, event_status) values ('x', 'SUCCESS')")
    with pytest.raises(DemoDataExistsError, match="holds audit_events"):
        create_demo_data(url, size="demo")


@pytest.mark.parametrize("replace", [False, True])
def test_real_installation_is_never_filled(url: str, replace: bool) -> None:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("""
            with made as (insert into users (name, phone_number) values ('Real Admin', '9812345670') returning id)
            insert into user_accounts (user_id, account_type) select id, 'super_admin' from made
        """)
        with pytest.raises(DemoDataExistsError, match="Real Admin has a staff account"):
            create_demo_data(url, size="demo", replace=replace)
        assert count(connection, "select count(*) from users") == 1


def test_crash_leaves_nothing(url: str) -> None:
    def fail(stage: str, done: int, total: int) -> None:
        if stage == "indexes":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        create_demo_data(url, size="demo", progress=fail)
    with psycopg.connect(driver_url(url)) as connection:
        assert count(connection, "select count(*) from clinics") == count(connection, "select count(*) from users") == 0
        assert count(connection, "select count(*) from clinic_totals") == 0


def test_existing_people_are_not_changed(url: str) -> None:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute(
            "insert into users (name, phone_number, password_hash) values ('Real', '9000000001', 'secret')"
        )
        create_demo_data(url, size="demo")
        create_demo_data(url, size="demo", seed=2, replace=True)
        rows = connection.execute("select name, password_hash from users where phone_number = '9000000001'").fetchone()
        assert rows == ("Real", "secret")
        assert count(connection, "select count(*) from user_accounts where account_type = 'super_admin'") == 0


def test_ids_continue_after_the_demo_data(world: Connection) -> None:
    with world.transaction(force_rollback=True):
        assert count(world, "insert into clinics (name) values ('x') returning id") == 251
        world.execute("insert into users (name, phone_number) values ('x', '9999999999')")


def test_progress_is_reported(url: str) -> None:
    steps: list[tuple[str, int, int]] = []
    create_demo_data(url, size="demo", progress=lambda *what: steps.append(what))
    assert ("clinics", 250, 250) in steps
    assert all(done <= total for _, done, total in steps)


def test_staff_can_sign_in(world: Connection) -> None:
    for user in (*DEMO_USERS, REFUSED_USER):
        row = world.execute(
            "select u.password_hash, a.account_type from users u join user_accounts a on a.user_id = u.id "
            "where phone_number = %s",
            [user.phone_number],
        ).fetchone()
        assert row
        assert PasswordHasher().verify(str(row[0]), DEMO_PASSWORD)
        assert row[1] == user.account_type
    assert count(world, "select count(*) from users where password_hash is not null") == 4


def test_totals_are_right(district: Connection) -> None:
    assert count(district, "select sum(total) from clinic_totals where dimension = 'all'") == 10_000
    hospitals = count(district, "select count(*) from clinics where is_hospital")
    assert count(district, "select sum(total) from clinic_totals where dimension = 'hospital'") == hospitals
    banks = count(district, "select count(*) from bank_details")
    assert count(district, "select sum(total) from clinic_totals where dimension = 'bank'") == banks
    assert count(district, "select count(*) from clinics where has_bank_details") == banks


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [
        ("is_hospital", 0.15, 0.21),
        ("has_bank_details", 0.5, 0.75),
        ("state is null", 0.005, 0.03),
        ("state = 'Punjab'", 0.12, 0.28),
        ("city in ('Mumbai', 'New Delhi', 'Bengaluru')", 0.12, 0.28),
        ("email is null", 0.02, 0.15),
        ("clinic_group_id is not null", 0.05, 0.3),
        ("ipd_enabled", 0.1, 0.3),
        ("(select count(*) from clinic_spec_modules m where m.clinic_id = c.id) between 0 and 4", 0.75, 0.95),
        ("name ~ '[ਅ-ੴ]'", 0.002, 0.05),
        ("name ~ '[अ-ह]'", 0.002, 0.05),
    ],
)
def test_shares_are_plausible(district: Connection, share: str, low: float, high: float) -> None:
    question = f"select count(*) from clinics c where {share}"  # noqa: S608 (from above)
    assert low < count(district, question) / 10_000 < high


@pytest.mark.parametrize(
    "never",
    [
        "clinics where phone_number !~ '^[6-9][0-9]{9}$'",
        "clinics where email !~ '^desk@[a-z0-9-]+[.]example$'",
        "users where email !~ '^[a-z0-9-]+@[^@[:space:]]+[.]example$'",
        "clinics where zipcode !~ '^[1-9][0-9]{5}$'",
        "clinics where state is not null and (city is null or latitude not between 6 and 37.5)",
        "clinics where longitude not between 68 and 97.5",
        "clinics where length(name) not between 6 and 120",
        "bank_details where ifsc_code !~ '^[A-Z]{4}0[A-Z0-9]{6}$' or account_no !~ '^[1-9][0-9]{10,15}$'",
        "(select phone_number from clinics group by 1 having phone_number is not null and count(*) > 1) x",
        "(select clinic_group_id from clinics group by 1 having clinic_group_id > 0 and count(*) < 2) x",
        "(select clinic_group_id from clinics group by 1 having clinic_group_id > 0 and count(*) > 6) x",
        "clinics where user_id is null",
        "doctors where phone_number !~ '^[6-9][0-9]{9}$' or phone_number between '9000000000' and '9000000099'",
        "clinic_doctors where fees < 200 or telemedicine_fees > fees",
        "clinics c where created_at > (select created_at from clinics n where n.id = c.id + 1)",
        "(select clinic_group_id from clinics group by 1 having clinic_group_id > 0 and count(distinct state) <> 1) x",
        "clinics where phone_number between '9000000000' and '9000000099'",
        "lead_uploads u where coalesce(kept, added) <> (select count(*) from leads l where l.upload_id = u.id)",
        "lead_uploads where undone_at is not null and added <> removed + kept + gone",
        # Whole months of the calendar in India; an end after the 28th may be cut to a shorter month.
        """billing_subscriptions s join billing_plans p on p.id = s.billing_plan_id
        where extract(day from s.expire_by at time zone 'Asia/Kolkata') < 29
            and s.expire_by at time zone 'Asia/Kolkata' <> s.starts_at at time zone 'Asia/Kolkata'
                + p.interval * cast(case p.period when 'monthly' then '1 month' when 'quarterly' then '3 months'
                    else '1 year' end as interval)""",
        "billing_subscriptions where created_at > now()",
    ],
)
def test_impossible_values_are_not_generated(district: Connection, never: str) -> None:
    assert count(district, f"select count(*) from {never}") == 0  # noqa: S608 (from above)


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [
        ("select count(*) from clinics c where exists (select from payments p where p.clinic_id = c.id)", 0.35, 0.6),
        ("select count(*) from (select clinic_id from payments group by 1 having count(*) > 10) x", 0.05, 0.3),
        ("select count(*) from (select clinic_id from clinic_doctors group by 1) x", 0.9, 1.0),
        ("select count(*) from (select clinic_id from clinic_staff group by 1) x", 0.7, 1.0),
        ("select count(distinct subject_id) from user_accounts where account_type = 'clinic_admin'", 0.3, 0.6),
        ("select count(*) from clinic_metrics", 1.0, 1.0),
    ],
)
def test_people_and_payments_are_plausible(district: Connection, share: str, low: float, high: float) -> None:
    assert low <= count(district, share) / 10_000 <= high


def test_payments_are_counted_and_recent(district: Connection) -> None:
    assert count(district, "select sum(total) from payment_days") == count(district, "select count(*) from payments")
    never = """
        payments where amount <= 0 or created_at >= date_trunc('day', now()) or created_at < now() - interval '130 days'
            and clinic_id < 9000 or razorpay_payment_id !~ '^pay_[A-Za-z0-9]{14}$'
    """
    assert count(district, f"select count(*) from {never}") == 0  # noqa: S608 (from above)


def test_some_lead_uploads_can_be_undone(world: Connection) -> None:
    recent = "uploaded_at > now() - interval '30 days'"
    assert count(world, f"select count(*) from lead_uploads where undone_at is null and {recent}") > 4  # noqa: S608 (from above)
    assert count(world, f"select count(*) from lead_uploads where undone_at is null and not {recent}") > 0  # noqa: S608 (from above)
    assert count(world, "select count(*) from lead_uploads where undone_at is not null and kept > 0") == 1


def test_real_hospital_chains_are_not_named(district: Connection) -> None:
    names = [str(name) for (name,) in district.execute("select name from clinics where is_hospital")]
    # The part after the comma is the locality. Localities are real places and may have any name.
    assert [name for name in names if CHAINS.search(name.partition(",")[0])] == []
