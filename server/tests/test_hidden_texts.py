"""Texts of records that an account may not read: in no list, search, event, timeline or export of that account.

Both sides come from the contract. A word is planted in every text field of every change about a record that is hidden
from the account, and then the account makes every read, search and export that it may make.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from datetime import date
from typing import Any, get_args, get_origin

import httpx
import pytest
from pydantic import ValidationError
from server.tests.exports.factories import nothing_exported
from server.tests.support.examples import example
from server.tests.support.stage import BILLING, CARE, STAFF, SUPER, Stage
from server.tests.views.factories import none_kept

from careops import ApiError
from careops.calls import all_calls, area_of
from careops.calls.change_requests import ProposedChange
from careops.calls.promo_codes import CreatePromoCode
from careops.contract import Call, FixedPageParams, PageParams
from careops.contract.call import item_type
from careops_server.areas.records.access import READ_BY
from careops_server.areas.views.list_registry import is_list

pytestmark = [pytest.mark.own, pytest.mark.slow]

WORDS = {CARE: "quartzcare", BILLING: "quartzbilling"}
OTHER_WORD = "neverwritten"
MUST_BE_PLANTED = {
    CARE: {
        *("follow_up.create", "follow_up.update", "follow_up.close", "follow_up.hand_over"),
        *("change_request.create", "change_request.revise", "change_request.object", "change_request.bypass"),
        *("view.create", "view.update", "recent.keep", "promo_code.create", "release_note.create"),
    },
    BILLING: {"key.create"},
}
"""Events that contain the word at least, so that the test cannot become empty."""


def _may_make(phone: str, call: type[Call[Any]]) -> bool:
    return call.route.access is not None and STAFF[phone] in call.route.access


def _accepts(kind: type[Call[Any]], values: dict[str, Any]) -> bool:
    try:
        kind.from_parameters(values)
    except ValidationError:
        return False
    return True


def _with_word(value: Any, word: str) -> Iterator[Any]:
    """Yield copies of a value, each with the word in the place of one of its texts."""
    if value is None or isinstance(value, str):
        yield from (word, f"{word} in a text of several words")
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from ({**value, name: changed} for changed in _with_word(inner, word))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from ([*value[:index], changed, *value[index + 1 :]] for changed in _with_word(inner, word))


def _plant(kind: type[Call[Any]], values: dict[str, Any], references: dict[str, Any], word: str) -> dict[str, Any]:
    """Return the parameters with the references, and with the word in every other field that accepts it."""
    for name, value in references.items():
        if name in kind.model_fields and _accepts(kind, {**values, name: value}):
            values = {**values, name: value}
    for name in kind.model_fields.keys() - references.keys():
        for candidate in _with_word(values.get(name), word):
            if _accepts(kind, {**values, name: candidate}):
                values = {**values, name: candidate}
    return values


async def _references(stage: Stage, phone: str, fields: Collection[str]) -> dict[str, Any]:
    """Create records about a hidden record. Return those parameters of a call that name them."""
    hidden = [kind for kind, call in READ_BY.items() if not _may_make(phone, call)]
    if not hidden:
        return {}
    assert hidden == ["user"], "create a record of the other kinds as well"
    client, word, colleague = await stage.signed_in(SUPER), WORDS[phone], stage.user_ids[BILLING]
    record = f"user:{colleague}"
    values: dict[str, Any] = {
        "record": record,
        "kind": "user",
        "record_id": colleague,
        "list_name": "ListUsers",
        "owner_id": colleague,
        "owner_role": "billing_admin",
        "mentions": [colleague],
    }
    if {"follow_up_id", "ids"} & set(fields):
        follow_up = await client.follow_ups.create(record=record, what=word, owner_id=colleague, due=date(2099, 1, 31))
        values |= {"follow_up_id": follow_up.id, "ids": [follow_up.id]}
    if "note_id" in fields:
        values["note_id"] = (await client.notes.create(record=record, text=word)).id
    if "view_id" in fields:
        await none_kept(stage)
        name = f"{word} {stage.phone()}"
        view = await client.views.create(list_name="ListUsers", name=name, filters={}, columns=[], shared=True)
        values["view_id"] = view.id
    if {"request_id", "changes"} & set(fields):
        parameters = {**(await example(stage, CreatePromoCode)).parameters, "promo_code_name": f"{word}{stage.phone()}"}
        change = ProposedChange(call="CreatePromoCode", parameters=parameters)
        request = await client.change_requests.create(title=word, reason=word, changes=[change])
        values |= {"request_id": request.request.id, "digest": request.request.digest}
        values["changes"] = [change.model_dump()]
    return {name: value for name, value in values.items() if name in fields}


def _is_about_hidden(phone: str, kind: type[Call[Any]]) -> bool:
    """Return whether a change can name a hidden record, or belongs to an area that the account may not read."""
    names = {"record", "kind", "list_name", "follow_up_id", "view_id", "request_id", "changes"}
    if phone == CARE and (names & kind.model_fields.keys() or area_of(kind) in ("notes", "follow_ups")):
        return True
    reads = [call for call in all_calls() if area_of(call) == area_of(kind) and not call.route.mutates]
    is_area_read = all(_may_make(phone, read) for read in reads if read.route.access)
    return not is_area_read and not _may_make(phone, kind)


async def _plant_everywhere(stage: Stage, phone: str) -> None:
    """Make each change about a hidden record, by those who may make it. A refusal leaves an event with its texts."""
    for kind in (call for call in all_calls() if call.route.mutates and not call.route.multipart):
        if area_of(kind) == "session" or not _is_about_hidden(phone, kind):
            continue
        for maker in (BILLING, SUPER):
            if maker == phone or not _may_make(maker, kind):
                continue
            values = (await example(stage, kind)).parameters
            if "publish" in values:
                values = {**values, "publish": False, "published_at": None}
            values = _plant(kind, values, await _references(stage, phone, kind.model_fields), WORDS[phone])
            with contextlib.suppress(ApiError):
                await (await stage.signed_in(maker)).send(kind.from_parameters(values))


def _row_type(kind: type[Call[Any]]) -> Any:
    answer = kind.answer_type()
    return get_args(answer)[0] if get_origin(answer) is list else item_type(kind)


async def _read_pages(http: httpx.AsyncClient, request: Call[Any]) -> tuple[int, str]:
    """Return the total and the texts of all pages of a list."""
    texts, total, page = "", 0, 1
    while True:
        paging: dict[str, int] = {}
        if isinstance(request, PageParams | FixedPageParams):
            paging = {"page": page, **({"perpage": 500} if isinstance(request, PageParams) else {})}
        wire = request.model_copy(update=paging).to_wire()
        query = {**wire.query, **{name: str(value) for name, value in paging.items()}}
        answer = await http.request(wire.method, f"/api{wire.path}", params=query, json=wire.body)
        assert answer.status_code in (200, 403, 404, 422), answer.text
        texts += answer.text
        total = answer.json().get("total_records", 0)
        if not paging or page * paging.get("perpage", 10) >= total:
            return total, texts
        page += 1


@pytest.mark.proves("SEC-22.hidden-texts")
@pytest.mark.parametrize("phone", [CARE, BILLING])
async def test_text_of_hidden_record_is_in_no_answer(stage: Stage, phone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    word = WORDS[phone]
    await _plant_everywhere(stage, phone)
    events = [event for event in await stage.events() if word in str(event)]
    assert {event["key"] for event in events if event["event_status"] == "SUCCESS"} >= MUST_BE_PLANTED[phone]
    matches = await (await stage.signed_in(SUPER)).audit.find(search_text=word)
    assert matches.total_records >= len(MUST_BE_PLANTED[phone]), "a super admin finds the texts"

    monkeypatch.setattr(stage, "asking", phone)
    reads = [call for call in all_calls() if not call.route.mutates and _may_make(phone, call)]
    async with stage.http(headers=await stage.bearer(phone)) as http:
        for kind in (call for call in reads if not call.route.multipart):
            usual = (await example(stage, kind)).parameters
            required = {n: v for n, v in usual.items() if kind.model_fields[n].is_required()}
            references = await _references(stage, phone, kind.model_fields)
            about_hidden = {n: v for n, v in references.items() if _accepts(kind, {**usual, n: v})}
            for values in (usual, required, {**required, **about_hidden}):
                assert word not in (await _read_pages(http, kind.from_parameters(values)))[1], kind.__name__
            for name in kind.query_fields():
                searches = [{**required, name: text} for text in (word, OTHER_WORD)]
                if all(_accepts(kind, search) for search in searches):
                    (total, texts), (other, _) = [await _read_pages(http, kind.from_parameters(s)) for s in searches]
                    assert total == other, f"{kind.__name__} finds hidden records by {name}"
                    assert word not in texts, f"{kind.__name__} by {name}"
        await nothing_exported(stage)
        for kind in (call for call in reads if is_list(call)):
            columns = [{"title": name, "fields": [name]} for name in _row_type(kind).model_fields]
            usual = (await example(stage, kind)).parameters
            required = {n: v for n, v in usual.items() if kind.model_fields[n].is_required()}
            body = {"filters": required, "columns": columns}
            answer = await http.post(f"/api/careops/lists/{kind.__name__}/export", json=body)
            assert answer.status_code == 200, f"{kind.__name__}: {answer.text}"
            assert word not in answer.text, kind.__name__


@pytest.mark.parametrize(
    ("scopes", "after"), [(("audit:read",), None), (("audit:read", "clinics:read"), {"rooms_count": 12})]
)
async def test_key_reads_details_within_its_scopes_only(
    stage: Stage, scopes: tuple[str, ...], after: dict[str, Any] | None
) -> None:
    clinic_id = await stage.clinic()
    await (await stage.signed_in(SUPER)).clinics.update(id=clinic_id, rooms_count=12)
    [event] = (await (await stage.program(*scopes)).audit.list(clinic_id=clinic_id)).items
    assert (event.key, event.after) == ("clinic.update", after)
