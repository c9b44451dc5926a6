"""Undo of change requests: what was edited since stays, and the records are read again afterwards."""

from __future__ import annotations

import pytest
from server.tests.support.change_requests import activate, apply_now, change, modules_of, propose, targets_of
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.policies import (
    another_super_admin,
    named,
    policies_as_before,
    policy,
    save,
)
from server.tests.support.stage import BILLING, SUPER, Stage

from careops import Conflict, Forbidden, NotFound
from careops_server.areas.change_requests import apply, undo
from careops_server.processes.job_worker import drain

pytestmark = [pytest.mark.own, pytest.mark.usefixtures(policies_as_before.__name__)]


async def test_undo_is_a_separate_request(stage: Stage) -> None:
    client = await stage.signed_in()
    clinics = [await stage.clinic() for _ in range(2)]
    request = await apply_now(stage, client, await propose(client, *(activate(stage, clinic) for clinic in clinics)))
    reversal = await client.change_requests.undo(request_id=request.request.id)
    assert [await modules_of(client, clinic) for clinic in clinics] == [["Billing"]] * 2
    assert (reversal.request.status, reversal.request.undoes, reversal.request.excluded, reversal.request.title) == (
        *("open", request.request.id, 0),
        "Undo: Billing for Ludhiana",
    )
    [group] = reversal.groups
    assert (group.call, group.before, group.after, group.count) == (
        *("DeactivateSpecModule", {"Billing": True}, {"Billing": False}),
        2,
    )
    assert (await client.change_requests.read(request_id=request.request.id)).request.undone_by == reversal.request.id
    undone = (await apply_now(stage, client, reversal)).request
    assert (undone.status, undone.done, undone.differences) == ("applied", 2, 0)
    assert [await modules_of(client, clinic) for clinic in clinics] == [[], []]
    events = await stage.events("module.deactivate")
    assert {event["parameters"]["change_request_id"] for event in events[-2:]} == {reversal.request.id}
    assert [event["after"]["undoes"] for event in (await stage.events("change_request.undo"))[-1:]] == [
        request.request.id
    ]


async def test_only_fields_that_still_have_the_written_value_are_restored(stage: Stage) -> None:
    client, other = await stage.signed_in(), await stage.signed_in(BILLING)
    untouched, partly, entirely, elsewhere, back = [
        await stage.clinic(rooms_count=1, beds_count=2, speciality=None) for _ in range(5)
    ]
    clinics = (untouched, partly, entirely, elsewhere, back)
    request = await propose(client, *(change("UpdateClinic", id=id, rooms_count=11, beds_count=12) for id in clinics))
    request = await apply_now(stage, client, request)
    await other.clinics.update(id=partly, rooms_count=7)
    await other.clinics.update(id=entirely, rooms_count=7, beds_count=8)
    await other.modules.activate(clinic_id=elsewhere, module_id=stage.module_ids["Billing"])
    await other.clinics.update(id=back, rooms_count=1, beds_count=2)
    reversal = await client.change_requests.undo(request_id=request.request.id)
    planned = {target.resource_id: target.planned for target in await targets_of(client, reversal)}
    assert [planned[str(id)] for id in clinics] == ["change", "change", "kept", "change", "unchanged"]
    undone = await apply_now(stage, client, reversal)
    assert (undone.request.done, undone.request.kept, undone.request.unchanged, undone.request.failed) == (2, 2, 1, 0)
    assert (undone.request.status, undone.request.differences) == ("partly_applied", 0)
    read = [await client.clinics.read(id=id) for id in clinics]
    assert [(clinic.rooms_count, clinic.beds_count) for clinic in read] == [(1, 2), (7, 2), (7, 8), (1, 2), (1, 2)]
    conflicts = {
        target.resource_id: target.conflicts
        for target in await targets_of(client, reversal)
        if target.outcome == "kept"
    }
    [conflict] = conflicts[str(partly)]
    assert (conflict.field, conflict.base, conflict.current, conflict.changed_by) == (
        *("rooms_count", 11, 7),
        f"Staff {BILLING[-2:]}",
    )
    assert {field_conflict.field for field_conflict in conflicts[str(entirely)]} == {"rooms_count", "beds_count"}


async def test_edit_after_the_proposal_of_the_undo_remains(stage: Stage) -> None:
    client, other, clinic = await stage.signed_in(), await stage.signed_in(BILLING), await stage.clinic(beds_count=2)
    request = await propose(client, change("UpdateClinic", id=clinic, rooms_count=11, beds_count=12))
    request = await apply_now(stage, client, request)
    reversal = await client.change_requests.undo(request_id=request.request.id)
    await other.clinics.update(id=clinic, rooms_count=7)
    undone = await apply_now(stage, client, reversal)
    assert (undone.request.done, undone.request.kept, undone.request.differences) == (0, 1, 0)
    read = await client.clinics.read(id=clinic)
    assert (read.rooms_count, read.beds_count) == (7, 2)


