"""``careops recents``: list, pin and remove."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.recents import ForgetRecent, KeepRecent, ListRecents, Recent

AT = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)
CLINIC = Recent(kind="clinic", record_id=41, name="Basant Clinic", place="Ludhiana", pinned=True, opened_at=AT)
DOCTOR = Recent(kind="doctor", record_id=7, name=None, opened_at=AT)


def test_recents_are_listed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListRecents, [CLINIC, DOCTOR])
    listed = json.loads(careops("recents", "list", "--json").out)
    assert [(row["kind"], row["record_id"], row["pinned"]) for row in listed] == [
        ("clinic", 41, True),
        ("doctor", 7, False),
    ]
    assert "Basant Clinic" in careops("recents", "list").out


def test_recent_is_pinned_unpinned_and_deleted(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(KeepRecent, [CLINIC])
    platform.answer(ForgetRecent, [])
    for verb, pinned in (("pin", True), ("unpin", False)):
        assert json.loads(careops("recents", verb, "clinic", "41", "--json").out)["pinned"] is pinned
    assert json.loads(careops("recents", "forget", "clinic", "41", "--json").out)["left"] == 0
    assert platform.calls(KeepRecent) == [
        KeepRecent(kind="clinic", record_id=41, pinned=True),
        KeepRecent(kind="clinic", record_id=41, pinned=False),
    ]
    assert platform.calls(ForgetRecent) == [ForgetRecent(kind="clinic", record_id=41)]


def test_unknown_kind_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("recents", "pin", "campaign", "41")
    assert run.code == 2
    assert platform.calls(KeepRecent) == []
