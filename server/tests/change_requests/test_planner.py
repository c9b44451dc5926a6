"""Plan of large requests: a job previews the changes, and until then the request can only be closed."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest
from server.tests.support.change_requests import activate, apply_now, change, modules_of, propose, targets_of
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.stage import BILLING, CARE, Stage

from careops import ApiError, AsyncCareOps
from careops.calls.change_requests import ChangeRequestDetail, ProposedChange
from careops.calls.today import TodayItem
from careops.error_codes import title_of
from careops.errors import Unavailable
from careops_server.areas.change_requests import planner, preview
from careops_server.core.jobs import queries as jobs
from careops_server.core.jobs.definitions import MAX_FAILURES
from careops_server.processes.job_worker import drain

pytestmark = pytest.mark.own
NOTHING = "change_request_nothing_to_repeat"


@pytest.fixture(autouse=True)
def _small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job plans more than two changes, one after the other."""
    monkeypatch.setattr(preview, "MAX_PLANNED_AT_ONCE", 2)
    monkeypatch.setattr(planner, "PART", 1)


async def activations(stage: Stage, count: int = 3) -> list[ProposedChange]:
    return [activate(stage, await stage.clinic()) for _ in range(count)]


async def read(client: AsyncCareOps, detail: ChangeRequestDetail) -> ChangeRequestDetail:
    return await client.change_requests.read(request_id=detail.request.id)


async def planned(stage: Stage, client: AsyncCareOps, detail: ChangeRequestDetail) -> ChangeRequestDetail:
    """Run the job that plans a request, and return the request."""
    assert detail.labels == ["planning"]
    await drain(stage.services)
    return await read(client, detail)


async def refusal(call: Awaitable[Any]) -> str | None:
    with pytest.raises(ApiError) as refused:
        await call
    return refused.value.code


def named(detail: ChangeRequestDetail) -> dict[str, Any]:
    return {"request_id": detail.request.id, "digest": detail.request.digest}


async def items_of(client: AsyncCareOps, source: str, request_id: int) -> list[TodayItem]:
    """Return the items of Today about a request."""
    [queue] = [queue for queue in await client.today.read() if queue.source == source]
    return [item for item in queue.items if item.record == f"change_request:{request_id}"]


