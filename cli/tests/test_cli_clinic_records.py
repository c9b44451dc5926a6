"""``careops clinics set-location`` and ``export``."""

from __future__ import annotations

import csv
import io
import json

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import detail, page_of

from careops.calls.clinic_doctors import DoctorName, DoctorOfClinic
from careops.calls.clinics import ListClinics, ReadClinic, UpdateClinic
from careops.calls.places import Place, SuggestPlaces
from careops.contract import Done
from careops.errors import NotFound

MOVE = ("clinics", "set-location", "41", "--address", "14 Mall Road", "--city", "Ludhiana", "--zipcode", "141001")
NEAR = Place(locality="Dhandari", city="Ludhiana", state="Punjab", zipcode="141010", latitude=1.0, longitude=2.0)
HERE = Place(city="Ludhiana", state="Punjab", zipcode="141001", latitude=30.9, longitude=75.85)


def test_missing_coordinates_are_looked_up_by_pincode(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SuggestPlaces, [NEAR, HERE])
    platform.answer(UpdateClinic, Done())
    assert careops(*MOVE).code == 0
    assert platform.got(SuggestPlaces)[0].text == "Ludhiana 141001"
    [call] = platform.got(UpdateClinic)
    assert (call.location.latitude, call.location.longitude) == (30.9, 75.85)
    assert "state" not in call.parameters["location"]


def test_a_platform_without_suggestions(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SuggestPlaces, NotFound("There is no such call"))
    platform.answer(UpdateClinic, Done())
    run = careops(*MOVE, "--json")
    assert run.code == 0
    assert "No coordinates were found" in run.err
    assert json.loads(run.out)["latitude"] is None


def test_given_coordinates_are_taken(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(UpdateClinic, Done())
    assert careops(*MOVE, "--latitude", "30.1", "--longitude", "75.2", "--state", "Punjab").code == 0
    assert platform.got(SuggestPlaces) == []
    assert platform.got(UpdateClinic)[0].location.state == "Punjab"
    assert careops(*MOVE, "--latitude", "30.1").code == 2


def test_an_address_that_does_not_fit_is_not_sent(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops(*MOVE[:-1], "14100")
    assert run.code == 2
    assert "(zipcode)" in run.err
    assert platform.received == []


def test_export_reads_every_clinic_whole(platform: Platform, careops: CareOpsCommand) -> None:
    doctor = DoctorOfClinic(id=1, doctor=DoctorName(id=2, first_name="Simran", last_name="Gill"))
    platform.answer(ListClinics, lambda call: page_of(call, total=3))
    platform.answer(ReadClinic, lambda call: detail(call.id).model_copy(update={"doctors_list": [doctor]}))
    run = careops("clinics", "export", "--where", "is_hospital=true", "--csv", "--columns", "id,beds,doctors")
    assert list(csv.reader(io.StringIO(run.out))) == [
        ["id", "beds", "doctors"],
        ["1", "12", "Simran Gill"],
        ["2", "12", "Simran Gill"],
        ["3", "12", "Simran Gill"],
    ]
    assert platform.got(ListClinics)[0].is_hospital is True
    assert len(json.loads(careops("clinics", "export", "--json").out)) == 3


def test_an_export_filter_that_is_none(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("clinics", "export", "--where", "colour=blue").code == 2
    assert platform.received == []
