"""``careops sessions``: list and end sessions."""

from __future__ import annotations

import json

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.session import EndedSessions, EndOtherSessions, EndSession, ListSessions, OpenSession
from careops.contract import Empty, Page

OPEN = OpenSession.model_validate(ListSessions.example.answer["items"][0])  # type: ignore[call-overload]  # an example is a mapping here


@pytest.fixture(autouse=True)
def sessions(platform: Platform) -> None:
    platform.answer(ListSessions, lambda call: Page[OpenSession].of([OPEN], total=3, perpage=call.perpage))
    platform.answer(EndSession, Empty())
    platform.answer(EndOtherSessions, EndedSessions(ended=2))


def test_list_marks_the_current_session(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("sessions", "list", "--columns", "id,current,browser,system,address")
    assert run.out == "57\tyes\tFirefox\tWindows\t203.0.113.7\n"
    assert careops("sessions", "list", "--user", "9").code == 0
    assert [call.user_id for call in platform.calls(ListSessions)] == [None, 9]


def test_session_is_ended_after_confirmation(platform: Platform, careops: CareOpsCommand) -> None:
    assert "End session 57" in careops("sessions", "end", "57").err
    assert platform.calls(EndSession) == []
    assert careops("sessions", "end", "57", "--yes").code == 0
    assert platform.calls(EndSession)[0].session_id == 57


def test_other_sessions_are_ended_and_counted(platform: Platform, careops: CareOpsCommand) -> None:
    assert "End 2 sessions of yours besides this one" in careops("sessions", "end", "--others").err
    assert platform.calls(EndOtherSessions) == []
    run = careops("sessions", "end", "--others", "--yes", "--json")
    assert json.loads(run.out)["ended"] == 2
    assert "End 3 sessions of user 9" in careops("sessions", "end", "--others", "--user", "9").err
    assert careops("sessions", "end", "--others", "--user", "9", "--yes").code == 0
    assert [call.user_id for call in platform.calls(EndOtherSessions)] == [None, 9]


@pytest.mark.parametrize("options", [[], ["57", "--others"], ["57", "--user", "9"]])
def test_ambiguous_selection_is_refused(platform: Platform, careops: CareOpsCommand, options: list[str]) -> None:
    assert careops("sessions", "end", *options, "--yes").code == 2
    assert platform.calls(EndSession) == [] == platform.calls(EndOtherSessions)
