"""Bulk command over a list other than clinics: options, filters, confirmations and words of its noun."""

from __future__ import annotations

import pytest
from cli.tests.bulk.rows import rows
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.clinic_admins import ClinicAdmin, DeleteClinicAdmin, ListClinicAdmins
from careops.contract import Empty, Page
from careops_cli import root
from careops_cli.framework.click_extensions import LazyCommand


@pytest.fixture(autouse=True)
def deputies(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set up three admins under the name deputies."""
    commands = {**root.commands(), "deputies": LazyCommand("cli.tests.bulk.deputies", "Deputies of a clinic.")}
    monkeypatch.setattr(root, "commands", lambda: commands)
    admins = [ClinicAdmin(id=number, name="Asha Rao", phone_number="9812345670") for number in (9, 8, 7)]
    platform.answer(ListClinicAdmins, lambda call: Page[ClinicAdmin].of(admins, total=3, perpage=call.perpage))
    platform.answer(DeleteClinicAdmin, Empty())


def test_deputies_are_dismissed(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("deputies", "dismiss", "41", "7", "9", "6", "--yes")
    assert [row[1:3] for row in rows(run)] == [["7", "done"], ["9", "done"], ["6", "unchanged"]]
    assert {call.admin_id for call in platform.calls(DeleteClinicAdmin)} == {7, 9}


def test_count_uses_singular_or_plural(careops: CareOpsCommand) -> None:
    assert "Dismiss 1 deputy on http://" in careops("deputies", "dismiss", "41", "-", stdin="7\n").err
    assert "Dismiss 2 deputies on http://" in careops("deputies", "dismiss", "41", "7", "8").err
    assert careops("deputies", "list", terminal=True).err == "1 deputy\n"


def test_exported_table_of_deputies_has_their_ids(platform: Platform, careops: CareOpsCommand) -> None:
    table = "clinic_id,deputy_id\n41,8\n"
    assert rows(careops("deputies", "dismiss", "41", "-", "--yes", stdin=table))[0][1:3] == ["8", "done"]
    assert [call.admin_id for call in platform.calls(DeleteClinicAdmin)] == [8]


def test_filters_are_those_of_the_list(careops: CareOpsCommand) -> None:
    run = careops("deputies", "dismiss", "41", "--where", "clinic_id=7", "--yes")
    assert run.code == 2
    assert "Deputies cannot be filtered by 'clinic_id'" in run.err


def test_help_names_the_records(careops: CareOpsCommand) -> None:
    help_text = careops("deputies", "dismiss", "--help").out
    assert "Select all deputies that match this filter" in help_text
    assert "[DEPUTY_ID...]" in help_text
    assert "deputy_id or id" in help_text
    assert "clinic_id or id" in careops("modules", "on", "--help").out


def test_missing_targets_are_requested_by_their_noun(careops: CareOpsCommand) -> None:
    assert "Which deputies?" in careops("deputies", "dismiss", "41", "--yes").err
