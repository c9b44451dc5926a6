"""``careops timeline``: entries of all kinds as sentences, page by page."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.timeline import EntryKind, Position, ReadTimeline, TimelineEntry
from careops.contract import KeysetPage

AT = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)


def entry(kind: EntryKind, number: int = 1, group: str = "other", **fields: Any) -> TimelineEntry:
    """An entry with these fields of its object."""
    return TimelineEntry.model_validate({"at": AT, "kind": kind, "group": group, "id": str(number), kind: fields})


def event(key: str, status: str = "SUCCESS", **fields: Any) -> TimelineEntry:
    values: dict[str, Any] = {"id": str(UUID(int=1)), "key": key, "event_status": status, "timestamp": AT, **fields}
    return entry("audit_event", group="modules", **values)


def page(*entries: TimelineEntry, following: str | None = None) -> KeysetPage[TimelineEntry]:
    return KeysetPage(items=list(entries), next=following)


def test_each_kind_of_entry_is_a_sentence(platform: Platform, careops: CareOpsCommand) -> None:
    decided: dict[str, Any] = {
        "verified": True,
        "verification_reason": "Checked with IMA",
        "name": "Simran",
        "decided_at": AT,
    }
    request: dict[str, Any] = {
        "id": 12,
        "title": "Switch on",
        "status": "open",
        "calls": ["UpdateClinic"],
        "targets": 1,
    }
    note: dict[str, Any] = {"id": 7, "record": "clinic:41", "author_name": "Arjun", "created_at": AT}
    note |= {"mentions": [], "pinned": False}
    promise: dict[str, Any] = {"id": 9, "record": "clinic:41", "what": "Call back", "created_at": AT}
    promise |= {"due": "2026-11-30", "state": "open"}
    platform.answer(
        ReadTimeline,
        page(
            event("module.activate", user={"name": "Arjun"}, before={"Queue": False}, after={"Queue": True}),
            event("clinic.update", "FAILED", description="The name is missing"),
            entry("payment", id=5, razorpay_payment_id="pay_U4N6", amount=1400.95, billing_payment_status="failed"),
            entry("billing_payment", description="Clinic Yearly", amount=11999),
            entry("verification", **decided, decided_by_name="Meera"),
            entry("verification", **{**decided, "verified": False}, decided_by_name="Meera"),
            entry("change_request", **request, author_name="Gurleen"),
            entry("note", **note, text="Owner called"),
            entry("note", **note, deleted_by="Meera"),
            entry("follow_up", **promise, owner_role="billing_admin", created_by="Arjun"),
        ),
    )
    rows = [line.split("\t")[2:] for line in careops("timeline", "clinic", "41").out.splitlines()]
    assert rows == [
        ["Arjun", "module.activate: Queue: no → yes"],
        ["", "clinic.update refused: The name is missing"],
        ["", "payment pay_U4N6 of ₹1,400.95: failed"],
        ["", "payment for Clinic Yearly of ₹11,999.00"],
        ["Meera", "verified: Checked with IMA"],
        ["Meera", "verification withdrawn"],
        ["Gurleen", "change request 12: Switch on (open)"],
        ["Arjun", "note: Owner called"],
        ["Arjun", "note removed by Meera"],
        ["Arjun", "follow-up 9: Call back (billing_admin, due 2026-11-30, open)"],
    ]
    assert platform.calls(ReadTimeline) == [ReadTimeline(record="clinic:41")]


def _many(count: int) -> list[TimelineEntry]:
    return [entry("payment", number, id=number) for number in range(count)]


def _answer_in_parts(platform: Platform, entries: list[TimelineEntry]) -> None:
    """Answer like a server: positions are numbers of entries."""

    def answer(call: ReadTimeline) -> KeysetPage[TimelineEntry]:
        start = 0 if call.before is None else Position.parse(call.before).at.microsecond
        end = start + call.limit
        position = Position(AT.replace(microsecond=0) + timedelta(microseconds=end), "payment", 1)
        return page(*entries[start:end], following=str(position) if end < len(entries) else None)

    platform.answer(ReadTimeline, answer)


@pytest.mark.parametrize(
    ("options", "limits", "printed"),
    [((), [30], 30), (("--limit", "5"), [10], 5), (("--limit", "120"), [100, 100], 120), (("--all",), [100] * 3, 250)],
)
def test_as_many_entries_as_requested(
    platform: Platform, careops: CareOpsCommand, options: tuple[str, ...], limits: list[int], printed: int
) -> None:
    _answer_in_parts(platform, _many(250))
    run = careops("timeline", "clinic", "41", *options, "--json")
    assert [row["id"] for row in json.loads(run.out)] == [str(number) for number in range(printed)]
    assert [call.limit for call in platform.calls(ReadTimeline)] == limits
    assert ("--all" in run.err) is (printed < 250)


@pytest.mark.parametrize(("count", "has_more"), [(4, False), (5, False), (6, True)])
def test_note_appears_only_if_entries_follow(
    platform: Platform, careops: CareOpsCommand, count: int, has_more: bool
) -> None:
    _answer_in_parts(platform, _many(count))
    run = careops("timeline", "clinic", "41", "--limit", "5")
    assert (len(run.out.splitlines()), "--all" in run.err) == (min(count, 5), has_more)


def test_changes_only_is_a_filter(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadTimeline, page())
    careops("timeline", "lab", "7", "--changes-only")
    assert platform.calls(ReadTimeline) == [ReadTimeline(record="lab:7", changes_only=True)]


def test_groups_and_invalid_input(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadTimeline, page())
    assert "No entries found" in careops("timeline", "lab", "7", "--groups", "notes,money").err
    assert platform.calls(ReadTimeline) == [ReadTimeline(record="lab:7", groups=["notes", "money"])]
    for wrong in ("module 7", "lab 0", "lab 7 --groups secret", "lab 7 --all --limit 5"):
        assert careops("timeline", *wrong.split()).code == 2
    assert len(platform.calls(ReadTimeline)) == 1
