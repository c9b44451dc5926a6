"""``careops events``: events of the platform."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.resource_names import EVENTS
from careops_cli.auth.connection import connect
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Columns, Table

if TYPE_CHECKING:
    from careops import CareOps

app = Area("List or follow realtime events: deployments, referrals, broadcasts, jobs.")

COLUMNS = Columns("Event", id="id", raised_at="raised_at", channel="channel", event="event", data="data")


@app.verb(
    "events",
    examples=[
        "careops events --follow",
        "careops events --channel referrals --follow --json",
        "careops events --channel admin --since 1040",
    ],
    columns=COLUMNS,
)
def events(
    context: typer.Context,
    channel: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Filter by channel; may be repeated.",
            show_default="admin",
            autocompletion=completion.channels,
        ),
    ] = None,
    since: Annotated[
        int | None,
        typer.Option(min=0, metavar="ID", help="Start after the event with this id; 0 for all stored events."),
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", help="Print events as they arrive, until Ctrl-C.")] = False,
) -> Table:
    """List or follow realtime events: deployments, referrals, broadcasts, jobs.

    Without --follow, lists the events of the last 30 days, oldest first.
    """
    from careops.calls.realtime import ListEvents

    channels = channel or ["admin"]
    call = ListEvents.model_validate({"channels": channels, "since": since or 0})
    client = connect(context)
    if follow:
        stream = client.events(call.channels, since=since)
        return Table(stream, COLUMNS, noun=EVENTS, stream=True)
    return Table(_stored_events(client, call), COLUMNS, noun=EVENTS)


def _stored_events(client: CareOps, call: Any) -> Iterator[dict[str, Any]]:
    """Yield stored events."""
    while True:
        page = client.send(call)
        yield from (event.model_dump(mode="json") for event in page.events)
        if not page.more:
            return
        call = call.model_copy(update={"since": page.latest})
