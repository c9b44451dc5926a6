"""News of change requests in Today: for the author, reviewers and objectors, until they are read or settled."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from server.tests.support.change_requests import activate, apply_now, change, propose
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import AsyncCareOps
from careops.calls.change_requests import ChangeRequestDetail
from careops.calls.today import TodayItem
from careops_server.areas.change_requests import abandonment, preview
from careops_server.processes.job_worker import drain

pytestmark = pytest.mark.own


@pytest.fixture(autouse=True)
async def _no_news(stage: Stage) -> None:
    await stage.sql("with gone as (delete from change_request_readers returning 1) select count(*) from gone")


async def items_of(client: AsyncCareOps, source: str = "change_request_news") -> list[TodayItem]:
    [queue] = [queue for queue in await client.today.read() if queue.source == source]
    return queue.items


async def news_of(client: AsyncCareOps) -> list[tuple[str | None, str | None]]:
    return [(item.news, item.detail) for item in await items_of(client)]


def named(detail: ChangeRequestDetail) -> dict[str, Any]:
    return {"request_id": detail.request.id, "digest": detail.request.digest}


async def read(client: AsyncCareOps, detail: ChangeRequestDetail) -> None:
    """Open the page of a request."""
    await client.change_requests.mark_read(request_id=detail.request.id)


async def test_author_sees_an_objection_until_it_is_read(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    request = await propose(author, activate(stage, await stage.clinic()))
    assert await news_of(author) == []
    await other.change_requests.object(**named(request), reason="They left")
    [item] = await items_of(author)
    assert (item.news, item.detail, item.title) == ("objection", "Staff 03: They left", request.request.title)
    assert item.record == f"change_request:{request.request.id}"
    assert (await author.change_requests.read(request_id=request.request.id)).unread
    assert await news_of(other) == []
    await read(author, request)
    assert await news_of(author) == []
    assert not (await author.change_requests.read(request_id=request.request.id)).unread


async def test_objection_that_ends_leaves_before_it_is_read(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    request = await propose(author, activate(stage, await stage.clinic()))
    await other.change_requests.object(**named(request), reason="They left")
    await other.change_requests.withdraw(request_id=request.request.id)
    assert await news_of(author) == []
    await other.change_requests.approve(**named(request), reason="Checked")
    assert await news_of(author) == [("approval", "Staff 03: Checked")]


async def test_author_sees_the_end_with_its_reason(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    request = await propose(author, activate(stage, await stage.clinic()))
    await other.change_requests.close(request_id=request.request.id, reason="Cancelled")
    assert await news_of(author) == [("closed", "Cancelled")]
    await read(author, request)
    own = await propose(author, activate(stage, await stage.clinic()))
    await author.change_requests.close(request_id=own.request.id)
    assert await news_of(author) == []
    applied = await propose(author, activate(stage, await stage.clinic()))
    await apply_now(stage, other, applied)
    assert await news_of(author) == [("finished", None)]


async def test_author_sees_the_number_of_kept_records(stage: Stage) -> None:
    author, other, clinic = await stage.signed_in(CARE), await stage.signed_in(BILLING), await stage.clinic()
    request = await propose(author, change("UpdateClinic", id=clinic, rooms_count=12))
    await other.clinics.update(id=clinic, rooms_count=7)
    await apply_now(stage, other, request)
    assert await news_of(author) == [("kept", "1")]


async def test_author_sees_a_missed_start_until_the_request_is_applied(stage: Stage) -> None:
    author, other = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    start = datetime.now(UTC) + timedelta(minutes=30)
    request = await propose(author, activate(stage, await stage.clinic()), apply_from=start)
    await other.change_requests.object(**named(request), reason="They left")
    await stage.sql(
        "update change_request_revisions set apply_from = now() - interval '1 minute' where request_id = :id"
        " returning 1",
        id=request.request.id,
    )
    await stage.sql(
        "update jobs set due_at = now() where (parameters ->> 'request_id')::bigint = :id returning 1",
        id=request.request.id,
    )
    await drain(stage.services)
    assert await news_of(author) == [("missed_start", None)]
    await other.change_requests.withdraw(request_id=request.request.id)
    await other.change_requests.apply(**named(request))
    assert await news_of(author) == []


async def test_reviewers_see_a_revision_with_the_difference(stage: Stage) -> None:
    author, other, third = [await stage.signed_in(phone) for phone in (CARE, BILLING, SUPER)]
    clinic = await stage.clinic()
    request = await propose(author, activate(stage, clinic))
    await other.change_requests.approve(**named(request))
    await author.change_requests.revise(
        request_id=request.request.id,
        title="Billing for two",
        reason=request.request.reason,
        changes=[activate(stage, clinic), activate(stage, await stage.clinic())],
        apply_until=datetime.now(UTC) + timedelta(days=1),
    )
    assert await news_of(other) == [("revision", "title,window,changes")]
    assert await news_of(third) == []
    for reviewer in (other, third):
        waiting = await items_of(reviewer, "change_requests")
        assert str(request.request.id) in [item.record_id for item in waiting]
    await author.change_requests.close(request_id=request.request.id)
    assert await news_of(other) == []


async def test_reviewer_has_read_the_revision_that_is_reviewed(stage: Stage) -> None:
    author, other, clinic = await stage.signed_in(CARE), await stage.signed_in(BILLING), await stage.clinic()
    request = await propose(author, activate(stage, clinic))
    await other.change_requests.approve(**named(request))
    revised = await author.change_requests.revise(
        request_id=request.request.id, title="Again", reason="They signed", changes=[activate(stage, clinic)]
    )
    await other.change_requests.approve(**named(revised))
    assert await news_of(other) == []


@pytest.mark.parametrize("is_large", [False, True])
async def test_objector_sees_a_new_request_for_the_same_records(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, is_large: bool
) -> None:
    author, other, clinic = await stage.signed_in(CARE), await stage.signed_in(BILLING), await stage.clinic()
    request = await propose(author, activate(stage, clinic))
    await other.change_requests.object(**named(request), reason="They left")
    await author.change_requests.close(request_id=request.request.id)
    await propose(author, activate(stage, await stage.clinic()))
    assert await news_of(other) == []
    if is_large:
        monkeypatch.setattr(preview, "MAX_PLANNED_AT_ONCE", 0)
    again = await propose(await stage.signed_in(SUPER), activate(stage, clinic, "Telemedicine"))
    await drain(stage.services)
    assert await news_of(other) == [("same_records", "Staff 01")]
    assert (await items_of(other))[0].record == f"change_request:{again.request.id}"


async def test_people_behind_a_key_see_the_news_of_its_request(stage: Stage) -> None:
    program = await stage.program("change_requests:write", "modules:write")
    request = await propose(program, activate(stage, await stage.clinic()))
    other = await stage.signed_in(BILLING)
    await other.change_requests.object(**named(request), reason="They left")
    writers = "select writer_ids from change_request_revisions where request_id = :id"
    [writer_id] = await stage.sql(writers, id=request.request.id)
    [phone] = [phone for phone, user_id in stage.user_ids.items() if user_id == writer_id]
    assert await news_of(await stage.signed_in(phone)) == [("objection", "Staff 03: They left")]


async def test_request_without_a_step_for_ninety_days_ends_with_an_event_and_news(stage: Stage) -> None:
    author = await stage.signed_in(CARE)
    old, reviewed, recent = [await propose(author, activate(stage, await stage.clinic())) for _ in range(3)]
    for request, days in ((old, 91), (reviewed, 91), (recent, 89)):
        await stage.sql(
            "update change_request_revisions set revised_at = now() - :days * interval '1 day'"
            " where request_id = :id returning 1",
            id=request.request.id,
            days=days,
        )
    other = await stage.signed_in(BILLING)
    await other.change_requests.approve(**named(reviewed))
    await read(author, reviewed)
    assert await abandonment.close_abandoned(stage.services.database) == 1
    assert await abandonment.close_abandoned(stage.services.database) == 0
    statuses = [
        (await author.change_requests.read(request_id=detail.request.id)).request for detail in (old, reviewed, recent)
    ]
    assert [(item.status, item.end_reason) for item in statuses] == [
        ("closed", "abandoned"),
        ("open", None),
        ("open", None),
    ]
    events = [
        event for event in await stage.events("change_request.end") if event["resource_id"] == str(old.request.id)
    ]
    assert [event["after"] for event in events] == [{"status": "closed", "reason": "abandoned", "note": None}]
    assert await news_of(author) == [("abandoned", None)]


async def test_paused_run_without_a_step_for_ninety_days_ends_partly_applied(stage: Stage) -> None:
    client = await stage.signed_in()
    request = await propose(client, *[activate(stage, await stage.clinic()) for _ in range(2)], canary={"targets": 1})
    await apply_now(stage, client, request)
    await stage.sql(
        "update change_request_revisions set revised_at = now() - interval '91 days' where request_id = :id"
        " returning 1",
        id=request.request.id,
    )
    await stage.sql(
        "update change_requests set applied_at = now() - interval '91 days', paused_at = now() - interval '91 days'"
        " where id = :id returning 1",
        id=request.request.id,
    )
    assert await abandonment.close_abandoned(stage.services.database) == 1
    ended = (await client.change_requests.read(request_id=request.request.id)).request
    assert (ended.status, ended.end_reason, ended.done) == ("partly_applied", "abandoned", 1)
