"""``careops clinic-admins``: parameters and output."""

from __future__ import annotations

import io
import json
import sys

import pytest
from cli.tests.command_line import CareOpsCommand, Terminal
from cli.tests.platform_stub import Platform

from careops.calls.clinic_admins import ClinicAdmin, CreateClinicAdmin, DeleteClinicAdmin, ListClinicAdmins
from careops.contract import Created, Empty, Page
from careops.errors import Conflict, NotFound

SIMRAN = ClinicAdmin(id=7, name="Simran Gill", phone_number="9812345670", status="ACTIVE")
CREATE = ("clinic-admins", "create", "41", "--name", "Simran Gill", "--phone", "98123 45670")


def test_list_prints_the_admins_of_a_clinic(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinicAdmins, Page[ClinicAdmin].of([SIMRAN], total=1, perpage=10))
    assert careops("clinic-admins", "list", "41").out == "7\tSimran Gill\t9812345670\t\tACTIVE\n"
    assert platform.calls(ListClinicAdmins)[0].clinic_id == 41


def test_admin_is_created_with_a_piped_password_and_without_email(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreateClinicAdmin, Created(id=7))
    run = careops(*CREATE, "--password-stdin", stdin="correct horse battery\n", terminal=True)
    assert run.code == 0
    assert "Simran Gill is an admin of clinic 41" in run.out + run.err
    [call] = platform.calls(CreateClinicAdmin)
    assert (call.phone_number, call.password, call.email) == ("9812345670", "correct horse battery", None)
    assert "email" not in call.parameters
    assert "horse" not in run.out + run.err


def test_generated_password_is_shown_once(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreateClinicAdmin, Created(id=7))
    shown = json.loads(careops(*CREATE, "--generate-password", "--email", "s@n.example", "--json").out)
    assert [call.password for call in platform.calls(CreateClinicAdmin)] == [shown["password"]]
    assert shown["email"] == "s@n.example"


def test_two_sources_of_a_password_are_refused(careops: CareOpsCommand) -> None:
    assert careops(*CREATE, "--generate-password", "--password-stdin").code == 2


def test_duplicate_phone_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreateClinicAdmin, Conflict("This phone number already belongs to a user", source="phone_number"))
    run = careops(*CREATE, "--generate-password")
    assert run.code == 1
    assert "already belongs to a user (--phone)" in run.err


def test_admin_is_deleted(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(DeleteClinicAdmin, lambda call: Empty() if call.admin_id == 7 else NotFound("No such admin"))
    assert json.loads(careops("clinic-admins", "delete", "41", "7", "--yes", "--json").out)["deleted"] is True
    assert careops("clinic-admins", "delete", "41", "8", "--yes").code == 1


def test_deletion_in_a_pipe_needs_the_yes_option(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(DeleteClinicAdmin, Empty())
    run = careops("clinic-admins", "delete", "41", "7")
    assert run.code == 2
    assert "confirmation needs a terminal. Add --yes." in run.err
    assert platform.calls(DeleteClinicAdmin) == []


@pytest.mark.parametrize(
    ("answer", "words", "code", "deleted"), [("y\n", (), 0, 1), ("\n", (), 5, 0), ("", ("--yes",), 0, 1)]
)
def test_deletion_on_a_terminal_asks_for_confirmation(
    platform: Platform,
    careops: CareOpsCommand,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    words: tuple[str, ...],
    code: int,
    deleted: int,
) -> None:
    platform.answer(DeleteClinicAdmin, Empty())
    screen = Terminal()
    with monkeypatch.context() as patch:
        patch.setattr(io, "StringIO", lambda text: Terminal(answer))  # the fixture's class for stdin
        patch.setattr(sys, "stderr", screen)
        assert careops("clinic-admins", "delete", "41", "7", *words).code == code
    question = f"Delete admin 7 of clinic 41 on {platform.url} as Harpreet Kaur (super_admin)? [y/N]"
    assert (question in screen.getvalue()) is (not words)
    assert len(platform.calls(DeleteClinicAdmin)) == deleted
