"""``careops doctors``: list, details, and verification of one doctor or of a table."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.doctors import (
    ClinicOfDoctor,
    Decision,
    Doctor,
    DoctorDetail,
    DoctorProfile,
    Dossier,
    ListDoctors,
    OtherDoctor,
    ReadDoctor,
    ReadDoctorDetail,
    ReadDossier,
    UpdateDoctor,
    VerifyDoctor,
)
from careops.calls.uploads import TOO_LARGE_PICTURE, WRONG_PICTURE, PresignUploads
from careops.constants import MAX_PICTURE_BYTES
from careops.contract import Empty, Page
from careops.errors import NotFound

COLLEGE = "Checked with College"


def holding(platform: Platform, **doctors: Any) -> dict[int, DoctorProfile]:
    """Set up a platform with doctors 12 and 13 that stores every decision."""
    held = {
        id: DoctorProfile(id=id, name=name, phone_number="9812345670", status="joined", reg_nbr=number)
        for id, name, number in ((12, "Simran Gill", "PMC-20417"), (13, "Asha Rao", "KMC-1"))
    }

    def read(call: ReadDoctor) -> DoctorProfile:
        if call.id not in held:
            raise NotFound("There is no doctor with this id", source="id")
        return held[call.id]

    def verified(call: VerifyDoctor) -> Empty:
        changed = {"verified": call.verify_status, "verification_reason": call.verification_reason}
        held[call.id] = held[call.id].model_copy(update=changed)
        return Empty()

    platform.answer(ReadDoctor, read)
    platform.answer(VerifyDoctor, verified)
    return held


def test_list_prints_doctors_and_sends_its_filters(platform: Platform, careops: CareOpsCommand) -> None:
    rows = [Doctor(id=12, name="Simran Gill", phone_number="9812345670", reg_nbr="PMC-1", status="joined")]
    platform.answer(ListDoctors, Page[Doctor].of(rows, total=1, perpage=10))
    run = careops("doctors", "list", "--search", "gill", "--status", "unverified")
    assert run.out == "12\tSimran Gill\t9812345670\t\tPMC-1\tjoined\tno\n"
    assert platform.calls(ListDoctors)[0].parameters == {
        "search_text": "gill",
        "filter_type": "status",
        "filter_text": "unverified",
        "page": 1,
        "perpage": 10,
    }


def test_unknown_status_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("doctors", "list", "--status", "blocked")
    assert run.code == 2
    assert "--status" in run.err
    assert platform.received == []


def test_doctor_is_shown_with_clinics(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    clinic = ClinicOfDoctor(id=41, name="Navjeevan", role="doctor", clinic_doctor_id=88)
    platform.answer(ReadDoctorDetail, DoctorDetail(id=12, name="Simran Gill", clinics=[clinic]))
    shown = json.loads(careops("doctors", "show", "12", "--json").out)
    assert (shown["name"], shown["clinics"][0]["clinic_doctor_id"]) == ("Simran Gill", 88)
    assert "Navjeevan (41, doctor)" in careops("doctors", "show", "12").out


def test_verification_is_set_and_withdrawn(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    assert careops("doctors", "verify", "12", "--reason", COLLEGE).code == 0
    run = careops("doctors", "verify", "12", "--reason", COLLEGE, "--json", "--one")
    assert json.loads(run.out)["outcome"] == "unchanged"
    assert careops("doctors", "unverify", "12").code == 0
    assert [(call.verify_status, call.verification_reason) for call in platform.calls(VerifyDoctor)] == [
        (True, COLLEGE),
        (False, None),
    ]


def test_invalid_verification_is_not_sent(platform: Platform, careops: CareOpsCommand) -> None:
    for wrong in (["verify", "12"], ["verify", "12", "--reason", "Because"], ["unverify"], ["verify", "--reason", "x"]):
        assert careops("doctors", *wrong).code == 2
    assert platform.received == []


def test_reviewed_table_is_applied(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    holding(platform)
    table = tmp_path / "reviewed.csv"
    table.write_text(
        "Doctor ID,Name,Registration number,Reason\n"
        f"12,Simran Gill,PMC-20417,{COLLEGE}\n"
        f"13,Asha Rao,KMC-2,{COLLEGE}\n"
        "12x,,,Checked with IMA\n14,,X,\n15,,X,Checked with IMA\n16,,X,because\n",
        "utf-8",
    )
    planned = json.loads(careops("doctors", "verify", "--from", str(table), "--dry-run", "--json").out)
    assert [row["outcome"] for row in planned] == ["planned", "failed", "invalid", "invalid", "failed", "invalid"]
    assert planned[0]["reason"] == f"Simran Gill, PMC-20417: verified ({COLLEGE})"
    assert "the registration number is KMC-1 now, not KMC-2" in planned[1]["reason"]
    assert planned[3]["reason"] == "Please select reason"
    assert platform.calls(VerifyDoctor) == []

    done = careops("doctors", "verify", "--from", str(table), "--yes", "--json")
    assert done.code == 3
    assert [row["outcome"] for row in json.loads(done.out)][:2] == ["done", "failed"]
    assert [call.id for call in platform.calls(VerifyDoctor)] == [12]


def test_exported_list_is_verified_with_one_reason(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    held = holding(platform)
    rows = [Doctor.model_validate(doctor.model_dump(include=set(Doctor.model_fields))) for doctor in held.values()]
    platform.answer(ListDoctors, Page[Doctor].of(rows, total=2, perpage=500))
    table = tmp_path / "to-review.csv"
    for columns in (["--columns", "id,name,reg_nbr"], []):
        table.write_text(careops("doctors", "list", "--all", *columns, "--csv").out, "utf-8")
        refused = careops("doctors", "verify", "--from", str(table), "--yes")
        assert (refused.code, "has no column reason" in refused.err) == (2, True)
        run = careops("doctors", "verify", "--from", str(table), "--reason", COLLEGE, "--yes", "--json")
        assert {(row["target"], row["outcome"]) for row in json.loads(run.out)} <= {
            *((12, "done"), (13, "done"), (12, "unchanged"), (13, "unchanged"))
        }
    assert [call.verification_reason for call in platform.calls(VerifyDoctor)] == [COLLEGE, COLLEGE]


def test_reason_of_a_row_has_precedence(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    holding(platform)
    table = tmp_path / "reviewed.csv"
    table.write_text("id,reason\n12,Checked with IMA\n13,\n", "utf-8")
    assert (
        careops("doctors", "verify", "--from", str(table), "--reason", COLLEGE, "--yes", "--concurrency", "1").code == 0
    )
    assert {call.id: call.verification_reason for call in platform.calls(VerifyDoctor)} == {
        12: "Checked with IMA",
        13: COLLEGE,
    }


def test_table_of_doctors_is_unverified(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    held = holding(platform)
    held[12] = held[12].model_copy(update={"verified": True, "verification_reason": COLLEGE})
    table = tmp_path / "withdrawn.csv"
    table.write_text("doctor_id\n12\n13\n", "utf-8")
    run = careops("doctors", "unverify", "--from", str(table), "--yes", "--json")
    assert [row["outcome"] for row in json.loads(run.out)] == ["done", "unchanged"]


def test_invalid_certificate_is_not_sent(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    page, large = tmp_path / "page.html", tmp_path / "large.png"
    page.write_text("<html>", encoding="utf-8")
    large.write_bytes(bytes(MAX_PICTURE_BYTES + 1))
    for file, message in (
        (page, WRONG_PICTURE),
        (large, TOO_LARGE_PICTURE),
        (tmp_path / "none.png", "There is no file"),
    ):
        run = careops("doctors", "upload-certificate", "12", str(file))
        assert run.code in (1, 2)
        assert message in run.err
    assert platform.received == []


def test_certificate_is_signed_uploaded_and_linked(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    file = tmp_path / "registration.png"
    file.write_bytes(b"a picture")
    address = f"{platform.url.removesuffix('/api')}/uploads/pending/certificates/{'5' * 32}.png"
    platform.answer(PresignUploads, [f"{address}?expires=1&signature=2"])
    platform.answer(UpdateDoctor, Empty())
    assert careops("doctors", "upload-certificate", "12", str(file)).code == 0
    assert list(platform.stored.values()) == [b"a picture"]
    [linked] = platform.calls(UpdateDoctor)
    assert linked.changes == {"reg_photo_url": address}
    [request] = platform.calls(PresignUploads)
    assert [(each.bucket, each.file_path) for each in request.files] == [("certificates", "registration.png")]


def test_warnings_and_decisions_are_printed(platform: Platform, careops: CareOpsCommand) -> None:
    other = OtherDoctor(id=31, name="Simran Gil", reg_nbr="PMC 20417")
    at = datetime(2026, 10, 2, 10, 1, tzinfo=UTC)
    decided = Decision(
        verified=True, verification_reason=COLLEGE, name="Simran Gill", decided_by_name="Harpreet Kaur", decided_at=at
    )
    platform.answer(ReadDossier, Dossier(same_number=[other], decisions=[decided]))
    run = careops("doctors", "dossier", "12")
    assert run.code == 0
    assert "Simran Gil (31, PMC 20417)" in run.out
    assert f"2026-10-02T10:01:00Z {COLLEGE} by Harpreet Kaur, no number" in run.out
