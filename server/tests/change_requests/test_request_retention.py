"""Retention of the single changes of requests."""

from __future__ import annotations

import pytest
from server.tests.support.stage import CARE, Stage

from careops import AsyncCareOps, Conflict
from careops.calls.change_requests import ChangeRequest, ProposedChange
from careops_server.core import cleanup
from careops_server.processes.job_worker import drain

pytestmark = pytest.mark.own


async def propose(stage: Stage, client: AsyncCareOps) -> ChangeRequest:
    change = ProposedChange(call="UpdateClinic", parameters={"id": await stage.clinic(), "rooms_count": 12})
    return (await client.change_requests.create(title="Rooms", reason="A survey", changes=[change])).request


async def age(stage: Stage, days: int) -> None:
    """Make all requests older."""
    for table, columns in (
        ("change_requests", ("applied_at", "ended_at", "closed_at")),
        ("change_request_revisions", ("revised_at",)),
    ):
        changed = ", ".join(f"{name} = {name} - :days * interval '1 day'" for name in columns)
        await stage.sql(f"with aged as (update {table} set {changed} returning 1) select 1", days=days)  # noqa: S608 (constants)


async def clean_up(stage: Stage) -> int:
    """Run the cleanup, and return the number of deleted changes."""
    return (await cleanup.cleanup(stage.services.database, stage.settings)).get("change_request_targets", 0)


async def test_changes_are_deleted_a_year_after_the_end_and_the_rest_stays(stage: Stage) -> None:
    client = await stage.signed_in()
    applied, closed, still_open = [await propose(stage, client) for _ in range(3)]
    await client.change_requests.apply(request_id=applied.id, digest=applied.digest)
    await drain(stage.services)
    reviewer = await stage.signed_in(CARE)
    await reviewer.change_requests.approve(request_id=closed.id, digest=closed.digest)
    await client.change_requests.close(request_id=closed.id)
    await age(stage, 364)
    assert await clean_up(stage) == 0
    await age(stage, 2)
    assert await clean_up(stage) == 2
    for id, count in ((applied.id, 0), (closed.id, 0), (still_open.id, 1)):
        detail = await client.change_requests.read(request_id=id)
        assert (detail.request.targets, detail.groups[0].after) == (1, {"rooms_count": 12})
        assert (await client.change_requests.targets(request_id=id)).total_records == count
    assert len((await client.change_requests.read(request_id=closed.id)).reviews) == 1
    with pytest.raises(Conflict) as refused:
        await client.change_requests.undo(request_id=applied.id)
    assert refused.value.code == "change_request_nothing_to_undo"


async def test_changes_of_earlier_revisions_are_deleted(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(stage, client)
    change = ProposedChange(call="UpdateClinic", parameters={"id": await stage.clinic(), "rooms_count": 7})
    await client.change_requests.revise(request_id=request.id, title="Rooms", reason="Again", changes=[change])
    await age(stage, 366)
    assert await clean_up(stage) == 1
    [target] = (await client.change_requests.targets(request_id=request.id)).items
    assert target.after == {"rooms_count": 7}


async def test_a_partly_applied_request_keeps_its_changes(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(stage, client)
    await stage.sql("delete from clinics where id = (select max(id) from clinics) returning 1")
    await client.change_requests.apply(request_id=request.id, digest=request.digest)
    await drain(stage.services)
    assert (await client.change_requests.read(request_id=request.id)).request.status == "partly_applied"
    await age(stage, 366)
    assert await clean_up(stage) == 0
