"""``careops clinic-doctors``: add existing doctors, invite others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import detail

from careops.calls.clinic_doctors import (
    AddClinicDoctor,
    AddedDoctor,
    DoctorOfClinic,
    FindDoctors,
    FoundDoctor,
    UpdateClinicDoctor,
)
from careops.calls.clinics import ReadClinic
from careops.calls.uploads import PresignUploads
from careops.contract import Empty

INVITE = ("clinic-doctors", "invite", "41", "9812345670", "--name", "Asha Rao", "--fees", "450")


@pytest.fixture
def nobody_there(platform: Platform) -> Platform:
    """Return a clinic without doctors."""
    platform.answer(ReadClinic, detail(41))
    return platform


def test_doctor_is_found_by_phone_before_it_is_added(nobody_there: Platform, careops: CareOpsCommand) -> None:
    nobody_there.answer(FindDoctors, [FoundDoctor(id=12, first_name="Simran", last_name="Gill")])
    nobody_there.answer(AddClinicDoctor, AddedDoctor(id=12))
    run = careops("clinic-doctors", "add", "41", "+91 98123 45670", "--fees", "500", "--json", "--one")
    row = json.loads(run.out)
    assert (row["outcome"], row["clinic_id"], row["fees"]) == ("done", 41, 500)
    assert nobody_there.calls(FindDoctors)[0].phone_number == "9812345670"
    assert nobody_there.calls(AddClinicDoctor)[0].parameters == {"clinic_id": 41, "doctor_id": 12, "fees": 500}


def test_unknown_phone_suggests_an_invitation(nobody_there: Platform, careops: CareOpsCommand) -> None:
    nobody_there.answer(FindDoctors, [])
    run = careops("clinic-doctors", "add", "41", "9812345670", "--fees", "500")
    assert run.code == 1
    assert "could not find any doctor" in run.out
    assert "invite them" in run.out
    assert nobody_there.calls(AddClinicDoctor) == []


def test_second_addition_is_unchanged(platform: Platform, careops: CareOpsCommand) -> None:
    doctor = DoctorOfClinic(id=88, phone_number="9812345670", status="joined")
    platform.answer(ReadClinic, detail(41).model_copy(update={"doctors_list": [doctor]}))
    run = careops("clinic-doctors", "add", "41", "9812345670", "--fees", "500")
    assert run.code == 0
    assert run.out.split("\t")[2] == "unchanged"
    assert platform.calls(AddClinicDoctor) == []


def test_invitation_is_sent(nobody_there: Platform, careops: CareOpsCommand) -> None:
    nobody_there.answer(AddClinicDoctor, AddedDoctor(id=13))
    run = careops(*INVITE, "--patients-per-hour", "4", "--json", "--one")
    assert json.loads(run.out)["name"] == "Asha Rao"
    [call] = nobody_there.calls(AddClinicDoctor)
    assert (call.name, call.fees, call.patients_per_hour, call.doctor_id) == ("Asha Rao", 450, 4, None)


def test_incomplete_invitation_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops(*INVITE).code == 2
    run = careops(*INVITE, "--patients-per-hour", "0")
    assert run.code == 2
    assert "Patients per hour" in run.err
    assert platform.received == []


def test_photo_is_uploaded_and_linked(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    file = tmp_path / "asha.png"
    file.write_bytes(b"a photo")
    address = f"{platform.url.removesuffix('/api')}/uploads/pending/photos/{'5' * 32}.png"
    platform.answer(PresignUploads, [f"{address}?expires=1&signature=2"])
    platform.answer(UpdateClinicDoctor, Empty())
    assert careops("clinic-doctors", "upload-photo", "41", "88", str(file)).code == 0
    assert list(platform.stored.values()) == [b"a photo"]
    [linked] = platform.calls(UpdateClinicDoctor)
    assert (linked.clinic_doctor_id, linked.changes) == (88, {"photo": address})
    gone = careops("clinic-doctors", "upload-photo", "41", "88", str(tmp_path / "none.png"))
    assert (gone.code, "There is no file" in gone.err) == (2, True)
