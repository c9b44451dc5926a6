"""``careops whoami``: who is signed in."""

from __future__ import annotations

import typer

from careops_cli.connection import connect
from careops_cli.groups import Area
from careops_cli.options import options_of
from careops_cli.output import Read, Record, path

app = Area("Show who is signed in, as the server sees it.")

COLUMNS: dict[str, Read] = {
    **{name: path(f"user.{name}") for name in ("id", "name", "phone_number", "email")},
    **{name: path(name) for name in ("account_type", "started_at", "ends_at")},
    "url": path("url"),
}


@app.verb(
    "whoami",
    examples=["careops whoami", "careops whoami --json"],
    columns=COLUMNS,
    fields=("user", "must_change_password"),
)
def whoami(context: typer.Context) -> Record:
    """Show who is signed in, as the server sees it."""
    from careops_cli.profiles import chosen

    options = options_of(context)
    client = connect(context)
    session = client.session.read()
    item = {**session.model_dump(mode="json"), "url": chosen(options).url}
    return Record(item, COLUMNS)
