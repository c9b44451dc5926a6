"""``careops today``: records that need attention now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Columns, Item, Record, Table, field_columns

if TYPE_CHECKING:
    from careops.calls.today import TodayItem

app = Area("View what needs attention now, claim it and snooze it.")
app.run_by_default("sources")


def _counted(item: Item) -> str:
    return f"{item['count']:,}{'+' if item['count_capped'] else ''}"


def _older(item: Item) -> str:
    return f"{item['older']:,}{'+' if item['older_capped'] else ''}"


COLUMNS = Columns(
    "TodayItem",
    **field_columns("source", "record_id", "title", "detail", "amount", "day", "due_at", "claimed_by", "snoozed_until"),
)
QUEUES = Columns(
    "TodayQueue",
    source="source",
    due=_counted,
    oldest_day="oldest_day",
    oldest_at="oldest_at",
    older=_older,
    snoozed="snoozed",
)
ITEM = Noun("item", "items")
SOURCE = Noun("source", "sources")
_SOURCES = completion.choices("ClaimItem", "source")
Source = Annotated[
    str, typer.Argument(metavar="SOURCE", help="Source of the item, such as doctors.", autocompletion=_SOURCES)
]
RecordId = Annotated[str, typer.Argument(metavar="RECORD_ID", help="The record's id, as listed.")]
Sources = Annotated[
    list[str] | None,
    typer.Option(
        "--source", metavar="SOURCE", help="Only this source, such as doctors. Repeatable.", autocompletion=_SOURCES
    ),
]


@app.verb(
    "list",
    examples=[
        "careops today list",
        "careops today list --source payments --source doctors",
        "careops today list --json",
    ],
    columns=COLUMNS,
)
def list_items(
    context: typer.Context,
    source: Sources = None,
    snoozed: Annotated[bool, typer.Option("--snoozed", help="List the snoozed items instead.")] = False,
) -> Table:
    """List the ten most urgent items of each source, oldest first."""
    from careops.calls.today import ClaimNextItem

    chosen = ClaimNextItem.model_validate({"sources": source or None}).sources
    queues = [queue for queue in connect(context).today.read() if chosen is None or queue.source in chosen]
    items = [item for queue in queues for item in (queue.snoozed_items if snoozed else queue.items)]
    spare = ["snoozed_until", "amount", "day", "due_at", "claimed_by", "detail"]
    return Table(items, COLUMNS, spare=spare, noun=ITEM)


@app.verb("sources", examples=["careops today", "careops today sources --json"], columns=QUEUES)
def list_sources(context: typer.Context) -> Table:
    """List the sources with the number of due items and the oldest one.

    A plus means that there are more. "careops today" alone does the same.
    """
    return Table(connect(context).today.read(), QUEUES, noun=SOURCE)


@app.verb("next", examples=["careops today next", "careops today next --source doctors"], columns=COLUMNS)
def claim_next(context: typer.Context, source: Sources = None) -> Record:
    """Claim the most urgent free item for ten minutes."""
    from careops.calls.today import ClaimNextItem

    item = connect(context).send(ClaimNextItem.model_validate({"sources": source or None})).item
    if item is None:
        return Record({}, COLUMNS, sentence="Nothing is due.")
    return _record(item)


@app.verb("claim", examples=["careops today claim doctors 12"], columns=COLUMNS)
def claim(context: typer.Context, source: Source, record_id: RecordId) -> Record:
    """Claim an item for ten minutes, or renew your claim."""
    from careops.calls.today import ClaimItem

    return _record(connect(context).send(ClaimItem.model_validate(_key(source, record_id))))


@app.verb("release", examples=["careops today release doctors 12"], columns=("source", "record_id"))
def release(context: typer.Context, source: Source, record_id: RecordId) -> Record:
    """End your claim of an item."""
    from careops.calls.today import ReleaseItem

    connect(context).send(ReleaseItem.model_validate(_key(source, record_id)))
    return Record(_key(source, record_id), sentence="The item is free.")


@app.verb(
    "snooze",
    examples=[
        "careops today snooze doctors 12 --until 2026-12-01",
        "careops today snooze payments 512 --until 2026-12-29 --note 'Paid in cash'",
    ],
    columns=("source", "record_id", "until", "note"),
)
def snooze(
    context: typer.Context,
    source: Source,
    record_id: RecordId,
    until: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="Day in India on which it appears again.")],
    note: Annotated[str | None, typer.Option(metavar="TEXT", help="Note for the record, which says why.")] = None,
) -> Record:
    """Hide an item from everybody until a day."""
    from careops.calls.today import SnoozeItem

    call = SnoozeItem.model_validate({**_key(source, record_id), "until": until, "note": note})
    connect(context).send(call)
    item = {**_key(source, record_id), "until": call.until, "note": note}
    return Record(item, sentence=f"The item is snoozed until {call.until:%d-%m-%Y}.")


@app.verb("unsnooze", examples=["careops today unsnooze doctors 12"], columns=("source", "record_id"))
def unsnooze(context: typer.Context, source: Source, record_id: RecordId) -> Record:
    """Show a snoozed item again."""
    from careops.calls.today import UnsnoozeItem

    connect(context).send(UnsnoozeItem.model_validate(_key(source, record_id)))
    return Record(_key(source, record_id), sentence="The item is shown again.")


def _key(source: str, record_id: str) -> dict[str, Any]:
    return {"source": source, "record_id": record_id}


def _record(item: TodayItem) -> Record:
    return Record(item, COLUMNS)
