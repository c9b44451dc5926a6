"""``careops alarms``: list of alerts."""

from __future__ import annotations

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.alarms import Alarm, ListAlarms


def test_list_prints_each_alarm(platform: Platform, careops: CareOpsCommand) -> None:
    read = Alarm.model_validate({"kind": "bulk_reads", "at": "2026-11-20T09:31:07Z", "who": "Asha Rao", "number": 2010})
    platform.answer(ListAlarms, [Alarm(kind="trail_gone_back"), read])
    run = careops("alarms", "list")
    assert run.out.splitlines() == ["trail_gone_back\t\t\t", "bulk_reads\t2026-11-20T09:31:07Z\tAsha Rao\t2010"]


def test_list_without_alarms_is_empty(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListAlarms, [])
    run = careops("alarms", "list")
    assert (run.code, run.out) == (0, "")
