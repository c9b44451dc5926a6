"""Our own server announces batches; a gateway does not, and a run still completes."""

from __future__ import annotations

import pytest
from server.tests.support.stage import Stage

from careops import Conflict
from careops.bulk import SwitchFlag, apply, parse_ids
from careops.calls.changes import ChangeTarget


async def test_run_succeeds_on_server_and_gateway(stage: Stage) -> None:
    client = await stage.signed_in()
    ids = [await stage.clinic() for _ in range(3)]
    run = await apply(client, SwitchFlag("ipd_enabled", True), parse_ids(map(str, ids)))
    assert [row.outcome for row in run.rows()] == ["done"] * 3
    assert await stage.sql("select count(*) from clinics where ipd_enabled and id = any(:ids)", ids=ids) == 3


async def test_gateway_announces_no_batches_and_refuses_them(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    async with stage.http() as http:
        header = (await http.get("/api/spec_modules", headers=await stage.bearer())).headers.get("careops-changes")
    targets = [ChangeTarget(key="the-key-of-this", parameters={"clinic_id": clinic, "ipd_enabled": True})]
    if stage.knows_before:
        assert header == "500"
        assert len(await client.changes.apply(change="UpdateClinicSettings", targets=targets)) == 1
        return
    assert header is None
    with pytest.raises(Conflict, match="one by one"):
        await client.changes.apply(change="UpdateClinicSettings", targets=targets)
