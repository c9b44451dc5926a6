"""Doctors: search, filters by status, updates, verification, and the fields that a verification locks."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, Final, Self

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage
from server.tests.support.table_statistics import analyze

from careops import Conflict, InvalidInput, NotFound, india_time
from careops.calls.doctors import (
    BORN_TOO_LATE,
    EXPERIENCE_TOO_LONG,
    NUMBER_LOCKED,
    NUMBER_TAKEN,
    REASON_MISSING,
    Doctor,
    ReadDoctor,
    UpdateDoctor,
    VerifyDoctor,
)
from careops.calls.uploads import NO_UPLOAD
from careops.errors import PreconditionFailed
from careops_server.areas.doctors.queries import DOCTORS

COLLEGE: Final = "Checked with College"


def names(items: list[Doctor]) -> list[str]:
    return [item.name for item in items]


async def test_doctors_are_listed_newest_first_with_an_exact_total(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    before = (await client.doctors.list()).total_records
    for number in range(12):
        await stage.doctor(first_name=f"Asha{number}", last_name=None if number == 11 else "Rao")
    page = await client.doctors.list(page=2)
    assert page.total_records == before + 12
    assert names(page.items)[:2] == ["Asha1 Rao", "Asha0 Rao"]
    assert names((await client.doctors.list()).items)[:2] == ["Asha11", "Asha10 Rao"]


@pytest.mark.own
@pytest.mark.parametrize(
    ("status", "index"), [("unverified", "ix_doctors_verified"), ("invited", "ix_doctors_invited")]
)
async def test_rare_status_is_found_by_its_index(stage: Stage, database_url: str, status: str, index: str) -> None:
    await stage.sql(
        "with many as (insert into doctors (first_name, phone_number, verified, status)"
        " select 'Settled', 1000000000 + n, true, 'joined' from generate_series(1, 3000) n returning 1)"
        " select count(*) from many"
    )
    analyze(database_url, "doctors")
    page = DOCTORS.statement(
        frozenset({"filter_text"}),
        size="10",
        order=DOCTORS.default_order,
        shape="item",
        chosen=(("filter_text", f"'{status}'"),),
    )
    plan = json.dumps(await stage.sql(f"explain (format json) {str(page).replace(':offset', '0')}"))
    assert index in plan
    await stage.sql(
        "with gone as (delete from doctors where first_name = 'Settled' returning 1) select count(*) from gone"
    )


async def test_doctors_are_found_by_name_phone_and_registration_number(stage: Stage) -> None:
    client, phone = await stage.signed_in(CARE), stage.phone()
    await stage.doctor(first_name="Zubeen_1", last_name="100% Mehta", phone_number=phone, reg_nbr="KMC/77-A")
    await stage.doctor(first_name="Zubeenx1", last_name="100 Mehta")
    for text in ("zubeen_1", "100% me", "Zubeen_1 100%", phone[1:], "kmc/77"):
        page = await client.doctors.list(search_text=text)
        assert (names(page.items), page.total_records) == (["Zubeen_1 100% Mehta"], 1), text
    assert (await client.doctors.list(search_text="nobody has this")).items == []


async def test_status_filter_has_an_exact_total(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    mark = f"Status{stage.phone()}"
    for status, verified in (("joined", True), ("joined", False), ("invited", False)):
        await stage.doctor(first_name=mark, last_name=f"{status} {verified}", status=status, verified=verified)
    expected = {
        "joined": ["joined False", "joined True"],
        "invited": ["invited False"],
        "verified": ["joined True"],
        "unverified": ["invited False", "joined False"],
    }
    every = (await client.doctors.list()).total_records
    totals = {}
    for status, last in expected.items():
        filters: dict[str, Any] = {"filter_type": "status", "filter_text": status}
        page = await client.doctors.list(**filters, search_text=mark)
        assert names(page.items) == [f"{mark} {name}" for name in last]
        totals[status] = (await client.doctors.list(**filters)).total_records
        condition = {"verified": "verified", "unverified": "not verified"}.get(status, f"status = '{status}'")
        assert totals[status] == await stage.sql(f"select count(*) from doctors where {condition}")  # noqa: S608 (the test's own words)
    assert totals["joined"] + totals["invited"] == totals["verified"] + totals["unverified"] == every


@pytest.mark.parametrize(
    ("query", "source"),
    [
        ("filter_type=status", "filter_text"),
        ("filter_text=joined", "filter_type"),
        ("filter_type=status&filter_text=blocked", "filter_text"),
        ("filter_type=state&filter_text=joined", "filter_type"),
        ("perpage=501", "perpage"),
    ],
)
async def test_invalid_filters_are_refused(stage: Stage, query: str, source: str) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.get(f"/api/admin/doctors?{query}")
    assert (answer.status_code, answer.json()["errors"][0]["source"]) == (422, source)


async def test_profile_is_serialized_as_documented(stage: Stage) -> None:
    id = await stage.doctor(dob=date(1984, 4, 17), gender="Female", exp=14, bio="Hearts.", reg_nbr="PMC-1")
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        doctor = (await http.get(f"/api/doctors/{id}")).json()["data"]["doctor"]
    assert (doctor["dob"], doctor["country_code"], doctor["name"]) == ("17-04-1984", "91", "Simran Gill")
    assert (doctor["verified"], doctor["verified_by_name"], doctor["verified_at"]) == (False, None, None)
    profile = await (await stage.signed_in(CARE)).doctors.read(id=id)
    assert (profile.dob, profile.first_name, profile.last_name) == (date(1984, 4, 17), "Simran", "Gill")


async def test_doctor_has_clinics_with_roles(stage: Stage) -> None:
    phone = stage.phone()
    user_id = await stage.user(phone)
    id = await stage.doctor(phone_number=phone, user_id=user_id)
    owned, other = await stage.clinic(name="B clinic"), await stage.clinic(name="A clinic", phone_number="9812345670")
    for clinic_id in (owned, other):
        await stage.sql(
            "insert into clinic_doctors (clinic_id, doctor_id) values (:clinic, :id)", clinic=clinic_id, id=id
        )
    account = (
        "insert into user_accounts (user_id, account_type, role, subject_id) values (:user, :type, :role, :clinic)"
    )
    await stage.sql(account, user=user_id, type="clinic_admin", role="admin", clinic=owned)
    await stage.sql(account, user=user_id, type="clinic", role="owner", clinic=owned)
    detail = await (await stage.signed_in(CARE)).doctors.read_detail(id=id)
    assert [(clinic.name, clinic.phone_number, clinic.role) for clinic in detail.clinics] == [
        ("A clinic", "9812345670", "doctor"),
        ("B clinic", None, "owner"),
    ]
    at_owned = await stage.sql("select id from clinic_doctors where clinic_id = :id", id=owned)
    assert detail.clinics[1].clinic_doctor_id == at_owned


async def test_update_changes_only_sent_fields(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    await stage.sql("insert into specialities (id, name) values (901, 'Endocrinology') on conflict do nothing")
    id = await stage.doctor(exp=4, bio="Old", speciality="Kept though unlisted", dob=date(1980, 1, 2))
    await client.doctors.update(id=id, name="Dr. Simran Kaur Gill", exp=None, bio="ਨਵਾਂ", reg_nbr="PMC-2")
    profile = await client.doctors.read(id=id)
    assert (profile.first_name, profile.last_name) == ("Simran", "Kaur Gill")
    assert (profile.exp, profile.bio, profile.reg_nbr) == (None, "ਨਵਾਂ", "PMC-2")
    assert (profile.speciality, profile.dob) == ("Kept though unlisted", date(1980, 1, 2))
    event = (await stage.events("doctor.update"))[-1]
    assert event["resource_id"] == str(id)
    if stage.knows_before:
        assert event["before"] == {"last_name": "Gill", "exp": 4, "bio": "Old", "reg_nbr": None}
    with pytest.raises(InvalidInput) as refused:
        await client.doctors.update(id=id, speciality="Unheard of")
    assert refused.value.problems[0].source == "speciality"


async def test_unchanged_save_leaves_no_event(stage: Stage) -> None:
    client, id = await stage.signed_in(CARE), await stage.doctor(exp=4)
    before = len(await stage.events("doctor.update"))
    await client.doctors.update(id=id, exp=4, name="Simran Gill")
    if stage.knows_before:
        assert len(await stage.events("doctor.update")) == before


@pytest.mark.parametrize(
    ("details", "source", "title"),
    [
        ({"name": " "}, "name", "Please enter name"),
        ({"name": None}, "name", "Please enter name"),
        ({"phone_number": ""}, "phone_number", "Please enter phone number"),
        ({"phone_number": "98123"}, "phone_number", "Please enter a valid 10 digit mobile number"),
        ({"gender": None}, "gender", "Please select gender"),
        ({"gender": "female"}, "gender", None),
        ({"patients_per_hour": None}, "patients_per_hour", "Please enter patients per hour"),
        ({"patients_per_hour": 0}, "patients_per_hour", None),
        ({"speciality": ""}, "speciality", "Please enter speciality"),
        ({"reg_nbr": "   "}, "reg_nbr", None),
        ({"dob": "1984-04-17"}, "dob", "Please give the date as DD-MM-YYYY"),
        ({"dob": "31-02-1984"}, "dob", "There is no such date"),
        ({"dob": "31-12-1899"}, "dob", "Date of birth must be in 1900 or later"),
        ({"bio": "x" * 2001}, "bio", None),
        ({"exp": 81}, "exp", None),
        ({"country_code": "1"}, "country_code", None),
        ({}, "", "Please give something to change"),
        ({"verified": True}, "verified", None),
    ],
)
async def test_invalid_profile_is_refused(
    stage: Stage, details: dict[str, Any], source: str, title: str | None
) -> None:
    id = await stage.doctor()
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post("/api/doctors", json={"doctor_details": {"id": id, **details}})
    problem = answer.json()["errors"][0]
    assert (answer.status_code, problem["source"]) == (422, source)
    assert title in (None, problem["title"])


async def test_birthday_is_at_most_today_in_india(stage: Stage) -> None:
    client, id = await stage.signed_in(CARE), await stage.doctor()
    today = datetime.now(UTC).astimezone(india_time.INDIA).date()
    await client.doctors.update(id=id, dob=today)
    with pytest.raises(InvalidInput, match=BORN_TOO_LATE):
        await client.doctors.update(id=id, dob=today + timedelta(days=2))
    await client.doctors.update(id=id, dob=date(1900, 1, 1))
    assert (await client.doctors.read(id=id)).dob == date(1900, 1, 1)


async def test_experience_must_fit_the_age(stage: Stage) -> None:
    client, clinic_id, year = await stage.signed_in(CARE), await stage.clinic(), india_time.today().year
    clinic_doctor = await stage.clinic_doctor(clinic_id, exp=70)
    id = await stage.sql("select doctor_id from clinic_doctors where id = :id", id=clinic_doctor)
    with pytest.raises(InvalidInput, match=EXPERIENCE_TOO_LONG) as refused:
        await client.doctors.update(id=id, dob=date(year - 36, 1, 1))
    assert refused.value.source == "dob"
    # Values that already contradict each other block no other change; changing both corrects them.
    await stage.sql("update doctors set dob = :dob where id = :id returning id", id=id, dob=date(year - 36, 1, 1))
    await client.doctors.update(id=id, bio="Hearts.")
    for exp in (19, 60):
        with pytest.raises(InvalidInput, match=EXPERIENCE_TOO_LONG) as refused:
            await client.doctors.update(id=id, exp=exp)
        assert refused.value.source == "exp"
    await client.doctors.update(id=id, exp=18, dob=date(year - 36, 1, 1))
    with pytest.raises(InvalidInput, match=EXPERIENCE_TOO_LONG):
        await client.clinic_doctors.update(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor, exp=40)
    await client.doctors.update(id=id, dob=india_time.today(), exp=None)


async def test_blank_text_is_stored_as_null(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    clinic_doctor = await stage.clinic_doctor(clinic_id, bio="Old")
    id = await stage.sql("select doctor_id from clinic_doctors where id = :id", id=clinic_doctor)
    await client.clinic_doctors.update(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor, education="MBBS")
    await client.clinic_doctors.update(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor, education="  \t ")
    await client.doctors.update(id=id, bio="   ")
    assert await stage.rows("select education, bio from doctors where id = :id", id=id) == [
        {"education": None, "bio": None}
    ]


@pytest.mark.own
async def test_tomorrow_begins_at_midnight_in_india(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    client, id = await stage.signed_in(CARE), await stage.doctor()
    tomorrow = date(2026, 11, 24)

    def it_is(minute: int) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Self:
                return cls(2026, 11, 23, 18, minute, tzinfo=UTC).astimezone(tz)

        monkeypatch.setattr(india_time, "datetime", Clock)

    it_is(29)
    with pytest.raises(InvalidInput, match=BORN_TOO_LATE):
        await client.doctors.update(id=id, dob=tomorrow)
    it_is(30)
    await client.doctors.update(id=id, dob=tomorrow)


async def test_registration_number_of_another_doctor_is_refused(stage: Stage) -> None:
    client, taken = await stage.signed_in(CARE), stage.phone()
    await stage.doctor(phone_number=taken)
    id = await stage.doctor()
    with pytest.raises(Conflict, match=NUMBER_TAKEN) as refused:
        await client.doctors.update(id=id, phone_number=taken)
    assert refused.value.problems[0].source == "phone_number"
    free = stage.phone()
    both = [await stage.doctor(), await stage.doctor()]
    outcomes = await asyncio.gather(
        *(client.doctors.update(id=doctor, phone_number=free) for doctor in both), return_exceptions=True
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1


@pytest.mark.parametrize("call", [ReadDoctor(id=999_999), UpdateDoctor(id=999_999, exp=1)])
async def test_unknown_doctor_is_refused(stage: Stage, call: Any) -> None:
    with pytest.raises(NotFound, match="no doctor"):
        await (await stage.signed_in(CARE)).send(call)


async def test_verification_needs_a_reason_and_its_withdrawal_none(stage: Stage) -> None:
    client, id = await stage.signed_in(BILLING), await stage.doctor(reg_nbr="PMC-3")
    await client.doctors.verify(id=id, verify_status=True, verification_reason=COLLEGE)
    verified = await client.doctors.read(id=id)
    assert (verified.verified, verified.verified_by_name, verified.verification_reason) == (True, "Staff 03", COLLEGE)
    assert verified.verified_at is not None
    assert abs(datetime.now(UTC) - verified.verified_at) < timedelta(minutes=1)
    events = len(await stage.events("doctor.verify"))

    await client.doctors.verify(id=id, verify_status=True, verification_reason=COLLEGE)
    assert (await client.doctors.read(id=id)).verified_at == verified.verified_at
    if stage.knows_before:
        assert len(await stage.events("doctor.verify")) == events

    await (await stage.signed_in(SUPER)).doctors.verify(id=id, verify_status=False)
    cleared = await client.doctors.read(id=id)
    assert (cleared.verified, cleared.verified_by_name) == (False, None)
    assert (cleared.verified_at, cleared.verification_reason) == (None, None)
    rows = await stage.rows("select * from doctor_verifications where doctor_id = :id order by id", id=id)
    assert [(row["verified"], row["decided_by_name"], row["reg_nbr"]) for row in rows] == [
        (True, "Staff 03", "PMC-3"),
        (False, "Staff 01", "PMC-3"),
    ]
    if stage.knows_before:
        assert (await stage.events("doctor.verify"))[-1]["before"]["verification_reason"] == COLLEGE


@pytest.mark.parametrize(
    ("details", "source", "title"),
    [
        ({"verify_status": True}, "verification_reason", REASON_MISSING),
        ({"verify_status": "verified"}, "verification_reason", REASON_MISSING),
        ({"verify_status": True, "verification_reason": "Because"}, "verification_reason", None),
        ({"verify_status": False, "verification_reason": COLLEGE}, "verification_reason", None),
        ({"verify_status": "yes"}, "verify_status", "Verify status must be true or false"),
        ({"verify_status": 1, "verification_reason": COLLEGE}, "verify_status", None),
        ({"verification_reason": COLLEGE}, "verify_status", None),
    ],
)
async def test_invalid_verification_is_refused(
    stage: Stage, details: dict[str, Any], source: str, title: str | None
) -> None:
    id = await stage.doctor()
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post(f"/api/doctors/{id}/verify", json={"verify_details": details})
    problem = answer.json()["errors"][0]
    assert (answer.status_code, problem["source"]) == (422, source)
    assert title in (None, problem["title"])
    assert await stage.sql("select verified from doctors where id = :id", id=id) is False


async def test_verify_status_accepts_two_words(stage: Stage) -> None:
    id = await stage.doctor()
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        for word, reason, expected in (("verified", COLLEGE, True), ("unverified", None, False)):
            details = {"verify_status": word, "verification_reason": reason}
            answer = await http.post(f"/api/doctors/{id}/verify", json={"verify_details": details})
            assert answer.json() == {"success": True}
            assert await stage.sql("select verified from doctors where id = :id", id=id) is expected


@pytest.mark.proves("SEC-48.number")
async def test_verified_number_is_locked_and_new_name_is_reported(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    at_clinic = await stage.clinic_doctor(clinic_id, reg_nbr="PMC-4")
    id = await stage.sql("select doctor_id from clinic_doctors where id = :id", id=at_clinic)
    await client.doctors.verify(id=id, verify_status=True, verification_reason=COLLEGE)
    for number in ("PMC-5", None):
        with pytest.raises(Conflict, match="Unverify the doctor first"):
            await client.doctors.update(id=id, reg_nbr=number)
    with pytest.raises(Conflict, match="Unverify") as refused:
        await client.clinic_doctors.update(clinic_id=clinic_id, clinic_doctor_id=at_clinic, reg_nbr="PMC-5")
    assert (refused.value.problems[0].source, refused.value.problems[0].title) == ("reg_nbr", NUMBER_LOCKED)
    await client.clinic_doctors.update(clinic_id=clinic_id, clinic_doctor_id=at_clinic, reg_nbr="PMC-4", exp=3)
    assert (await client.doctors.read(id=id)).verified_as is None
    await client.doctors.update(id=id, name="Simran Sodhi", reg_nbr="PMC-4")
    profile = await client.doctors.read(id=id)
    assert (profile.name, profile.verified_as, profile.reg_nbr) == ("Simran Sodhi", "Simran Gill", "PMC-4")


async def test_verified_certificate_cannot_be_removed(stage: Stage) -> None:
    client, id = await stage.signed_in(CARE), await stage.doctor(reg_photo_url="https://files.example/kept.png")
    with pytest.raises(InvalidInput, match=NO_UPLOAD):
        await client.doctors.update(id=id, reg_photo_url="https://elsewhere.example/some.png")
    await client.doctors.verify(id=id, verify_status=True, verification_reason=COLLEGE)
    with pytest.raises(Conflict, match="certificate of a verified doctor"):
        await client.doctors.update(id=id, reg_photo_url=None)
    await client.doctors.verify(id=id, verify_status=False)
    await client.doctors.update(id=id, reg_photo_url=None)
    assert (await client.doctors.read(id=id)).reg_photo_url is None


async def test_number_changed_since_the_read_is_not_verified(stage: Stage) -> None:
    """A verification applies only to the registration number that the user has seen."""
    client, id = await stage.signed_in(CARE), await stage.doctor(reg_nbr="PMC-6")
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        etag = (await http.get(f"/api/doctors/{id}")).headers["etag"].strip('"')
    await client.doctors.update(id=id, reg_nbr="PMC-7")
    with pytest.raises(PreconditionFailed) as stale:
        await client.send(VerifyDoctor(id=id, verify_status=True, verification_reason=COLLEGE), if_match=etag)
    assert [problem.source for problem in stale.value.problems] == ["reg_nbr"]
