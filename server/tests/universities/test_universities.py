"""Universities: order, search by name, unique names, and invalid ranks."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import Conflict, NotFound
from careops.calls.universities import NAME_TAKEN, University
from careops.constants import MAX_NAME_LENGTH


async def find(stage: Stage, name: str) -> list[University]:
    """Universities whose name contains this text, in their order."""
    return (await (await stage.signed_in()).universities.list(name=name, perpage=500)).items


async def added(stage: Stage, name: str, rank: int | None = None) -> University:
    """Add a university and return it."""
    await (await stage.signed_in()).universities.create(name=name, rank=rank)
    return next(university for university in await find(stage, name) if university.name == name)


async def test_universities_are_ordered_by_rank_then_name(stage: Stage) -> None:
    expected = [("Order b", 2), ("order C", 2), ("Order a", 7), ("Order D", None), ("order e", None)]
    for name, rank in reversed(expected):
        await added(stage, name, rank)
    assert [(university.name, university.rank) for university in await find(stage, "order")] == expected


async def test_pages_are_disjoint_with_the_total(stage: Stage) -> None:
    for number in range(12):
        await added(stage, f"Paged {number}", rank=5)
    client = await stage.signed_in()
    pages = [await client.universities.list(name=" paged ", page=page) for page in (1, 2)]
    assert [len(page.items) for page in pages] == [10, 2]
    assert {page.total_records for page in pages} == {12}
    assert len({university.id for page in pages for university in page.items}) == 12


async def test_rows_have_their_fields_inside_attributes(stage: Stage) -> None:
    id = await added(stage, "ਪੰਜਾਬੀ ਯੂਨੀਵਰਸਿਟੀ", rank=37)
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.get("/api/admin/basic_universities", params={"name": "ਪੰਜਾਬੀ", "page": 1, "perpage": 20})
    assert answer.json()["data"] == [{"id": id.id, "attributes": {"id": id.id, "name": "ਪੰਜਾਬੀ ਯੂਨੀਵਰਸਿਟੀ", "rank": 37}}]
    assert answer.json()["meta"]["total_records"] == 1


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_can_manage_universities(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    await client.universities.create(name=f"Added by {phone}")
    [university] = (await client.universities.list(name=f"Added by {phone}")).items
    await client.universities.update(university_id=university.id, name=f"Changed by {phone}", rank=3)
    assert await find(stage, f"by {phone}") == [University(id=university.id, name=f"Changed by {phone}", rank=3)]


@pytest.mark.own
async def test_audit_trail_has_differences_of_real_changes_only(stage: Stage) -> None:
    client = await stage.signed_in()
    id = await added(stage, "Told University", rank=4)
    for _ in range(2):
        await client.universities.update(university_id=id.id, name="Told University", rank=None)
    mine = [event for event in await stage.events() if event["resource_id"] == str(id.id)]
    assert [event["key"] for event in mine] == ["university.create", "university.update"]
    assert mine[0]["after"] == {"name": "Told University", "rank": 4}
    assert (mine[1]["before"], mine[1]["after"]) == ({"rank": 4}, {"rank": None})


async def test_names_are_unique_despite_capitals(stage: Stage) -> None:
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


async def test_concurrent_use_of_one_name_succeeds_once(stage: Stage) -> None:
    client = await stage.signed_in()
    other = await added(stage, "Late University")
    ended = await asyncio.gather(
        client.universities.create(name="Wanted University"),
        client.universities.update(university_id=other.id, name="Wanted University"),
        return_exceptions=True,
    )
    # Either may be first.
    [refused] = [end for end in ended if isinstance(end, BaseException)]
    assert isinstance(refused, Conflict)
    assert [university.name for university in await find(stage, "Wanted University")] == ["Wanted University"]


async def test_unknown_university_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound, match="no university"):
        await (await stage.signed_in()).universities.update(university_id=2**40, name="Nowhere", rank=1)


@pytest.mark.parametrize(
    ("body", "source", "sentence"),
    [
        ({"name": "\u00a0 "}, "name", "Please enter university name"),
        ({"name": None}, "name", "Name must be text"),
        ({"name": "x" * (MAX_NAME_LENGTH + 1)}, "name", f"Name can have at most {MAX_NAME_LENGTH} characters"),
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
async def test_invalid_university_is_refused(
    stage: Stage, body: dict[str, Any], source: str, sentence: str | None
) -> None:
    before = await stage.sql("select count(*) from universities")
    problem = await stage.refused("POST", "/api/admin/basic_universities", {"name": "Refused", **body}, phone=CARE)
    assert problem["source"] == source
    assert sentence in (None, problem["title"])
    assert await stage.sql("select count(*) from universities") == before


async def test_missing_name_has_the_same_sentence(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post("/api/admin/basic_universities", json={})
    assert [problem["title"] for problem in answer.json()["errors"]] == ["Please enter university name"]
