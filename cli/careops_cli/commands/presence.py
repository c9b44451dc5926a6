"""``careops presence``: colleagues who have a record open in the console."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.record_kinds import SCREEN_KINDS, ScreenKind
from careops.resource_names import Noun, list_words
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Columns, Table, field_columns

app = Area("See who has a record open.")

COLUMNS = Columns("PresentColleague", **field_columns("user_id", "name", "account_type", "editing", "since"))
COLLEAGUE = Noun("colleague", "colleagues")


@app.verb(
    "list",
    examples=["careops presence list clinic 41", "careops presence list user 7 --json"],
    columns=COLUMNS,
)
def list_presence(
    context: typer.Context,
    kind: Annotated[ScreenKind, typer.Argument(metavar="KIND", help=f"{list_words(SCREEN_KINDS)}.")],
    record_id: Annotated[int, typer.Argument(metavar="ID", help="The record's id.")],
) -> Table:
    """List the colleagues who have a record open in the console, those who edit it first."""
    from careops.calls.presence import ListPresence

    rows = connect(context).send(ListPresence(kind=kind, record_id=record_id))
    return Table(rows, columns=COLUMNS, noun=COLLEAGUE)
