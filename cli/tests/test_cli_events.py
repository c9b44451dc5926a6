"""``careops events``: stored events, page by page."""

from __future__ import annotations

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.realtime import Event, EventsSince, ListEvents


def test_stored_events_are_printed_in_order(platform: Platform, careops: CareOpsCommand) -> None:
    def answer(call: ListEvents) -> EventsSince:
        event = Event(id=call.since + 1, channel="admin", event="deployment", data={"build": "b5d1c0"})
        return EventsSince(events=[event], latest=event.id, more=call.since == 0)

    platform.answer(ListEvents, answer)
    run = careops("events", "--since", "0", "--columns", "id,channel,event,data")
    assert run.out == '1\tadmin\tdeployment\t{"build": "b5d1c0"}\n2\tadmin\tdeployment\t{"build": "b5d1c0"}\n'
    assert [call.since for call in platform.calls(ListEvents)] == [0, 1]
    assert list(platform.calls(ListEvents)[0].channels) == ["admin"]


def test_unknown_channel_is_a_usage_error(careops: CareOpsCommand) -> None:
    run = careops("events", "--channel", "everything")
    assert run.code == 2
    assert "There is no such channel" in run.err
