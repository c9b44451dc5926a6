"""``careops staff``: people who may sign in to the console."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Columns, Table

app = Area("List the people who may sign in to the console.")

COLUMNS = Columns.of("StaffAccount")
STAFF = Noun("member of staff", "members of staff")


@app.verb(
    "list",
    examples=["careops staff list", "careops staff list --search arjun --json"],
    columns=COLUMNS,
)
def list_staff(
    context: typer.Context,
    search: Annotated[str | None, typer.Option(metavar="TEXT", help="Filter by name.")] = None,
) -> Table:
    """List the staff by name: active users with an account type of the console."""
    from careops.calls.staff import ListStaff

    return Table(connect(context).send(ListStaff(search_text=search)), columns=COLUMNS, noun=STAFF)
