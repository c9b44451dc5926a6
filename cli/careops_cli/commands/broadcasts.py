"""``careops broadcasts``: broadcasts to the platform's apps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from careops.resource_names import BROADCASTS, DEVICES, USERS, Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import CliError
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table, field_columns

if TYPE_CHECKING:
    from careops.calls.broadcasts import Reach, SendRelogin, SendWebUpgrade

app = Area("Send and approve broadcasts to the platform's apps.")

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
PROPOSED = Columns(
    "Proposal",
    id="id",
    kind="kind",
    app="app_type",
    **field_columns("state", "asked_at", "asked_by", "devices", "decided_at", "decided_by", "reason", "broadcast_id"),
)
SENT = ("broadcast_id", "devices", "proposal_id")
"""Columns of a broadcast that was sent or waits for approval."""
PROPOSALS = Noun("proposed broadcast", "proposed broadcasts")
App = Annotated[
    Literal["auth", "cms", "doctor", "growth", "billing", "patient", "admin", "wp_admin", "cc"],
    typer.Option("--app", help="App with the new version."),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Show the devices it would reach, by app and version; send nothing.")
]
ProposalId = Annotated[int, typer.Argument(metavar="PROPOSAL_ID", help="Id from `careops broadcasts proposals`.")]


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


@app.verb(
    "proposals",
    examples=["careops broadcasts proposals --waiting", "careops broadcasts proposals --json"],
    columns=PROPOSED,
    web="/web-upgrade",
)
def proposals(
    context: typer.Context,
    waiting: Annotated[bool, typer.Option("--waiting", help="Only pending broadcasts.")] = False,
    *,
    pages: Pages,
) -> Table:
    """List broadcasts that need or needed the approval of a second super admin, newest first."""
    from careops.calls.broadcasts import ListProposals

    spare = ["broadcast_id", "decided_at", "devices", "asked_at"]
    filters = {"only_waiting": waiting or None}
    return list_rows(
        connect(context), ListProposals, filters, columns=PROPOSED, spare=spare, noun=PROPOSALS, pages=pages
    )


@app.verb("approve", examples=["careops broadcasts approve 7", "careops broadcasts approve 7 --yes"], columns=SENT)
def approve(
    context: typer.Context, proposal_id: ProposalId, yes: Yes = False, password_stdin: PasswordStdin = False
) -> Record:
    """Send a broadcast that another super admin requested. Asks for confirmation with the number of devices."""
    from careops.calls.broadcasts import NO_PROPOSAL, ApproveBroadcast, ListProposals, ReadReach
    from careops.constants import MAX_PAGE_SIZE
    from careops_cli.auth.step_up import send_confirmed

    client = connect(context)
    every = client.each(ListProposals(only_waiting=True, perpage=MAX_PAGE_SIZE))
    proposal = next((one for one in every if one.id == proposal_id), None)
    if proposal is None:
        raise CliError(
            f"{NO_PROPOSAL} that waits: {proposal_id}", next_step="List them: careops broadcasts proposals --waiting"
        )
    reach = client.send(ReadReach.model_validate({"app_type": proposal.app_type}))
    what = f"the web upgrade of {proposal.app_type}" if proposal.app_type else "the new sign-in"
    question = f"Send {what}, which {proposal.asked_by} asked for, to {_reach_text(reach)}"
    confirm_on_platform(context, question, yes=yes)
    sent = send_confirmed(client, ApproveBroadcast(proposal_id=proposal_id), password_stdin=password_stdin)
    return Record(sent, sentence=f"Sent to {DEVICES.count_text(sent.devices or 0)}.")


@app.verb(
    "decline",
    examples=["careops broadcasts decline 7 --reason '4.3.0 is not out in Kerala yet'"],
    columns=("proposal_id", "state"),
)
def decline(
    context: typer.Context,
    proposal_id: ProposalId,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason to show to the requester.")],
) -> Record:
    """Decline a pending broadcast. The requester can also use this to withdraw it."""
    from careops.calls.broadcasts import DeclineBroadcast

    connect(context).send(DeclineBroadcast(proposal_id=proposal_id, reason=reason))
    return Record({"proposal_id": proposal_id, "state": "declined"}, sentence="Declined: it is not sent.")


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
    waits = ", once another super admin has approved it," if reach is not None and reach.needs_approval else ""
    confirm_on_platform(context, f"{sentence} to {_reach_text(reach)}{waits}", yes=yes)
    try:
        sent = send_confirmed(client, call, password_stdin=password_stdin)
    except TooManyRequests:  # another user was faster
        if reach is None:
            raise
        raise _too_soon(client.send(ReadReach(app_type=app_type)).wait_seconds) from None
    record = sent.model_dump(mode="json")
    if sent.proposal_id is not None:
        step = f"careops broadcasts approve {sent.proposal_id}"
        return Record(record, sentence=f"It waits until another super admin has approved it: {step}")
    reached = reach.devices if sent.devices is None and reach is not None else sent.devices
    return Record(record, sentence="Sent." if reached is None else f"Sent to {DEVICES.count_text(reached)}.")


def _too_soon(seconds: int) -> CliError:
    from careops.calls.broadcasts import TOO_SOON

    return CliError(TOO_SOON, next_step=f"It may be sent again in {seconds} s.")


def _reach_text(reach: Reach | None) -> str:
    if reach is None:
        return "every device there is: this platform does not count them"
    if reach.devices == 0:
        return "apps that are connected now (no device is known)"
    return f"{DEVICES.count_text(reach.devices)} of {USERS.count_text(reach.users)}"
