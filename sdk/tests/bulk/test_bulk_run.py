"""Runs against a platform that stores changes: each is made exactly once despite failures."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from sdk.tests.bulk.bulk_platform import BulkPlatform, quick, refused

from careops import AsyncCareOps, Unauthorized
from careops.bulk import (
    BulkRun,
    ClinicChange,
    CreateHospitals,
    Journal,
    Outcome,
    PlatformAway,
    SwitchFlag,
    SwitchModule,
    Target,
    apply,
    parse_ids,
)
from careops.calls.clinics import Clinic, ClinicDetail, ListClinics, ReadClinic, SignUpHospital
from careops.calls.modules import ActivateSpecModule, UpdateClinicSettings
from careops.contract import Call, Empty

ON = SwitchModule(module_id=2, active=True, name="Prescriptions")


def outcomes(run: BulkRun[Any]) -> dict[object, str]:
    return {row.target: row.outcome.value for row in run.rows()}


async def test_example_with_five_lines_works() -> None:
    platform = BulkPlatform(clinics=10, active={3})
    async with platform.client() as client:
        run = await apply(client, ON, parse_ids([1, "2", 3, 3, "x", 11]))
    assert [(row.row, row.target, row.outcome.value) for row in run.rows()] == [
        (1, 1, "done"),
        (2, 2, "done"),
        (3, 3, "unchanged"),
        (4, 3, "duplicate"),
        (5, "x", "invalid"),
        (6, 11, "failed"),
    ]
    reasons = [row.reason for row in run.rows()]
    assert reasons[0] == "Prescriptions: off → on"
    assert reasons[3] == "the same as row 3"
    assert reasons[5] == "There is no clinic with this id"
    assert platform.active == {1, 2, 3}
    assert platform.changes == {"module 1": 1, "module 2": 1}


async def test_second_run_changes_nothing() -> None:
    platform = BulkPlatform(clinics=300)
    async with platform.client() as client:
        for _ in range(2):
            platform.received.clear()
            run = await apply(client, ON, parse_ids(range(1, 301)))
            assert platform.calls(ReadClinic) == []
    assert run.counts[Outcome.UNCHANGED] == 300
    assert platform.mutations == []
    assert len(platform.received) <= 3  # lists, not 300 clinics


@pytest.mark.parametrize("count", [5, 300])
async def test_dry_run_reports_and_changes_nothing(count: int) -> None:
    platform = BulkPlatform(clinics=300, ipd={1})
    change = SwitchFlag("ipd_enabled", enabled=True)
    async with platform.client() as client:
        run = await apply(client, change, parse_ids([*range(1, count + 1), 999]), dry_run=True)
    assert run.counts[Outcome.PLANNED] == count - 1
    assert outcomes(run)[1] == "unchanged"
    assert outcomes(run)[999] == "failed"
    assert platform.mutations == []


@dataclass(frozen=True)
class Own(ClinicChange):
    """Change defined in a script, about a field that the list does not contain."""

    command: ClassVar[str] = "own"
    fingerprint: ClassVar[Mapping[str, object]] = {}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Empty]:
        return UpdateClinicSettings(clinic_id=int(target.key), ipd_enabled=True)

    def is_satisfied(self, item: Clinic) -> bool | None:
        return item.ipd_enabled if isinstance(item, ClinicDetail) else None

    def describe(self, target: Target) -> str:
        return "ipd"


async def test_custom_change_is_applied() -> None:
    platform = BulkPlatform(clinics=200, ipd={7})
    async with platform.client() as client:
        run = await apply(client, Own(), parse_ids(range(1, 201)))
        again = await apply(client, Own(), ListClinics())
    assert (run.counts[Outcome.DONE], run.counts[Outcome.UNCHANGED]) == (199, 1)
    assert again.counts[Outcome.UNCHANGED] == 200
    assert len(platform.changes) == 199


async def test_former_names_of_a_run_work_with_a_warning() -> None:
    class Warned(Own):
        async def doubts(self, client: AsyncCareOps, targets: Iterable[Target]) -> Sequence[str]:
            return [f"{len(list(targets))} look odd"]

    async with BulkPlatform(clinics=10).client() as client:
        run = BulkRun(client, Warned())
        await run.plan(parse_ids([1, 2]))
        with pytest.warns(DeprecationWarning, match="doubts is warnings"):
            assert await run.doubts() == ["2 look odd"]
        await run.apply()
    with pytest.warns(DeprecationWarning, match="learnt is response_data"):
        assert [row.learnt for row in run.rows()] == [{}, {}]


async def test_filters_need_no_read_of_each_clinic() -> None:
    platform = BulkPlatform(clinics=1200, active={7})
    async with platform.client() as client:
        run = await apply(client, SwitchFlag("ipd_enabled", enabled=True), ListClinics(ipd_enabled=False))
        again = await apply(client, ON, ListClinics(spec_module_id=2))
    assert run.counts[Outcome.DONE] == 1200
    assert outcomes(again) == {7: "unchanged"}
    assert platform.calls(ReadClinic) == []
    assert set(platform.changes.values()) == {1}


async def test_parallel_requests_are_limited() -> None:
    platform = BulkPlatform(clinics=60)
    async with platform.client() as client:
        await apply(client, ON, parse_ids(range(1, 61)), concurrency=4)
    assert 2 <= platform.most_at_once <= 4


@pytest.mark.proves("SEC-35.bulk")
async def test_retry_after_holds_all_workers_back() -> None:
    platform = BulkPlatform(clinics=40)
    times: list[float] = []

    def busy(call: Call[object]) -> httpx.Response | None:
        times.append(time.monotonic())
        return refused(503, retry_after="2") if len(times) == 5 else None

    platform.before = busy
    async with platform.client() as client:
        run = await apply(client, ON, parse_ids(range(1, 41)), concurrency=4)
    assert run.counts[Outcome.DONE] == 40
    gaps = [after - before for before, after in pairwise(times)]
    assert max(gaps) > 1.9
    assert gaps.index(max(gaps)) <= 4 + 4  # only requests in flight
    assert sum(gap > 1.9 for gap in gaps) == 1


@pytest.mark.proves("FAULT-21.waits")
@pytest.mark.parametrize("fault", [httpx.ConnectError("refused"), httpx.ReadError("reset"), refused(502), refused(429)])
async def test_outage_is_retried(fault: httpx.Response | Exception) -> None:
    platform = BulkPlatform(clinics=50)
    platform.before = lambda call: fault if 30 < len(platform.received) < 60 else None
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick())
        await run.plan(parse_ids(range(1, 51)))
        await run.apply()
    assert run.counts[Outcome.DONE] == 50
    assert set(platform.changes.values()) == {1}


@pytest.mark.proves("FAULT-21.gives-up")
async def test_exhausted_retries_report_no_failure() -> None:
    platform = BulkPlatform(clinics=50)
    platform.before = lambda call: httpx.ConnectError("refused") if len(platform.received) > 30 else None
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick(patience=0.2))
        await run.plan(parse_ids(range(1, 51)))
        with pytest.raises(PlatformAway, match="no usable answer"):
            await run.apply()
    assert run.counts[Outcome.FAILED] == 0
    assert run.open == 50 - run.counts[Outcome.DONE] > 0


async def test_web_page_instead_of_the_api_stops_the_run() -> None:
    platform = BulkPlatform(clinics=500)
    platform.before = lambda call: (
        httpx.Response(200, text="<html>sign in to the wifi</html>") if call.route.mutates else None
    )
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick())
        await run.plan(parse_ids(range(1, 501)))
        with pytest.raises(PlatformAway, match="in a row"):
            await run.apply()
    assert run.open > 400


async def test_server_error_for_one_clinic_is_one_failure() -> None:
    platform = BulkPlatform(clinics=5)
    platform.before = lambda call: (
        refused(500, "There was some error", x_request_id="req-12345678")
        if isinstance(call, ActivateSpecModule) and call.clinic_id == 3
        else None
    )
    async with platform.client() as client:
        run = await apply(client, ON, parse_ids(range(1, 6)))
    assert Counter(outcomes(run).values()) == {"done": 4, "failed": 1}
    assert "[request req-12345678]" in next(row.reason for row in run.rows() if row.target == 3)


async def test_a_revoked_session_stops_the_run() -> None:
    platform = BulkPlatform(clinics=50)
    platform.before = lambda call: refused(401) if len(platform.received) > 40 else None
    async with platform.client() as client:
        run = BulkRun(client, ON)
        await run.plan(parse_ids(range(1, 51)))
        with pytest.raises(Unauthorized):
            await run.apply()
    assert run.open == 50 - run.counts[Outcome.DONE] > 0
    assert run.counts[Outcome.FAILED] == 0


@pytest.mark.proves("FAULT-21.once")
@pytest.mark.parametrize("honours_keys", [True, False])
async def test_lost_answer_causes_no_second_change(honours_keys: bool) -> None:
    platform = BulkPlatform(clinics=20, honours_keys=honours_keys)
    lost: set[int] = set()

    def lose(call: Call[object]) -> Exception | None:
        if isinstance(call, ActivateSpecModule) and call.clinic_id % 3 == 0 and call.clinic_id not in lost:
            lost.add(call.clinic_id)
            return httpx.ReadError("reset")
        return None

    platform.after = lose
    async with platform.client() as client:
        run = BulkRun(client, ON, pace=quick())
        await run.plan(parse_ids(range(1, 21)))
        await run.apply()
    assert run.counts[Outcome.DONE] == 20
    assert len(lost) == 6
    assert platform.changes == {f"module {number}": 1 for number in range(1, 21)}


async def test_stopped_run_resumes_without_repetition(tmp_path: Path) -> None:
    platform = BulkPlatform(clinics=100, active={5})
    path = tmp_path / "run.jsonl"
    async with platform.client() as client:
        journal = Journal.create(path, ON.command, ON.fingerprint)
        run = BulkRun(client, ON, journal=journal, concurrency=4)
        platform.before = lambda call: run.stop() if len(platform.received) == 50 else None
        await run.plan(parse_ids([*range(1, 101), 1, "x"]))
        await run.apply()
        assert 0 < run.open < 90
        run.close()
        again = await apply(client, ON, [], journal=path)
    assert again.open == 0
    assert Counter(row.outcome.value for row in again.rows()) == {
        "done": 99,
        "unchanged": 1,
        "invalid": 1,
        "duplicate": 1,
    }
    assert platform.changes == {f"module {number}": 1 for number in range(1, 101) if number != 5}


async def test_target_sent_before_the_interruption_counts_as_done(tmp_path: Path) -> None:
    platform = BulkPlatform(clinics=3, active={2})
    path = tmp_path / "run.jsonl"
    journal = Journal.create(path, ON.command, ON.fingerprint)
    journal.write_targets([Target(1, 1), Target(2, 2), Target(3, 3)])
    for entry in ({"planned": 3}, {"sent": 1}, {"sent": 2}):
        journal.write(entry)
    journal.close()
    with path.open("ab") as file:
        file.write(b'{"sent":3')  # crash of the machine
    async with platform.client() as client:
        run = await apply(client, ON, [], journal=path)
    assert outcomes(run) == {1: "done", 2: "done", 3: "done"}
    assert platform.changes == {"module 1": 1, "module 3": 1}


async def test_failed_target_is_retried_by_a_resumed_run(tmp_path: Path) -> None:
    platform = BulkPlatform(clinics=2)
    async with platform.client() as client:
        await apply(client, ON, parse_ids([1, 3]), journal=tmp_path / "run.jsonl")
        platform.clinics = 3
        run = await apply(client, ON, [], journal=tmp_path / "run.jsonl")
    assert outcomes(run) == {1: "done", 3: "done"}
    assert platform.changes == {"module 1": 1, "module 3": 1}


async def test_full_disk_stops_the_run(tmp_path: Path) -> None:
    class FullDisk(Journal):
        def write(self, *entries: Mapping[str, Any]) -> None:
            if any("outcome" in entry for entry in entries):
                raise OSError(28, "No space left on device")
            super().write(*entries)

    platform = BulkPlatform(clinics=50)
    async with platform.client() as client:
        run = BulkRun(
            client, ON, journal=FullDisk.create(tmp_path / "run.jsonl", ON.command, ON.fingerprint), concurrency=2
        )
        await run.plan(parse_ids(range(1, 51)))
        with pytest.raises(Exception, match="The journal cannot be written: No space left"):
            await run.apply()
        run.close()
        again = await apply(client, ON, [], journal=tmp_path / "run.jsonl")
    assert again.counts[Outcome.DONE] == 50
    assert platform.changes == {f"module {number}": 1 for number in range(1, 51)}


def hospitals(*phones: str) -> list[Target]:
    return [Target(row, phone, {"name": f"H {phone}", "email": "h@h.example"}) for row, phone in enumerate(phones, 2)]


async def test_passwords_of_hospitals_are_in_the_report_only(tmp_path: Path) -> None:
    platform = BulkPlatform()
    change = CreateHospitals()
    path = tmp_path / "run.jsonl"
    async with platform.client() as client:
        run = await apply(client, change, hospitals("9812345670", "9812345671"), journal=path)
    assert run.counts[Outcome.DONE] == 2
    for row in run.rows():
        password = change.password(row.target)
        assert platform.hospitals[str(row.target)].password == password
        assert password not in path.read_text()
        assert password not in repr(change)
    assert [row.response_data for row in run.rows()] == [{"clinic_id": 900}, {"clinic_id": 901}]
    async with platform.client() as client:
        resumed = await apply(client, change, hospitals("9812345670", "9812345671"), journal=path)
    assert [row.response_data for row in resumed.rows()] == [{"clinic_id": 900}, {"clinic_id": 901}]
    assert len({change.password("1"), change.password("2"), CreateHospitals().password("1")}) == 3


async def test_a_hospital_is_never_created_twice(tmp_path: Path) -> None:
    platform = BulkPlatform(honours_keys=False)
    lost: list[object] = []
    platform.after = lambda call: (
        httpx.ReadError("reset") if call.route.mutates and not lost and not lost.append(call) else None  # type: ignore[func-returns-value]
    )
    async with platform.client() as client:
        run = BulkRun(client, CreateHospitals(), pace=quick())
        await run.plan(hospitals("9812345670", "9812345671"))
        await run.apply()
        assert run.counts[Outcome.DONE] == 2
        again = await apply(client, CreateHospitals(), hospitals("9812345670"))
        foreseen = await apply(client, CreateHospitals(), hospitals("9812345670", "9812345679"), dry_run=True)
    assert platform.changes == {"hospital 9812345670": 1, "hospital 9812345671": 1}
    assert next(again.rows()).reason == "This phone number already belongs to a user"
    assert [row.outcome.value for row in foreseen.rows()] == ["failed", "planned"]
    assert len(platform.calls(SignUpHospital)) == 3


async def test_waiting_run_stops_at_once() -> None:
    platform = BulkPlatform(clinics=5)
    platform.before = lambda call: refused(503, retry_after="60")
    async with platform.client() as client:
        run = BulkRun(client, ON)
        await run.plan(parse_ids(range(1, 6)))
        work = asyncio.create_task(run.apply())
        while not run.pace.waiting_for:  # noqa: ASYNC110 (a reason to wait is shown, not signalled)
            await asyncio.sleep(0)
        run.stop()
        await asyncio.wait_for(work, 30)
    assert run.open == 5
