"""Change requests: proposed, reviewed and applied, with conflicts per field."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from server.tests.support.change_requests import activate, apply_now, change, modules_of, propose, targets_of
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import AsyncCareOps, Conflict, Forbidden, InvalidInput, NotFound
from careops.calls.change_requests import Canary, PlannedTarget
from careops.constants import BODY_VALUES
from careops.contract.answers import Message
from careops.error_codes import title_of
from careops.errors import Problem
from careops_server.areas.change_requests import apply, preview
from careops_server.core.approvals.revisions import PlannedChange, group_changes
from careops_server.core.pipeline.batch import complaint_of
from careops_server.processes.job_worker import drain

pytestmark = pytest.mark.own
JOB = apply.JOB_NAME


async def test_a_proposal_changes_nothing_and_shows_its_effect(stage: Stage) -> None:
    client, off, on = await stage.signed_in(CARE), await stage.clinic(), await stage.clinic()
    await client.modules.activate(clinic_id=on, module_id=stage.module_ids["Billing"])
    before = len(await stage.events())
    detail = await propose(client, activate(stage, off), activate(stage, on), activate(stage, 10**9))
    assert await modules_of(client, off) == []
    assert [event["key"] for event in (await stage.events())[before:]] == ["change_request.create"]
    request = detail.request
    assert (request.status, request.revision, request.targets, request.left) == ("open", 1, 3, 3)
    assert [(group.planned, group.count, group.after, group.error) for group in detail.groups] == [
        ("change", 1, {"Billing": True}, None),
        ("unchanged", 1, None, None),
        ("refused", 1, None, "There is no clinic with this id"),
    ]
    assert [group.problem.code if group.problem else None for group in detail.groups] == [
        None,
        None,
        "clinic_not_found",
    ]
    first, second, third = await targets_of(client, detail)
    assert (first.resource_type, first.resource_id, first.before) == ("clinic", str(off), {"Billing": False})
    assert (second.planned, third.planned, third.errors[0].code) == ("unchanged", "refused", "clinic_not_found")
    assert detail.labels == []


async def test_targets_name_records_with_their_current_names(stage: Stage) -> None:
    client, clinic = await stage.signed_in(BILLING), await stage.clinic(name="Named Clinic")
    request = await propose(client, activate(stage, clinic), activate(stage, 10**9))
    assert [target.name for target in await targets_of(client, request)] == ["Named Clinic", None]
    await stage.sql("update clinics set name = 'Renamed Clinic' where id = :id returning 1", id=clinic)
    assert (await targets_of(client, request))[0].name == "Renamed Clinic"


async def test_key_without_the_right_to_read_clinics_gets_no_names(stage: Stage) -> None:
    client, clinic = await stage.signed_in(CARE), await stage.clinic(name="Hidden Clinic")
    request = await propose(client, activate(stage, clinic))
    scopes = ("change_requests:read", "modules:write")
    for scope, name in ((scopes, None), ((*scopes, "clinics:read"), "Hidden Clinic")):
        assert [target.name for target in await targets_of(await stage.program(*scope), request)] == [name]


async def test_list_selects_requests_by_the_task_of_the_caller(stage: Stage) -> None:
    author, reviewer = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    clinic, title = await stage.clinic(), "Selected requests"
    waits = await propose(author, activate(stage, await stage.clinic()), title=f"{title}: waits")
    stale = await propose(author, change("UpdateClinic", id=clinic, rooms_count=5), title=f"{title}: stale")
    await stage.sql("update clinics set rooms_count = 3 where id = :id returning 1", id=clinic)
    await reviewer.clinics.update(id=clinic, rooms_count=9)
    await reviewer.change_requests.object(
        request_id=stale.request.id, digest=stale.request.digest, reason="They have only three"
    )

    async def select(client: AsyncCareOps, only: Any) -> list[str]:
        rows = client.change_requests.each(only=only, search_text="selected REQUESTS")
        return [f"{row.title.partition(': ')[2]}: {row.label}" async for row in rows]

    assert await select(author, "mine") == ["stale: objected", "waits: None"]
    assert await select(author, "waits_for_me") == []
    assert await select(reviewer, "waits_for_me") == ["waits: None"]
    assert await select(reviewer, "mine") == []
    assert await select(reviewer, "stale") == ["stale: objected"]
    await reviewer.change_requests.withdraw(request_id=stale.request.id)
    assert await select(reviewer, "waits_for_me") == ["stale: stale", "waits: None"]
    assert await select(reviewer, "needs_approval") == []
    assert waits.request.id != stale.request.id


async def test_difference_of_revisions_names_records_and_texts(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    stays, removed, added = [await stage.clinic(name=name) for name in ("Kept", "Removed", "Added")]
    rooms = partial(change, "UpdateClinic")
    request = await propose(client, rooms(id=stays, rooms_count=5), activate(stage, removed))
    id = request.request.id
    with pytest.raises(NotFound):
        await client.change_requests.compare(request_id=id)
    await client.change_requests.revise(
        request_id=id,
        title="Rooms",
        reason=request.request.reason,
        canary=Canary(targets=1),
        apply_from=datetime(2098, 11, 30, 3, 30, tzinfo=UTC),
        changes=[rooms(id=stays, rooms_count=6), activate(stage, added)],
    )
    difference = await client.change_requests.compare(request_id=id)
    assert (difference.revision, difference.against) == (2, 1)
    assert {text.field: text.after for text in difference.texts} == {
        "title": "Rooms",
        "apply_from": "2098-11-30T03:30:00Z",
        "canary": {"targets": 1, "wait_minutes": None},
    }
    assert (difference.added, difference.removed, difference.changed) == (1, 1, 1)
    assert [(record.kind, record.name, record.before, record.after) for record in difference.records] == [
        ("added", "Added", None, {"Billing": True}),
        ("changed", "Kept", {"rooms_count": 5}, {"rooms_count": 6}),
        ("removed", "Removed", {"Billing": True}, None),
    ]


async def test_every_author_is_listed_with_the_newest_name(stage: Stage) -> None:
    author, client = await stage.signed_in(BILLING), await stage.signed_in(CARE)
    request = await propose(author, activate(stage, await stage.clinic()))
    hidden = await stage.user(stage.phone(), "billing_admin")
    await propose(author, change("DeleteDevice", user_id=hidden, device_id=1))
    await stage.sql(
        "update change_requests set author_id = :id where id = (select max(id) from change_requests)", id=hidden
    )
    authors = await client.change_requests.authors()
    assert [person.name for person in authors if person.id == request.request.author_id] == [
        request.request.author_name
    ]
    assert hidden not in [person.id for person in authors], "the caller may not delete devices"
    assert hidden in [person.id for person in await author.change_requests.authors()]
    own = [item async for item in client.change_requests.each(author_id=request.request.author_id)]
    assert {item.author_name for item in own} == {request.request.author_name}


async def test_hidden_request_as_predecessor_is_unknown(stage: Stage) -> None:
    hidden = await propose(await stage.signed_in(BILLING), change("DeleteDevice", user_id=1, device_id=1))
    client, clinic = await stage.signed_in(CARE), await stage.clinic()
    problems = []
    for after in (hidden.request.id, 10**9):
        with pytest.raises(InvalidInput) as refused:
            await propose(client, activate(stage, clinic), after=after)
        problems.append(refused.value.problems)
    assert problems[0] == problems[1]


async def test_preview_shows_the_effect_and_stores_nothing(stage: Stage) -> None:
    client, clinic = await stage.signed_in(CARE), await stage.clinic()
    before = await stage.sql("select count(*) from change_requests")
    preview = await client.change_requests.preview(
        changes=[activate(stage, clinic), change("ActivateSpecModule", clinic_id="41", module_id=1)]
    )
    assert (preview.targets, preview.changes, preview.refused) == (2, 1, 1)
    assert [target.planned for target in preview.first] == ["change", "refused"]
    assert preview.first[1].errors[0].source == "clinic_id"
    assert await modules_of(client, clinic) == []
    assert await stage.sql("select count(*) from change_requests") == before


async def test_an_applied_request_changes_each_record_with_its_event(stage: Stage) -> None:
    author, client = await stage.signed_in(CARE), await stage.signed_in()
    clinics = [await stage.clinic() for _ in range(3)]
    request = await propose(author, *(activate(stage, clinic) for clinic in clinics))
    before = len(await stage.events("module.activate"))
    done = await apply_now(stage, client, request)
    assert (done.request.status, done.request.done, done.request.left) == ("applied", 3, 0)
    assert [await modules_of(client, clinic) for clinic in clinics] == [["Billing"]] * 3
    events = (await stage.events("module.activate"))[before:]
    assert [event["clinic_id"] for event in events] == clinics
    assert {event["parameters"]["change_request_id"] for event in events} == {request.request.id}
    assert {event["actor_id"] for event in events} == {stage.user_ids[SUPER]}
    assert [event["key"] for event in await stage.events() if event["resource_id"] == str(request.request.id)][-2:] == [
        "change_request.apply",
        "change_request.end",
    ]
    with pytest.raises(Conflict):
        await apply_now(stage, client, request)


async def test_new_records_can_be_proposed(stage: Stage) -> None:
    client = await stage.signed_in()
    city = {"name": f"Khanna {stage.phone()}"}
    request = await propose(client, change("CreateCareCity", **city))
    assert (request.groups[0].planned, request.groups[0].before) == ("change", None)
    assert await stage.sql("select count(*) from care_cities where name = :name", name=city["name"]) == 0
    done = await apply_now(stage, client, request)
    assert done.request.status == "applied"
    assert await stage.sql("select count(*) from care_cities where name = :name", name=city["name"]) == 1


async def test_later_change_of_the_same_field_remains_and_is_named(stage: Stage) -> None:
    author, client, other = await stage.signed_in(CARE), await stage.signed_in(), await stage.signed_in(BILLING)
    settings = [await stage.clinic() for _ in range(4)]
    request = await propose(author, *(change("UpdateClinic", id=clinic, rooms_count=12) for clinic in settings))
    await other.clinics.update(id=settings[0], rooms_count=7)
    await other.clinics.update(id=settings[1], beds_count=3)
    detail = await client.change_requests.read(request_id=request.request.id)
    assert (detail.labels, detail.stale_targets) == (["stale"], 1)
    [stale] = detail.stale_records
    assert (stale.resource_id, stale.fields, stale.changed_by) == (
        *(str(settings[0]), ["rooms_count"]),
        f"Staff {BILLING[-2:]}",
    )
    done = await apply_now(stage, client, request)
    assert (done.request.status, done.request.done, done.request.kept) == ("partly_applied", 3, 1)
    [kept_target] = [target for target in await targets_of(client, request) if target.outcome == "kept"]
    [conflict] = kept_target.conflicts
    assert (kept_target.resource_id, conflict.field, conflict.base, conflict.current) == (
        *(str(settings[0]), "rooms_count"),
        *(None, 7),
    )
    assert conflict.changed_by == f"Staff {BILLING[-2:]}"
    assert conflict.changed_at is not None
    assert (await client.clinics.read(id=settings[0])).rooms_count == 7
    assert (await client.clinics.read(id=settings[1])).rooms_count == 12


async def test_unchanged_record_that_was_edited_later_remains(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic(rooms_count=5)
    request = await propose(client, change("UpdateClinic", id=clinic, rooms_count=5))
    await (await stage.signed_in(BILLING)).clinics.update(id=clinic, rooms_count=6)
    done = await apply_now(stage, client, request)
    assert (done.request.kept, (await client.clinics.read(id=clinic)).rooms_count) == (1, 6)


async def test_a_record_that_already_has_the_wanted_value_is_unchanged(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    request = await propose(client, activate(stage, clinic))
    await client.modules.activate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    done = await apply_now(stage, client, request)
    assert (done.request.status, done.request.unchanged) == ("applied", 1)


async def test_on_conflict_stop_leaves_the_rest(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 2)
    client, other = await stage.signed_in(), await stage.signed_in(BILLING)
    clinics = [await stage.clinic() for _ in range(5)]
    request = await propose(
        client, *(change("UpdateClinic", id=clinic, rooms_count=12) for clinic in clinics), on_conflict="stop"
    )
    await other.clinics.update(id=clinics[1], rooms_count=7)
    stopped = (await apply_now(stage, client, request)).request
    assert (stopped.status, stopped.done, stopped.kept, stopped.left) == ("partly_applied", 1, 1, 3)
    assert stopped.end_reason == "conflict"
    again = await client.change_requests.propose_again(request_id=request.request.id, outcomes=["left", "kept"])
    assert (again.request.targets, again.request.proposed_from) == (4, request.request.id)
    assert (await apply_now(stage, client, again)).request.status == "applied"


async def test_a_review_belongs_to_its_revision(stage: Stage) -> None:
    author, client = await stage.signed_in(CARE), await stage.signed_in()
    clinic = await stage.clinic()
    request = await propose(author, activate(stage, clinic))
    id, digest = request.request.id, request.request.digest
    await client.change_requests.approve(request_id=id, digest=digest)
    revised = await author.change_requests.revise(
        request_id=id,
        title="Billing for Ludhiana",
        reason="They signed the contract.",
        changes=[activate(stage, clinic)],
    )
    assert (revised.request.revision, revised.request.digest != digest) == (2, True)
    assert [(review.revision, review.verdict) for review in revised.reviews] == [(1, "approve")]
    for call in (
        client.change_requests.approve,
        client.change_requests.apply,
        partial(
            author.change_requests.revise,
            title="Billing",
            reason="They signed the contract.",
            changes=[activate(stage, clinic)],
        ),
    ):
        with pytest.raises(Conflict) as refused:
            await call(request_id=id, digest=digest)
        assert refused.value.problems[0].code == "change_request_revised"


async def test_an_approval_at_the_moment_of_a_revision_belongs_to_one_of_them(stage: Stage) -> None:
    author, client = await stage.signed_in(CARE), await stage.signed_in()
    clinic = await stage.clinic()
    for _ in range(5):
        request = await propose(author, activate(stage, clinic))
        id, digest = request.request.id, request.request.digest
        approval, revised = await asyncio.gather(
            client.change_requests.approve(request_id=id, digest=digest),
            author.change_requests.revise(
                request_id=id, title="Billing", reason="They signed.", changes=[activate(stage, clinic)]
            ),
            return_exceptions=True,
        )
        assert not isinstance(revised, BaseException)
        if isinstance(approval, BaseException):
            assert isinstance(approval, Conflict)
            assert approval.problems[0].code == "change_request_revised"
        ended = await client.change_requests.read(request_id=id)
        expected = [] if isinstance(approval, Conflict) else [(1, "approve")]
        assert ended.request.revision == 2
        assert [(review.revision, review.verdict) for review in ended.reviews] == expected
        with pytest.raises(Conflict):
            await client.change_requests.apply(request_id=id, digest=digest)


async def test_the_same_content_has_the_same_digest(stage: Stage) -> None:
    client, clinic = await stage.signed_in(CARE), await stage.clinic()
    first, other = [await propose(client, activate(stage, clinic)) for _ in range(2)]
    assert first.request.digest == other.request.digest
    await client.modules.activate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    assert (await propose(client, activate(stage, clinic))).request.digest != first.request.digest


async def test_an_objection_blocks_until_it_is_withdrawn(stage: Stage) -> None:
    author, client, other = await stage.signed_in(CARE), await stage.signed_in(), await stage.signed_in(BILLING)
    request = await propose(author, activate(stage, await stage.clinic()))
    named: dict[str, Any] = {"request_id": request.request.id, "digest": request.request.digest}
    await client.change_requests.approve(**named)
    await other.change_requests.object(**named, reason="Two of them have cancelled")
    assert (await client.change_requests.read(request_id=named["request_id"])).labels == ["objected"]
    with pytest.raises(Conflict) as refused:
        await client.change_requests.apply(**named)
    [problem] = refused.value.problems
    assert (problem.code, problem.detail) == (
        "change_request_objected",
        f"Staff {BILLING[-2:]}: Two of them have cancelled",
    )
    await other.change_requests.approve(**named, reason="They came back")
    assert (await apply_now(stage, client, request)).request.status == "applied"


async def test_an_objection_while_it_is_applied_ends_the_run(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 1)
    author, client = await stage.signed_in(CARE), await stage.signed_in()
    request = await propose(author, *[activate(stage, await stage.clinic()) for _ in range(2)])
    await client.change_requests.apply(request_id=request.request.id, digest=request.request.digest)
    await killed_after_a_step(stage, JOB)
    await stage.sql(
        "insert into change_request_reviews (request_id, revision, user_id, user_name, verdict, reason)"
        " values (:id, 1, 999999, 'Asha Rao', 'object', 'Stop')",
        id=request.request.id,
    )
    await drain(stage.services)
    ended = await client.change_requests.read(request_id=request.request.id)
    assert (ended.request.status, ended.request.done, ended.request.left) == ("partly_applied", 1, 1)
    assert (ended.request.end_reason, ended.request.end_note) == ("objected", "Asha Rao: Stop")


async def test_the_author_cannot_review(stage: Stage) -> None:
    author = await stage.signed_in(CARE)
    request = await propose(author, activate(stage, await stage.clinic()))
    with pytest.raises(Forbidden) as refused:
        await author.change_requests.approve(request_id=request.request.id, digest=request.request.digest)
    assert refused.value.problems[0].code == "change_request_own"


async def test_request_of_a_blocked_author_is_proposed_again_by_someone_else(stage: Stage) -> None:
    phone, client = stage.phone(), await stage.signed_in()
    author_id = await stage.user(phone, "customer_care")
    author = await stage.signed_in(phone)
    request = await propose(author, activate(stage, await stage.clinic()))
    named: dict[str, Any] = {"request_id": request.request.id, "digest": request.request.digest}
    await client.change_requests.approve(**named)
    await stage.sql("update users set user_status = 'BLOCKED' where id = :id", id=author_id)
    assert (await client.change_requests.read(request_id=named["request_id"])).labels == ["author_lost_access"]
    listed = [(item.id, item.label) async for item in client.change_requests.each(only="author_lost_access")]
    assert listed == [(named["request_id"], "author_lost_access")]
    with pytest.raises(Conflict) as refused:
        await client.change_requests.apply(**named)
    assert refused.value.problems[0].code == "change_request_author_lost_access"
    again = await client.change_requests.propose_again(request_id=named["request_id"], outcomes=["left"])
    assert (again.request.author_id, again.reviews, again.labels) == (stage.user_ids[SUPER], [], [])
    ended = (await client.change_requests.read(request_id=named["request_id"])).request
    assert (ended.status, ended.end_reason, ended.proposed_again_as) == ("closed", "proposed_again", again.request.id)
    assert (await apply_now(stage, client, again)).request.status == "applied"


async def test_a_key_proposes_and_cannot_review_or_apply(stage: Stage) -> None:
    program, client = await stage.program("change_requests:write", "modules:write"), await stage.signed_in()
    request = await propose(program, activate(stage, await stage.clinic()))
    named: dict[str, Any] = {"request_id": request.request.id, "digest": request.request.digest}
    assert request.request.author_id < 0
    for call in (program.change_requests.approve, program.change_requests.apply):
        with pytest.raises(Forbidden):
            await call(**named)
    with pytest.raises(Forbidden):
        await propose(program, change("UpdateClinic", id=await stage.clinic(), rooms_count=12))
    assert (await apply_now(stage, client, request)).request.status == "applied"


async def test_a_request_exists_for_those_who_may_make_its_calls(stage: Stage) -> None:
    client, care = await stage.signed_in(BILLING), await stage.signed_in(CARE)
    code_id = await stage.sql(
        "insert into promo_codes (promo_code_name, single_use, expiry, discount_amount)"
        " values (:name, false, '2099-01-01', 500) returning id",
        name=f"SAVE{stage.phone()}",
    )
    request = await propose(client, change("DeletePromoCode", code_id=code_id))
    assert [item.id for item in (await client.change_requests.list(call="DeletePromoCode")).items] == [
        request.request.id
    ]
    assert (await care.change_requests.list(call="DeletePromoCode")).items == []
    for call in (care.change_requests.read, care.change_requests.targets, care.change_requests.close):
        with pytest.raises(NotFound):
            await call(request_id=request.request.id)


async def test_requests_are_found_by_status_author_and_record(stage: Stage) -> None:
    client, clinic = await stage.signed_in(CARE), await stage.clinic()
    request = await propose(client, activate(stage, clinic))
    id = request.request.id

    async def is_listed(**filters: Any) -> bool:
        return id in [item.id for item in (await client.change_requests.list(**filters)).items]

    assert await is_listed(status="open", author_id=stage.user_ids[CARE], record=f"clinic:{clinic}")
    assert not await is_listed(record=f"clinic:{clinic + 1}")
    await client.change_requests.close(request_id=id)
    assert await is_listed(status="closed")
    assert not await is_listed(status="open")
    with pytest.raises(Conflict):
        await client.change_requests.close(request_id=id)
    with pytest.raises(Conflict):
        await apply_now(stage, client, request)


async def test_invalid_changes_are_refused_with_their_place_and_nothing_is_stored(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    before = await stage.sql("select count(*) from change_requests")
    cases = {
        "changes.1.clinic_id": [activate(stage, clinic), change("ActivateSpecModule", clinic_id="x", module_id=1)],
        "changes.1": [change("UpdateClinic", id=clinic, rooms_count=rooms) for rooms in (7, 8)],
        "changes": [change("ReadClinic", id=clinic)],
    }
    for source, changes in cases.items():
        with pytest.raises(InvalidInput) as refused:
            await propose(client, *changes)
        assert refused.value.problems[0].source == source
    for call in ("CancelJob", "SignUpHospital", "CreateKey", "CreateChangeRequest", "NoSuchCall"):
        with pytest.raises(InvalidInput) as refused:
            await propose(client, change(call))
        assert (refused.value.problems[0].code, refused.value.problems[0].detail) == (
            "change_request_call_unsupported",
            call,
        )
    assert await stage.sql("select count(*) from change_requests") == before


async def test_a_killed_process_applies_each_change_exactly_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 7)
    client = await stage.signed_in()
    clinics = [await stage.clinic() for _ in range(30)]
    request = await propose(client, *(activate(stage, clinic) for clinic in clinics))
    before = len(await stage.events("module.activate"))
    await client.change_requests.apply(request_id=request.request.id, digest=request.request.digest)
    for _ in range(4):
        await killed_after_a_step(stage, JOB)
    await drain(stage.services)
    done = (await client.change_requests.read(request_id=request.request.id)).request
    assert (done.status, done.done) == ("applied", 30)
    events = (await stage.events("module.activate"))[before:]
    assert sorted(event["clinic_id"] for event in events) == sorted(clinics)


async def test_run_whose_job_was_cancelled_is_paused(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 1)
    client = await stage.signed_in()
    request = await propose(client, *[activate(stage, await stage.clinic()) for _ in range(2)])
    started = await client.change_requests.apply(request_id=request.request.id, digest=request.request.digest)
    await killed_after_a_step(stage, JOB)
    assert started.request.job_id is not None
    await client.jobs.cancel(job_id=started.request.job_id)
    assert (await client.change_requests.read(request_id=request.request.id)).labels == ["paused"]
    await client.change_requests.resume(request_id=request.request.id, digest=request.request.digest)
    await drain(stage.services)
    assert (await client.change_requests.read(request_id=request.request.id)).request.status == "applied"


async def test_the_account_that_applies_is_checked_before_each_part(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply, "PART", 1)
    phone, author = stage.phone(), await stage.signed_in(CARE)
    user_id = await stage.user(phone, "billing_admin")
    client = await stage.signed_in(phone)
    request = await propose(author, *[activate(stage, await stage.clinic()) for _ in range(2)])
    await client.change_requests.apply(request_id=request.request.id, digest=request.request.digest)
    await killed_after_a_step(stage, JOB)
    await stage.sql("update users set user_status = 'BLOCKED' where id = :id", id=user_id)
    await drain(stage.services)
    ended = (await author.change_requests.read(request_id=request.request.id)).request
    assert (ended.status, ended.done, ended.left) == ("partly_applied", 1, 1)


async def test_a_preview_in_many_parts_is_whole(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "PART", 3)
    monkeypatch.setattr(preview, "PART_SECONDS", 0)
    client = await stage.signed_in()
    clinics = [await stage.clinic() for _ in range(8)]
    changes = [change("UpdateClinic", id=clinic, rooms_count=12) for clinic in clinics]
    whole_preview = await client.change_requests.preview(changes=changes)
    assert (whole_preview.changes, [target.position for target in whole_preview.first]) == (8, list(range(1, 9)))


async def test_a_request_may_have_more_values_than_other_bodies(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    many = BODY_VALUES // 5
    preview = await client.change_requests.preview(
        changes=[change("ActivateSpecModule", clinic_id="x", module_id=number) for number in range(many)]
    )
    assert (preview.targets, preview.refused, preview.groups[0].count) == (many, many, many)


def test_refusals_with_different_details_are_one_group() -> None:
    def refused(position: int) -> PlannedChange:
        title = title_of("payment_recorded")
        detail = title_of("payment_of_clinic", what=f"Clinic {position}", count=position)
        complaint = complaint_of(Problem(title, "razorpay_payment_id", detail))
        planned = {"position": position, "call": "AddManualPayment", "parameters": {}, "planned": "refused"}
        return PlannedChange(PlannedTarget.model_validate({**planned, "errors": [complaint.model_dump()]}), None)

    [group] = group_changes([refused(1), refused(2)])
    assert (group.count, group.error) == (2, title_of("payment_recorded"))
    assert group.problem == Message(title=title_of("payment_recorded"), code="payment_recorded")
