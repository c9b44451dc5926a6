"""``careops today``: list, claim, release and snooze."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.today import (
    ClaimItem,
    ClaimNextItem,
    NextItem,
    ReadToday,
    ReleaseItem,
    SnoozeItem,
    TodayItem,
    TodayQueue,
    UnsnoozeItem,
)
from careops.contract import Empty

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
ITEM = TodayItem(
    source="doctors", verb="verify", record_id="12", title="Jairaj Tella", detail="REG-75097", at=NOON, due_at=NOON
)
ASLEEP = ITEM.model_copy(update={"record_id": "13", "snoozed_until": date(2026, 12, 1)})


def queue(source: str, *, capped: bool = False) -> TodayQueue:
    item = ITEM.model_copy(update={"source": source})
    return TodayQueue(
        source=source,
        personal=False,
        count=200 if capped else 1,
        count_capped=capped,
        oldest_at=NOON,
        older=2,
        older_capped=False,
        items=[item],
        snoozed=1,
        snoozed_items=[ASLEEP],
    )


def test_items_are_listed_by_source(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadToday, [queue("doctors"), queue("payments")])
    items = json.loads(careops("today", "list", "--json").out)
    assert [(item["source"], item["record_id"]) for item in items] == [("doctors", "12"), ("payments", "12")]
    platform.answer(ReadToday, [queue("doctors"), queue("payments")])
    assert careops("today", "list", "--source", "payments", "--columns", "source,title").out == (
        "payments\tJairaj Tella\n"
    )
    platform.answer(ReadToday, [queue("doctors")])
    assert careops("today", "list", "--snoozed", "--columns", "record_id,snoozed_until").out == "13\t2026-12-01\n"


def test_capped_counts_are_marked(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadToday, [queue("doctors", capped=True), queue("payments")])
    assert careops("today", "sources", "--columns", "source,due,older").out == "doctors\t200+\t2\npayments\t1\t2\n"


def test_group_without_command_lists_the_sources(platform: Platform, careops: CareOpsCommand) -> None:
    for arguments in ([], ["--columns", "source,due"], ["--json"]):
        platform.answer(ReadToday, [queue("doctors")])
        listed = careops("today", *arguments)
        assert listed.code == 0
        assert "doctors" in listed.out
    assert "Claim the most urgent free item" in careops("today", "--help").out
    assert careops("today", "lst").code == 2
    assert len(platform.calls(ReadToday)) == 3


def test_an_unknown_source_is_refused_before_a_request(platform: Platform, careops: CareOpsCommand) -> None:
    refused = careops("today", "claim", "weather", "12")
    assert refused.code != 0
    assert "doctors" in refused.err
    assert platform.calls(ClaimItem) == []


def test_the_next_item_is_claimed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ClaimNextItem, NextItem(item=ITEM))
    assert json.loads(careops("today", "next", "--source", "doctors", "--json").out)["record_id"] == "12"
    platform.answer(ClaimNextItem, NextItem())
    nothing = careops("today", "next", terminal=True)
    assert nothing.code == 0
    assert "Nothing is due." in nothing.out + nothing.err
    assert platform.calls(ClaimNextItem) == [ClaimNextItem(sources=["doctors"]), ClaimNextItem()]


def test_an_item_is_claimed_and_released(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ClaimItem, ITEM)
    platform.answer(ReleaseItem, Empty())
    assert json.loads(careops("today", "claim", "doctors", "12", "--json").out)["title"] == "Jairaj Tella"
    assert careops("today", "release", "doctors", "12").code == 0
    assert platform.calls(ClaimItem) == [ClaimItem(source="doctors", record_id="12")]
    assert platform.calls(ReleaseItem) == [ReleaseItem(source="doctors", record_id="12")]


def test_an_item_is_snoozed_and_shown_again(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SnoozeItem, Empty())
    platform.answer(UnsnoozeItem, Empty())
    snoozed = json.loads(careops("today", "snooze", "doctors", "12", "--until", "2026-12-01", "--json").out)
    assert snoozed == {"source": "doctors", "record_id": "12", "until": "2026-12-01", "note": None}
    assert careops("today", "unsnooze", "doctors", "12").code == 0
    assert platform.calls(SnoozeItem) == [SnoozeItem(source="doctors", record_id="12", until=date(2026, 12, 1))]


def test_an_unknown_source_or_day_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("today", "claim", "clinics", "12").code == 2
    assert careops("today", "snooze", "doctors", "12", "--until", "soon").code == 2
    assert platform.calls(ClaimItem) == []
    assert platform.calls(SnoozeItem) == []
