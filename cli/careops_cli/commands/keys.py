"""``careops keys``: API keys."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.commands import key_log
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.framework.read_for_update import get_for_update
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table

app = Area("Manage API keys for apps and scripts.")


def _state(item: Item) -> str:
    from datetime import UTC, datetime

    if item["revoked_at"]:
        return "revoked"
    return "works" if datetime.fromisoformat(item["expires_at"]) > datetime.now(UTC) else "expired"


COLUMNS = Columns(
    "Key",
    id="id",
    name="name",
    state=_state,
    scopes="scopes",
    per_minute="per_minute",
    ends_with="ends_with",
    expires_at="expires_at",
    last_used_at="last_used_at",
    last_used_from="last_used_from",
    created_at="created_at",
    created_by="created_by",
    revoked_at="revoked_at",
)
KEY = Noun("key", "keys")
_DAYS = re.compile(r"([1-9][0-9]{0,3})d?")
_SHOWN_ONCE = "Keep it where the program finds it, as CAREOPS_TOKEN: it is shown only now."
KeyId = Annotated[int, typer.Argument(metavar="KEY_ID", help="The key's id, as listed.")]


@app.verb(
    "list",
    examples=["careops keys list", "careops keys list --all --columns name,state,last_used_at"],
    columns=COLUMNS,
    web="/keys?page={page}",
)
def list_keys(context: typer.Context, pages: Pages) -> Table:
    """List API keys, including revoked and expired ones, newest first."""
    from careops.calls.keys import ListKeys

    spare = ["last_used_from", "created_by", "created_at", "revoked_at", "per_minute"]
    return list_rows(connect(context), ListKeys, {}, columns=COLUMNS, spare=spare, noun=KEY, pages=pages)


@app.verb(
    "create",
    examples=[
        "careops keys create 'clinic app' --scope audit:write --scope devices:write --expires 90d",
        "careops keys create 'nightly export' --scope clinics:read --scope ListAuditTrails --expires 365d",
        "careops keys create ci --scope clinics:read --expires 30d --columns token | pass insert -m careops/ci",
    ],
    columns=("id", "name", "token"),
)
def create(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the key, never used before.")],
    scopes: Annotated[
        list[str],
        typer.Option(
            "--scope",
            metavar="SCOPE",
            help="AREA:read, AREA:write or the name of a call; may be repeated.",
            autocompletion=completion.scopes,
        ),
    ],
    expires: Annotated[
        str, typer.Option(metavar="DAYS", help="Days until the key expires, such as 90d; at most 730d.")
    ],
    per_minute: Annotated[
        int | None, typer.Option(metavar="N", help="Requests per minute.", show_default="600")
    ] = None,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Create an API key and show it once. For super admins, after confirming their password.

    The key grants only its scopes. `--jq .token` prints the key alone, ready for a secret store.
    """
    from careops.calls.keys import CreateKey
    from careops_cli.auth.step_up import send_confirmed

    match = _DAYS.fullmatch(expires)
    if match is None:
        raise typer.BadParameter(f"{expires!r} is no number of days: write 90d.", param_hint="--expires")
    values = {"name": name, "scopes": scopes, "expires_in_days": int(match[1])}
    if per_minute is not None:
        values["per_minute"] = per_minute
    call = CreateKey.model_validate(values)
    key = send_confirmed(connect(context), call, password_stdin=password_stdin)
    item = {"id": key.id, "name": call.name, "token": key.token}
    return Record(item, sentence=f"{key.token}\n{_SHOWN_ONCE}")


@app.verb(
    "rotate",
    examples=["careops keys rotate 3", "careops keys rotate 3 --overlap 0"],
    columns=("id", "token"),
)
def rotate(
    context: typer.Context,
    key_id: KeyId,
    overlap: Annotated[
        int, typer.Option(metavar="HOURS", help="Hours that the old key remains valid, at most 168.")
    ] = 24,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Replace a key with a new one of the same name, scopes and expiry, and show it once."""
    from careops.calls.keys import RotateKey
    from careops_cli.auth.step_up import send_confirmed

    call = RotateKey.model_validate({"key_id": key_id, "overlap_hours": overlap})
    key = send_confirmed(connect(context), call, password_stdin=password_stdin)
    until = f"The key before works for {overlap} more hours." if overlap else "The key before has ended."
    return Record({"id": key.id, "token": key.token}, sentence=f"{key.token}\n{_SHOWN_ONCE} {until}")


@app.verb(
    "revoke", examples=["careops keys revoke 3", "careops keys revoke 3 --yes"], columns=("key_id", "name", "revoked")
)
def revoke(context: typer.Context, key_id: KeyId, yes: Yes = False, password_stdin: PasswordStdin = False) -> Record:
    """Revoke a key permanently. Requests with it are refused."""
    from careops.calls.keys import NO_KEY, ListKeys, RevokeKey
    from careops_cli.auth.step_up import send_confirmed

    client = connect(context)
    named = get_for_update(client, key_id, ListKeys, unknown=NO_KEY).name
    confirm_on_platform(context, f"Revoke the key of {named}", yes=yes)
    send_confirmed(client, RevokeKey(key_id=key_id), password_stdin=password_stdin)
    return Record({"key_id": key_id, "name": named, "revoked": True}, sentence=f"The key of {named} has ended.")


app.include(key_log.verbs)
