"""``careops clinics set-location``: one clinic."""

from __future__ import annotations

import json

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import detail

from careops.calls.clinics import ReadClinic, UpdateClinic
from careops.calls.places import Place, SuggestPlaces
from careops.contract import Empty
from careops.errors import NotFound

MOVE = ("clinics", "set-location", "41", "--address", "14 Mall Road", "--city", "Ludhiana", "--zipcode", "141001")
NEAR = Place(locality="Dhandari", city="Ludhiana", state="Punjab", zipcode="141010", latitude=1.0, longitude=2.0)
HERE = Place(city="Ludhiana", state="Punjab", zipcode="141001", latitude=30.9, longitude=75.85)


@pytest.fixture
def elsewhere(platform: Platform) -> Platform:
    """Return a clinic at another address."""
    platform.answer(ReadClinic, detail(41))
    platform.answer(UpdateClinic, Empty())
    return platform


def test_missing_coordinates_are_looked_up_by_pincode(elsewhere: Platform, careops: CareOpsCommand) -> None:
    elsewhere.answer(SuggestPlaces, [NEAR, HERE])
    assert careops(*MOVE).code == 0
    assert elsewhere.calls(SuggestPlaces)[0].text == "Ludhiana 141001"
    [call] = elsewhere.calls(UpdateClinic)
    assert (call.location.latitude, call.location.longitude) == (30.9, 75.85)
    assert call.location.state == "Punjab"
    assert "address_line_2" not in call.parameters["location"]


def test_missing_suggestions_leave_coordinates_empty(elsewhere: Platform, careops: CareOpsCommand) -> None:
    elsewhere.answer(SuggestPlaces, NotFound("There is no such call"))
    assert careops(*MOVE, "--json").code == 0
    assert elsewhere.calls(UpdateClinic)[0].location.latitude is None


def test_coordinates_of_the_command_are_sent(elsewhere: Platform, careops: CareOpsCommand) -> None:
    assert careops(*MOVE, "--latitude", "30.1", "--longitude", "75.2", "--state", "Punjab").code == 0
    assert elsewhere.calls(SuggestPlaces) == []
    assert elsewhere.calls(UpdateClinic)[0].location.state == "Punjab"
    assert careops(*MOVE, "--latitude", "30.1").code == 2


def test_dry_run_shows_the_planned_address(elsewhere: Platform, careops: CareOpsCommand) -> None:
    row = json.loads(careops(*MOVE, "--dry-run", "--json", "--one").out)
    assert (row["outcome"], row["reason"]) == ("planned", "14 Mall Road, Ludhiana 141001")
    assert elsewhere.calls(UpdateClinic) == []


def test_invalid_address_is_not_sent(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops(*MOVE[:-1], "14100")
    assert run.code == 2
    assert "Zipcode" in run.err
    assert platform.received == []
