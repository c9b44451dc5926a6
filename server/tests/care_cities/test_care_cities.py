"""Care cities: one shared order, and warnings about implausible coordinates."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import Conflict, NotFound
from careops.calls.care_cities import HALF_A_POINT, NAME_TAKEN, CareCity, UpdateCareCity
from careops.constants import MAX_NAME_LENGTH


@pytest.fixture(autouse=True)
async def no_cities(stage: Stage) -> None:
    await stage.sql("delete from care_cities")


async def listed(stage: Stage) -> list[CareCity]:
    """All cities in their order."""
    return (await (await stage.signed_in()).care_cities.list(perpage=500)).items


async def names(stage: Stage) -> list[str]:
    """Names of all cities in their order; the order numbers must have no gaps."""
    cities = await listed(stage)
    assert [city.order_number for city in cities] == list(range(1, len(cities) + 1))
    return [city.name for city in cities]


async def added(stage: Stage, *names: str) -> dict[str, int]:
    """Add cities with these names, in sequence. Return their ids."""
    client = await stage.signed_in()
    for name in names:
        await client.care_cities.create(name=name)
    return {city.name: city.id for city in await listed(stage)}


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_can_manage_cities(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    await client.care_cities.create(name="Ludhiana", basic_city_id=12, latitude=30.9, longitude=75.85)
    [city] = (await client.care_cities.list()).items
    assert city == CareCity(
        id=city.id, basic_city_id=12, name="Ludhiana", latitude=30.9, longitude=75.85, order_number=1
    )
    await client.care_cities.update(city_id=city.id, name="ਲੁਧਿਆਣਾ")
    assert await names(stage) == ["ਲੁਧਿਆਣਾ"]
    await client.care_cities.delete(city_id=city.id)
    assert await names(stage) == []


async def test_new_city_is_last_by_default(stage: Stage) -> None:
    client = await stage.signed_in()
    await added(stage, "A", "B")
    await client.care_cities.create(name="First", order_number=1)
    await client.care_cities.create(name="Far beyond", order_number=900)
    assert await names(stage) == ["First", "A", "B", "Far beyond"]


@pytest.mark.parametrize(
    ("moved", "place", "order"),
    [
        ("D", 1, "DABCE"),
        ("A", 4, "BCDAE"),
        ("B", 3, "ACBDE"),
        ("C", 3, "ABCDE"),
        ("A", 5, "BCDEA"),
        ("B", 1_000_000, "ACDEB"),
    ],
)
async def test_moved_city_renumbers_those_between(stage: Stage, moved: str, place: int, order: str) -> None:
    ids = await added(stage, *"ABCDE")
    await (await stage.signed_in()).care_cities.update(city_id=ids[moved], order_number=place)
    assert "".join(await names(stage)) == order


async def test_deleted_city_leaves_no_gap(stage: Stage) -> None:
    ids = await added(stage, *"ABC")
    await (await stage.signed_in()).care_cities.delete(city_id=ids["A"])
    assert await names(stage) == ["B", "C"]


@pytest.mark.proves("FAULT-43.cities")
async def test_concurrent_moves_additions_and_deletions_keep_the_order(stage: Stage) -> None:
    ids = await added(stage, *"ABCDEFGHIJ")
    client = await stage.signed_in()
    await asyncio.gather(
        client.care_cities.update(city_id=ids["J"], order_number=1),
        client.care_cities.update(city_id=ids["A"], order_number=9),
        client.care_cities.delete(city_id=ids["E"]),
        client.care_cities.create(name="K", order_number=3),
        client.care_cities.update(city_id=ids["C"], order_number=10),
    )
    assert sorted(await names(stage)) == sorted("ABCDFGHIJK")


async def test_concurrent_creation_of_one_name_succeeds_once(stage: Stage) -> None:
    client = await stage.signed_in()
    ended = await asyncio.gather(
        client.care_cities.create(name="Wanted"), client.care_cities.create(name=" wanted "), return_exceptions=True
    )
    assert sorted(type(end).__name__ for end in ended) == ["Conflict", "Created"]


async def test_duplicate_name_is_refused(stage: Stage) -> None:
    client = await stage.signed_in()
    ids = await added(stage, "Moga", "Khanna")
    for refused_call in (
        client.care_cities.create(name="MOGA"),
        client.care_cities.update(city_id=ids["Khanna"], name="moga", order_number=1),
    ):
        with pytest.raises(Conflict, match=NAME_TAKEN) as refused:
            await refused_call
        assert refused.value.source == "name"
    assert await names(stage) == ["Moga", "Khanna"]
    await client.care_cities.update(city_id=ids["Moga"], name="MOGA")


@pytest.mark.own
async def test_audit_trail_has_only_the_moved_city(stage: Stage) -> None:
    client = await stage.signed_in()
    ids = await added(stage, *"ABC")
    for _ in range(2):
        await client.care_cities.update(city_id=ids["C"], order_number=1, name="C")
    await client.care_cities.delete(city_id=ids["C"])
    changes = [
        (event["key"], event["resource_id"], event["before"], event["after"])
        for event in await stage.events()
        if event["key"] != "care_city.create" and event["resource_id"] in map(str, ids.values())
    ]
    was = {"name": "C", "basic_city_id": None, "latitude": None, "longitude": None, "order_number": 1}
    assert changes == [
        ("care_city.update", str(ids["C"]), {"order_number": 3}, {"order_number": 1}),
        ("care_city.delete", str(ids["C"]), was, {}),
    ]


async def test_incomplete_coordinates_are_refused(stage: Stage) -> None:
    client = await stage.signed_in()
    ids = await added(stage, "Moga")
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        created = await http.post("/api/admin/care_cities", json={"name": "Half", "latitude": 30})
        changed = await http.put(f"/api/admin/care_cities/{ids['Moga']}", json={"longitude": 75})
    for answer, missing in ((created, "longitude"), (changed, "latitude")):
        assert answer.status_code == 422
        assert answer.json()["errors"] == [{"source": missing, "title": HALF_A_POINT, "code": HALF_A_POINT.code}]
    await client.care_cities.update(city_id=ids["Moga"], latitude=30.8, longitude=75.2)
    await client.care_cities.update(city_id=ids["Moga"], latitude=30.9)
    await client.care_cities.update(city_id=ids["Moga"], latitude=None, longitude=None)
    assert [city.latitude for city in await listed(stage)] == [None]


async def test_unknown_city_is_refused(stage: Stage) -> None:
    client = await stage.signed_in()
    for gone in (
        client.care_cities.update(city_id=2**40, name="Nowhere"),
        client.care_cities.delete(city_id=2**40),
    ):
        with pytest.raises(NotFound, match="no care city"):
            await gone


@pytest.mark.parametrize(
    ("body", "source", "sentence"),
    [
        ({"name": " \u00a0"}, "name", "Please enter city name"),
        ({}, "name", "Please enter city name"),
        ({"name": "x" * (MAX_NAME_LENGTH + 1)}, "name", f"Name can have at most {MAX_NAME_LENGTH} characters"),
        ({"name": "X", "latitude": 91, "longitude": 75}, "latitude", None),
        ({"name": "X", "latitude": 31, "longitude": 181}, "longitude", None),
        ({"name": "X", "latitude": True, "longitude": 75}, "latitude", "Latitude must be a number"),
        ({"name": "X", "order_number": 0}, "order_number", None),
        ({"name": "X", "order_number": "1st"}, "order_number", None),
        ({"name": "X", "order_number": 2.5}, "order_number", None),
        ({"name": "X", "basic_city_id": 0}, "basic_city_id", None),
    ],
)
async def test_invalid_city_is_refused(stage: Stage, body: dict[str, Any], source: str, sentence: str | None) -> None:
    problem = await stage.refused("POST", "/api/admin/care_cities", body, phone=CARE)
    assert problem["source"] == source
    assert sentence in (None, problem["title"])
    assert await names(stage) == []


@pytest.mark.parametrize("change", [{}, {"name": None}, {"order_number": None}, {"name": " "}])
async def test_invalid_change_is_refused(stage: Stage, change: dict[str, Any]) -> None:
    ids = await added(stage, "Moga")
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.put(f"/api/admin/care_cities/{ids['Moga']}", json=change)
    assert answer.status_code == 422
    with pytest.raises(ValueError, match="validation error"):
        UpdateCareCity.model_validate({"city_id": 1, **change})


@pytest.mark.own
@pytest.mark.parametrize(
    ("name", "point", "outside_india", "kilometres_off"),
    [
        ("Ludhiana", (30.9, 75.85), False, None),
        ("ludhiana", (28.6, 77.2), False, 287),
        ("Ludhiana", (51.5, -0.1), True, 6438),
        ("Nobody's town", (28.6, 77.2), False, None),
        ("Nobody's town", (5.9, 77.2), True, None),
        # The name exists in two states; the nearer one counts.
        ("Bilaspur", (31.3, 76.8), False, None),
        ("Bilaspur", (22.1, 82.1), False, None),
        ("Bilaspur", (26.5, 80.0), False, 533),
    ],
)
async def test_point_far_from_the_city_has_a_warning(
    stage: Stage, name: str, point: tuple[float, float], outside_india: bool, kilometres_off: int | None
) -> None:
    await stage.sql("""
        insert into places values
            (900001, null, 'Ludhiana', 'Punjab', null, 30.9, 75.86, ' ludhiana punjab'),
            (900002, null, 'Bilaspur', 'Himachal Pradesh', null, 31.33, 76.76, ' bilaspur himachal pradesh'),
            (900003, null, 'Bilaspur', 'Chhattisgarh', null, 22.08, 82.15, ' bilaspur chhattisgarh')
        on conflict do nothing
    """)
    latitude, longitude = point
    doubts = await (await stage.signed_in()).care_cities.check(name=name, latitude=latitude, longitude=longitude)
    assert doubts.outside_india is outside_india
    if kilometres_off is None:
        assert doubts.kilometres_off is None
    else:
        assert doubts.kilometres_off == pytest.approx(kilometres_off, abs=15)
