"""``careops alarms``: alerts about the installation."""

from __future__ import annotations

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Columns, Table

app = Area("View alerts about the audit trail, the machine and unusual reads.")

COLUMNS = Columns.of("Alarm")


@app.verb("list", examples=["careops alarms list", "careops alarms list --json"], columns=COLUMNS)
def list_alarms(context: typer.Context) -> Table:
    """List alerts, most serious first."""
    return Table(connect(context).alarms.list(), COLUMNS, noun=Noun("alarm", "alarms"))
