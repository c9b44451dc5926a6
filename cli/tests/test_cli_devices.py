"""``careops devices``: list, delete one or all, and confirmation."""

from __future__ import annotations

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.devices import DeleteAllDevices, DeleteDevice, Device, DevicesDeleted, ListDevices
from careops.contract import Empty, Page

DEVICE = Device(id=88, app_type="cms", app_version="4.2.0", device_type="android", device_version="15")


@pytest.fixture(autouse=True)
def devices(platform: Platform) -> None:
    platform.answer(ListDevices, lambda call: Page[Device].of([DEVICE], total=12, perpage=call.perpage))
    platform.answer(DeleteDevice, Empty())
    platform.answer(DeleteAllDevices, DevicesDeleted(deleted=12))


def test_list_prints_the_devices_of_a_user(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("devices", "list", "9", "--type", "android", "--columns", "id,app,app_version,type,version")
    assert run.out == "88\tcms\t4.2.0\tandroid\t15\n"
    call = platform.calls(ListDevices)[0]
    assert (call.user_id, call.device_type) == (9, "android")


def test_device_is_deleted_after_confirmation(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("devices", "delete", "9", "88").code != 0, "confirmation needs a terminal"
    assert platform.calls(DeleteDevice) == []
    assert careops("devices", "delete", "9", "88", "--yes").code == 0
    call = platform.calls(DeleteDevice)[0]
    assert (call.user_id, call.device_id) == (9, 88)


def test_devices_of_a_type_are_deleted_after_their_count_is_shown(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("devices", "delete", "9", "--all", "--type", "ios")
    assert "Delete 12 ios devices of user 9 on http://" in run.err
    assert platform.calls(DeleteAllDevices) == []
    assert careops("devices", "delete", "9", "--all", "--type", "ios", "--yes").code == 0
    assert platform.calls(DeleteAllDevices)[0].device_type == "ios"
    careops("devices", "delete", "9", "--all", "--yes")
    assert "device_type" not in platform.calls(DeleteAllDevices)[1].parameters


def test_user_without_devices_needs_no_request(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListDevices, Page[Device].of([], total=0, perpage=1))
    run = careops("devices", "delete", "9", "--all")
    assert run.code == 0
    assert platform.calls(DeleteAllDevices) == []


def test_contradictory_arguments_are_refused(careops: CareOpsCommand) -> None:
    for words in (("9",), ("9", "88", "--all"), ("9", "88", "--type", "ios"), ("9", "--all", "--type", "tv")):
        assert careops("devices", "delete", *words, "--yes").code == 2
