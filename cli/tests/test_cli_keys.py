"""``careops keys``: create, show once, and revoke."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import TOKEN, Platform

from careops.calls.audit import AddAuditEvents, EventsAdded
from careops.calls.keys import (
    CreateKey,
    Key,
    KeyLogSummary,
    KeyRequest,
    ListKeyRequests,
    ListKeys,
    NewKey,
    ReadKeyLogSummary,
    RevokeKey,
    RotateKey,
)
from careops.calls.session import ConfirmSession
from careops.constants import STEP_UP_REQUIRED
from careops.contract import Empty, Page
from careops.errors import Forbidden

KEY = Key.model_validate(ListKeys.example.answer["items"][0])  # type: ignore[call-overload]  # an example is a mapping here
REQUEST = KeyRequest.model_validate(ListKeyRequests.example.answer["items"][0])  # type: ignore[call-overload]  # an example is a mapping here
SUMMARY: dict[str, Any] = dict(ReadKeyLogSummary.example.answer)  # type: ignore[arg-type]  # an example is a mapping here
SECRET = "careops_key_" + "x" * 43


@pytest.fixture(autouse=True)
def keys(platform: Platform) -> None:
    platform.answer(ListKeys, lambda call: Page[Key].of([KEY], total=1, perpage=call.perpage))
    platform.answer(CreateKey, NewKey(id=4, token=SECRET))
    platform.answer(RotateKey, NewKey(id=3, token=SECRET))
    platform.answer(RevokeKey, Empty())
    platform.answer(ListKeyRequests, lambda call: Page[KeyRequest].of([REQUEST], total=1, perpage=call.perpage))
    platform.answer(ReadKeyLogSummary, KeyLogSummary.model_validate(SUMMARY))


def test_list_prints_the_state_of_each_key(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("keys", "list", "--columns", "id,name,state,scopes,ends_with")
    assert run.out == "3\tclinic app\tworks\taudit:write\t4f2k\n"
    platform.answer(ListKeys, Page[Key].of([KEY.model_copy(update={"revoked_at": KEY.created_at})], total=1, perpage=1))
    assert careops("keys", "list", "--columns", "state").out == "revoked\n"
    platform.answer(ListKeys, Page[Key].of([KEY.model_copy(update={"expires_at": KEY.created_at})], total=1, perpage=1))
    assert careops("keys", "list", "--columns", "state").out == "expired\n"


def test_key_is_created_and_its_secret_printed(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops(
        "keys", "create", "clinic app", "--scope", "audit:write", "--scope", "ListClinics", "--expires", "90d"
    )
    assert run.out == f"id\t4\nname\tclinic app\ntoken\t{SECRET}\n"
    (call,) = platform.calls(CreateKey)
    assert (call.scopes, call.expires_in_days, call.per_minute) == (["ListClinics", "audit:write"], 90, 600)
    alone = careops("keys", "create", "ci", "--scope", "clinics:read", "--expires", "30", "--jq", ".token")
    assert alone.out == f"{SECRET}\n"


@pytest.mark.parametrize(
    "options", [["--expires", "soon"], ["--expires", "0d"], ["--expires", "9d", "--scope", "nope"]]
)
def test_invalid_key_is_not_requested(platform: Platform, careops: CareOpsCommand, options: list[str]) -> None:
    assert careops("keys", "create", "x", "--scope", "audit:write", *options).code != 0
    assert platform.calls(CreateKey) == []


def test_password_is_read_from_the_terminal_or_a_pipe(platform: Platform, careops: CareOpsCommand) -> None:
    refusals = [Forbidden("Please confirm with your password", source=STEP_UP_REQUIRED)]
    platform.answer(RotateKey, lambda _: refusals.pop() if refusals else NewKey(id=3, token=SECRET))
    platform.answer(ConfirmSession, Empty())
    run = careops("keys", "rotate", "3", "--overlap", "0", "--password-stdin", stdin="monsoon rain on tin roofs\n")
    assert run.out == f"id\t3\ntoken\t{SECRET}\n"
    assert platform.calls(RotateKey)[-1].overlap_hours == 0
    assert len(platform.calls(ConfirmSession)) == 1


def test_key_is_revoked_after_confirmation(platform: Platform, careops: CareOpsCommand) -> None:
    question = careops("keys", "revoke", "3")
    assert "Revoke the key of clinic app" in question.err
    assert platform.calls(RevokeKey) == []
    assert careops("keys", "revoke", "3", "--yes").code == 0
    assert platform.calls(RevokeKey)[0].key_id == 3
    assert careops("keys", "revoke", "9", "--yes").code == 1
    assert len(platform.calls(RevokeKey)) == 1


def test_key_replaces_a_session(platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    platform.answer(AddAuditEvents, EventsAdded(added=0, known=0))
    careops("logout")
    monkeypatch.setenv("CAREOPS_TOKEN", TOKEN)
    answer = careops("call", "AddAuditEvents", "--body-json", '{"events": []}', "--json")
    assert json.loads(answer.out)["added"] == 0


def test_log_of_a_key_reports_omitted_requests(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("keys", "log", "3", "--columns", "call_name,status,codes,request")
    assert run.out == "AddAuditEvents\t422\ttoo_many_entries\t9f86d081884c7d659a2feaa0\n"
    assert run.err == "210 requests of 2026-11-21 are not in the log.\n"
    assert [call.key_id for call in platform.calls(ListKeyRequests)] == [3]
    assert [call.key_id for call in platform.calls(ReadKeyLogSummary)] == [3]
    every = careops("keys", "log", "--quiet")
    assert platform.calls(ListKeyRequests)[-1].key_id is None
    assert every.err == ""


def test_new_requests_of_the_log_are_followed(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = REQUEST.occurred_at
    stored = [REQUEST.model_copy(update={"id": number, "request": f"r{number}"}) for number in (1, 2)]
    # A worker stores its requests later than another one.
    later = iter([(5, 8), (4, 6), ()])

    def wait(seconds: float) -> None:
        for number in next(later) or [None]:
            if number is None:
                raise KeyboardInterrupt
            at = started + timedelta(seconds=number)
            stored.append(
                REQUEST.model_copy(update={"id": len(stored) + 1, "occurred_at": at, "request": f"r{number}"})
            )

    def listed(call: ListKeyRequests) -> Page[KeyRequest]:
        matches = [request for request in stored if call.since is None or request.occurred_at >= call.since]
        newest_first = sorted(matches, key=lambda request: request.occurred_at, reverse=True)
        return Page[KeyRequest].of(newest_first, total=len(matches), perpage=call.perpage)

    platform.answer(ListKeyRequests, listed)
    monkeypatch.setattr("time.sleep", wait)
    run = careops("keys", "log", "3", "--status", "4xx", "--follow", "--columns", "request")
    assert (run.code, run.out.split()) == (130, ["r1", "r2", "r5", "r8", "r4", "r6"])
    assert {(call.key_id, call.status) for call in platform.calls(ListKeyRequests)} == {(3, "4xx")}


@pytest.mark.parametrize("words", [("--errors",), ("--since", "2h"), ("--all",), ("--page", "2")])
def test_follow_option_excludes_times_and_pages(careops: CareOpsCommand, words: tuple[str, ...]) -> None:
    run = careops("keys", "log", "--follow", *words)
    assert (run.code, run.out) == (2, "")
    assert "--follow cannot be combined with --errors, times or pages" in run.err


def test_log_sends_its_filters(platform: Platform, careops: CareOpsCommand) -> None:
    filters = ["--status", "4xx", "--call", "ListClinics", "--code", "forbidden"]
    assert careops("keys", "log", *filters, "--since", "2h", "--until", "2100-11-21T10:00").code == 0
    [call] = platform.calls(ListKeyRequests)
    assert (call.status, call.call_name, call.code) == ("4xx", "ListClinics", "forbidden")
    assert call.since is not None
    assert abs(datetime.now(UTC) - timedelta(hours=2) - call.since) < timedelta(minutes=5)
    assert call.until == datetime(2100, 11, 21, 4, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "options",
    [
        ["--since", "yesterday"],
        ["--since", "0h"],
        ["--status", "3xx"],
        ["--errors", "--all"],
        ["--errors", "--code", "x"],
    ],
)
def test_wrong_filter_is_not_sent(platform: Platform, careops: CareOpsCommand, options: list[str]) -> None:
    assert careops("keys", "log", *options).code == 2
    assert platform.calls(ListKeyRequests) == []


def test_errors_are_printed_in_groups(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("keys", "log", "3", "--errors")
    assert run.out == (
        "12\tAddAuditEvents\ttoo_many_entries\t422\t2026-11-21T03:58:40Z\t2026-11-21T04:10:12Z\t"
        "9f86d081884c7d659a2feaa0\n"
    )
    assert "210 requests of 2026-11-21 are not in the log." in run.err
    platform.answer(ReadKeyLogSummary, KeyLogSummary.model_validate({**SUMMARY, "error_groups": 300}))
    assert "1 of 300." in careops("keys", "log", "--errors", terminal=True).err
