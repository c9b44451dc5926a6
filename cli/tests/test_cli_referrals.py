"""``careops referrals``: listed, found, exported, and followed as they come."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import TOKEN, Platform

from careops.calls.doctors import Doctor, ListDoctors
from careops.calls.keys import CreateKey, NewKey, RevokeKey
from careops.calls.referrals import (
    FindReferrals,
    ListReferrals,
    ReadReferral,
    Referral,
    ReferralsReported,
    ReferredDoctor,
    ReportReferrals,
)
from careops.calls.session import SignedIn, SignIn, User
from careops.contract import Done, Page
from careops.errors import Unauthorized

GILL = ReferredDoctor(name="Dr. Gill", country_code="91", phone_number="9812345670", speciality="Physician")
RAO = ReferredDoctor(name="Dr. Rao", speciality="Cardiologist")


def referral(id: int, count: int = 0) -> Referral:
    doctors = {"referred_by_doctor": GILL, "referred_to_doctor": RAO}
    return Referral(id=id, unique_id=f"REF-{id}", appointment_count=count, notes=["ECG", "soon"], **doctors)


def page(*found: Referral) -> Page[Referral]:
    return Page[Referral].of(list(found), total=len(found), perpage=10)


def test_the_list_is_the_documented_one_until_it_is_narrowed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListReferrals, page(referral(2), referral(1)))
    platform.answer(FindReferrals, page(referral(1)))
    run = careops("referrals", "list", "--columns", "id,by,by_phone,to,to_phone,appointments,notes")
    assert run.out.splitlines()[0] == "2\tDr. Gill\t9812345670\tDr. Rao\t\t0\tECG, soon"
    assert platform.got(FindReferrals) == []
    careops("referrals", "list", "--waiting", "--search", "gill")
    [asked] = platform.got(FindReferrals)
    assert (asked.search_text, asked.waiting) == ("gill", True)


def test_one(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadReferral, referral(2))
    assert json.loads(careops("referrals", "show", "2", "--json").out)["unique_id"] == "REF-2"


def test_the_export(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    platform.answer(ListReferrals, page(referral(2), referral(1)))
    assert careops("referrals", "export", str(tmp_path / "referrals.csv")).code == 0
    header, first, _ = (tmp_path / "referrals.csv").read_text("utf-8-sig").splitlines()
    assert header.startswith("id,unique_id,by,")
    assert first.startswith("2,REF-2,Dr. Gill,Physician,")
    assert careops("referrals", "export", str(tmp_path / "referrals.csv")).code == 2


def test_those_that_come_and_those_that_change(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = [
        page(referral(2), referral(1)),
        page(referral(2), referral(1)),
        page(referral(4), referral(3), referral(2), referral(1, count=1)),
    ]

    def listed(call: ListReferrals) -> Page[Referral]:
        if not looks:
            raise KeyboardInterrupt
        return looks.pop(0)

    def stop(seconds: float) -> None:
        if not looks:
            raise KeyboardInterrupt

    platform.answer(ListReferrals, listed)
    monkeypatch.setattr("time.sleep", stop)
    run = careops("referrals", "list", "--follow", "--columns", "id,appointments")
    assert run.out == "1\t0\n2\t0\n1\t1\n3\t0\n4\t0\n"
    assert run.code == 130


def test_what_is_followed_is_everything(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("referrals", "list", "--follow", "--waiting")
    assert run.code == 2
    assert platform.received == []


def test_a_demo_world_lives(platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    user = User(id=1, name="Demo", phone_number="9000000001")
    doctors = [Doctor(id=number, name=f"Dr. {number}", status="joined", verified=True) for number in range(3)]
    platform.answer(SignIn, SignedIn(user=user, auth_token=TOKEN, refresh_token="r1"))
    platform.answer(ListDoctors, Page[Doctor].of(doctors, total=3, perpage=100))
    platform.answer(ListReferrals, page(referral(1)))
    platform.answer(CreateKey, NewKey(id=3, token=TOKEN))
    platform.answer(ReportReferrals, ReferralsReported(added=1, updated=0, known=0))
    platform.answer(RevokeKey, Done())

    def stop(seconds: float) -> None:
        if len(platform.got(ReportReferrals)) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", stop)
    run = careops("world", "live", "--every", "1")
    assert run.code == 130
    told = [call.referrals[0].unique_id for call in platform.got(ReportReferrals)]
    assert [line.split("\t")[1] for line in run.out.splitlines()] == told
    assert len(told) == 5
    assert [call.scopes for call in platform.got(CreateKey)] == [["referrals:write"]]
    assert [call.key_id for call in platform.got(RevokeKey)] == [3]


def test_no_other_platform_lives(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SignIn, Unauthorized("Invalid password", source="password"))
    run = careops("world", "live")
    assert run.code == 1
    assert "no demo world" in run.err
    assert [type(call) for call in platform.received] == [SignIn]
