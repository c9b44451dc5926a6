"""``careops broadcasts``: reach, confirmation with the number of devices, and sent broadcasts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.broadcasts import (
    Broadcast,
    ListBroadcasts,
    ListReachedDevices,
    Reach,
    ReachedDevice,
    ReadReach,
    SendRelogin,
    SendWebUpgrade,
    Sent,
    VersionReach,
)
from careops.contract import Page
from careops.errors import ApprovalRequired, NotFound, Problem, TooManyRequests

SENT_AT = datetime(2026, 11, 20, 9, 31, 7, tzinfo=UTC)
BROADCAST = Broadcast(
    id=12, kind="web_upgrade", app_type="cms", sent_at=SENT_AT, sent_by="Harpreet", devices=1840, users=1204, seen=655
)


@pytest.fixture(autouse=True)
def broadcasts(platform: Platform) -> None:
    versions = [VersionReach(app_type="cms", app_version="4.2.0", devices=1840)]
    platform.answer(ReadReach, Reach(devices=1840, users=1204, versions=versions))
    platform.answer(SendWebUpgrade, Sent(broadcast_id=12, devices=1840))
    platform.answer(SendRelogin, Sent(broadcast_id=13, devices=1840))


def test_dry_run_shows_the_reach(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("broadcasts", "web-upgrade", "--app", "cms", "--dry-run")
    assert run.out == "cms\t4.2.0\t1840\n"
    assert platform.calls(ReadReach)[0].app_type == "cms"
    assert platform.calls(SendWebUpgrade) == []


def test_broadcast_without_known_reach_is_sent(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadReach, NotFound())
    platform.answer(SendRelogin, Sent())
    run = careops("broadcasts", "relogin", "--dry-run")
    assert run.code == 1
    assert "This platform does not offer this" in run.err
    assert "this platform does not count them" in careops("broadcasts", "relogin").err
    assert platform.calls(SendRelogin) == []
    run = careops("broadcasts", "relogin", "--yes", terminal=True)
    assert (run.code, run.err) == (0, "Sent.\n")


@pytest.mark.proves("SEC-65.cli")
def test_confirmation_names_the_number_of_devices(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("broadcasts", "web-upgrade", "--app", "cms")
    assert run.code == 2, "confirmation needs a terminal"
    assert "Send the web upgrade of cms to 1,840 devices of 1,204 users on http://" in run.err
    assert platform.calls(SendWebUpgrade) == []
    assert careops("broadcasts", "web-upgrade", "--app", "cms", "--yes").code == 0
    assert platform.calls(SendWebUpgrade)[0].app_type == "cms"


def test_confirmation_explains_a_broadcast_without_known_devices(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadReach, Reach(devices=0, users=0, versions=[]))
    run = careops("broadcasts", "web-upgrade", "--app", "patient")
    assert "Send the web upgrade of patient to apps that are connected now (no device is known) on http://" in run.err
    assert careops("broadcasts", "web-upgrade", "--app", "patient", "--yes").code == 0


def test_relogin_is_sent_to_all_devices(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("broadcasts", "relogin", "--yes").code == 0
    assert platform.calls(ReadReach)[0].app_type is None
    assert len(platform.calls(SendRelogin)) == 1


def test_list_shows_broadcasts_and_their_reach(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListBroadcasts, lambda call: Page[Broadcast].of([BROADCAST], total=1, perpage=call.perpage))
    run = careops("broadcasts", "list", "--columns", "id,kind,app,devices,seen")
    assert run.out == "12\tweb_upgrade\tcms\t1840\t655\n"
    line = ReachedDevice(device_id=88, user_id=9, app_type="cms", app_version="4.2.0")
    platform.answer(ListReachedDevices, lambda call: Page[ReachedDevice].of([line], total=1, perpage=call.perpage))
    run = careops("broadcasts", "devices", "12", "--columns", "device_id,app_version,seen_version")
    assert run.out == "88\t4.2.0\t\n"


def test_unknown_app_is_refused(careops: CareOpsCommand) -> None:
    assert careops("broadcasts", "web-upgrade", "--app", "tv", "--yes").code == 2


def test_early_broadcast_names_the_waiting_time(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadReach, Reach(devices=1840, users=1204, versions=[], wait_seconds=42))
    run = careops("broadcasts", "web-upgrade", "--app", "cms", "--yes")
    assert run.code == 1
    assert "It may be sent again in 42 s." in run.err
    assert platform.calls(SendWebUpgrade) == []
    waits = iter([0, 31])
    platform.answer(ReadReach, lambda call: Reach(devices=1840, users=1204, versions=[], wait_seconds=next(waits)))
    platform.answer(SendWebUpgrade, TooManyRequests("Too soon"))
    run = careops("broadcasts", "web-upgrade", "--app", "cms", "--yes")
    assert run.code == 1
    assert "It may be sent again in 31 s." in run.err, "somebody else was quicker"


def test_covered_broadcast_names_the_request_that_is_needed(platform: Platform, careops: CareOpsCommand) -> None:
    change = {"title": "SendRelogin", "changes": [{"call": "SendRelogin", "parameters": {}}]}
    detail = "SendRelogin to 500 devices or more needs 1 approval by super_admin"
    problem = Problem(ApprovalRequired.title, detail=detail, change_request=change)
    platform.answer(SendRelogin, ApprovalRequired(problem))
    run = careops("broadcasts", "relogin", "--yes", "--json")
    assert (run.code, detail in run.err, '"change_request"' in run.err) == (1, True, True)


@pytest.mark.parametrize(
    ("command", "replacement"), [("proposals", "list"), ("approve", "approve"), ("decline", "object")]
)
def test_removed_commands_name_their_replacement(careops: CareOpsCommand, command: str, replacement: str) -> None:
    run = careops("broadcasts", command, "7")
    assert (run.code, f"careops requests {replacement} --help" in run.err) == (2, True)
