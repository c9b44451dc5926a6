"""``careops presence list``."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.presence import ListPresence, PresentColleague

AT = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)
ARJUN = PresentColleague(user_id=2, name="Arjun Pillai", account_type="customer_care", editing=True, since=AT)
NAMELESS = PresentColleague(user_id=3, account_type="billing_admin", editing=False, since=AT)


def test_colleagues_are_listed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListPresence, [ARJUN, NAMELESS])
    listed = json.loads(careops("presence", "list", "clinic", "41", "--json").out)
    assert [(row["user_id"], row["name"], row["editing"]) for row in listed] == [
        (2, "Arjun Pillai", True),
        (3, None, False),
    ]
    assert "Arjun Pillai" in careops("presence", "list", "clinic", "41").out
    assert platform.calls(ListPresence) == [ListPresence(kind="clinic", record_id=41)] * 2


def test_record_without_colleagues_has_an_empty_list(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListPresence, [])
    assert json.loads(careops("presence", "list", "doctor", "7", "--json").out) == []


def test_kind_without_a_screen_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("presence", "list", "campaign", "41").code == 2
    assert platform.calls(ListPresence) == []
