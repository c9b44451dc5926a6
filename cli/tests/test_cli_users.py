"""``careops users``: list, details, and bulk changes."""

from __future__ import annotations

import json

import pytest
from cli.tests.bulk.rows import rows
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.follow_ups import FollowUp, ListFollowUps, ReadFollowUp
from careops.calls.users import ListUsers, PlatformUser, ReadUser, UpdateUser, UserRecord
from careops.contract import Empty, Page
from careops.errors import Conflict, NotFound

USER = PlatformUser.model_validate(ReadUser.example.answer["user"])  # type: ignore[call-overload]  # an example is a mapping here


@pytest.fixture
def users(platform: Platform) -> Platform:
    """Set up a platform of the users 1 to 50; those up to 9 are ACTIVE."""

    def user(number: int) -> PlatformUser:
        return USER.model_copy(update={"id": number, "status": "ACTIVE" if number < 10 else "BLOCKED"})

    def read(call: ReadUser) -> UserRecord:
        if call.user_id > 50:
            raise NotFound("There is no user with this id", source="user_id")
        return UserRecord(user=user(call.user_id))

    def listed(call: ListUsers) -> Page[PlatformUser]:
        return Page[PlatformUser].of([user(12), user(9)], total=2, perpage=call.perpage)

    platform.answer(ReadUser, read)
    platform.answer(ListUsers, listed)
    platform.answer(UpdateUser, Empty())
    return platform


def test_list_prints_users_and_sends_its_filters(users: Platform, careops: CareOpsCommand) -> None:
    run = careops("users", "list", "--search", "sandhu", "--not-active", "--columns", "id,name,accounts,status")
    assert run.out.splitlines()[0] == "12\tHarleen Kaur Sandhu\tclinic, doctor\tBLOCKED"
    call = users.calls(ListUsers)[0]
    assert (call.search_text, call.active_users) == ("sandhu", False)
    careops("users", "list")
    assert "active_users" not in users.calls(ListUsers)[1].parameters


def test_user_is_shown_with_accounts(users: Platform, careops: CareOpsCommand) -> None:
    output = careops("users", "show", "9").out
    assert "clinic, owner: Navjeevan Polyclinic (41)" in output
    assert "doctor, owner: Harleen Sandhu (17)" in output
    assert json.loads(careops("users", "show", "9", "--json").out)["growth_enabled"] is True
    assert careops("users", "show", "51").code == 1


def test_status_is_set_for_many_users(users: Platform, careops: CareOpsCommand) -> None:
    run = careops("users", "set-status", "blocked", "7", "12", "51", "--yes")
    assert [row[1:3] for row in rows(run)] == [["7", "done"], ["12", "unchanged"], ["51", "failed"]]
    assert [call.parameters for call in users.calls(UpdateUser)] == [{"user_id": 7, "user_status": "BLOCKED"}]
    assert run.code == 3


def test_blocking_names_follow_ups_without_working_owner(users: Platform, careops: CareOpsCommand) -> None:
    follow_up = FollowUp.model_validate(ReadFollowUp.example.answer)
    users.answer(ListFollowUps, Page[FollowUp].of([follow_up], total=6, perpage=1))
    expected = "6 open follow-ups have an owner without access: careops follow-ups list --unattended"
    assert expected in careops("users", "set-status", "BLOCKED", "7").err
    assert users.calls(ListFollowUps)[0].unattended
    assert expected not in careops("users", "set-status", "ACTIVE", "12").err
    users.answer(ListFollowUps, NotFound("There is no such call"))
    assert careops("users", "set-status", "BLOCKED", "8").code == 0


def test_refusal_of_the_platform_is_in_the_report(users: Platform, careops: CareOpsCommand) -> None:
    users.answer(UpdateUser, Conflict("You cannot change your own status", source="user_status"))
    run = careops("users", "set-status", "BLOCKED", "7")
    assert "You cannot change your own status" in run.out
    assert run.code != 0


def test_flag_is_set_by_filter(users: Platform, careops: CareOpsCommand) -> None:
    planned = careops("users", "set-flag", "packages", "on", "--where", "active_users=true", "--dry-run")
    assert [row[1:3] for row in rows(planned)] == [["12", "planned"], ["9", "planned"]]
    assert users.calls(UpdateUser) == []
    run = careops("users", "set-flag", "Growth", "off", "--where", "active_users=true", "--yes")
    assert [row[1:3] for row in rows(run)] == [["12", "done"], ["9", "done"]]
    sent = sorted((call.parameters for call in users.calls(UpdateUser)), key=lambda call: int(call["user_id"]))
    assert sent == [{"user_id": 9, "growth_enabled": False}, {"user_id": 12, "growth_enabled": False}]


def test_unknown_status_or_flag_is_refused(users: Platform, careops: CareOpsCommand) -> None:
    for words, message in (
        (("set-status", "BLOKED", "7"), "Did you mean 'blocked'?"),
        (("set-flag", "grwth", "on", "7"), "Did you mean 'growth'?"),
        (("set-flag", "growth", "maybe", "7"), "There is no way 'maybe'"),
        (("set-flag", "growth", "on"), "Which users?"),
        (("set-flag", "growth", "on", "--where", "status=BLOCKED"), "Users cannot be filtered by 'status'"),
    ):
        run = careops("users", *words)
        assert run.code == 2
        assert message in run.err
    assert users.calls(UpdateUser) == []
