"""Changes of all records that match the filters of a list."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.examples import example
from server.tests.support.stage import CARE, Stage

from careops import AsyncCareOps, Forbidden, InvalidInput
from careops.calls import all_calls
from careops.calls.change_requests import ChangeRequestDetail, ProposedChange
from careops.contract import PageParams, item_type
from careops_server.areas.change_requests import filters
from careops_server.areas.change_requests.preview import supported_bindings
from careops_server.processes.job_worker import drain
from careops_server.routes import ROUTES

pytestmark = pytest.mark.own
CALLS = {call.__name__: call for call in all_calls()}
SUPPORTED = supported_bindings(ROUTES)
LISTED = sorted(name for name, call in CALLS.items() if call.route.listed_by)
WITHOUT_LIST = {
    *(name for name in SUPPORTED if name.startswith(("Create", "Add", "Send"))),
    *("UpdateSchedule", "DeleteSchedule", "MergeNewsTags", "SetWeeklyNews", "RemoveWeeklyNews"),
    *("UpdateDoctor", "UpdateClinicDoctor", "UpdateNewsArticle", "SaveApprovalPolicies", "SaveFreezePeriods"),
}


def every(call: str, where: dict[str, Any], **parameters: Any) -> ProposedChange:
    """The change of all records that match."""
    return ProposedChange(call=call, where=where, parameters=parameters)


async def clinics(stage: Stage, count: int) -> tuple[str, list[int]]:
    """Create clinics with a name that no other one has."""
    name = f"Polyclinic {stage.phone()}"
    return name, [await stage.clinic(name=name) for _ in range(count)]


async def propose(client: AsyncCareOps, *changes: ProposedChange) -> ChangeRequestDetail:
    return await client.change_requests.create(title="Rooms", reason="A survey", changes=list(changes))


async def refusal_of(client: AsyncCareOps, *changes: ProposedChange) -> tuple[str, str | None]:
    """Return source and code of the refusal of these changes, by the preview and by the proposal."""
    with pytest.raises(InvalidInput) as proposed:
        await propose(client, *changes)
    with pytest.raises(InvalidInput) as previewed:
        await client.change_requests.preview(changes=list(changes))
    assert previewed.value.problems == proposed.value.problems
    return proposed.value.source, proposed.value.code


@pytest.mark.parametrize("name", LISTED)
def test_the_list_of_a_call_has_rows_with_an_id(name: str) -> None:
    call = CALLS[name]
    listed_by = call.route.listed_by
    assert listed_by is not None
    kind = CALLS[listed_by.list_name]
    assert issubclass(kind, PageParams)
    assert "id" in item_type(kind).model_fields
    assert listed_by.parameter in call.model_fields
    assert name in SUPPORTED


def test_every_supported_change_of_a_listed_record_names_its_list() -> None:
    assert SUPPORTED.keys() - set(LISTED) == WITHOUT_LIST


@pytest.mark.parametrize("name", LISTED)
async def test_a_filter_selects_the_record_of_each_call(stage: Stage, name: str) -> None:
    client, call = await stage.signed_in(), await example(stage, CALLS[name])
    listed_by = call.route.listed_by
    assert listed_by is not None
    parameters = call.parameters
    expected = parameters.pop(listed_by.parameter)
    where = {field: parameters[field] for field in CALLS[listed_by.list_name].route.path_fields}
    preview = await client.change_requests.preview(changes=[every(name, where, **parameters)])
    ids = [target.parameters[listed_by.parameter] for target in preview.first]
    assert preview.targets == len(ids)
    assert expected in ids


async def test_records_are_those_that_matched_when_the_revision_was_made(stage: Stage) -> None:
    client = await stage.signed_in()
    name, ids = await clinics(stage, 3)
    detail = await propose(client, every("UpdateClinic", {"search_text": name}, rooms_count=12))
    assert (detail.request.targets, detail.filters[0].matched, detail.filters[0].matches_now) == (3, 3, 3)
    await stage.clinic(name=name)
    read = await client.change_requests.read(request_id=detail.request.id)
    [stored] = read.filters
    assert (stored.call, stored.list_name, stored.where) == ("UpdateClinic", "ListClinics", {"search_text": name})
    assert (stored.parameters, stored.matched, stored.matches_now) == ({"rooms_count": 12}, 3, 4)
    await client.change_requests.apply(request_id=detail.request.id, digest=detail.request.digest)
    await drain(stage.services)
    applied = await client.change_requests.read(request_id=detail.request.id)
    assert (applied.request.status, applied.request.done, applied.filters[0].matches_now) == ("applied", 3, None)
    assert await stage.sql("select count(*) from clinics where name = :name and rooms_count = 12", name=name) == 3
    [event] = [
        entry for entry in await stage.events("change_request.create") if entry["resource_id"] == str(read.request.id)
    ]
    assert event["after"]["filters"][0]["where"] == {"search_text": name}
    targets = [target async for target in client.change_requests.each_target(request_id=detail.request.id)]
    assert sorted(int(target.resource_id or 0) for target in targets) == ids


async def test_the_digest_is_that_of_the_same_changes_without_a_filter(stage: Stage) -> None:
    client = await stage.signed_in()
    name, [id] = await clinics(stage, 1)
    first = await propose(client, every("UpdateClinic", {"search_text": name}, rooms_count=12))
    second = await propose(client, ProposedChange(call="UpdateClinic", parameters={"id": id, "rooms_count": 12}))
    assert first.request.digest == second.request.digest
    assert second.filters == []


async def test_a_revision_has_its_own_filters(stage: Stage) -> None:
    client = await stage.signed_in()
    (name, _), (other, [id]) = await clinics(stage, 2), await clinics(stage, 1)
    detail = await propose(
        client,
        every("UpdateClinic", {"search_text": name}, rooms_count=12),
        ProposedChange(call="UpdateClinic", parameters={"id": id, "rooms_count": 3}),
    )
    assert (detail.request.targets, [request_filter.matched for request_filter in detail.filters]) == (3, [2])
    revised = await client.change_requests.revise(
        request_id=detail.request.id,
        title="Rooms",
        reason="A survey",
        changes=[every("UpdateClinic", {"search_text": other}, rooms_count=4)],
    )
    assert [(request_filter.where, request_filter.matched) for request_filter in revised.filters] == [
        ({"search_text": other}, 1)
    ]


async def test_pages_are_read_to_the_end(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filters, "MAX_PAGE_SIZE", 2)
    name, ids = await clinics(stage, 5)
    preview = await (await stage.signed_in()).change_requests.preview(
        changes=[every("UpdateClinic", {"search_text": name}, rooms_count=12)]
    )
    assert sorted(int(target.resource_id or 0) for target in preview.first) == ids


async def test_filters_that_match_nothing_or_too_much_are_refused(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await stage.signed_in()
    name, [first, *_] = await clinics(stage, 4)
    missing = every("UpdateClinic", {"search_text": f"None {stage.phone()}"}, rooms_count=12)
    change = ProposedChange(call="UpdateClinic", parameters={"id": first, "beds_count": 3})
    assert await refusal_of(client, change, missing) == ("changes.1.where", "change_request_no_match")
    matching = every("UpdateClinic", {"search_text": name}, rooms_count=12)
    monkeypatch.setattr(filters, "MAX_REQUEST_TARGETS", 4)
    assert await refusal_of(client, change, matching) == ("changes.1.where", "change_request_too_many_targets")
    assert (await client.change_requests.preview(changes=[matching])).targets == 4
    monkeypatch.setattr(filters, "MAX_REQUEST_TARGETS", 3)
    assert await refusal_of(client, matching) == ("changes.0.where", "change_request_too_many_targets")


@pytest.mark.parametrize(
    ("change", "source", "code"),
    [
        (every("UpdateClinic", {"colour": "red"}, rooms_count=1), "where.colour", "unknown_field"),
        (every("UpdateClinic", {"page": 2}, rooms_count=1), "where.page", "unknown_field"),
        (every("UpdateClinic", {"search_text": " "}, rooms_count=1), "where.search_text", "required"),
        (every("UpdateClinic", {"search_text": None}, rooms_count=1), "where.search_text", "required"),
        (every("UpdateClinic", {"filter_text": "Ludhiana"}, rooms_count=1), "where.filter_type", "filter_type_missing"),
        (every("UpdateClinic", {}, id=1, rooms_count=1), "id", "change_request_set_by_filter"),
        (every("UpdateClinic", {}, rooms_count="many"), "rooms_count", "not_an_integer"),
        (every("DeleteDevice", {"user_id": 10**9}, user_id=10**9), "where.user_id", "user_not_found"),
        (every("CreateCareCity", {}, name="Khanna"), "where", "change_request_call_not_listed"),
    ],
)
async def test_an_invalid_filter_is_refused_with_its_place(
    stage: Stage, change: ProposedChange, source: str, code: str
) -> None:
    client = await stage.signed_in()
    await stage.clinic()
    with pytest.raises(InvalidInput) as refused:
        await propose(client, change)
    assert (refused.value.source, refused.value.code) == (f"changes.0.{source}", code)


async def test_two_filters_with_one_record_are_refused(stage: Stage) -> None:
    name, _ = await clinics(stage, 2)
    changes = [every("UpdateClinic", {"search_text": name}, rooms_count=count) for count in (12, 13)]
    source, code = await refusal_of(await stage.signed_in(), *changes)
    assert (source, code) == ("changes.1", "change_request_field_repeated")


async def test_a_filter_needs_the_permission_for_the_list(stage: Stage) -> None:
    care, user = await stage.signed_in(CARE), every("UpdateUser", {"search_text": "Simran"}, growth_enabled=True)
    with pytest.raises(Forbidden) as refused:
        await propose(care, user)
    assert refused.value.source == "changes.0.where"
    name, _ = await clinics(stage, 1)
    change = every("UpdateClinic", {"search_text": name}, rooms_count=12)
    program = await stage.program("change_requests:write", "clinics:write")
    with pytest.raises(Forbidden) as refused:
        await propose(program, change)
    assert (refused.value.source, refused.value.problems[0].scope) == ("changes.0.where", "clinics:read")
    reader = await stage.program("change_requests:write", "clinics:write", "clinics:read")
    assert (await propose(reader, change)).request.targets == 1


async def test_a_filter_that_the_reader_may_not_use_is_not_counted(stage: Stage) -> None:
    care, client = await stage.signed_in(CARE), await stage.signed_in()
    phone = stage.phone()
    await stage.user(phone)
    detail = await propose(client, every("UpdateUser", {"search_text": phone}, growth_enabled=True))
    assert (await client.change_requests.read(request_id=detail.request.id)).filters[0].matches_now == 1
    assert (await care.change_requests.read(request_id=detail.request.id)).filters[0].matches_now is None
