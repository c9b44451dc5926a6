"""Requests of a hundred records: conflicts field by field, and an undo whose outcomes add up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from server.tests.support.change_requests import activate, apply_now, change, propose, targets_of
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.stage import BILLING, Stage

from careops import Conflict
from careops_server.areas.change_requests import apply
from careops_server.processes.job_worker import drain

pytestmark = pytest.mark.own


async def test_edited_records_of_a_large_request_stay_unchanged(stage: Stage) -> None:
    client, other = await stage.signed_in(), await stage.signed_in(BILLING)
    clinics = [await stage.clinic(rooms_count=1) for _ in range(100)]
    request = await propose(client, *(change("UpdateClinic", id=clinic, rooms_count=12) for clinic in clinics))
    for clinic in clinics[:3]:
        await other.clinics.update(id=clinic, rooms_count=3)
    await other.clinics.update(id=clinics[3], beds_count=4)  # another field is no conflict
    seen = await client.change_requests.read(request_id=request.request.id)
    assert [record.fields for record in seen.stale_records] == [["rooms_count"]] * 3
    assert {record.changed_by for record in seen.stale_records} == {f"Staff {BILLING[-2:]}"}
    applied = (await apply_now(stage, client, request)).request
    assert (applied.done, applied.kept, applied.left) == (97, 3, 0)
    left_alone = [target for target in await targets_of(client, request) if target.outcome == "kept"]
    assert sorted(int(target.resource_id or 0) for target in left_alone) == sorted(clinics[:3])


async def test_undo_of_a_partly_applied_request_adds_up_and_happens_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply, "PART", 30)
    client, other = await stage.signed_in(), await stage.signed_in(BILLING)
    clinics = [await stage.clinic() for _ in range(100)]
    request = await propose(client, *(activate(stage, clinic) for clinic in clinics))
    named: dict[str, Any] = {"request_id": request.request.id, "digest": request.request.digest}
    await client.change_requests.apply(**named)
    await killed_after_a_step(stage, apply.JOB_NAME)
    await client.change_requests.stop(**named)
    await drain(stage.services)
    changed = [int(target.resource_id or 0) for target in await targets_of(client, request) if target.outcome == "done"]
    assert len(changed) == 30
    billing = stage.module_ids["Billing"]
    for clinic in changed[:5]:
        await other.modules.deactivate(clinic_id=clinic, module_id=billing)
        await other.modules.activate(clinic_id=clinic, module_id=billing)
    undo = await client.change_requests.undo(request_id=request.request.id)
    undone = await apply_now(stage, client, undo)
    targets = await targets_of(client, undo)
    assert Counter(target.outcome for target in targets) == {"done": 30}
    # Values that were changed there and back are undone and named.
    assert {int(target.resource_id or 0) for target in targets if target.conflicts} == set(changed[:5])
    assert undone.request.differences == 0
    with pytest.raises(Conflict, match="None of the changes of this change request can be undone"):
        await client.change_requests.undo(request_id=request.request.id)
