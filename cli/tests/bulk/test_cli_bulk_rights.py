"""Missing permissions are reported before any request, with their exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import TOKEN, Platform

from careops.calls.users import ReadUser
from careops.client.tokens import Tokens
from careops.errors import Forbidden
from careops_cli.auth.profiles import Profile
from careops_cli.auth.token_stores import token_store


def signed_in_as(platform: Platform, account_type: str) -> None:
    token_store(Profile("", platform.url)).save(Tokens(TOKEN, "refresh", account_type, {}))


@pytest.mark.parametrize(
    "words",
    [
        ("users", "set-status", "INACTIVE", "7", "--yes"),
        ("users", "set-status", "INACTIVE", "7", "8", "--dry-run"),
        ("users", "set-status", "INACTIVE", "--where", "active_users=true", "--yes"),
        ("data-generation", "cms", "9876543210", "--yes"),
    ],
    ids=" ".join,
)
def test_account_without_the_permission_sends_nothing(
    platform: Platform, careops: CareOpsCommand, words: tuple[str, ...]
) -> None:
    signed_in_as(platform, "customer_care")
    run = careops(*words)
    assert (run.code, platform.received) == (2, [])
    assert "Your account may not do this (customer_care). It takes super_admin" in run.err
    assert "Nothing was sent" in run.err


def test_no_journal_is_left_behind(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    signed_in_as(platform, "customer_care")
    journal = tmp_path / "run.jsonl"
    assert careops("users", "set-status", "ACTIVE", "7", "8", "--yes", "--journal", str(journal)).code == 2
    assert not journal.exists()


def test_token_without_an_account_type_is_tried(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAREOPS_TOKEN", TOKEN)
    platform.answer(ReadUser, Forbidden())
    run = careops("users", "set-status", "INACTIVE", "7", "--yes")
    assert run.code == 1
    assert platform.calls(ReadUser) != []
