"""``careops requests bypass`` and ``review-bypass``: change requests in an emergency, for super admins."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.auth.connection import connect
from careops_cli.auth.step_up import send_confirmed
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.output.results import Record
from careops_cli.request_records import RequestId

verbs = CommandGroup()

BYPASSED = ("request_id", "status", "job_id")


@verbs.verb(
    "bypass",
    examples=["careops requests bypass 7 --reason 'Billing is down in Ludhiana'"],
    columns=BYPASSED,
)
def bypass(
    context: typer.Context,
    request_id: RequestId,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason, at least 15 characters.")],
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Apply a request in an emergency, without its approvals or in a freeze period.

    Raises an alert, and another super admin has to review it.
    """
    from careops.calls.change_requests import BypassChangeRequest
    from careops.contract.resource import build

    client = connect(context)
    read = client.change_requests.read(request_id=request_id).request
    confirm_on_platform(context, f"Apply change request {request_id}, {read.title!r}, without approval", yes=yes)
    call = build(BypassChangeRequest, request_id=request_id, digest=read.digest, reason=reason)
    started = send_confirmed(client, call, password_stdin=password_stdin).request
    item = {"request_id": request_id, "status": started.status, "job_id": started.job_id}
    return Record(item, sentence=f"Change request {request_id} is being applied. Another super admin has to review it.")


@verbs.verb(
    "review-bypass",
    examples=["careops requests review-bypass 7 --comment 'Right: all clinics were down'"],
    columns=("request_id", "reviewed"),
)
def review_bypass(
    context: typer.Context,
    request_id: RequestId,
    comment: Annotated[str | None, typer.Option(metavar="TEXT", help="Comment.")] = None,
) -> Record:
    """Review a request that another super admin has applied in an emergency."""
    connect(context).change_requests.review_bypass(request_id=request_id, comment=comment)
    item = {"request_id": request_id, "reviewed": True}
    return Record(item, sentence=f"The emergency application of change request {request_id} is reviewed by you.")
