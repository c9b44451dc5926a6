"""``careops staff list``."""

from __future__ import annotations

import json

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.staff import ListStaff, StaffAccount

ARJUN = StaffAccount(id=2, name="Arjun Pillai", account_type="customer_care")


def test_staff_are_listed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListStaff, [ARJUN])
    assert careops("staff", "list").out == "2\tArjun Pillai\tcustomer_care\n"
    assert platform.calls(ListStaff) == [ListStaff()]


def test_staff_are_found_by_name(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListStaff, [ARJUN])
    assert json.loads(careops("staff", "list", "--search", "arjun", "--json").out) == [
        {"id": 2, "name": "Arjun Pillai", "account_type": "customer_care"}
    ]
    assert platform.calls(ListStaff) == [ListStaff(search_text="arjun")]
