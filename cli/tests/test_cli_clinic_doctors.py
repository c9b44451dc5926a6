"""``careops clinic-doctors``: adding who is found, inviting who is not."""

from __future__ import annotations

import json

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.clinic_doctors import AddClinicDoctor, AddedDoctor, FindDoctors, FoundDoctor
from careops.errors import Conflict

INVITE = ("clinic-doctors", "invite", "41", "9812345670", "--name", "Asha Rao", "--fees", "450")


def test_adding_finds_by_phone_first(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(FindDoctors, [FoundDoctor(id=12, first_name="Simran", last_name="Gill")])
    platform.answer(AddClinicDoctor, AddedDoctor(id=12))
    run = careops("clinic-doctors", "add", "41", "+91 98123 45670", "--fees", "500", "--json")
    assert json.loads(run.out) == {"clinic_id": 41, "doctor_id": 12, "name": "Simran Gill", "fees": 500}
    assert platform.got(FindDoctors)[0].phone_number == "9812345670"
    assert platform.got(AddClinicDoctor)[0].parameters == {"clinic_id": 41, "doctor_id": 12, "fees": 500}


def test_nobody_found(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(FindDoctors, [])
    run = careops("clinic-doctors", "add", "41", "9812345670", "--fees", "500")
    assert run.code == 1
    assert "could not find any doctor" in run.err
    assert "clinic-doctors invite" in run.err
    assert platform.got(AddClinicDoctor) == []


def test_added_twice(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(FindDoctors, [FoundDoctor(id=12, first_name="Simran")])
    platform.answer(AddClinicDoctor, Conflict("This doctor is at this clinic already", source="doctor_id"))
    run = careops("clinic-doctors", "add", "41", "9812345670", "--fees", "500")
    assert run.code == 1
    assert "at this clinic already" in run.err


def test_an_invitation(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(AddClinicDoctor, AddedDoctor(id=13))
    run = careops(*INVITE, "--patients-per-hour", "4", "--json")
    assert json.loads(run.out)["doctor_id"] == 13
    [call] = platform.got(AddClinicDoctor)
    assert (call.name, call.fees, call.patients_per_hour, call.doctor_id) == ("Asha Rao", 450, 4, None)


def test_an_invitation_without_everything(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops(*INVITE).code == 2
    run = careops(*INVITE, "--patients-per-hour", "0")
    assert run.code == 2
    assert "(patients_per_hour)" in run.err
    assert platform.received == []
