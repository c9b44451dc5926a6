"""``careops whoami``: the account or the key that commands use."""

from __future__ import annotations

import typer

from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.options import options_of
from careops_cli.output.results import Columns, Record, field_columns

app = Area("Show the signed-in account, or the API key in use.")

COLUMNS = Columns(
    "Session",
    **field_columns("id", "name", "phone_number", "email", "account_type", "started_at", "ends_at", "scopes", "url"),
)
_OF_A_KEY = ("id", "name", "account_type", "scopes", "started_at", "ends_at", "url")
_OF_A_PERSON = tuple(name for name in COLUMNS if name != "scopes")


@app.verb(
    "whoami",
    examples=["careops whoami", "careops whoami --json", "CAREOPS_TOKEN=careops_key_… careops whoami"],
    columns=COLUMNS,
    fields=("id", "name", "phone_number", "email", "scopes", "url", "key"),
)
def whoami(context: typer.Context) -> Record:
    """Show the signed-in account, or the API key in use.

    For a key, shows its name, scopes and expiry.
    """
    from careops_cli.auth.profiles import selected_profile

    url = selected_profile(options_of(context)).url
    session = connect(context).session.read().model_dump(mode="json")
    user, key = session["user"], session["key"]
    item = {**{name: user[name] for name in ("id", "name", "phone_number", "email")}, **session, "url": url}
    if key is None:
        return Record(item, COLUMNS, shown=_OF_A_PERSON)
    return Record({**item, "id": key["id"], "scopes": key["scopes"]}, COLUMNS, shown=_OF_A_KEY)
