"""Universities: order, search by name, unique names, and invalid ranks."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import Conflict, NotFound
from careops.calls.universities import NAME_TAKEN, University
from careops.constants import NAME_MAX


async def find(stage: Stage, name: str) -> list[University]:
    """Universities whose name contains this text, in their order."""
    return (await (await stage.signed_in()).universities.list(name=name, perpage=500)).items


async def added(stage: Stage, name: str, rank: int | None = None) -> University:
    """Add a university and return it."""
    await (await stage.signed_in()).universities.create(name=name, rank=rank)
    return next(university for university in await find(stage, name) if university.name == name)


async def test_by_rank_those_without_one_last_then_by_name(stage: Stage) -> None:
    expected = [("Order b", 2), ("order C", 2), ("Order a", 7), ("Order D", None), ("order e", None)]
    for name, rank in reversed(expected):
        await added(stage, name, rank)
    assert [(university.name, university.rank) for university in await find(stage, "order")] == expected


async def test_every_page_has_others_and_says_how_many_there_are(stage: Stage) -> None:
    for number in range(12):
        await added(stage, f"Paged {number}", rank=5)
    client = await stage.signed_in()
    pages = [await client.universities.list(name=" paged ", page=page) for page in (1, 2)]
    assert [len(page.items) for page in pages] == [10, 2]
    assert {page.total_records for page in pages} == {12}
    assert len({university.id for page in pages for university in page.items}) == 12


async def test_rows_carry_their_fields_inside_attributes(stage: Stage) -> None:
    id = await added(stage, "ਪੰਜਾਬੀ ਯੂਨੀਵਰਸਿਟੀ", rank=37)
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.get("/api/admin/basic_universities", params={"name": "ਪੰਜਾਬੀ", "page": 1, "perpage": 20})
    assert answer.json()["data"] == [{"id": id.id, "attributes": {"id": id.id, "name": "ਪੰਜਾਬੀ ਯੂਨੀਵਰਸਿਟੀ", "rank": 37}}]
    assert answer.json()["meta"]["total_records"] == 1


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_may(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    await client.universities.create(name=f"Added by {phone}")
    [university] = (await client.universities.list(name=f"Added by {phone}")).items
    await client.universities.update(university_id=university.id, name=f"Changed by {phone}", rank=3)
    assert await find(stage, f"by {phone}") == [University(id=university.id, name=f"Changed by {phone}", rank=3)]


@pytest.mark.own
async def test_the_trail_tells_what_differs_and_nothing_of_a_save_that_changed_nothing(stage: Stage) -> None:
    client = await stage.signed_in()
    id = await added(stage, "Told University", rank=4)
    for _ in range(2):
        await client.universities.update(university_id=id.id, name="Told University", rank=None)
    mine = [event for event in await stage.events() if event["resource_id"] == str(id.id)]
    assert [event["key"] for event in mine] == ["university.create", "university.update"]
    assert mine[0]["after"] == {"name": "Told University", "rank": 4}
    assert (mine[1]["before"], mine[1]["after"]) == ({"rank": 4}, {"rank": None})


async def test_there_is_one_of_each_name_whatever_its_capitals(stage: Stage) -> None:
    client = await stage.signed_in()
    first, second = await added(stage, "Twin University"), await added(stage, "Other University")
    for refused_call in (
        client.universities.create(name=" twin university "),
        client.universities.update(university_id=second.id, name="TWIN University", rank=1),
    ):
        with pytest.raises(Conflict, match=NAME_TAKEN) as refused:
            await refused_call
        assert refused.value.source == "name"
    assert await find(stage, "Other University") == [second]
    await client.universities.update(university_id=first.id, name="TWIN University")


async def test_of_two_that_take_a_name_at_once_one_gets_it(stage: Stage) -> None:
    client = await stage.signed_in()
    other = await added(stage, "Late University")
    ended = await asyncio.gather(
        client.universities.create(name="Wanted University"),
        client.universities.update(university_id=other.id, name="Wanted University"),
        return_exceptions=True,
    )
    assert sorted(type(end).__name__ for end in ended) == ["Conflict", "Created"]


async def test_one_that_is_not_there(stage: Stage) -> None:
    with pytest.raises(NotFound, match="no university"):
        await (await stage.signed_in()).universities.update(university_id=2**40, name="Nowhere", rank=1)


@pytest.mark.parametrize(
    ("body", "source", "sentence"),
    [
        ({"name": "\u00a0 "}, "name", "Please enter university name"),
        ({"name": None}, "name", "Name must be text"),
        ({"name": "x" * (NAME_MAX + 1)}, "name", f"Name can have at most {NAME_MAX} characters"),
        ({"rank": 0}, "rank", None),
        ({"rank": -3}, "rank", None),
        ({"rank": 2.5}, "rank", None),
        ({"rank": "1st"}, "rank", None),
        ({"rank": " 5"}, "rank", None),
        ({"rank": ""}, "rank", None),
        ({"rank": True}, "rank", None),
        ({"rank": 10**6 + 1}, "rank", None),
    ],
)
async def test_what_cannot_be_meant_is_said(
    stage: Stage, body: dict[str, Any], source: str, sentence: str | None
) -> None:
    before = await stage.sql("select count(*) from universities")
    problem = await stage.refused("POST", "/api/admin/basic_universities", {"name": "Refused", **body}, phone=CARE)
    assert problem["source"] == source
    assert sentence in (None, problem["title"])
    assert await stage.sql("select count(*) from universities") == before


async def test_a_missing_name_is_asked_for_in_the_same_words(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post("/api/admin/basic_universities", json={})
    assert [problem["title"] for problem in answer.json()["errors"]] == ["Please enter university name"]
