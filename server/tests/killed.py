"""Jobs whose process is killed between two steps."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.stage import Stage

from careops_server.jobs import queries
from careops_server.jobs.declaring import Running
from careops_server.jobs.kinds import KINDS


class _KilledError(Exception):
    """The process is gone."""


class _OneStep(Running):
    """A job in a process that is killed after a step of it."""

    async def step(self, work: Any, *, parts: int = 1) -> Any:
        await super().step(work, parts=parts)
        raise _KilledError


async def killed_after_a_step(stage: Stage, kind: str) -> None:
    """Have a process take the job that waits, do one step of it and be lost; another may take it at once."""
    row = await stage.services.database.change(queries.claim)
    assert row is not None
    with pytest.raises(_KilledError):
        await KINDS[kind].run(_OneStep(stage.services, row))
    await stage.sql("update jobs set leased_until = now() - interval '1 second' where state = 'running'")
