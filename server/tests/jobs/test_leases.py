"""Leases of jobs, and their end when the process is known to be dead."""

from __future__ import annotations

from functools import partial

import pytest
from server.tests.support.stage import Stage

from careops_server.core.jobs import queries

pytestmark = pytest.mark.own


async def test_only_leases_of_the_dead_process_end(stage: Stage) -> None:
    for _ in range(2):
        await stage.sql("insert into jobs (kind, parameters) values ('tests.none', '{}')")
    change = stage.services.database.change
    first = await change(partial(queries.claim, claimed_by="1"))
    second = await change(partial(queries.claim, claimed_by="2"))
    assert first is not None
    assert second is not None
    assert await change(partial(queries.end_leases, claimed_by="1")) == 1
    resumed = await change(partial(queries.claim, claimed_by="1"))
    assert resumed is not None
    assert (resumed["id"], resumed["attempt"]) == (first["id"], first["attempt"] + 1)
    assert await change(queries.claim) is None
    # The attempt that was interrupted can write nothing more.
    assert await change(lambda connection: queries.complete_steps(connection, first["id"], first["attempt"], 1)) is None
