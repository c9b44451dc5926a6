"""``careops care-cities``: parameters, doubts, and a table that is imported once."""

from __future__ import annotations

import json
from pathlib import Path

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.care_cities import (
    CareCity,
    CheckCareCity,
    CityDoubts,
    CreateCareCity,
    DeleteCareCity,
    ListCareCities,
    UpdateCareCity,
)
from careops.contract import Created, Empty, Page
from careops.errors import Conflict, NotFound

LUDHIANA = CareCity(id=3, basic_city_id=12, name="Ludhiana", latitude=30.9, longitude=75.85, order_number=1)
MOGA = CareCity(id=4, name="Moga", order_number=2)


def holding(platform: Platform, *cities: CareCity) -> None:
    """Set up a platform with these cities that stores every change and doubts points north of 40 degrees."""
    held = {city.id: city for city in cities}

    def listed(call: ListCareCities) -> Page[CareCity]:
        return Page[CareCity].of(list(held.values()), total=len(held), perpage=call.perpage)

    def created(call: CreateCareCity) -> Created:
        city_id = len(held) + 100
        held[city_id] = CareCity(id=city_id, **{**call.model_dump(), "order_number": len(held) + 1})
        return Created(id=7)

    def updated(call: UpdateCareCity) -> Empty:
        held[call.city_id] = held[call.city_id].model_copy(update=call.changes)
        return Empty()

    def doubted(call: CheckCareCity) -> CityDoubts:
        far = call.latitude > 40
        return CityDoubts(outside_india=far, kilometres_off=6438 if far else None)

    platform.answer(ListCareCities, listed)
    platform.answer(CreateCareCity, created)
    platform.answer(UpdateCareCity, updated)
    platform.answer(CheckCareCity, doubted)
    platform.answer(DeleteCareCity, Empty())


def test_list_is_ordered(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, LUDHIANA, MOGA)
    assert careops("care-cities", "list").out == "1\t3\tLudhiana\t30.9\t75.85\t12\n2\t4\tMoga\t\t\t\n"


def test_city_is_added_at_its_place(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    place = ["--latitude", "30.9", "--longitude", "75.85", "--place", "1"]
    run = careops("care-cities", "add", "Ludhiana", *place)
    assert (run.code, "Warning" in run.err) == (0, False)
    assert careops("care-cities", "add", "Moga").code == 0
    assert [(call.name, call.latitude, call.order_number) for call in platform.calls(CreateCareCity)] == [
        ("Ludhiana", 30.9, 1),
        ("Moga", None, None),
    ]
    assert len(platform.calls(CheckCareCity)) == 1


def test_doubtful_point_is_saved_with_a_warning(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, LUDHIANA)
    run = careops("care-cities", "edit", "3", "--latitude", "51.5")
    assert run.code == 0
    assert "Warning: this point is not in India." in run.err
    assert "Warning: this point is 6438 km from Ludhiana." in run.err
    assert [call.changes for call in platform.calls(UpdateCareCity)] == [{"latitude": 51.5}]


def test_platform_without_check_does_not_fail(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    platform.answer(CheckCareCity, NotFound("No such path"))
    run = careops("care-cities", "add", "Oslo", "--latitude", "59.9", "--longitude", "10.7")
    assert (run.code, "Warning" in run.err) == (0, False)


def test_invalid_command_sends_nothing(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, LUDHIANA)
    for wrong in (
        ["add", "  "],
        ["add", "Half", "--latitude", "30"],
        ["add", "North", "--latitude", "91", "--longitude", "75"],
        ["add", "Zeroth", "--place", "0"],
        ["edit", "3"],
        ["edit", "3", "--no-point", "--latitude", "30"],
        ["move", "3", "0"],
        ["move", "3", "first"],
        ["delete", "3"],
        ["import"],
    ):
        assert careops("care-cities", *wrong).code == 2, wrong
    assert platform.received == []


def test_point_is_removed_and_city_is_moved_and_deleted(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, LUDHIANA, MOGA)
    assert careops("care-cities", "edit", "3", "--no-point").code == 0
    assert careops("care-cities", "move", "4", "1").code == 0
    assert careops("care-cities", "delete", "3", "--yes").code == 0
    assert [(call.city_id, call.changes) for call in platform.calls(UpdateCareCity)] == [
        (3, {"latitude": None, "longitude": None}),
        (4, {"order_number": 1}),
    ]
    assert [call.city_id for call in platform.calls(DeleteCareCity)] == [3]


def test_duplicate_name_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    platform.answer(CreateCareCity, Conflict("There is a care city with this name already", source="name"))
    run = careops("care-cities", "add", "Moga")
    assert run.code == 1
    assert "There is a care city with this name already" in run.err


def test_second_import_changes_nothing(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    holding(platform, LUDHIANA, MOGA)
    table = tmp_path / "cities.csv"
    table.write_text(
        "City,Lat,Lng\nludhiana,30.9,75.85\nMoga,30.81,75.17\nOslo,59.9,10.7\nNorth,91,75\nHalf,30,\n,30,75\n",
        "utf-8",
    )
    planned = json.loads(careops("care-cities", "import", "--from", str(table), "--dry-run", "--json").out)
    assert [row["outcome"] for row in planned] == ["unchanged", "planned", "planned", "invalid", "invalid", "invalid"]
    assert planned[2]["reason"].endswith("this point is not in India; this point is 6438 km from Oslo")
    assert platform.calls(CreateCareCity) == platform.calls(UpdateCareCity) == []

    done = json.loads(careops("care-cities", "import", "--from", str(table), "--yes", "--json").out)
    assert [row["outcome"] for row in done] == ["unchanged", "done", "done", "invalid", "invalid", "invalid"]
    assert done[4]["reason"] == "Latitude and longitude go together"
    assert done[5]["reason"] == "Please enter city name"
    assert [(call.city_id, call.changes) for call in platform.calls(UpdateCareCity)] == [
        (4, {"latitude": 30.81, "longitude": 75.17})
    ]
    again = json.loads(careops("care-cities", "import", "--from", str(table), "--yes", "--json").out)
    assert {row["outcome"] for row in again} == {"unchanged", "invalid"}
    assert len(platform.calls(CreateCareCity)) == 1
