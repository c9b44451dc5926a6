"""Rules of change requests that hold from every side: objections, propose again, undo, starts and concurrent steps."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from server.tests.support.change_requests import activate, apply_now, change, modules_of, propose
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.stage import BILLING, CARE, Stage

from careops import ApiError, AsyncCareOps, Conflict, InvalidInput
from careops.calls.change_requests import Canary, ChangeRequestDetail, ProposedChange
from careops_server.areas.change_requests import apply, states
from careops_server.core.http.removed_calls import REMOVED_CALLS
from careops_server.processes.job_worker import drain

pytestmark = pytest.mark.own
GUIDE = Path(__file__).parents[3] / "docs/guide/change_requests.md"


def named(detail: ChangeRequestDetail) -> dict[str, Any]:
    return {"request_id": detail.request.id, "digest": detail.request.digest}


def again_with(detail: ChangeRequestDetail, *changes: ProposedChange) -> dict[str, Any]:
    """The body of a revision with the same texts."""
    request = detail.request
    return {"request_id": request.id, "title": request.title, "reason": request.reason, "changes": list(changes)}


async def read(client: AsyncCareOps, detail: ChangeRequestDetail) -> ChangeRequestDetail:
    return await client.change_requests.read(request_id=detail.request.id)


async def refusal(call: Awaitable[Any]) -> str | None:
    """The code of the error that a call raises."""
    with pytest.raises(ApiError) as refused:
        await call
    return refused.value.code


async def super_admin(stage: Stage) -> tuple[int, AsyncCareOps]:
    phone = stage.phone()
    return await stage.user(phone, "super_admin"), await stage.signed_in(phone)


def test_guide_has_the_table_of_states() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([a-z_, ]+) \| ([a-z_, ]+) \|", GUIDE.read_text("utf-8"), re.MULTILINE)
    table = {name: (frozenset(before.split(", ")), frozenset(after.split(", "))) for name, before, after in rows}
    assert {name: table.get(name) for name in states.STEPS} == {
        name: (step.before, step.after) for name, step in states.STEPS.items()
    }


async def test_identical_revision_keeps_the_objection(stage: Stage) -> None:
    author, other, clinic = await stage.signed_in(CARE), await stage.signed_in(BILLING), await stage.clinic()
    request = await propose(author, activate(stage, clinic))
    await other.change_requests.object(**named(request), reason="They left")
    revised = await author.change_requests.revise(**again_with(request, activate(stage, clinic)))
    assert (revised.request.digest, revised.labels) == (request.request.digest, ["objected"])
    assert await refusal(author.change_requests.apply(**named(revised))) == "change_request_objected"


async def test_objection_ends_by_withdrawal_or_approval(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    request = await propose(author, activate(stage, await stage.clinic()))
    assert await refusal(other.change_requests.withdraw(request_id=request.request.id)) == "change_request_no_objection"
    await other.change_requests.object(**named(request), reason="They left")
    await other.change_requests.withdraw(request_id=request.request.id)
    assert (await read(author, request)).labels == []
    await other.change_requests.object(**named(request), reason="They left")
    await other.change_requests.approve(**named(request))
    assert (await read(author, request)).labels == []


async def test_objection_of_a_blocked_reviewer_stands_until_another_super_admin_dismisses_it(stage: Stage) -> None:
    _, author = await super_admin(stage)
    phone = stage.phone()
    objector_id = await stage.user(phone, "customer_care")
    objector, other = await stage.signed_in(phone), await stage.signed_in()
    request = await propose(author, activate(stage, await stage.clinic()))
    await objector.change_requests.object(**named(request), reason="They left")
    await stage.sql("update users set user_status = 'BLOCKED' where id = :id returning 1", id=objector_id)
    dismissal: dict[str, Any] = {
        "request_id": request.request.id,
        "objector_id": objector_id,
        "reason": "They signed again",
    }
    assert await refusal(author.change_requests.dismiss(**dismissal)) == "change_request_own"
    assert await refusal(author.change_requests.apply(**named(request))) == "change_request_objected"
    await other.change_requests.dismiss(**dismissal)
    seen = await read(author, request)
    assert (seen.labels, seen.reviews[0].ended_reason) == ([], "They signed again")
    assert await refusal(other.change_requests.dismiss(**dismissal)) == "change_request_no_objection"


async def test_proposing_again_keeps_objections_and_excludes_all_writers_from_approving(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    request = await propose(author, activate(stage, await stage.clinic()))
    await other.change_requests.object(**named(request), reason="They left")
    client = await stage.signed_in()
    again = await client.change_requests.propose_again(request_id=request.request.id, outcomes=["left"])
    assert (again.request.proposed_from, again.labels) == (request.request.id, ["objected"])
    assert await refusal(author.change_requests.approve(**named(again))) == "change_request_own"
    await other.change_requests.approve(**named(again))
    assert (await apply_now(stage, client, again)).request.status == "applied"


async def test_changes_are_proposed_again_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 1)
    client = await stage.signed_in()
    request = await propose(client, *[activate(stage, await stage.clinic()) for _ in range(3)])
    await client.change_requests.apply(**named(request))
    await killed_after_a_step(stage, apply.JOB_NAME)
    await client.change_requests.stop(**named(request))
    again = await client.change_requests.propose_again(request_id=request.request.id, outcomes=["left", "failed"])
    assert again.request.targets == 2
    repeated = client.change_requests.propose_again(request_id=request.request.id, outcomes=["left"])
    assert await refusal(repeated) == "change_request_nothing_to_repeat"


async def test_only_the_author_revises(stage: Stage) -> None:
    author, other, clinic = await stage.signed_in(CARE), await stage.signed_in(BILLING), await stage.clinic()
    request = await propose(author, activate(stage, clinic))
    revision = again_with(request, activate(stage, clinic))
    assert await refusal(other.change_requests.revise(**revision)) == "change_request_not_author"


async def test_approval_is_not_restored_with_an_earlier_content(stage: Stage) -> None:
    author, other, clinic = await stage.signed_in(CARE), await stage.signed_in(BILLING), await stage.clinic()
    request = await propose(author, activate(stage, clinic))
    await other.change_requests.approve(**named(request))
    await author.change_requests.revise(**again_with(request, activate(stage, clinic, "Telemedicine")))
    back = await author.change_requests.revise(**again_with(request, activate(stage, clinic)))
    assert back.request.digest == request.request.digest
    assert [(review.revision, review.counts) for review in back.reviews] == [(1, False)]


async def test_closed_undo_does_not_use_up_the_undo(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    request = await apply_now(stage, client, await propose(client, activate(stage, clinic)))
    first = await client.change_requests.undo(request_id=request.request.id)
    assert await refusal(client.change_requests.undo(request_id=request.request.id)) == "change_request_undone"
    await client.change_requests.close(request_id=first.request.id, reason="Not today")
    second = await client.change_requests.undo(request_id=request.request.id)
    assert (await apply_now(stage, client, second)).request.status == "applied"
    assert await modules_of(client, clinic) == []
    assert await refusal(client.change_requests.undo(request_id=request.request.id)) == "change_request_nothing_to_undo"


async def test_undo_is_neither_revised_nor_undone_nor_proposed_again(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    request = await apply_now(stage, client, await propose(client, activate(stage, clinic)))
    undo = await client.change_requests.undo(request_id=request.request.id)
    assert await refusal(client.change_requests.revise(**again_with(undo, activate(stage, clinic)))) == IS_UNDO
    again = client.change_requests.propose_again(request_id=undo.request.id, outcomes=["left"])
    assert await refusal(again) == IS_UNDO
    await apply_now(stage, client, undo)
    assert await refusal(client.change_requests.undo(request_id=undo.request.id)) == IS_UNDO
    redo = await client.change_requests.propose_again(request_id=request.request.id, outcomes=["reversed"])
    assert (await apply_now(stage, client, redo)).request.status == "applied"
    assert await modules_of(client, clinic) == ["Billing"]


IS_UNDO = "change_request_is_undo"


async def test_undo_carries_the_objections_to_an_earlier_undo(stage: Stage) -> None:
    client, other = await stage.signed_in(), await stage.signed_in(BILLING)
    request = await apply_now(stage, client, await propose(client, activate(stage, await stage.clinic())))
    first = await client.change_requests.undo(request_id=request.request.id)
    await other.change_requests.object(**named(first), reason="They need it")
    await client.change_requests.close(request_id=first.request.id)
    assert (await client.change_requests.undo(request_id=request.request.id)).labels == ["objected"]


async def test_six_people_who_apply_at_once_start_one_run(stage: Stage) -> None:
    clients = [(await super_admin(stage))[1] for _ in range(6)]
    request = await propose(clients[0], activate(stage, await stage.clinic()))
    answers = await asyncio.gather(
        *(client.change_requests.apply(**named(request)) for client in clients), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["ChangeRequestDetail", *["Conflict"] * 5]
    count = "select count(*) from jobs where (parameters ->> 'request_id')::bigint = :id"
    assert await stage.sql(count, id=request.request.id) == 1


async def test_apply_and_close_at_once_have_one_winner(stage: Stage) -> None:
    client, other = await stage.signed_in(), await stage.signed_in(BILLING)
    for _ in range(8):
        request = await propose(client, activate(stage, await stage.clinic()))
        answers = await asyncio.gather(
            client.change_requests.apply(**named(request)),
            other.change_requests.close(request_id=request.request.id),
            return_exceptions=True,
        )
        assert [isinstance(answer, Conflict) for answer in answers].count(True) == 1
        await drain(stage.services)
        is_applied = not isinstance(answers[0], Conflict)
        assert (await read(client, request)).request.status == ("applied" if is_applied else "closed")


async def test_concurrent_revisions_and_approvals_are_conflicts_and_never_unknown(stage: Stage) -> None:
    author, other, clinic = await stage.signed_in(CARE), await stage.signed_in(BILLING), await stage.clinic()
    request = await propose(author, activate(stage, clinic))
    answers = await asyncio.gather(
        *(
            call
            for number in range(6)
            for call in (
                author.change_requests.revise(
                    **{**again_with(request, activate(stage, clinic)), "reason": f"Reason {number}"}
                ),
                other.change_requests.approve(**named(request)),
            )
        ),
        return_exceptions=True,
    )
    errors = [answer for answer in answers if isinstance(answer, BaseException)]
    assert {type(error) for error in errors} <= {Conflict}
    seen = await read(author, request)
    assert seen.request.revision == 7


async def test_start_that_fails_waits_for_someone_to_apply_it(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    request = await propose(
        author,
        activate(stage, await stage.clinic()),
        apply_from=datetime.now(UTC) + timedelta(minutes=30),
        apply_until=datetime.now(UTC) + timedelta(minutes=90),
    )
    await other.change_requests.object(**named(request), reason="They left")
    await begin_window(stage, request)
    missed = await read(author, request)
    assert (missed.request.status, missed.labels) == ("open", ["objected", "missed_start"])
    await other.change_requests.withdraw(request_id=request.request.id)
    await drain(stage.services)
    assert (await read(author, request)).request.status == "open"
    assert (await apply_now(stage, author, request)).request.status == "applied"


async def begin_window(stage: Stage, request: ChangeRequestDetail) -> None:
    """Let the start time come, and run the job that waits for it."""
    for statement in (
        "update change_request_revisions set apply_from = now() - interval '1 minute'"
        " where request_id = :id and apply_from is not null returning 1",
        "update jobs set due_at = now() where (parameters ->> 'request_id')::bigint = :id returning 1",
    ):
        await stage.sql(statement, id=request.request.id)
    await drain(stage.services)


async def test_request_of_a_key_starts_automatically(stage: Stage) -> None:
    program = await stage.program("change_requests:write", "modules:write")
    clinic = await stage.clinic()
    start = datetime.now(UTC) + timedelta(minutes=30)
    request = await propose(program, activate(stage, clinic), apply_from=start)
    await begin_window(stage, request)
    client = await stage.signed_in()
    ended = (await read(client, request)).request
    assert (ended.status, ended.applied_by, ended.applied_by_id) == ("applied", None, None)
    assert await modules_of(client, clinic) == ["Billing"]


async def test_impossible_requests_are_refused_when_made(stage: Stage) -> None:
    client = await stage.signed_in()
    proposed_change = activate(stage, await stage.clinic())
    closed = await propose(client, proposed_change)
    await client.change_requests.close(request_id=closed.request.id)
    first = await propose(client, proposed_change)
    second = await propose(client, activate(stage, await stage.clinic()), after=first.request.id)
    now = datetime.now(UTC)
    for texts, code in (
        ({"apply_until": now - timedelta(days=1)}, "change_request_window_past"),
        ({"apply_from": now - timedelta(hours=2)}, "change_request_window_past"),
        ({"canary": Canary(targets=5)}, "change_request_canary_too_large"),
        ({"after": closed.request.id}, "change_request_order_impossible"),
    ):
        with pytest.raises(InvalidInput) as refused:
            await propose(client, activate(stage, await stage.clinic()), **texts)
        assert refused.value.code == code
    cycle = client.change_requests.revise(**again_with(first, proposed_change), after=second.request.id)
    assert await refusal(cycle) == "change_request_order_impossible"


async def test_contradictory_and_repeated_changes_are_refused(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    module_id = stage.module_ids["Billing"]
    on = activate(stage, clinic)
    off = change("DeactivateSpecModule", clinic_id=clinic, module_id=module_id)
    others = [activate(stage, await stage.clinic()) for _ in range(2)]
    for changes in ([on, off], [off, on], [on, *others, on], [on, *others, off]):
        with pytest.raises(InvalidInput) as refused:
            await propose(client, *changes)
        assert refused.value.code == "change_request_field_repeated"
    rooms, beds = (change("UpdateClinic", id=clinic, **{name: 12}) for name in ("rooms_count", "beds_count"))
    assert (await propose(client, on, activate(stage, clinic, "Telemedicine"), rooms, beds)).request.targets == 4


async def test_record_with_the_same_or_the_wanted_value_is_not_stale(stage: Stage) -> None:
    client, other = await stage.signed_in(), await stage.signed_in(BILLING)
    there_and_back, expected, changed = [await stage.clinic(rooms_count=1) for _ in range(3)]
    request = await propose(
        client, *(change("UpdateClinic", id=id, rooms_count=2) for id in (there_and_back, expected, changed))
    )
    for id, rooms in ((there_and_back, 7), (there_and_back, 1), (expected, 2), (changed, 9)):
        await other.clinics.update(id=id, rooms_count=rooms)
    seen = await read(client, request)
    assert (seen.stale_targets, [record.resource_id for record in seen.stale_records]) == (1, [str(changed)])
    ended = (await apply_now(stage, client, request)).request
    assert (ended.done, ended.unchanged, ended.kept) == (1, 1, 1)


@pytest.mark.parametrize("name", REMOVED_CALLS)
async def test_removed_call_names_its_replacement(stage: Stage, name: str) -> None:
    call = REMOVED_CALLS[name]
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.request(call.method, re.sub("<.*>", "7", call.path))
    [problem] = answer.json()["errors"]
    assert (answer.status_code, problem["code"], problem["detail"]) == (410, "call_removed", call.replacement)


async def test_account_has_fifty_open_requests(stage: Stage) -> None:
    phone = stage.phone()
    user_id = await stage.user(phone, "customer_care")
    client = await stage.signed_in(phone)
    request = await propose(client, activate(stage, await stage.clinic()))
    await stage.sql(
        "insert into change_requests (author_id, author_name)"
        " select :id, 'Asha Rao' from generate_series(1, 49) returning 1",
        id=user_id,
    )
    with pytest.raises(Conflict):
        await propose(client, activate(stage, await stage.clinic()))
    await client.change_requests.close(request_id=request.request.id)
    await propose(client, activate(stage, await stage.clinic()))
