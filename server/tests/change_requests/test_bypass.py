"""Freeze periods, emergency applications of requests, and the reviews that they owe."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from server.tests.support.change_requests import activate, apply_now, propose
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.policies import another_super_admin, named, policies_as_before, policy, save
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import AsyncCareOps, Conflict, Forbidden, InvalidInput
from careops.calls.change_requests import ChangeRequestDetail
from careops.models.approval_policies import FreezeToSave
from careops_server.areas.change_requests import apply
from careops_server.processes.job_worker import drain

pytestmark = [pytest.mark.own, pytest.mark.usefixtures(policies_as_before.__name__)]
REASON = "Billing is down in Ludhiana"


@pytest.fixture(autouse=True)
async def no_owed_reviews(stage: Stage) -> AsyncIterator[None]:
    """Forget the emergencies of a test."""
    yield
    await stage.sql("delete from change_request_bypasses")


async def freeze(stage: Stage, *, from_days: int = -1, days: int = 2) -> None:
    """Insert a freeze period that begins after a number of days."""
    await stage.sql(
        "insert into freeze_periods (starts_at, ends_at, reason) values (now() + make_interval(days => :begin),"
        " now() + make_interval(days => :end), 'Yearly invoices')",
        begin=from_days,
        end=from_days + days,
    )


async def bypass_now(stage: Stage, client: AsyncCareOps, request: ChangeRequestDetail) -> ChangeRequestDetail:
    """Apply a request in an emergency, run its job and return the request."""
    await client.change_requests.bypass(**named(request), reason=REASON)
    await drain(stage.services)
    return await client.change_requests.read(request_id=request.request.id)


async def test_freeze_period_prevents_application(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(client, activate(stage, await stage.clinic()))
    await freeze(stage)
    assert (await client.change_requests.read(request_id=request.request.id)).labels == ["frozen"]
    listed = [item.label async for item in client.change_requests.each(only="frozen") if item.id == request.request.id]
    assert listed == ["frozen"]
    with pytest.raises(Conflict) as refused:
        await client.change_requests.apply(**named(request))
    [problem] = refused.value.problems
    assert problem.code == "change_request_frozen"
    assert (problem.detail or "").endswith("Yearly invoices")
    await client.modules.activate(clinic_id=await stage.clinic(), module_id=stage.module_ids["Billing"])
    await stage.sql("delete from freeze_periods")
    for days in (-3, 1):
        await freeze(stage, from_days=days)
    assert [item.id async for item in client.change_requests.each(only="frozen")] == []
    assert (await apply_now(stage, client, request)).request.status == "applied"


async def test_freeze_period_ends_a_run(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 1)
    client = await stage.signed_in()
    request = await propose(client, *[activate(stage, await stage.clinic()) for _ in range(3)])
    await client.change_requests.apply(**named(request))
    await killed_after_a_step(stage, apply.JOB_NAME)
    await freeze(stage)
    await drain(stage.services)
    ended = await client.change_requests.read(request_id=request.request.id)
    assert (ended.request.status, ended.request.done, ended.request.left) == ("partly_applied", 1, 2)
    assert ended.request.end_reason == "frozen"
    remainder = await client.change_requests.propose_again(request_id=request.request.id, outcomes=["left"])
    assert (await bypass_now(stage, client, remainder)).request.status == "applied"


async def test_freeze_periods_are_saved_by_super_admins(stage: Stage) -> None:
    client = await stage.signed_in()
    [first, second] = [
        FreezeToSave.model_validate(
            {"starts_at": f"2098-0{month}-01T00:00:00Z", "ends_at": f"2098-0{month}-02T00:00:00Z", "reason": "Audit"}
        )
        for month in (1, 2)
    ]
    await client.change_requests.save_freezes(periods=[second, first])
    read = await (await stage.signed_in(CARE)).change_requests.freezes()
    assert [period.starts_at for period in read.periods] == [first.starts_at, second.starts_at]
    event = (await stage.events("freeze_periods.save"))[-1]
    assert len(event["after"]["periods"]) == 2
    wrong = first.model_copy(update={"ends_at": first.starts_at})
    with pytest.raises(InvalidInput) as refused:
        await client.change_requests.save_freezes(periods=[second, first, wrong])
    assert (refused.value.source, refused.value.code) == ("periods.2.ends_at", "freeze_period_invalid")
    with pytest.raises(Forbidden):
        await (await stage.signed_in(BILLING)).change_requests.save_freezes(periods=[])


async def test_open_pages_receive_new_policies_and_freeze_periods(stage: Stage) -> None:
    client = await stage.signed_in()
    counts = [await count_events(stage)]
    await save(stage, policy("DeletePromoCode", roles=["super_admin"]))
    counts.append(await count_events(stage))
    await client.change_requests.save_freezes(periods=[])
    counts.append(await count_events(stage))
    assert counts == [counts[0], counts[0] + 1, counts[0] + 2]


async def count_events(stage: Stage) -> int:
    """Return the number of realtime events about change requests."""
    [row] = await stage.rows("select count(*) as number from realtime_events where channel = 'change_requests'")
    number: int = row["number"]
    return number


async def test_emergency_applies_at_once_and_requires_a_review(stage: Stage) -> None:
    author, client, other = await stage.signed_in(CARE), await stage.signed_in(), await another_super_admin(stage)
    await save(stage, policy("ActivateSpecModule"))
    await freeze(stage)
    request = await propose(author, activate(stage, await stage.clinic()))
    assert request.labels == ["needs_approval", "frozen"]
    listed = (await client.change_requests.list(status="open")).items
    assert [item.label for item in listed if item.id == request.request.id] == request.labels[:1]
    done = await bypass_now(stage, client, request)
    assert (done.request.status, done.request.done, done.labels) == ("applied", 1, ["review_owed"])
    [bypassed] = done.bypasses
    assert (bypassed.user_id, bypassed.reason, bypassed.reviewed_at) == (stage.user_ids[SUPER], REASON, None)
    event = (await stage.events("change_request.bypass"))[-1]
    assert (event["resource_id"], event["after"]["reason"]) == (str(request.request.id), REASON)

    async def owed() -> list[int]:
        listed = await other.change_requests.list(review_owed=True)
        alerts = [alert for alert in await other.alarms.list() if alert.kind == "request_bypassed"]
        assert [(alert.who, alert.number) for alert in alerts] == [("Staff 01", item.id) for item in listed.items]
        return [item.id for item in listed.items]

    assert await owed() == [request.request.id]
    with pytest.raises(Forbidden) as refused:
        await client.change_requests.review_bypass(request_id=request.request.id)
    assert refused.value.code == "bypass_own"
    with pytest.raises(Forbidden):
        await author.change_requests.review_bypass(request_id=request.request.id)
    assert await owed() == [request.request.id]
    await other.change_requests.review_bypass(request_id=request.request.id, comment="Right")
    seen = await client.change_requests.read(request_id=request.request.id)
    assert (seen.labels, seen.bypasses[0].comment) == ([], "Right")
    assert await owed() == []
    with pytest.raises(Conflict) as again:
        await other.change_requests.review_bypass(request_id=request.request.id)
    assert again.value.code == "bypass_review_not_owed"


async def test_an_emergency_releases_one_request_only(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "PART", 1)
    author, client = await stage.signed_in(CARE), await stage.signed_in()
    await save(stage, policy("ActivateSpecModule"))
    request = await propose(author, *[activate(stage, await stage.clinic()) for _ in range(3)])
    await client.change_requests.bypass(**named(request), reason=REASON)
    await killed_after_a_step(stage, apply.JOB_NAME)
    await client.change_requests.stop(**named(request))
    remainder = await client.change_requests.propose_again(request_id=request.request.id, outcomes=["left"])
    with pytest.raises(Conflict) as refused:
        await client.change_requests.apply(**named(remainder))
    assert refused.value.code == "change_request_needs_approval"
    assert (await bypass_now(stage, client, remainder)).request.done == 2


async def test_an_emergency_does_not_wait_for_window_or_canary(stage: Stage) -> None:
    client, now = await stage.signed_in(), datetime.now(UTC)
    for window in (
        {"apply_from": now + timedelta(hours=1), "canary": {"targets": 1, "wait_minutes": 60}},
        {"apply_from": now - timedelta(hours=2), "apply_until": now + timedelta(hours=1)},
    ):
        request = await propose(client, *[activate(stage, await stage.clinic()) for _ in range(2)], **window)
        await stage.sql(
            "update change_request_revisions set apply_until = now() - interval '1 hour'"
            " where request_id = :id and apply_until is not null",
            id=request.request.id,
        )
        assert (await bypass_now(stage, client, request)).request.status == "applied"


async def test_an_emergency_needs_a_reason_the_digest_and_no_objection(stage: Stage) -> None:
    author, client, care = await stage.signed_in(CARE), await stage.signed_in(), await stage.signed_in(BILLING)
    request = await propose(author, activate(stage, await stage.clinic()))
    for reason in ("Fourteen signs", f"a{14 * ' '}b", 15 * ".", "Billing . . . . . . down"):
        with pytest.raises(InvalidInput):
            await client.change_requests.bypass(**named(request), reason=reason)
    with pytest.raises(Conflict):
        await client.change_requests.bypass(request_id=request.request.id, digest="0" * 64, reason=REASON)
    with pytest.raises(Forbidden):
        await author.change_requests.bypass(**named(request), reason=REASON)
    await care.change_requests.object(**named(request), reason="Not today")
    with pytest.raises(Conflict) as refused:
        await client.change_requests.bypass(**named(request), reason=REASON)
    assert refused.value.code == "change_request_objected"


async def test_a_key_cannot_apply_in_an_emergency(stage: Stage) -> None:
    program = await stage.program("modules:write", "change_requests:write")
    await save(stage, policy("ActivateSpecModule"))
    request = await propose(program, activate(stage, await stage.clinic()))
    with pytest.raises(Forbidden):
        await program.change_requests.bypass(**named(request), reason=REASON)
    with pytest.raises(Forbidden):
        await program.change_requests.review_bypass(request_id=request.request.id)
    with pytest.raises(Forbidden):
        await program.change_requests.save_policies(policies=[])
    with pytest.raises(Forbidden):
        await program.change_requests.save_freezes(periods=[])
