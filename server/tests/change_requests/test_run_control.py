"""Run control of change requests: pause, resume, stop, retry, canary, time window and order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from server.tests.support.change_requests import activate, apply_now, change, propose, targets_of
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.stage import BILLING, Stage

from careops import AsyncCareOps, Conflict, InvalidInput
from careops.calls.change_requests import Canary, ChangeRequestDetail, CreateChangeRequest, RevisionTexts
from careops_server.areas.change_requests import apply, run_control
from careops_server.processes.job_worker import drain

pytestmark = pytest.mark.own


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 2)


async def of_clinics(stage: Stage, client: AsyncCareOps, count: int, **texts: Any) -> ChangeRequestDetail:
    """Propose a module for new clinics."""
    return await propose(client, *[activate(stage, await stage.clinic()) for _ in range(count)], **texts)


def named(request: ChangeRequestDetail) -> dict[str, Any]:
    return {"request_id": request.request.id, "digest": request.request.digest}


async def read(client: AsyncCareOps, request: ChangeRequestDetail) -> ChangeRequestDetail:
    return await client.change_requests.read(request_id=request.request.id)


async def delete_clinics(stage: Stage, request: ChangeRequestDetail, *positions: int) -> None:
    """Delete clinics of a request, so that their changes fail."""
    await stage.sql(
        "delete from clinics where id in (select clinic_id from change_request_targets"
        " where request_id = :id and position = any(:positions)) returning 1",
        id=request.request.id,
        positions=list(positions),
    )


async def pass_time(stage: Stage, request: ChangeRequestDetail, minutes: int) -> None:
    """Move the window, the wait and the job of a request into the past."""
    earlier = {"id": request.request.id, "by": timedelta(minutes=minutes)}
    for statement in (
        "update change_request_revisions set apply_from = apply_from - :by, apply_until = apply_until - :by"
        " where request_id = :id returning 1",
        "update change_requests set waits_until = waits_until - :by where id = :id returning 1",
        "update jobs set due_at = due_at - :by where (parameters ->> 'request_id')::bigint = :id"
        " and state = 'waiting' returning 1",
    ):
        await stage.sql(statement, **earlier)


async def test_paused_run_stops_before_its_next_part_and_resumes_there(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await of_clinics(stage, client, 6)
    await client.change_requests.apply(**named(request))
    await killed_after_a_step(stage, apply.JOB_NAME)
    paused = await client.change_requests.pause(**named(request))
    assert (paused.labels, paused.request.paused_by, paused.request.pause_reason) == (["paused"], "Staff 01", "user")
    await drain(stage.services)
    assert ((await read(client, request)).request.done, (await read(client, request)).labels) == (2, ["paused"])
    for call in (client.change_requests.pause, client.change_requests.apply):
        with pytest.raises(Conflict):
            await call(**named(request))
    resumed = await client.change_requests.resume(**named(request))
    assert (resumed.labels, resumed.request.paused_at) == ([], None)
    with pytest.raises(Conflict) as refused:
        await client.change_requests.resume(**named(request))
    assert refused.value.problems[0].code == "change_request_not_paused"
    await drain(stage.services)
    ended = (await read(client, request)).request
    assert (ended.status, ended.done) == ("applied", 6)
    events = [
        event
        for event in await stage.events("module.activate")
        if event["parameters"].get("change_request_id") == request.request.id
    ]
    assert len({event["clinic_id"] for event in events}) == len(events) == 6


async def test_run_resumed_before_its_old_job_ended_applies_once(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await of_clinics(stage, client, 4)
    await client.change_requests.apply(**named(request))
    await killed_after_a_step(stage, apply.JOB_NAME)  # its job can be claimed again
    await client.change_requests.pause(**named(request))
    await client.change_requests.resume(**named(request))
    await drain(stage.services)
    ended = (await read(client, request)).request
    assert (ended.status, ended.done, ended.left) == ("applied", 4, 0)


async def test_stopped_run_ends_and_the_rest_is_proposed_again(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await of_clinics(stage, client, 4)
    with pytest.raises(Conflict) as refused:
        await client.change_requests.stop(**named(request))
    assert refused.value.problems[0].code == "change_request_not_running"
    await client.change_requests.apply(**named(request))
    stopped = await client.change_requests.stop(**named(request))
    assert (stopped.request.status, stopped.request.end_reason) == ("closed", "stopped")
    await drain(stage.services)
    assert (await read(client, request)).request.left == 4
    request = await client.change_requests.propose_again(request_id=request.request.id, outcomes=["left"])
    await client.change_requests.apply(**named(request))
    await killed_after_a_step(stage, apply.JOB_NAME)
    stopped = await client.change_requests.stop(**named(request))
    await drain(stage.services)
    assert (stopped.request.status, (await read(client, request)).request.done) == ("partly_applied", 2)
    with pytest.raises(Conflict):
        await client.change_requests.apply(**named(request))
    remainder = await client.change_requests.propose_again(request_id=request.request.id, outcomes=["left", "failed"])
    assert (await apply_now(stage, client, remainder)).request.status == "applied"


async def test_run_pauses_automatically_if_changes_fail(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await of_clinics(stage, client, 6)
    await delete_clinics(stage, request, 1)
    paused = await apply_now(stage, client, request)
    assert (paused.request.done, paused.request.failed, paused.request.left) == (1, 1, 4)
    assert (paused.labels, paused.request.pause_reason, paused.request.paused_by) == (["paused"], "failures", None)
    [event] = [
        event for event in await stage.events("change_request.pause") if event["resource_id"] == str(request.request.id)
    ]
    assert event["after"] == {"paused": True, "pause_reason": "failures"}
    await client.change_requests.resume(**named(request))
    await drain(stage.services)
    ended = (await read(client, request)).request
    assert (ended.status, ended.done, ended.failed) == ("partly_applied", 5, 1)


async def test_few_failures_pause_a_run_when_they_accumulate(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_control, "FAILURE_SHARE", 0.5)
    monkeypatch.setattr(run_control, "MAX_FAILURES", 1)
    client = await stage.signed_in()
    request = await of_clinics(stage, client, 6)
    await delete_clinics(stage, request, 1, 3)
    paused = (await apply_now(stage, client, request)).request
    assert (paused.done, paused.failed, paused.left, paused.pause_reason) == (2, 2, 2, "failures")


async def test_refusals_that_the_preview_has_shown_do_not_pause_a_run(stage: Stage) -> None:
    client = await stage.signed_in()
    unknown = [activate(stage, 10**9 + number) for number in range(3)]
    request = await propose(client, *unknown, activate(stage, await stage.clinic()))
    ended = (await apply_now(stage, client, request)).request
    assert (ended.status, ended.done, ended.failed) == ("partly_applied", 1, 3)


async def test_the_canary_comes_first_and_the_rest_after_the_wait(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await of_clinics(stage, client, 5, canary=Canary(targets=3, wait_minutes=30))
    assert request.request.canary == Canary(targets=3, wait_minutes=30)
    waiting = await apply_now(stage, client, request)
    assert (waiting.request.done, waiting.labels) == (3, ["canary"])
    assert waiting.request.waits_until is not None
    with pytest.raises(Conflict):
        await client.change_requests.apply(**named(request))
    await drain(stage.services)
    assert (await read(client, request)).request.done == 3
    await pass_time(stage, request, 31)
    await drain(stage.services)
    ended = await read(client, request)
    assert (ended.request.status, ended.request.done, ended.request.waits_until) == ("applied", 5, None)


async def test_a_wait_after_the_canary_can_be_shortened_or_ended_by_a_person_only(stage: Stage) -> None:
    client = await stage.signed_in()
    timed = await of_clinics(stage, client, 3, canary=Canary(targets=1, wait_minutes=30))
    manual = await of_clinics(stage, client, 3, canary=Canary(targets=1))
    assert (await apply_now(stage, client, timed)).labels == ["canary"]
    paused = await apply_now(stage, client, manual)
    assert (paused.labels, paused.request.pause_reason, paused.request.done) == (["paused"], "canary", 1)
    for request in (timed, manual):
        await client.change_requests.resume(**named(request))
        await drain(stage.services)
        assert (await read(client, request)).request.status == "applied"


async def test_approved_request_starts_automatically_at_its_time(stage: Stage) -> None:
    client, now = await stage.signed_in(), datetime.now(UTC)
    window = {"apply_from": now + timedelta(minutes=30), "apply_until": now + timedelta(minutes=90)}
    request = await of_clinics(stage, client, 1, **window)
    assert request.labels == ["scheduled"]
    with pytest.raises(Conflict) as refused:
        await client.change_requests.apply(**named(request))
    assert refused.value.code == "change_request_too_early"
    await pass_time(stage, request, 31)
    await drain(stage.services)
    assert (await read(client, request)).request.status == "applied"


async def test_late_server_does_not_start_and_the_request_stays_open(stage: Stage) -> None:
    client, now = await stage.signed_in(), datetime.now(UTC)
    window = {"apply_from": now + timedelta(minutes=30), "apply_until": now + timedelta(minutes=45)}
    request = await of_clinics(stage, client, 3, **window)
    await pass_time(stage, request, 60)
    await drain(stage.services)
    ended = await read(client, request)
    assert (ended.request.status, ended.request.left, ended.labels) == (
        *("open", 3),
        ["window_missed", "missed_start"],
    )
    with pytest.raises(Conflict) as refused:
        await client.change_requests.apply(**named(request))
    assert refused.value.problems[0].code == "change_request_window_missed"


async def test_a_run_ends_when_its_time_has_passed(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await of_clinics(stage, client, 3, apply_until=datetime.now(UTC) + timedelta(minutes=30))
    await client.change_requests.apply(**named(request))
    await killed_after_a_step(stage, apply.JOB_NAME)
    await pass_time(stage, request, 31)
    await drain(stage.services)
    ended = await read(client, request)
    assert (ended.request.status, ended.request.done) == ("partly_applied", 2)
    assert ended.request.end_reason == "window_missed"


async def test_a_request_waits_for_another_one_and_takes_its_result_as_base(stage: Stage) -> None:
    client, other = await stage.signed_in(), await stage.signed_in(BILLING)
    clinics = [await stage.clinic(rooms_count=1) for _ in range(2)]
    first = await propose(client, *(change("UpdateClinic", id=id, rooms_count=2) for id in clinics))
    second = await propose(
        client, *(change("UpdateClinic", id=id, rooms_count=3) for id in clinics), after=first.request.id
    )
    assert second.labels == ["after"]
    with pytest.raises(Conflict) as refused:
        await client.change_requests.apply(**named(second))
    [problem] = refused.value.problems
    assert (problem.code, problem.detail) == ("change_request_apply_other_first", str(first.request.id))
    await apply_now(stage, client, first)
    await other.clinics.update(id=clinics[1], rooms_count=9)
    ended = await apply_now(stage, client, second)
    assert (ended.request.done, ended.request.kept) == (1, 1)
    assert [(await client.clinics.read(id=id)).rooms_count for id in clinics] == [3, 9]


async def test_invalid_windows_and_unknown_requests_are_refused(stage: Stage) -> None:
    client, now = await stage.signed_in(), datetime.now(UTC)
    cases: dict[str, dict[str, Any]] = {
        "apply_until": {"apply_from": now, "apply_until": now},
        "after": {"after": 10**9},
    }
    for source, texts in cases.items():
        with pytest.raises(InvalidInput) as refused:
            await of_clinics(stage, client, 1, **texts)
        assert refused.value.problems[0].source == source


async def test_a_request_that_was_read_can_be_proposed_with_the_same_digest(stage: Stage) -> None:
    client, india = await stage.signed_in(), timezone(timedelta(hours=5, minutes=30))
    window = {"apply_from": datetime(2099, 1, 1, 2, tzinfo=india), "apply_until": datetime(2099, 1, 1, 4, tzinfo=india)}
    request = await of_clinics(stage, client, 2, canary=Canary(targets=1, wait_minutes=5), **window)
    texts = request.request.model_dump(mode="json", include=set(RevisionTexts.model_fields))
    changes = [{"call": target.call, "parameters": target.parameters} for target in await targets_of(client, request)]
    again = await client.send(CreateChangeRequest.from_parameters({**texts, "changes": changes}))
    assert again.request.digest == request.request.digest


async def test_window_canary_and_order_are_part_of_the_digest(stage: Stage) -> None:
    client, clinic, other = (
        await stage.signed_in(),
        await stage.clinic(),
        await of_clinics(stage, await stage.signed_in(), 1),
    )
    time = datetime(2099, 1, 1, tzinfo=UTC)
    variants: list[dict[str, Any]] = [
        *({}, {"apply_from": time}, {"apply_until": time}, {"canary": Canary(targets=1)}),
        {"after": other.request.id},
    ]
    requests = [await propose(client, activate(stage, clinic), **texts) for texts in variants]
    assert len({request.request.digest for request in requests}) == len(variants)
