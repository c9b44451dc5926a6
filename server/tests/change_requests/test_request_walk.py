"""Random walks over the table of states: no change without its approvals, nothing twice, no dead end."""

from __future__ import annotations

import pytest
from server.tests.support.request_walk import Walk
from server.tests.support.stage import Stage

from careops_server.areas.change_requests import apply, planner, preview, states

pytestmark = pytest.mark.own
SEED = 42
BY_THE_SERVER = {"start", "part", "plan"}


async def walk(stage: Stage, monkeypatch: pytest.MonkeyPatch, seed: int, steps: int, *, kills: bool) -> set[str]:
    for module in (apply, planner):
        monkeypatch.setattr(module, "PART", 1)
    monkeypatch.setattr(preview, "MAX_PLANNED_AT_ONCE", 3)
    walked = Walk(stage, seed, kills=kills)
    await walked.set()
    await walked.run(steps, f"seed {seed}")
    print(f"seed {seed}: {dict(walked.taken)}")  # noqa: T201 (a failure can be repeated)
    return set(states.STEPS) & set(walked.taken)


async def test_random_steps_of_random_people_keep_the_rules(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(await walk(stage, monkeypatch, SEED, 500, kills=False)) > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
async def test_random_steps_with_killed_processes_keep_the_rules(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    taken = await walk(stage, monkeypatch, seed, 2000, kills=True)
    assert taken == set(states.STEPS) - BY_THE_SERVER, "each step was possible at least once"
