"""Saved views and chosen columns: ownership, sharing and limits."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage
from server.tests.views.factories import none_kept

from careops import Conflict, Forbidden, InvalidInput, NotFound
from careops.calls.views import NAME_TAKEN, NO_LIST, NOT_YOURS, TOO_MANY, TWICE, ListColumn, SavedView
from careops.constants import MAX_VIEWS

CITY_FIRST = [
    ListColumn(name="location.city", shown=True, width=None),
    ListColumn(name="email", shown=False, width=None),
    ListColumn(name="name", shown=True, width=300),
]
NAME = ListColumn(name="name", shown=True, width=None)
_NAME = NAME.model_dump()


async def saved(
    stage: Stage, phone: str, name: str, *, list_name: str = "ListClinics", shared: bool = False
) -> SavedView:
    client = await stage.signed_in(phone)
    return await client.views.create(
        list_name=list_name, name=name, filters={"state": "Punjab"}, columns=CITY_FIRST, shared=shared
    )


async def view_names(stage: Stage, phone: str, list_name: str | None = None) -> list[str]:
    client = await stage.signed_in(phone)
    return [view.name for view in (await client.views.list(list_name=list_name, perpage=500)).items]


@pytest.fixture(autouse=True)
async def _none_yet(stage: Stage) -> None:
    await none_kept(stage)


async def test_view_is_listed_as_saved(stage: Stage) -> None:
    view = await saved(stage, CARE, "Punjab")
    client = await stage.signed_in(CARE)
    assert (await client.views.list(list_name="ListClinics")).items == [view]
    assert (view.filters, view.columns, view.mine, view.shared) == ({"state": "Punjab"}, CITY_FIRST, True, False)
    changed = await client.views.update(view_id=view.id, name="Delhi", filters={}, columns=[], shared=True)
    assert (await client.views.list()).items == [changed]
    await client.views.delete(view_id=view.id)
    assert await view_names(stage, CARE) == []


async def test_own_views_are_private_and_listed_first(stage: Stage) -> None:
    await saved(stage, CARE, "Mine")
    await saved(stage, BILLING, "Everybody's", shared=True)
    assert await view_names(stage, CARE) == ["Mine", "Everybody's"]
    assert await view_names(stage, BILLING) == ["Everybody's"]
    assert await view_names(stage, SUPER, "ListDoctors") == []


async def test_shared_view_of_a_forbidden_list_is_hidden(stage: Stage) -> None:
    view = await saved(stage, BILLING, "Users of mine", list_name="ListUsers", shared=True)
    assert await view_names(stage, SUPER) == ["Users of mine"]
    assert await view_names(stage, CARE) == await view_names(stage, CARE, "ListUsers") == []
    client = await stage.signed_in(CARE)
    with pytest.raises(NotFound):
        await client.views.delete(view_id=view.id)
    with pytest.raises(InvalidInput, match=NO_LIST):
        await saved(stage, CARE, "Users", list_name="ListUsers")
    with pytest.raises(NotFound, match=NO_LIST):
        await client.views.save_layout(list_name="ListUsers", columns=CITY_FIRST)


async def test_view_is_changed_by_its_owner_only(stage: Stage) -> None:
    shared, own = await saved(stage, BILLING, "Shared", shared=True), await saved(stage, BILLING, "Own")
    client = await stage.signed_in(CARE)
    for view, refusal in ((shared, Forbidden), (own, NotFound)):
        with pytest.raises(refusal):
            await client.views.update(view_id=view.id, name="Taken over", filters={}, columns=[], shared=False)
        with pytest.raises(refusal):
            await client.views.delete(view_id=view.id)
    supervisor = await stage.signed_in()
    with pytest.raises(Forbidden, match=NOT_YOURS):
        await supervisor.views.update(view_id=shared.id, name="Taken over", filters={}, columns=[], shared=False)
    await supervisor.views.delete(view_id=shared.id)
    assert await view_names(stage, BILLING) == ["Own"]


async def test_name_is_unique_per_account(stage: Stage) -> None:
    await saved(stage, CARE, "Punjab")
    other = await saved(stage, CARE, "Delhi")
    await saved(stage, BILLING, "punjab", shared=True)
    await saved(stage, CARE, "Punjab", list_name="ListDoctors")
    client = await stage.signed_in(CARE)
    for refused_call in (
        saved(stage, CARE, " PUNJAB "),
        client.views.update(view_id=other.id, name="punjab", filters={}, columns=[], shared=False),
    ):
        with pytest.raises(Conflict, match=NAME_TAKEN) as refused:
            await refused_call
        assert refused.value.source == "name"
    assert await view_names(stage, CARE, "ListClinics") == ["Delhi", "Punjab", "punjab"]


@pytest.mark.own
async def test_hundred_views_are_allowed_concurrently(stage: Stage) -> None:
    user_id = stage.user_ids[CARE]
    await stage.sql(
        "insert into list_views (user_id, made_by, list_name, name, filters, columns, shared)"
        " select :user_id, 'Me', 'ListClinics', 'View ' || n, '{}', '[]', false from generate_series(1, :count) n",
        user_id=user_id,
        count=MAX_VIEWS - 1,
    )
    ended = await asyncio.gather(*(saved(stage, CARE, name) for name in ("One", "Two")), return_exceptions=True)
    assert sorted(type(end).__name__ for end in ended) == ["Conflict", "SavedView"]
    with pytest.raises(Conflict, match=TOO_MANY[:20]):
        await saved(stage, CARE, "Three")
    await saved(stage, BILLING, "Of another account")


async def test_markup_in_a_name_is_text(stage: Stage) -> None:
    name = "<img src=x onerror=alert(1)> & 'views'"
    assert (await saved(stage, CARE, name)).name == name
    assert await view_names(stage, CARE) == [name]


@pytest.mark.own
async def test_audit_trail_has_differences(stage: Stage) -> None:
    before = len(await stage.events())
    view = await saved(stage, CARE, "Punjab")
    client = await stage.signed_in(CARE)
    for _ in range(2):
        await client.views.update(
            view_id=view.id, name="Hospitals", filters={"state": "Punjab"}, columns=CITY_FIRST, shared=False
        )
        await client.views.save_layout(list_name="ListClinics", columns=[NAME])
    events = [event for event in (await stage.events())[before:] if event["resource_type"] in ("view", "layout")]
    assert [event["key"] for event in events] == ["view.create", "view.update", "layout.save"]
    assert (events[1]["before"], events[1]["after"]) == ({"name": "Punjab"}, {"name": "Hospitals"})


async def test_columns_belong_to_their_account_until_deleted(stage: Stage) -> None:
    client, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    await client.views.save_layout(list_name="ListClinics", columns=CITY_FIRST)
    await client.views.save_layout(list_name="ListDoctors", columns=[NAME.model_copy(update={"name": "gone_since"})])
    [clinics, doctors] = await client.views.layouts()
    assert (clinics.list_name, clinics.columns) == ("ListClinics", CITY_FIRST)
    assert doctors.list_name == "ListDoctors"
    assert await other.views.layouts() == []
    await client.views.save_layout(list_name="ListClinics", columns=[])
    assert [layout.list_name for layout in await client.views.layouts()] == ["ListDoctors"]


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 256}, "name"),
        ({"list_name": "ListNothing"}, "list_name"),
        ({"list_name": "ActivateSpecModule"}, "list_name"),
        ({"list_name": "drop table"}, "list_name"),
        ({"filters": {"state": ""}}, "filters.state"),
        ({"filters": {f"f{n}": "x" for n in range(41)}}, "filters"),
        ({"columns": [{**_NAME, "name": f"c{n}"} for n in range(61)]}, "columns"),
        ({"columns": [_NAME, {**_NAME, "shown": False}]}, "columns"),
        ({"columns": [{"name": "name", "width": None}]}, "columns.0.shown"),
        ({"columns": [{**_NAME, "width": 5000}]}, "columns.0.width"),
        ({"columns": [{**_NAME, "name": "<b>"}]}, "columns.0.name"),
        ({"columns": [{**_NAME, "colour": "red"}]}, "columns.0.colour"),
    ],
)
async def test_invalid_view_is_refused(stage: Stage, body: dict[str, Any], source: str) -> None:
    values = {"list_name": "ListClinics", "name": "Refused", "filters": {}, "columns": [], **body}
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post("/api/careops/views", json=values)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == source
    assert await view_names(stage, CARE) == []


async def test_duplicate_column_is_refused(stage: Stage) -> None:
    with pytest.raises(InvalidInput, match=TWICE):
        await (await stage.signed_in()).views.save_layout(list_name="ListClinics", columns=[NAME, NAME])
