"""Jobs whose process is killed between two steps."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.stage import Stage

from careops_server.core.database.connection import Connection
from careops_server.core.jobs import queries
from careops_server.core.jobs.definitions import JobContext
from careops_server.processes.job_registry import KINDS


class KilledError(Exception):
    """Simulates the end of the process."""


class OneStep(JobContext):
    """A job whose process is killed after one step."""

    async def run_step(self, work: Any, *, parts: int = 1) -> Any:
        await super().run_step(work, parts=parts)
        raise KilledError


class KilledInStep(JobContext):
    """A job whose process is killed before its first step is committed."""

    async def run_step(self, work: Any, *, parts: int = 1) -> Any:
        async def killed(connection: Connection) -> None:
            await work(connection)
            raise KilledError

        await super().run_step(killed, parts=parts)


async def killed_after_a_step(stage: Stage, kind: str) -> None:
    """Claim the waiting job, run one step and lose the process; the job can be claimed again at once."""
    row = await stage.services.database.change(queries.claim)
    assert row is not None
    with pytest.raises(KilledError):
        await KINDS[kind].run(OneStep(stage.services, row))
    await stage.sql("update jobs set leased_until = now() - interval '1 second' where state = 'running'")
