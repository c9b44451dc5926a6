"""``careops broadcasts``: broadcasts to the platform's apps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from careops.resource_names import BROADCASTS, DEVICES, USERS
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import CliError
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table, field_columns

if TYPE_CHECKING:
    from careops.calls.broadcasts import Reach, SendRelogin, SendWebUpgrade

app = Area("Send broadcasts to the platform's apps.")

COLUMNS = Columns(
    "Broadcast",
    id="id",
    kind="kind",
    app="app_type",
    **field_columns("sent_at", "sent_by", "approved_by", "devices", "users", "seen"),
)
LEDGER = Columns(
    "ReachedDevice",
    device_id="device_id",
    user_id="user_id",
    app="app_type",
    **field_columns("app_version", "seen_at", "seen_version"),
)
REACH = Columns("VersionReach", app="app_type", app_version="app_version", devices="devices")
SENT = ("broadcast_id", "devices")
"""Columns of a broadcast that was sent."""
App = Annotated[
    Literal["auth", "cms", "doctor", "growth", "billing", "patient", "admin", "wp_admin", "cc"],
    typer.Option("--app", help="App with the new version."),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Show the devices it would reach, by app and version; send nothing.")
]


@app.verb(
    "web-upgrade",
    examples=["careops broadcasts web-upgrade --app cms --dry-run", "careops broadcasts web-upgrade --app cms"],
    columns=(*SENT, *REACH),
    fields=("app_type",),
)
def web_upgrade(
    context: typer.Context,
    app_type: App,
    dry_run: DryRun = False,
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record | Table:
    """Notify all devices of an app of a new web version, at most once a minute. Shows their number and asks first."""
    from careops.calls.broadcasts import SendWebUpgrade

    call = SendWebUpgrade(app_type=app_type)
    return _send(context, call, app_type, f"Send the web upgrade of {app_type}", dry_run, yes, password_stdin)


@app.verb(
    "relogin",
    examples=["careops broadcasts relogin --dry-run", "careops broadcasts relogin --yes"],
    columns=(*SENT, *REACH),
    fields=("app_type",),
)
def relogin(
    context: typer.Context, dry_run: DryRun = False, yes: Yes = False, password_stdin: PasswordStdin = False
) -> Record | Table:
    """Request a new sign-in on all devices of all apps, at most once a minute. Shows their number and asks first."""
    from careops.calls.broadcasts import SendRelogin

    return _send(context, SendRelogin(), None, "Send the new sign-in", dry_run, yes, password_stdin)


@app.verb(
    "list",
    examples=["careops broadcasts list", "careops broadcasts list --all --csv"],
    columns=COLUMNS,
    web="/web-upgrade",
)
def list_broadcasts(context: typer.Context, *, pages: Pages) -> Table:
    """List sent broadcasts with the number of devices that followed, newest first."""
    from careops.calls.broadcasts import ListBroadcasts

    spare = ["users", "approved_by", "sent_by"]
    return list_rows(connect(context), ListBroadcasts, {}, columns=COLUMNS, spare=spare, noun=BROADCASTS, pages=pages)


@app.verb("devices", examples=["careops broadcasts devices 12 --all --csv > reached.csv"], columns=LEDGER)
def devices(
    context: typer.Context,
    broadcast_id: Annotated[int, typer.Argument(metavar="BROADCAST_ID", help="The broadcast's id, as listed.")],
    *,
    pages: Pages,
) -> Table:
    """List the devices that a broadcast reached, latest to follow first."""
    from careops.calls.broadcasts import ListReachedDevices

    filters = {"broadcast_id": broadcast_id}
    return list_rows(
        connect(context), ListReachedDevices, filters, columns=LEDGER, spare=["user_id"], noun=DEVICES, pages=pages
    )


def _send(
    context: typer.Context,
    call: SendWebUpgrade | SendRelogin,
    app_type: Any,
    sentence: str,
    dry_run: bool,
    yes: bool,
    password_stdin: bool,
) -> Record | Table:
    from careops.calls.broadcasts import ReadReach
    from careops.errors import NotSupported, TooManyRequests
    from careops_cli.auth.step_up import send_confirmed

    client = connect(context)
    reach: Reach | None = None
    try:
        reach = client.send(ReadReach(app_type=app_type))
    except NotSupported:  # only careops reports the reach
        if dry_run:
            raise
    if dry_run and reach is not None:
        return Table(reach.versions, REACH, spare=None)
    if reach is not None and reach.wait_seconds:
        raise _too_soon(reach.wait_seconds)
    confirm_on_platform(context, f"{sentence} to {_reach_text(reach)}", yes=yes)
    try:
        sent = send_confirmed(client, call, password_stdin=password_stdin)
    except TooManyRequests:  # another user was faster
        if reach is None:
            raise
        raise _too_soon(client.send(ReadReach(app_type=app_type)).wait_seconds) from None
    reached = reach.devices if sent.devices is None and reach is not None else sent.devices
    return Record(sent, sentence="Sent." if reached is None else f"Sent to {DEVICES.count_text(reached)}.")


def _too_soon(seconds: int) -> CliError:
    from careops.calls.broadcasts import TOO_SOON

    return CliError(TOO_SOON, next_step=f"It may be sent again in {seconds} s.")


def _reach_text(reach: Reach | None) -> str:
    if reach is None:
        return "every device there is: this platform does not count them"
    if reach.devices == 0:
        return "apps that are connected now (no device is known)"
    return f"{DEVICES.count_text(reach.devices)} of {USERS.count_text(reach.users)}"