async def test_large_request_has_the_digest_and_groups_of_a_small_one(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, changes = await stage.signed_in(), await activations(stage)
    large = await propose(client, *changes)
    assert (large.request.planned, large.request.targets, large.groups) == (0, 3, [])
    large = await planned(stage, client, large)
    monkeypatch.undo()
    small = await propose(client, *changes)
    assert large.request.digest == small.request.digest
    assert (large.groups, large.labels, large.request.calls) == (small.groups, [], small.request.calls)
    assert (large.request.planned, large.request.job_id) == (3, None)
    assert await targets_of(client, large) == await targets_of(client, small)
    ended = (await apply_now(stage, client, large)).request
    assert (ended.status, ended.done) == ("applied", 3)


async def test_request_that_is_being_planned_can_only_be_closed(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    request = await propose(author, *await activations(stage))
    id = request.request.id
    texts: dict[str, Any] = {"title": "Billing", "reason": "They signed"}
    steps = (
        other.change_requests.approve(**named(request)),
        other.change_requests.object(**named(request), reason="They left"),
        other.change_requests.withdraw(request_id=id),
        author.change_requests.apply(**named(request)),
        author.change_requests.revise(request_id=id, changes=await activations(stage), **texts),
        author.change_requests.propose_again(request_id=id, outcomes=["left"]),
        (await stage.signed_in()).change_requests.bypass(**named(request), reason="Billing is down in Ludhiana"),
    )
    assert [await refusal(step) for step in steps] == ["change_request_planning"] * len(steps)
    await other.change_requests.close(request_id=id)
    await drain(stage.services)
    closed = (await read(author, request)).request
    assert (closed.status, closed.end_reason) == ("closed", "closed")


async def test_killed_planner_resumes_and_plans_each_change_once(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(client, *await activations(stage, 4))
    for done in (1, 2):
        await killed_after_a_step(stage, planner.JOB_NAME)
        seen = await read(client, request)
        assert (seen.request.planned, seen.labels) == (done, ["planning"])
    seen = await planned(stage, client, request)
    assert (seen.labels, seen.groups[0].count) == ([], 4)
    assert [target.position for target in await targets_of(client, seen)] == [1, 2, 3, 4]
    attempts = "select attempt from jobs where kind = :kind order by id desc limit 1"
    assert await stage.sql(attempts, kind=planner.JOB_NAME) == 3


async def lost_without_a_step(stage: Stage) -> None:
    """Claim the waiting job and lose the process before its first step."""
    assert await stage.services.database.change(jobs.claim) is not None
    await stage.sql("update jobs set leased_until = now() - interval '1 second' where state = 'running'")


async def test_planner_that_is_killed_each_time_ends_the_request(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(client, *await activations(stage))
    for _ in range(MAX_FAILURES):
        assert (await read(client, request)).labels == ["planning"]
        await lost_without_a_step(stage)
    await drain(stage.services)
    seen = await read(client, request)
    reason = title_of("job_interrupted")
    assert (seen.request.status, seen.request.end_reason, seen.request.end_note) == ("closed", "not_planned", reason)
    assert seen.unread
    [event] = [
        entry for entry in await stage.events("change_request.end") if entry["resource_id"] == str(seen.request.id)
    ]
    assert event["after"] == {"status": "closed", "reason": "not_planned", "note": reason}


async def test_planner_without_a_database_ends_the_request_at_last(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unavailable(*_: Any) -> None:
        raise Unavailable

    client = await stage.signed_in()
    request = await propose(client, *await activations(stage))
    monkeypatch.setattr(preview, "preview_listed", unavailable)
    for _ in range(MAX_FAILURES):
        await stage.sql("update jobs set due_at = now() where state = 'waiting'")
        await drain(stage.services)
    assert (await read(client, request)).request.end_reason == "not_planned"


async def test_request_closed_between_two_parts_is_not_planned_to_the_end(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(client, *await activations(stage))
    await killed_after_a_step(stage, planner.JOB_NAME)
    await client.change_requests.close(request_id=request.request.id)
    await drain(stage.services)
    seen = await read(client, request)
    assert (seen.request.end_reason, seen.groups) == ("closed", [])
    again = await client.change_requests.propose_again(request_id=request.request.id, outcomes=["left"])
    assert (await planned(stage, client, again)).groups[0].count == 3


async def test_request_closed_before_it_is_listed_is_proposed_again(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(client, *await activations(stage))
    for _ in range(2):  # the second one has its changes from the first one
        await client.change_requests.close(request_id=request.request.id)
        closed = request.request.id
        assert await refusal(client.change_requests.propose_again(request_id=closed, outcomes=["failed"])) == NOTHING
        request = await client.change_requests.propose_again(request_id=closed, outcomes=["left"])
        assert (request.request.proposed_from, request.request.targets) == (closed, 3)
        assert await refusal(client.change_requests.propose_again(request_id=closed, outcomes=["left"])) == NOTHING
    seen = await planned(stage, client, request)
    assert seen.groups[0].count == 3
    assert (await apply_now(stage, client, seen)).request.done == 3


async def test_second_proposal_closed_before_it_is_listed_is_proposed_again(stage: Stage) -> None:
    client = await stage.signed_in()
    first = await planned(stage, client, await propose(client, *await activations(stage)))
    second = await client.change_requests.propose_again(request_id=first.request.id, outcomes=["left"])
    await client.change_requests.close(request_id=second.request.id)
    third = await client.change_requests.propose_again(request_id=second.request.id, outcomes=["left"])
    assert (await planned(stage, client, third)).groups[0].count == 3
    again = client.change_requests.propose_again(request_id=first.request.id, outcomes=["left"])
    assert await refusal(again) == NOTHING


@pytest.mark.parametrize("is_contradiction", [True, False])
async def test_invalid_changes_end_the_request_with_the_reason(stage: Stage, is_contradiction: bool) -> None:
    client, changes = await stage.signed_in(), await activations(stage)
    wrong = changes[0] if is_contradiction else change("UpdateClinic", id=await stage.clinic(), rooms_count="many")
    seen = await planned(stage, client, await propose(client, *changes, wrong))
    assert (seen.request.status, seen.request.end_reason, seen.labels) == ("closed", "not_planned", [])
    assert seen.request.end_note is not None
    assert "changes.3" in seen.request.end_note
    event = [
        entry for entry in await stage.events("change_request.end") if entry["resource_id"] == str(seen.request.id)
    ]
    assert event[0]["after"] == {"status": "closed", "reason": "not_planned", "note": seen.request.end_note}


async def test_large_revision_is_planned_and_ends_the_approvals(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    request = await propose(author, *await activations(stage, 1))
    await other.change_requests.approve(**named(request))
    revised = await author.change_requests.revise(
        request_id=request.request.id, title="Billing", reason="They signed", changes=await activations(stage)
    )
    assert revised.request.revision == 2
    seen = await planned(stage, author, revised)
    assert (seen.request.targets, [review.counts for review in seen.reviews]) == (3, [False])


async def test_filter_that_matches_many_records_is_resolved_by_the_job(stage: Stage) -> None:
    client, state = await stage.signed_in(), f"Planned {stage.phone()}"
    for _ in range(3):
        await stage.clinic(state=state)
    where = {"filter_type": "state", "filter_text": state}
    parameters = {"module_id": stage.module_ids["Billing"]}
    request = await propose(client, ProposedChange(call="ActivateSpecModule", where=where, parameters=parameters))
    assert (request.request.targets, request.filters) == (3, [])
    seen = await planned(stage, client, request)
    assert [(request_filter.matched, request_filter.matches_now) for request_filter in seen.filters] == [(3, 3)]
    assert seen.groups[0].count == 3


async def test_large_undo_is_planned_and_keeps_later_edits(stage: Stage) -> None:
    client, clinics = await stage.signed_in(), [await stage.clinic(rooms_count=1) for _ in range(3)]
    request = await propose(client, *(change("UpdateClinic", id=id, rooms_count=2) for id in clinics))
    await apply_now(stage, client, await planned(stage, client, request))
    await client.clinics.update(id=clinics[0], rooms_count=7)
    undo = await planned(stage, client, await client.change_requests.undo(request_id=request.request.id))
    assert sorted(target.planned for target in await targets_of(client, undo)) == ["change", "change", "kept"]
    ended = (await apply_now(stage, client, undo)).request
    assert (ended.done, ended.kept, ended.differences) == (2, 1, 0)


async def test_request_of_a_key_is_planned_with_its_scopes(stage: Stage) -> None:
    program = await stage.program("change_requests:write", "modules:write")
    request = await propose(program, *await activations(stage))
    client = await stage.signed_in()
    seen = await planned(stage, client, request)
    assert seen.groups[0].count == 3
    ended = (await apply_now(stage, client, seen)).request
    assert ended.done == 3
    assert await modules_of(client, int((await targets_of(client, seen))[0].resource_id or 0)) == ["Billing"]


async def test_list_marks_a_request_that_is_being_planned(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(client, *await activations(stage))
    [listed] = (await client.change_requests.list(status="open", author_id=request.request.author_id)).items[:1]
    assert (listed.id, listed.label) == (request.request.id, "planning")


async def test_cancelled_planning_job_closes_the_request_with_news(stage: Stage) -> None:
    author, boss = await stage.signed_in(CARE), await stage.signed_in()
    request = await propose(author, *await activations(stage))
    id = request.request.id
    await killed_after_a_step(stage, planner.JOB_NAME)
    assert (await boss.jobs.cancel(job_id=request.request.job_id or 0)).state == "cancelled"
    closed = await read(author, request)
    assert (closed.request.status, closed.request.end_reason, closed.labels) == ("closed", "closed", [])
    assert closed.request.closed_by == "Staff 01"
    [event] = [entry for entry in await stage.events("change_request.close") if entry["resource_id"] == str(id)]
    assert (event["actor_name"], event["before"]) == ("Staff 01", {"status": "open"})
    assert event["after"] == {"status": "closed", "reason": "closed", "note": None}
    assert [item.news for item in await items_of(author, "change_request_news", id)] == ["closed"]
    assert await items_of(boss, "change_request_news", id) == []
    assert await items_of(await stage.signed_in(BILLING), "change_requests", id) == []
    await boss.jobs.retry(job_id=request.request.job_id or 0)
    await drain(stage.services)
    assert (await read(author, request)).request == closed.request
    again = await author.change_requests.propose_again(request_id=id, outcomes=["left"])
    assert (await planned(stage, author, again)).groups[0].count == 3


async def test_request_whose_planning_job_is_lost_can_be_closed(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    request = await propose(author, *await activations(stage))
    lose = "with lost as (delete from jobs where id = :id returning 1) select count(*) from lost"
    await stage.sql(lose, id=request.request.job_id)
    assert (await read(author, request)).labels == ["planning"]
    await other.change_requests.close(request_id=request.request.id)
    again = await author.change_requests.propose_again(request_id=request.request.id, outcomes=["left"])
    assert (await planned(stage, author, again)).groups[0].count == 3


async def test_cancelled_job_of_a_run_leaves_the_request_paused(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(client, *await activations(stage, 1))
    run = await client.change_requests.apply(**named(request))
    await client.jobs.cancel(job_id=run.request.job_id or 0)
    assert (await read(client, request)).labels == ["paused"]
    await client.change_requests.resume(**named(request))
    await drain(stage.services)
    assert (await read(client, request)).request.status == "applied"