@pytest.mark.parametrize("phone", [SUPER, BILLING])
async def test_a_value_changed_there_and_back_is_undone_and_names_the_person(stage: Stage, phone: str) -> None:
    client, editor = await stage.signed_in(SUPER), await stage.signed_in(phone)
    clinic, edited = [await stage.clinic(rooms_count=1, beds_count=2) for _ in range(2)]
    request = await propose(
        client, *(change("UpdateClinic", id=id, rooms_count=11, beds_count=12) for id in (clinic, edited))
    )
    request = await apply_now(stage, client, request)
    for rooms in (5, 11):
        await editor.clinics.update(id=clinic, rooms_count=rooms)
        await editor.clinics.update(id=edited, rooms_count=rooms, beds_count=7)
    undone = await apply_now(stage, client, await client.change_requests.undo(request_id=request.request.id))
    assert (undone.request.done, undone.request.kept, undone.request.differences) == (1, 1, 0)
    for id, beds in ((clinic, 2), (edited, 7)):
        read = await client.clinics.read(id=id)
        assert (read.rooms_count, read.beds_count) == (1, beds)
    conflicts = {target.resource_id: target.conflicts for target in await targets_of(client, undone)}
    [back] = conflicts[str(clinic)]
    assert (back.field, back.base, back.current, back.kept) == ("rooms_count", 11, 11, False)
    assert back.changed_by == f"Staff {phone[-2:]}"
    assert back.changed_at
    assert {(field_conflict.field, field_conflict.kept) for field_conflict in conflicts[str(edited)]} == {
        ("rooms_count", False),
        ("beds_count", True),
    }


@pytest.mark.parametrize("approved_itself", [False, True])
async def test_approvals_of_the_undone_request_leave_a_later_decision(stage: Stage, *, approved_itself: bool) -> None:
    """A later person decided for the value that the approved request had set, so its approvals are older."""
    client, other, reviewer = await stage.signed_in(), await stage.signed_in(BILLING), await another_super_admin(stage)
    await save(stage, policy("UpdateClinic", "targets", at_least=2))
    decided, untouched = clinics = [await stage.clinic(rooms_count=1) for _ in range(2)]
    request = await propose(client, *(change("UpdateClinic", id=id, rooms_count=11) for id in clinics))
    await reviewer.change_requests.approve(**named(request))
    request = await apply_now(stage, client, request)
    undo = await client.change_requests.undo(request_id=request.request.id)
    for rooms in (5, 11):
        await other.clinics.update(id=decided, rooms_count=rooms)
    if approved_itself:
        await reviewer.change_requests.approve(**named(undo))
    undone = await apply_now(stage, client, undo)
    assert (undone.request.done, undone.request.kept) == ((2, 0) if approved_itself else (1, 1))
    counts = [(await client.clinics.read(id=id)).rooms_count for id in (decided, untouched)]
    assert counts == [1 if approved_itself else 11, 1]
    [conflict] = [conflict for target in await targets_of(client, undone) for conflict in target.conflicts]
    assert (conflict.base, conflict.current, conflict.kept) == (11, 11, not approved_itself)
    assert conflict.changed_by == f"Staff {BILLING[-2:]}"


