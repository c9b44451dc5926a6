"""Change a password, confirm it, and reset the password of another user."""

from __future__ import annotations

import json

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.clinics import ListClinics
from careops.calls.session import ChangePassword, ConfirmSession
from careops.calls.users import OneTimePassword, ResetPassword
from careops.constants import MUST_CHANGE, STEP_UP_REQUIRED
from careops.contract import Empty
from careops.errors import Forbidden, InvalidInput


def test_passwords_are_read_from_stdin_only(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ChangePassword, Empty())
    run = careops("password", "change", "--password-stdin", stdin="the old one\nmonsoon rain on tin roofs\n")
    assert run.code == 0
    assert [(call.old_password, call.new_password) for call in platform.calls(ChangePassword)] == [
        ("the old one", "monsoon rain on tin roofs")
    ]
    assert "monsoon" not in run.out + run.err


def test_guessable_password_is_refused_with_the_reason(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ChangePassword, InvalidInput("This password repeats itself.", source="new_password"))
    run = careops("password", "change", "--password-stdin", stdin="the old one\npasswordpassword\n")
    assert run.code == 1
    assert run.err.startswith("error: This password repeats itself (new_password).")


def test_one_time_password_must_be_changed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, Forbidden("Please choose a password of your own first", source=MUST_CHANGE))
    run = careops("clinics", "list")
    assert run.code == 1
    assert "Run: careops password change" in run.err


def test_reset_prints_the_password_once(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ResetPassword, OneTimePassword(password="x7m2k-p9qwd-3hfnz"))
    run = careops("admin", "reset-password", "9", "--json")
    assert json.loads(run.out) == {"user_id": 9, "password": "x7m2k-p9qwd-3hfnz"}
    assert platform.calls(ConfirmSession) == []


def test_reset_confirms_the_password_and_continues(platform: Platform, careops: CareOpsCommand) -> None:
    def reset(call: ResetPassword) -> object:
        if not platform.calls(ConfirmSession):
            return Forbidden("Please confirm with your password", source=STEP_UP_REQUIRED)
        return OneTimePassword(password="x7m2k-p9qwd-3hfnz")

    platform.answer(ResetPassword, reset)
    platform.answer(ConfirmSession, Empty())
    run = careops("admin", "reset-password", "9", "--password-stdin", "--json", stdin="my own password\n")
    assert run.code == 0
    assert [call.password for call in platform.calls(ConfirmSession)] == ["my own password"]
    assert len(platform.calls(ResetPassword)) == 2


@pytest.mark.parametrize("answer", [Forbidden("Your account may not do this")])
def test_other_refusals_ask_for_no_password(platform: Platform, careops: CareOpsCommand, answer: Forbidden) -> None:
    platform.answer(ResetPassword, answer)
    assert careops("admin", "reset-password", "9", "--password-stdin", stdin="x\n").code == 1
    assert platform.calls(ConfirmSession) == []
