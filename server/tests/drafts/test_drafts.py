"""Drafts of forms: ownership, excluded values, limits and retention."""

from __future__ import annotations

import json
from typing import Any

import pytest
from server.tests.drafts.factories import none_kept
from server.tests.support.stage import BILLING, CARE, PASSWORD, Stage

from careops import NotFound
from careops.calls.drafts import NO_DRAFT, NOT_KEPT, TOO_LONG
from careops.constants import MAX_DRAFT_BYTES, MAX_DRAFTS
from careops_server.core import cleanup

ONE = "0" * 31 + "1"
OTHER = "0" * 31 + "2"
PATH = f"/api/careops/drafts/{ONE}"


@pytest.fixture(autouse=True)
async def _none_yet(stage: Stage) -> None:
    await none_kept(stage)


async def test_draft_is_returned_to_its_account_only(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    typed: dict[str, Any] = {"address": "12 सिविल लाइन्स", "modules": [2, 7], "at": {"city": None}, "odd": "\u202e😀"}
    await client.drafts.save(draft_id=ONE, form="clinicAddress.41", values=typed, began_with={"address": "7"})
    [stored] = await client.drafts.list(form="clinicAddress.41")
    assert (stored.draft_id, stored.form, stored.values) == (ONE, "clinicAddress.41", typed)
    assert stored.began_with == {"address": "7"}
    assert await client.drafts.list(form="clinicAddress.4") == []

    other = await stage.signed_in(BILLING)
    assert await other.drafts.list() == []
    with pytest.raises(NotFound, match=NO_DRAFT):
        await other.drafts.delete(draft_id=ONE)
    # Drafts of two accounts can have the same id.
    await other.drafts.save(draft_id=ONE, form="clinicAddress.41", values={"address": "theirs"}, began_with={})
    assert [draft.values for draft in await client.drafts.list()] == [typed]


async def test_two_tabs_have_separate_drafts_of_one_form(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    await client.drafts.save(draft_id=ONE, form="cityForm", values={"name": "Mog"}, began_with={})
    await client.drafts.save(draft_id=OTHER, form="cityForm", values={"name": "Abohar"}, began_with={})
    await client.drafts.save(draft_id=ONE, form="cityForm", values={"name": "Moga"}, began_with={})
    assert [draft.values for draft in await client.drafts.list()] == [{"name": "Moga"}, {"name": "Abohar"}]
    await client.drafts.delete(draft_id=ONE)
    assert [draft.draft_id for draft in await client.drafts.list()] == [OTHER]
    with pytest.raises(NotFound, match=NO_DRAFT):
        await client.drafts.delete(draft_id=ONE)


async def test_newest_twenty_drafts_remain(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    ids = [f"{number:032x}" for number in range(MAX_DRAFTS + 2)]
    for draft_id in ids:
        await client.drafts.save(draft_id=draft_id, form="cityForm", values={"name": draft_id}, began_with={})
    assert [draft.draft_id for draft in await client.drafts.list()] == ids[:1:-1]


async def test_sign_out_deletes_drafts_of_its_session(stage: Stage) -> None:
    first, elsewhere = stage.client(), stage.client()
    for client, draft_id in ((first, ONE), (elsewhere, OTHER)):
        await client.sign_in(CARE, PASSWORD)
        await client.drafts.save(draft_id=draft_id, form="cityForm", values={"name": "Mog"}, began_with={})
    await first.session.sign_out()
    assert [draft.draft_id for draft in await elsewhere.drafts.list()] == [OTHER]


@pytest.mark.own
async def test_drafts_are_deleted_after_a_week(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    await client.drafts.save(draft_id=ONE, form="cityForm", values={"name": "Mog"}, began_with={})
    await stage.sql("update form_drafts set kept_at = now() - interval '8 days'")
    assert await client.drafts.list() == []
    await cleanup.cleanup(stage.services.database, stage.settings)
    assert await stage.sql("select count(*) from form_drafts") == 0


@pytest.mark.own
async def test_audit_trail_has_drafts_without_their_values(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    before = len(await stage.events())
    for name in ("M", "Mo", "Moga"):
        await client.drafts.save(draft_id=ONE, form="cityForm", values={"name": f"typed {name}"}, began_with={})
    await client.drafts.delete(draft_id=ONE)
    events = (await stage.events())[before:]
    assert [event["key"] for event in events] == ["draft.keep", "draft.forget"]
    assert "typed M" not in json.dumps(events, default=str)


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ({"form": "cityForm", "values": {"new_password": "x"}}, "values"),
        ({"form": "cityForm", "values": {}, "began_with": {"Account_Number": "1"}}, "began_with"),
        ({"form": "cityForm", "values": {"name": "x" * MAX_DRAFT_BYTES}}, "values"),
        ({"form": "cityForm", "values": {f"f{number}": 1 for number in range(61)}}, "values"),
        ({"form": "cityForm", "values": ["name"]}, "values"),
        ({"form": "<b>city</b>", "values": {}}, "form"),
        ({"form": "../cityForm", "values": {}}, "form"),
        ({"form": "cityForm"}, "values"),
    ],
)
async def test_invalid_draft_is_refused(stage: Stage, body: dict[str, Any], source: str) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.put(PATH, json={"began_with": {}, **body})
    assert answer.status_code == 422
    problem = answer.json()["errors"][0]
    assert problem["source"].startswith(source)
    if "password" in str(body):
        assert problem["title"] == NOT_KEPT
    if len(str(body)) > MAX_DRAFT_BYTES:
        assert problem["title"] == TOO_LONG
    assert await (await stage.signed_in(CARE)).drafts.list() == []


@pytest.mark.parametrize("draft_id", ["1", "g" * 32, "0" * 33])
async def test_malformed_draft_id_is_refused(stage: Stage, draft_id: str) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.put(
            f"/api/careops/drafts/{draft_id}", json={"form": "cityForm", "values": {}, "began_with": {}}
        )
    assert answer.status_code == 422


async def test_half_a_character_is_refused(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        body = b'{"form": "cityForm", "values": {"name": "\\ud83d"}}'
        answer = await http.put(PATH, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert await (await stage.signed_in(CARE)).drafts.list() == []