async def test_a_change_that_was_undone_since_names_nobody(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic(rooms_count=1)
    first, second = [
        await apply_now(stage, client, await propose(client, change("UpdateClinic", id=clinic, rooms_count=rooms)))
        for rooms in (11, 12)
    ]
    await apply_now(stage, client, await client.change_requests.undo(request_id=second.request.id))
    undone = await apply_now(stage, client, await client.change_requests.undo(request_id=first.request.id))
    assert undone.request.done == 1
    assert [target.conflicts for target in await targets_of(client, undone)] == [[]]


async def test_fields_that_a_replacing_call_did_not_change_keep_later_edits(stage: Stage) -> None:
    client = await stage.signed_in()
    name, other_name = f"PAU {stage.phone()}", f"GNDU {stage.phone()}"
    university_id = (await client.universities.create(name=name, rank=5)).id
    assert university_id is not None
    request = await propose(client, change("UpdateUniversity", university_id=university_id, name=other_name, rank=5))
    request = await apply_now(stage, client, request)
    await client.universities.update(university_id=university_id, name=other_name, rank=9)
    undone = await apply_now(stage, client, await client.change_requests.undo(request_id=request.request.id))
    assert (undone.request.status, undone.request.done) == ("applied", 1)
    read = await client.universities.read(university_id=university_id)
    assert (read.name, read.rank) == (name, 9)


async def test_a_second_undo_is_refused_until_the_first_is_closed(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await apply_now(stage, client, await propose(client, activate(stage, await stage.clinic())))
    id = request.request.id
    first = await client.change_requests.undo(request_id=id)
    with pytest.raises(Conflict) as refused:
        await client.change_requests.undo(request_id=id)
    [problem] = refused.value.problems
    assert (problem.code, problem.detail) == ("change_request_undone", str(first.request.id))
    await client.change_requests.close(request_id=first.request.id)
    assert (await client.change_requests.read(request_id=id)).request.undone_by is None
    second = await client.change_requests.undo(request_id=id, title="Billing off", reason="They have cancelled")
    assert (second.request.undoes, second.request.title, second.request.reason) == (
        *(id, "Billing off"),
        "They have cancelled",
    )


async def test_changes_without_an_inverse_are_counted_and_left_out(stage: Stage) -> None:
    client = await stage.signed_in()
    city = change("CreateCareCity", name=f"Khanna {stage.phone()}")
    request = await propose(client, activate(stage, await stage.clinic()), city)
    assert (request.request.not_undoable, [group.undoable for group in request.groups]) == (1, [True, False])
    request = await apply_now(stage, client, request)
    reversal = await client.change_requests.undo(request_id=request.request.id)
    assert (reversal.request.targets, reversal.request.excluded) == (1, 1)


async def test_only_requests_with_changes_that_were_made_can_be_undone(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    request = await propose(client, activate(stage, clinic))
    with pytest.raises(Conflict) as refused:
        await client.change_requests.undo(request_id=request.request.id)
    assert refused.value.problems[0].code == "change_request_not_open"
    await client.modules.activate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    request = await apply_now(stage, client, request)
    with pytest.raises(Conflict) as refused:
        await client.change_requests.undo(request_id=request.request.id)
    assert refused.value.problems[0].code == "change_request_nothing_to_undo"
    with pytest.raises(NotFound):
        await client.change_requests.undo(request_id=10**9)


async def test_an_undo_needs_the_permission_for_the_inverse_calls(stage: Stage) -> None:
    program, client = await stage.program("change_requests:write", "modules:read"), await stage.signed_in()
    request = await apply_now(stage, client, await propose(client, activate(stage, await stage.clinic())))
    with pytest.raises((Forbidden, NotFound)):
        await program.change_requests.undo(request_id=request.request.id)
    allowed = await stage.program("change_requests:write", "modules:write")
    reversal = await allowed.change_requests.undo(request_id=request.request.id)
    assert reversal.request.author_id < 0


async def test_the_check_counts_records_that_were_changed_again(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 2)
    monkeypatch.setattr(undo, "PART", 2)
    client = await stage.signed_in()
    clinics = [await stage.clinic() for _ in range(4)]
    request = await propose(client, *(activate(stage, clinic) for clinic in clinics))
    reversal = await client.change_requests.undo(request_id=(await apply_now(stage, client, request)).request.id)
    await client.change_requests.apply(request_id=reversal.request.id, digest=reversal.request.digest)
    await killed_after_a_step(stage, apply.JOB_NAME)
    last, first = clinics[-1], clinics[0]  # changes are undone in the reverse order
    assert [await modules_of(client, id) for id in (first, last)] == [["Billing"], []]
    await client.modules.activate(clinic_id=last, module_id=stage.module_ids["Billing"])
    await killed_after_a_step(stage, apply.JOB_NAME)
    listed = [(item.id, item.label) async for item in client.change_requests.each(only="checking")]
    assert listed == [(reversal.request.id, "checking")]
    await killed_after_a_step(stage, apply.JOB_NAME)
    await drain(stage.services)
    assert [item.id async for item in client.change_requests.each(only="checking")] == []
    ended = (await client.change_requests.read(request_id=reversal.request.id)).request
    assert (ended.status, ended.done, ended.differences) == ("applied", 4, 1)


async def test_an_undo_that_restores_nothing_has_no_differences(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    request = await apply_now(stage, client, await propose(client, activate(stage, clinic)))
    reversal = await client.change_requests.undo(request_id=request.request.id)
    await client.modules.deactivate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    undone = (await apply_now(stage, client, reversal)).request
    assert (undone.status, undone.unchanged, undone.differences) == ("applied", 1, 0)
