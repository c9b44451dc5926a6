"""``careops whoami``: the account or the key that commands use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from careops.constants import KEY_PREFIX
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.options import options_of
from careops_cli.output.results import Columns, Record, field_columns

if TYPE_CHECKING:
    from careops import CareOps

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
    client = connect(context)
    tokens = client.tokens.load()
    if tokens is not None and tokens.auth_token.startswith(KEY_PREFIX):
        return Record({**_key(client), "url": url}, COLUMNS, shown=_OF_A_KEY)
    return Record({**_person(client), "url": url}, COLUMNS, shown=_OF_A_PERSON)


def _person(client: CareOps) -> dict[str, Any]:
    session = client.session.read().model_dump(mode="json")
    user = session["user"]
    return {**{name: user[name] for name in ("id", "name", "phone_number", "email")}, **session}


def _key(client: CareOps) -> dict[str, Any]:
    key = client.keys.read_own().model_dump(mode="json")
    times = {"started_at": key["created_at"], "ends_at": key["expires_at"]}
    return {"id": key["id"], "name": key["name"], "account_type": "app", "scopes": key["scopes"], **times, "key": key}
