"""Bulk runs that propose their changes as one change request, and the number of records that a run names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sdk.tests.bulk.bulk_platform import BulkPlatform, lose_answer_once, quick

from careops.bulk import BulkRun, CreateHospitals, NotProposable, Outcome, SwitchModule, Target, apply, parse_ids
from careops.calls.change_requests import CreateChangeRequest
from careops.calls.runs import StartRun

ON = SwitchModule(module_id=2, active=True, name="Prescriptions")
TITLE, REASON = "Winter camp", "They signed the contract"


@pytest.mark.parametrize("batch", [0, 500])
async def test_a_run_proposes_what_needs_a_change_in_the_order_of_its_rows(batch: int) -> None:
    platform = BulkPlatform(clinics=30, active={3, 7}, batch=batch)
    until = datetime(2099, 1, 1, tzinfo=UTC)
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick())
        await run.plan(parse_ids([*range(30, 0, -1), 99]))
        assert await run.propose(title=TITLE, reason=REASON, apply_until=until) is not None
    [request] = platform.calls(CreateChangeRequest)
    assert platform.mutations == [request]
    assert (request.title, request.reason, request.apply_until) == (TITLE, REASON, until)
    clinics = [change.parameters["clinic_id"] for change in request.changes]
    assert clinics == [number for number in range(30, 0, -1) if number not in (3, 7)]
    assert {change.call for change in request.changes} == {"ActivateSpecModule"}
    counts = {outcome: count for outcome, count in run.counts.items() if count}
    assert counts == {Outcome.PLANNED: 28, Outcome.UNCHANGED: 2, Outcome.FAILED: 1}


async def test_a_proposal_whose_answer_is_lost_is_made_once() -> None:
    platform = BulkPlatform(clinics=3)
    platform.after = lose_answer_once(CreateChangeRequest)
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick())
        await run.plan(parse_ids([1, 2]))
        assert await run.propose(title=TITLE, reason=REASON) is not None
    assert len(platform.calls(CreateChangeRequest)) == 2
    assert len(platform._stored) == 1, "both requests have the same idempotency key"


async def test_without_a_change_nothing_is_proposed() -> None:
    platform = BulkPlatform(clinics=3, active={1, 2})
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick())
        await run.plan(parse_ids([1, 2]))
        assert await run.propose(title=TITLE, reason=REASON) is None
    assert platform.mutations == []


async def test_calls_with_passwords_are_not_proposed() -> None:
    platform = BulkPlatform()
    async with platform.client() as client:
        run = BulkRun(client, CreateHospitals(), pace=quick())
        await run.plan([Target(1, "9812345670", {"name": "Green Park", "email": "desk@greenpark.example"})])
        with pytest.raises(NotProposable, match="SignUpHospital"):
            await run.propose(title=TITLE, reason=REASON)
    assert platform.received == []


@pytest.mark.parametrize(("batch", "named"), [(0, "80"), (500, "200")])
async def test_each_change_names_the_records_of_the_run(batch: int, named: str) -> None:
    platform = BulkPlatform(clinics=200, active=set(range(1, 121)), batch=batch)
    async with platform.client() as client:
        await apply(client, ON, parse_ids(range(1, 201)))
        await client.clinics.list()
    sent = zip(platform.received, platform.run_targets, strict=True)
    changes = {count for call, count in sent if call.route.mutates and not isinstance(call, StartRun)}
    assert changes == {named}, "those that were compared and need no change do not count"
    assert platform.run_targets[-1] is None
