"""``careops requests policies``, ``freezes`` and ``bypass``: approvals of change requests, for super admins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.auth.step_up import send_confirmed
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.json_files import read_json
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.output.results import Columns, Record, Table, field_columns
from careops_cli.request_records import RequestId

if TYPE_CHECKING:
    from careops import CareOps
    from careops.models.approval_policies import ApprovalPolicy, FreezePeriod

verbs = CommandGroup()

POLICIES = Columns(
    "ApprovalPolicy",
    **field_columns("call", "condition", "field", "at_least", "approvals", "roles", "authors_may_approve", "enabled"),
)
FREEZES = Columns("FreezePeriod", starts_at="starts_at", ends_at="ends_at", reason="reason")
BYPASSED = ("request_id", "status", "job_id")
POLICY = Noun("policy", "policies")
CallName = Annotated[str, typer.Argument(metavar="CALL", help="Call of the policies, such as ActivateSpecModule.")]


@verbs.verb(
    "policies",
    examples=["careops requests policies", "careops requests policies --json > policies.json"],
    columns=POLICIES,
)
def policies(context: typer.Context) -> Table:
    """List the approval policies: changes that have to be proposed and approved first."""
    policy_rows = connect(context).change_requests.policies().policies
    return Table([one.model_dump(mode="json") for one in policy_rows], POLICIES, total=len(policy_rows))


@verbs.verb(
    "edit-policies",
    examples=["careops requests edit-policies policies.json", "careops requests edit-policies - --yes"],
    columns=("policies",),
)
def edit_policies(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSON list as `policies --json` prints it; - for stdin.")
    ],
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Replace all approval policies by those of a file."""
    new_policies = read_json(file, list, "See: careops requests policies --json")
    client = connect(context)
    confirm_on_platform(context, f"Replace all approval policies by {POLICY.count_text(len(new_policies))}", yes=yes)
    return _save_policies(client, lambda _: new_policies, password_stdin=password_stdin)


@verbs.verb("enable-policy", examples=["careops requests enable-policy ActivateSpecModule"], columns=("policies",))
def enable_policy(context: typer.Context, call: CallName, password_stdin: PasswordStdin = False) -> Record:
    """Switch on the approval policies of a call."""
    return _switch(context, call, enabled=True, password_stdin=password_stdin)


@verbs.verb("disable-policy", examples=["careops requests disable-policy SendRelogin --yes"], columns=("policies",))
def disable_policy(
    context: typer.Context, call: CallName, yes: Yes = False, password_stdin: PasswordStdin = False
) -> Record:
    """Switch off the approval policies of a call, so that it can be made without approval."""
    confirm_on_platform(context, f"Switch off the approval policies of {call}", yes=yes)
    return _switch(context, call, enabled=False, password_stdin=password_stdin)


@verbs.verb("freezes", examples=["careops requests freezes", "careops requests freezes --json"], columns=FREEZES)
def freezes(context: typer.Context) -> Table:
    """List the freeze periods, in which no change request is applied."""
    period_rows = connect(context).change_requests.freezes().periods
    return Table([one.model_dump(mode="json") for one in period_rows], FREEZES, total=len(period_rows))


@verbs.verb(
    "add-freeze",
    examples=[
        "careops requests add-freeze --from 2026-11-30T18:00 --until 2026-12-02T18:00 --reason 'Yearly invoices'",
    ],
    columns=FREEZES,
)
def add_freeze(
    context: typer.Context,
    begin: Annotated[
        str, typer.Option("--from", metavar="TIME", help="Begin, an ISO time; of India without a time zone.")
    ],
    end: Annotated[str, typer.Option("--until", metavar="TIME", help="End, in the same form.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason.")],
) -> Record:
    """Add a freeze period. A run of a request ends when it begins."""
    from careops.models.approval_policies import FreezePeriod

    period = FreezePeriod(starts_at=_parse_time(begin, "--from"), ends_at=_parse_time(end, "--until"), reason=reason)
    _save_freezes(connect(context), lambda old: [*old, period])
    return Record(period.model_dump(mode="json"), FREEZES, sentence="The freeze period is added.")


@verbs.verb(
    "remove-freeze",
    examples=["careops requests remove-freeze 2026-11-30T18:00"],
    columns=FREEZES,
)
def remove_freeze(
    context: typer.Context,
    begin: Annotated[str, typer.Argument(metavar="TIME", help="Begin of the period, as listed.")],
    yes: Yes = False,
) -> Record:
    """Remove the freeze period that begins at this time."""
    starts_at, client = _parse_time(begin, "TIME"), connect(context)
    removed = [one for one in client.change_requests.freezes().periods if one.starts_at == starts_at]
    if not removed:
        raise CliError(f"No freeze period begins at {begin}", next_step="See: careops requests freezes", code=USAGE)
    confirm_on_platform(context, f"Remove the freeze period {removed[0].reason!r}", yes=yes)
    _save_freezes(client, lambda old: [one for one in old if one.starts_at != starts_at])
    return Record(removed[0].model_dump(mode="json"), FREEZES, sentence="The freeze period is removed.")


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
    from careops.client.resource import build

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


def _save_policies(
    client: CareOps, edit: Callable[[list[ApprovalPolicy]], list[Any]], *, password_stdin: bool
) -> Record:
    """Save the policies unless someone else has changed them since they were read."""
    from careops.calls.change_requests import SaveApprovalPolicies
    from careops.client.resource import build

    read = client.change_requests.policies()
    new_policies = edit(read.policies)
    call = build(SaveApprovalPolicies, policies=new_policies)
    send_confirmed(client, call, password_stdin=password_stdin, if_match=read.version)
    return Record({"policies": len(new_policies)}, sentence="The approval policies are saved.")


def _switch(context: typer.Context, call: str, *, enabled: bool, password_stdin: bool) -> Record:
    def edit(old: list[ApprovalPolicy]) -> list[Any]:
        if not any(one.call == call for one in old):
            raise CliError(f"No policy covers {call}", next_step="See: careops requests policies", code=USAGE)
        changed = (one.model_copy(update={"enabled": enabled}) if one.call == call else one for one in old)
        return [one.model_dump(mode="json") for one in changed]

    return _save_policies(connect(context), edit, password_stdin=password_stdin)


def _save_freezes(client: CareOps, edit: Callable[[list[FreezePeriod]], list[FreezePeriod]]) -> None:
    from careops.calls.change_requests import SaveFreezePeriods
    from careops.client.resource import build
    from careops.models.approval_policies import FreezeToSave

    read = client.change_requests.freezes()
    new_periods = [FreezeToSave.model_validate(one.model_dump()) for one in edit(read.periods)]
    client.send(build(SaveFreezePeriods, periods=new_periods), if_match=read.version)


def _parse_time(typed: str, option: str) -> datetime:
    from careops.india_time import parse_moment

    try:
        return parse_moment(typed)
    except ValueError:
        raise typer.BadParameter(f"{typed!r} is no ISO time, such as 2026-11-30T18:00", param_hint=option) from None
