"""``careops clinics set-location``: one clinic."""

from __future__ import annotations

import json

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.clinics import UpdateClinic
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
    assert call.location.state == "Punjab"
    assert "address_line_2" not in call.parameters["location"]


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
