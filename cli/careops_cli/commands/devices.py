"""``careops devices``: devices of a user."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from careops.resource_names import DEVICES, Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table

app = Area("List and delete devices of a user.")

COLUMNS = Columns(
    "Device",
    id="id",
    app="app_type",
    app_version="app_version",
    type="device_type",
    version="device_version",
    created_at="created_at",
    updated_at="updated_at",
)
UserId = Annotated[int, typer.Argument(metavar="USER_ID", help="The user's id.")]
Type = Annotated[Literal["android", "ios"] | None, typer.Option("--type", help="Filter by type: android or ios.")]


@app.verb(
    "list",
    examples=["careops devices list 9", "careops devices list 9 --type ios --all --csv"],
    columns=COLUMNS,
    web="/users-details/{user_id}",
)
def list_devices(context: typer.Context, user_id: UserId, device_type: Type = None, *, pages: Pages) -> Table:
    """List the devices of a user, latest report first."""
    from careops.calls.devices import ListDevices

    filters = {"user_id": user_id, "device_type": device_type}
    spare = ["created_at", "id"]
    return list_rows(connect(context), ListDevices, filters, columns=COLUMNS, spare=spare, noun=DEVICES, pages=pages)


@app.verb(
    "delete",
    examples=[
        "careops devices delete 9 88",
        "careops devices delete 9 --all",
        "careops devices delete 9 --all --type android --yes",
    ],
    columns=("user_id", "device_id", "device_type", "deleted"),
)
def delete(
    context: typer.Context,
    user_id: UserId,
    device_id: Annotated[
        int | None, typer.Argument(metavar="[DEVICE_ID]", help="The device's id, as listed.", show_default=False)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Delete all devices; with --type, all of that type.")] = False,
    device_type: Type = None,
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Delete one device of a user, or all. An app that is used again reports its device again."""
    from careops_cli.auth.step_up import send_confirmed

    if every == (device_id is not None):
        raise typer.BadParameter("Give a device's id, or --all, one of them.")
    if device_type and not every:
        raise typer.BadParameter("--type needs --all.")
    client = connect(context)
    if device_id is not None:
        confirm_on_platform(context, f"Delete device {device_id} of user {user_id}", yes=yes)
        client.devices.delete(user_id=user_id, device_id=device_id)
        deleted_device = {"user_id": user_id, "device_id": device_id, "deleted": 1}
        return Record(deleted_device, sentence=f"Device {device_id} of user {user_id} is deleted.")
    from careops.calls.devices import DeleteAllDevices, ListDevices

    only = {} if device_type is None else {"device_type": device_type}
    total = client.send(ListDevices.model_validate({"user_id": user_id, "perpage": 1, **only})).total_records
    noun = Noun(f"{device_type} device", f"{device_type} devices") if device_type else DEVICES
    counted = noun.count_text(total)
    if total:
        confirm_on_platform(context, f"Delete {counted} of user {user_id}", yes=yes)
    call = DeleteAllDevices.model_validate({"user_id": user_id, **only})
    deleted = send_confirmed(client, call, password_stdin=password_stdin).deleted if total else 0
    record = {"user_id": user_id, "device_type": device_type or "all", "deleted": deleted}
    return Record(record, sentence=f"Deleted {counted} of user {user_id}.")
