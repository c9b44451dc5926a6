"""A clock that was set back is a note of the verification; an event with an old time is still a finding."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial

import pytest
from server.tests.support.audit_installation import Installation
from server.tests.support.audit_installation import installed as installed

from careops.audit_chain.export_file import check_file
from careops_server.core.audit import purge, seal_queries, sealing_clock, signing_keys
from careops_server.core.audit.sealing_clock import SealingClock

DAY = 86_400.0


class Machine:
    """A machine whose clock can be set; the monotonic clock cannot."""

    def __init__(self) -> None:
        self.shift = 0.0
        self.elapsed = 0.0
        """Seconds that have passed faster than in reality."""

    def time(self) -> float:
        return time.time() + self.shift + self.elapsed

    def monotonic(self) -> float:
        return time.monotonic() + self.elapsed

    def now(self, zone: tzinfo) -> datetime:
        return datetime.fromtimestamp(self.time(), zone)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(sealing_clock, "time", machine)
    monkeypatch.setattr(sealing_clock, "datetime", machine)
    return machine


def record(installed: Installation, machine: Machine, *, ago: float = 0.0, count: int = 1) -> None:
    """Record events by the clock of this machine, some seconds before it."""
    installed.tamper(
        f"alter table audit_events alter column recorded_at set default to_timestamp({machine.time() - ago})"
    )
    installed.add(count)


async def faults(installed: Installation) -> list[str]:
    return [finding.fault for finding in (await installed.check()).findings]


@pytest.mark.proves("SEC-57", "FAULT-28.trail")
@pytest.mark.parametrize("sealed_meanwhile", [False, True])
async def test_clock_set_back_is_a_note(installed: Installation, machine: Machine, sealed_meanwhile: bool) -> None:
    clock = SealingClock()
    record(installed, machine)
    await installed.seal(clock)
    machine.shift = -DAY
    clock.sample()
    record(installed, machine)
    if sealed_meanwhile:
        await installed.seal(clock)
        record(installed, machine)
    machine.shift = 0.0
    machine.elapsed = 4.0
    clock.sample()
    record(installed, machine)
    await installed.seal(clock)
    report = await installed.check()
    assert (report.findings, report.proven) == ([], True)
    assert [(note.seal, round(note.seconds / DAY)) for note in report.clock_set_back] == [(6, 1)]
    exported = check_file(await installed.export(), trusted=signing_keys.trusted(installed.settings))
    assert (exported.proven, exported.clock_set_back) == (True, report.clock_set_back)


async def test_clock_is_right_again_after_two_rounds(installed: Installation, machine: Machine) -> None:
    clock = SealingClock()
    machine.shift = -DAY
    clock.sample()
    machine.shift = 0.0
    for _ in range(3):
        record(installed, machine)
        await installed.seal(clock)
    seals = [
        seal.sealed_at
        for number in (4, 5, 6)
        if (seal := await installed.database.read(partial(seal_queries.next_seal, number=number))) is not None
    ]
    behind = [round((machine.now(UTC) - moment).total_seconds() / DAY) for moment in seals]
    assert behind == [1, 1, 0]


@pytest.mark.proves("SEC-57")
async def test_back_dated_event_with_a_claim_is_found(installed: Installation, machine: Machine) -> None:
    clock = SealingClock()
    record(installed, machine, ago=2 * DAY)
    installed.owner.execute(
        "insert into audit_events (key, event_status, actor_name, description)"
        " values ('clock.set_back', 'SUCCESS', 'careops', 'The clock was set back by 2 days')"
    )
    await installed.seal(clock)
    assert await faults(installed) == ["sealed late"]
    installed.tamper("update audit_seals set sealed_at = sealed_at - interval '2 days' where number = 5")
    assert "seal changed" in await faults(installed)
    assert (await installed.check()).clock_set_back == []


@pytest.mark.proves("SEC-57")
async def test_back_dated_event_beside_a_real_step_is_found(installed: Installation, machine: Machine) -> None:
    clock = SealingClock()
    machine.shift = -DAY
    clock.sample()
    machine.shift = 0.0
    record(installed, machine, ago=3 * DAY)
    await installed.seal(clock)
    assert await faults(installed) == ["sealed late"]


@pytest.mark.proves("SEC-57")
@pytest.mark.parametrize("before", [0.0, DAY])
async def test_step_forward_explains_no_late_event(installed: Installation, machine: Machine, before: float) -> None:
    """A machine that slept, or whose clock was set forward, may have left events unsealed for as long."""
    clock = SealingClock()
    record(installed, machine)
    machine.shift = before + 2 * DAY
    clock.sample()
    await installed.seal(clock)
    assert await faults(installed) == ["sealed late"]


async def test_purge_ignores_a_seal_of_a_wrong_clock(installed: Installation, machine: Machine) -> None:
    machine.shift = -3_000 * DAY
    record(installed, machine)
    await installed.seal(SealingClock())
    machine.shift = 0.0
    record(installed, machine)
    await installed.seal(SealingClock())
    limit = machine.now(UTC) - timedelta(days=365)
    assert await purge.plan(installed.database, limit) == purge.Purged()
