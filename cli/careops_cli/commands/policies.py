"""``careops policies``: approval policies of changes, for super admins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.auth.step_up import send_confirmed
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.json_files import read_json
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.output.results import Columns, Record, Table

if TYPE_CHECKING:
    from careops import CareOps
    from careops.models.approval_policies import ApprovalPolicy

app = Area("List and edit the policies that require approvals.")
app.run_by_default("list")

POLICIES = Columns.of("ApprovalPolicy", "call", "condition")
POLICY = Noun("policy", "policies")
CallName = Annotated[str, typer.Argument(metavar="CALL", help="Call of the policies, such as ActivateSpecModule.")]


@app.verb(
    "list",
    examples=["careops policies list", "careops policies list --json > policies.json"],
    columns=POLICIES,
)
def list_policies(context: typer.Context) -> Table:
    """List the approval policies: changes that have to be proposed and approved first."""
    policy_rows = connect(context).change_requests.policies().policies
    return Table([row.model_dump(mode="json") for row in policy_rows], POLICIES, total=len(policy_rows))


@app.verb(
    "edit",
    examples=["careops policies edit policies.json", "careops policies edit - --yes"],
    columns=("policies",),
)
def edit(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSON list as `policies list --json` prints it; - for stdin.")
    ],
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Replace all approval policies by those of a file."""
    new_policies = read_json(file, list, "See: careops policies list --json")
    client = connect(context)
    confirm_on_platform(context, f"Replace all approval policies by {POLICY.count_text(len(new_policies))}", yes=yes)
    return _save_policies(client, lambda _: new_policies, password_stdin=password_stdin)


@app.verb("enable", examples=["careops policies enable ActivateSpecModule"], columns=("policies",))
def enable(context: typer.Context, call: CallName, password_stdin: PasswordStdin = False) -> Record:
    """Switch on the approval policies of a call."""
    return _switch(context, call, enabled=True, password_stdin=password_stdin)


@app.verb("disable", examples=["careops policies disable SendRelogin --yes"], columns=("policies",))
def disable(context: typer.Context, call: CallName, yes: Yes = False, password_stdin: PasswordStdin = False) -> Record:
    """Switch off the approval policies of a call, so that it can be made without approval."""
    confirm_on_platform(context, f"Switch off the approval policies of {call}", yes=yes)
    return _switch(context, call, enabled=False, password_stdin=password_stdin)


def _save_policies(
    client: CareOps, edit: Callable[[list[ApprovalPolicy]], list[Any]], *, password_stdin: bool
) -> Record:
    """Save the policies unless someone else has changed them since they were read."""
    from careops.calls.change_requests import SaveApprovalPolicies
    from careops.contract.resource import build

    read = client.change_requests.policies()
    new_policies = edit(read.policies)
    call = build(SaveApprovalPolicies, policies=new_policies)
    send_confirmed(client, call, password_stdin=password_stdin, if_match=read.version)
    return Record({"policies": len(new_policies)}, sentence="The approval policies are saved.")


def _switch(context: typer.Context, call: str, *, enabled: bool, password_stdin: bool) -> Record:
    def edit(old: list[ApprovalPolicy]) -> list[Any]:
        if not any(policy.call == call for policy in old):
            raise CliError(f"No policy covers {call}", next_step="See: careops policies list", code=USAGE)
        changed = (policy.model_copy(update={"enabled": enabled}) if policy.call == call else policy for policy in old)
        return [policy.model_dump(mode="json") for policy in changed]

    return _save_policies(connect(context), edit, password_stdin=password_stdin)
