"""``careops follow-ups``: parameters and output."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.follow_ups import (
    CloseFollowUp,
    CreateFollowUp,
    FollowUp,
    HandedOver,
    HandOverFollowUps,
    ListFollowUps,
    ReadFollowUp,
    ReopenFollowUp,
    UpdateFollowUp,
)
from careops.calls.staff import ListStaff, StaffAccount
from careops.contract import Created, Empty, Page

DUE = date(2099, 11, 30)
FOLLOW_UP = FollowUp(
    id=9,
    record="clinic:41",
    record_name="Basant Clinic",
    what="Call the owner",
    owner_role="customer_care",
    due=DUE,
    state="open",
    created_by="Harpreet Kaur",
    created_at=datetime(2026, 11, 20, 9, 30, tzinfo=UTC),
)
STAFF = [StaffAccount(id=2, name="Arjun Pillai", account_type="customer_care")]


def test_list_prints_follow_ups_and_sends_its_filters(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListFollowUps, Page[FollowUp].of([FOLLOW_UP], total=1, perpage=10))
    run = careops("follow-ups", "list", "--mine", "--due-until", "2099-12-01", "--columns", "id,owner")
    assert run.out == "9\tcustomer_care\n"
    [call] = platform.calls(ListFollowUps)
    assert (call.mine, call.state, call.due_until) == (True, "open", date(2099, 12, 1))


def test_follow_up_has_exactly_one_owner(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListStaff, STAFF)
    platform.answer(CreateFollowUp, Created(id=9))
    command = ("follow-ups", "add", "clinic", "41", "Call", "--due", "2099-11-30")
    assert careops(*command).code == 2
    assert careops(*command, "--owner", "Arjun Pillai", "--role", "customer_care").code == 2
    assert careops(*command, "--owner", "Arjun Pillai").code == 0
    assert careops(*command, "--role", "billing_admin").code == 0
    person, role = platform.calls(CreateFollowUp)
    assert (person.owner_id, person.owner_role, person.due) == (2, None, DUE)
    assert (role.owner_id, role.owner_role) == (None, "billing_admin")


def test_edit_keeps_omitted_fields(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadFollowUp, FOLLOW_UP)
    platform.answer(ListStaff, STAFF)
    platform.answer(UpdateFollowUp, Empty())
    assert careops("follow-ups", "edit", "9", "--what", "Visit them").code == 0
    assert careops("follow-ups", "edit", "9", "--owner", "2").code == 0
    assert careops("follow-ups", "edit", "9").code == 2
    text, owner = platform.calls(UpdateFollowUp)
    assert (text.what, text.owner_role, text.due) == ("Visit them", "customer_care", DUE)
    assert (owner.what, owner.owner_id, owner.owner_role) == ("Call the owner", 2, None)


def test_follow_ups_are_closed_and_reopened(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CloseFollowUp, Empty())
    platform.answer(ReopenFollowUp, Empty())
    assert careops("follow-ups", "close", "9").code == 0
    assert careops("follow-ups", "close", "9", "--cancelled", "--reason", "They left").code == 0
    assert careops("follow-ups", "close", "9", "--cancelled").code != 0
    assert careops("follow-ups", "reopen", "9").code == 0
    done, cancelled = platform.calls(CloseFollowUp)
    assert (done.state, cancelled.state, cancelled.reason) == ("done", "cancelled", "They left")


def test_follow_ups_are_handed_over(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListStaff, STAFF)
    platform.answer(HandOverFollowUps, HandedOver(handed_over=2))
    run = careops("follow-ups", "hand-over", "9", "10", "--owner", "2", "--note", "On leave", "--json")
    assert json.loads(run.out) == {"handed_over": 2}
    assert careops("follow-ups", "hand-over", "nine", "--owner", "2").code == 2
    assert platform.calls(HandOverFollowUps) == [HandOverFollowUps(ids=[9, 10], owner_id=2, note="On leave")]
