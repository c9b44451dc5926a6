"""``careops recents``: records that you recently opened or pinned in the console."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.record_kinds import SCREEN_KINDS, ScreenKind
from careops.resource_names import Noun, list_words
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Columns, Record, Table, field_columns

app = Area("View and pin recently opened records.")

COLUMNS = Columns("Recent", **field_columns("kind", "record_id", "name", "place", "pinned", "opened_at"))
RECORD = Noun("record", "records")
Kind = Annotated[ScreenKind, typer.Argument(metavar="KIND", help=f"{list_words(SCREEN_KINDS)}.")]
RecordId = Annotated[int, typer.Argument(metavar="ID", help="The record's id.")]


@app.verb("list", examples=["careops recents list", "careops recents list --json"], columns=COLUMNS)
def list_recents(context: typer.Context) -> Table:
    """List your pinned records, then the last opened ones."""
    from careops.calls.recents import ListRecents

    rows = connect(context).send(ListRecents())
    return Table(rows, columns=COLUMNS, noun=RECORD)


@app.verb("pin", examples=["careops recents pin clinic 41"], columns=("kind", "record_id", "pinned"))
def pin(context: typer.Context, kind: Kind, record_id: RecordId) -> Record:
    """Pin a record to the console's side bar and to Ctrl+K."""
    return _save(context, kind, record_id, pinned=True)


@app.verb("unpin", examples=["careops recents unpin clinic 41"], columns=("kind", "record_id", "pinned"))
def unpin(context: typer.Context, kind: Kind, record_id: RecordId) -> Record:
    """Unpin a record."""
    return _save(context, kind, record_id, pinned=False)


@app.verb("forget", examples=["careops recents forget clinic 41"], columns=("kind", "record_id", "left"))
def forget(context: typer.Context, kind: Kind, record_id: RecordId) -> Record:
    """Remove a record from the list, pinned or not."""
    from careops.calls.recents import ForgetRecent

    left = connect(context).send(ForgetRecent(kind=kind, record_id=record_id))
    item = {"kind": kind, "record_id": record_id, "left": len(left)}
    return Record(item, sentence=f"The {kind} {record_id} is forgotten; {RECORD.count_text(len(left))} left.")


def _save(context: typer.Context, kind: Kind, record_id: int, *, pinned: bool) -> Record:
    from careops.calls.recents import KeepRecent

    connect(context).send(KeepRecent(kind=kind, record_id=record_id, pinned=pinned))
    item = {"kind": kind, "record_id": record_id, "pinned": pinned}
    return Record(item, sentence=f"The {kind} {record_id} is {'pinned' if pinned else 'not pinned'} now.")
