"""Batches: every change is made exactly once despite failures, with the same outcomes as single requests."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sdk.tests.bulk.bulk_platform import BulkPlatform, lose_answer_once, quick, refused

from careops import ApprovalRequired, Forbidden, Unauthorized
from careops.bulk import BulkRun, CreateHospitals, Journal, SwitchModule, Target, apply, parse_ids
from careops.calls.changes import ApplyBatch
from careops.calls.clinics import ListClinics, ReadClinic, SignUpHospital
from careops.calls.modules import ActivateSpecModule
from careops.contract import Call

ON = SwitchModule(module_id=2, active=True, name="Prescriptions")


def outcomes(run: BulkRun[Any]) -> list[tuple[object, str, str]]:
    return [(row.target, row.outcome.value, row.reason) for row in run.rows()]


def sizes(platform: BulkPlatform) -> list[int]:
    return [len(batch.targets) for batch in platform.calls(ApplyBatch)]


@pytest.mark.parametrize("batch", [1, 4, 500])
async def test_report_is_independent_of_batch_size(batch: int) -> None:
    alone, by_the_set = (BulkPlatform(clinics=10, active={3, 7}, batch=most) for most in (0, 500))
    runs = []
    for platform in (alone, by_the_set):
        async with platform.client() as client:
            runs.append(await apply(client, ON, parse_ids(range(1, 13)), batch=batch))
    assert outcomes(runs[0]) == outcomes(runs[1])
    assert alone.active == by_the_set.active
    assert alone.changes == by_the_set.changes == Counter({f"module {n}": 1 for n in range(1, 11) if n not in (3, 7)})
    assert sizes(by_the_set) == {1: [], 4: [4, 4, 3], 500: [11]}[batch]


async def test_comparing_platform_needs_no_reads() -> None:
    platform = BulkPlatform(clinics=400, active={3}, batch=100)
    async with platform.client() as client:
        await apply(client, ON, parse_ids(range(1, 401)))
    assert (len(platform.calls(ListClinics)), platform.calls(ReadClinic)) == (1, [])
    assert sizes(platform) == [100] * 4
    assert platform.calls(ActivateSpecModule) == []


async def test_lost_batch_answer_causes_no_second_change() -> None:
    platform = BulkPlatform(clinics=20, batch=500)
    platform.after = lose_answer_once(ApplyBatch)
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick())
        await run.plan(parse_ids(range(1, 21)))
        await run.apply()
    assert set(platform.changes.values()) == {1}
    assert {reason for _, _, reason in outcomes(run)} == {"Prescriptions: off → on"}


async def test_run_interrupted_in_a_batch_resumes_with_its_outcomes(tmp_path: Path) -> None:
    platform = BulkPlatform(clinics=20, batch=500)
    path = tmp_path / "run.jsonl"
    platform.after = lambda call: refused(401) if isinstance(call, ApplyBatch) else None
    async with platform.client() as client:
        with pytest.raises(Unauthorized):
            await apply(client, ON, parse_ids(range(1, 21)), journal=path)
    assert len(platform.active) == 20
    platform.after = lambda call: None
    async with platform.client() as client:
        run = await apply(client, ON, parse_ids(range(1, 21)), journal=path)
    assert set(platform.changes.values()) == {1}
    assert Counter(reason for _, _, reason in outcomes(run)) == {
        "Prescriptions: off → on": 1,
        "its answer was lost, the change was not": 19,
    }


async def test_targets_beyond_the_time_limit_are_sent_again() -> None:
    platform = BulkPlatform(clinics=20, batch=500, time_for=8)
    async with platform.client() as client:
        run = await apply(client, ON, parse_ids(range(1, 21)))
    assert sizes(platform) == [19, 11, 3]
    assert {outcome for _, outcome, _ in outcomes(run)} == {"done"}


@pytest.mark.parametrize("batch", [1, 500])
async def test_a_run_that_needs_approval_ends_before_it_changes_anything(batch: int) -> None:
    platform = BulkPlatform(clinics=20, batch=500)
    changing = (ApplyBatch, ActivateSpecModule)
    platform.before = lambda call: refused(409, ApprovalRequired.title) if isinstance(call, changing) else None
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick(), batch=batch)
        await run.plan(parse_ids(range(1, 21)))
        with pytest.raises(ApprovalRequired):
            await run.apply()
    assert platform.changes == Counter()
    assert sum(isinstance(call, changing) for call in platform.received) < 20


@pytest.mark.parametrize("status", [403, 404, 409, 422, 500])
async def test_batch_refused_as_a_whole_is_sent_one_by_one(status: int) -> None:
    platform = BulkPlatform(clinics=10, active={3}, batch=5)
    platform.before = lambda call: refused(status) if isinstance(call, ApplyBatch) else None
    async with platform.client() as client:
        run = await apply(client, ON, parse_ids(range(1, 12)))
    assert Counter(outcome for _, outcome, _ in outcomes(run)) == {"done": 9, "unchanged": 1, "failed": 1}
    assert platform.changes == {f"module {n}": 1 for n in range(1, 11) if n != 3}


async def test_refusal_of_every_target_ends_the_run() -> None:
    platform = BulkPlatform(clinics=10, batch=500)
    done = platform._one_of_many

    def forbid(change: str, place: int, target: Any) -> Any:
        answer = done(change, place, target)
        return answer.model_copy(update={"outcome": "refused", "status": 403}) if place == 3 else answer

    platform._one_of_many = forbid  # type: ignore[method-assign]  # one answer is another's
    async with platform.client() as client:
        run = BulkRun(client, ON)
        await run.plan(parse_ids(range(1, 11)))
        with pytest.raises(Forbidden):
            await run.apply()
    assert run.open == 1
    assert [target for target, outcome, _ in outcomes(run) if outcome == "not tried"] == [5]  # 1 was sent alone


async def test_a_run_stops_between_batches(tmp_path: Path) -> None:
    platform = BulkPlatform(clinics=100, batch=10)
    async with platform.client() as client:
        run = BulkRun(client, ON, journal=Journal.create(tmp_path / "run.jsonl", ON.command, ON.fingerprint))

        def stop(call: Call[Any]) -> None:
            if len(sizes(platform)) == 3:
                run.stop()

        platform.before = stop
        await run.plan(parse_ids(range(1, 101)))
        await run.apply()
        assert len(platform.active) == 100 - run.open
        assert 60 <= run.open < 100
        run.close()


async def test_hospitals_created_in_batches_report_their_ids() -> None:
    platform = BulkPlatform(batch=500)
    fields = {"name": "Green Park", "email": "desk@g.example"}
    phones = [f"98123456{number:02}" for number in range(70, 75)]
    change = CreateHospitals()
    async with platform.client() as client:
        run = await apply(client, change, [Target(row, phone, fields) for row, phone in enumerate(phones, 1)])
    assert [row.response_data for row in run.rows()] == [{"clinic_id": 900 + place} for place in range(5)]
    assert len(platform.calls(SignUpHospital)) == 1
    assert all(platform.hospitals[phone].password == change.password(phone) for phone in phones)
