"""Users: search, counts, profile with platform activity; permissions, and how soon a block takes effect."""

from __future__ import annotations

import json
import re

import pytest
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage
from server.tests.support.table_statistics import analyze

from careops import Forbidden, NotFound, Unauthorized
from careops.calls.users import NO_USER, PlatformUser
from careops_server.areas.users.queries import USERS
from careops_server.core.configuration.settings import Settings


async def named(stage: Stage, name: str, **columns: object) -> int:
    """Insert a user with these columns. Return the id."""
    values = {"name": name, "phone_number": stage.phone(), **columns}
    names, places = ", ".join(values), ", ".join(f":{column}" for column in values)
    id: int = await stage.sql(f"insert into users ({names}) values ({places}) returning id", **values)  # noqa: S608 (a test's own names)
    return id


async def account(stage: Stage, user_id: int, account_type: str, subject_id: int | None, role: str | None) -> None:
    await stage.sql(
        "insert into user_accounts (user_id, account_type, role, subject_id) values (:user_id, :type, :role, :subject)",
        user_id=user_id,
        type=account_type,
        role=role,
        subject=subject_id,
    )


def names(users: list[PlatformUser]) -> list[str | None]:
    return [user.name for user in users]


async def test_users_are_listed_newest_first_with_an_exact_total(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    before = (await client.users.list()).total_records
    for number in range(12):
        await named(stage, f"Paged {number}")
    first, second = await client.users.list(), await client.users.list(page=2)
    assert first.total_records == second.total_records == before + 12
    assert names(first.items) == [f"Paged {number}" for number in range(11, 1, -1)]
    assert names(second.items)[:2] == ["Paged 1", "Paged 0"]


async def test_users_are_found_by_name_phone_and_email(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    phone = stage.phone()
    await named(stage, "100% Harleen_1", phone_number=phone, email="harleen@navjeevan.example")
    await named(stage, "100 Harleens")
    for text in ("100% harleen", "HARLEEN_1", phone[1:], "harleen@nav"):
        page = await client.users.list(search_text=text)
        assert (names(page.items), page.total_records) == (["100% Harleen_1"], 1), text
    assert (await client.users.list(search_text="nobody has this")).items == []


@pytest.mark.own
async def test_inactive_users_are_found_by_their_index(stage: Stage, database_url: str) -> None:
    await stage.sql(
        "with many as (insert into users (name, phone_number) select 'Active', 1000000000 + n"
        " from generate_series(1, 3000) n returning 1) select count(*) from many"
    )
    for number in range(3):
        await named(stage, f"Blocked {number}", user_status="BLOCKED")
    analyze(database_url, "users")
    client = await stage.signed_in(BILLING)
    assert names((await client.users.list(active_users=False)).items)[:3] == ["Blocked 2", "Blocked 1", "Blocked 0"]
    for chosen in ((("active_users", "false"),), None):
        page = USERS.statement(
            frozenset({"active_users"}), size="10", order=USERS.default_order, shape="item", chosen=chosen
        )
        sql = re.sub(r"(?<!:):active_users\b", "false", str(page)).replace(":offset", "0")
        assert "ix_users_inactive" in json.dumps(await stage.sql(f"explain (format json) {sql}"))
    await stage.sql("with gone as (delete from users where name = 'Active' returning 1) select count(*) from gone")


async def test_active_and_inactive_users_are_filtered(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    for status in ("ACTIVE", "INACTIVE", "BLOCKED"):
        await named(stage, f"Standing {status}", user_status=status)
    for active, expected in (
        (True, ["ACTIVE"]),
        (False, ["BLOCKED", "INACTIVE"]),
        (None, ["BLOCKED", "INACTIVE", "ACTIVE"]),
    ):
        page = await client.users.list(search_text="standing", active_users=active)
        assert [user.status for user in page.items] == expected
        everyone = await client.users.list(active_users=active, perpage=500)
        assert everyone.total_records == len(everyone.items), "the kept total"
    blocked = (await client.users.list(search_text="standing blocked")).items[0]
    total = (await client.users.list(active_users=True)).total_records
    await client.users.update(user_id=blocked.id, user_status="ACTIVE")
    assert (await client.users.list(active_users=True)).total_records == total + 1


async def test_user_with_every_account_type_is_read(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    user_id = await named(
        stage, "Everything", email="all@x.example", verified_at="2026-03-02T05:10:00+00:00", platform="ios"
    )
    clinic = await stage.clinic(name="Amrit Clinic", email="desk@amrit.example")
    doctor = await stage.doctor(first_name="Harleen", last_name="Sandhu")
    lab = await stage.sql("insert into labs (name, email) values ('Amrit Labs', 'lab@amrit.example') returning id")
    pharmacy = await stage.sql("insert into pharmacies (name) values ('Amrit Medicos') returning id")
    for kind, subject, role in (
        ("clinic", clinic, None),
        ("clinic_admin", clinic, "admin"),
        ("doctor", doctor, None),
        ("lab", lab, "manager"),
        ("pharmacy", pharmacy, None),
        ("patient", None, None),
        ("lab", 999_999, None),
    ):
        await account(stage, user_id, kind, subject, role)
    user = (await client.users.read(user_id=user_id)).user
    assert (user.account, user.status, user.platform) == ("clinic", "ACTIVE", "ios")
    assert user.verified_at
    assert user.verified_at.isoformat() == "2026-03-02T05:10:00+00:00"
    accounts = [
        (user_account.account_type, user_account.role, user_account.email) for user_account in user.user_accounts
    ]
    assert accounts == [
        ("clinic", "owner", "desk@amrit.example"),
        ("clinic_admin", "admin", "desk@amrit.example"),
        ("doctor", "owner", None),
        ("lab", "manager", "lab@amrit.example"),
        ("pharmacy", "owner", None),
        ("patient", "owner", None),
        ("lab", "owner", None),
    ]
    first, _, third, fourth, fifth, sixth, gone = user.user_accounts
    assert (first.clinic_id, first.clinic_name, first.doctor_id) == (clinic, "Amrit Clinic", None)
    assert (third.doctor_id, third.doctor_name) == (doctor, "Harleen Sandhu")
    assert (fourth.lab_id, fourth.lab_name) == (lab, "Amrit Labs")
    assert (fifth.pharmacy_id, fifth.pharmacy_name) == (pharmacy, "Amrit Medicos")
    assert sixth.clinic_id is sixth.doctor_id is sixth.lab_id is sixth.pharmacy_id is None
    assert gone.lab_id is None, "a lab that is no more"


async def test_user_without_accounts_is_read(stage: Stage) -> None:
    user = (await (await stage.signed_in(BILLING)).users.read(user_id=await named(stage, "Nobody Yet"))).user
    assert (user.account, user.user_accounts, user.verified_at, user.platform) == (None, [], None, None)


async def test_unknown_user_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound, match=NO_USER) as refused:
        await (await stage.signed_in(BILLING)).users.read(user_id=999_999)
    assert refused.value.source == "user_id"


async def test_customer_care_sees_no_users(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    with pytest.raises(Forbidden):
        await client.users.list()
    with pytest.raises(Forbidden):
        await client.users.read(user_id=1)


async def test_answers_contain_no_password(stage: Stage) -> None:
    await stage.user(stage.phone(), "customer_care")
    async with stage.http(headers=await stage.bearer(BILLING)) as http:
        answer = await http.get("/api/admin/users?perpage=500")
    assert "argon2" not in answer.text


@pytest.mark.proves("SEC-15.blocked")
async def test_block_applies_at_once_here_and_within_five_seconds_elsewhere(stage: Stage) -> None:
    phone = stage.phone()
    blocked = await stage.user(phone, "customer_care")
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    assert await client.clinics.list()
    await (await stage.signed_in(BILLING)).users.update(user_id=blocked, user_status="BLOCKED")
    with pytest.raises(Unauthorized):
        await client.clinics.list()
    assert Settings.session_check_seconds < 5, "for how long another worker remembers"
