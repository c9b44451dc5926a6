"""``careops freezes``: periods in which no change request is applied, for super admins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from careops_cli.auth.connection import connect
from careops_cli.auth.step_up import send_confirmed
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.output.results import Columns, Record, Table
from careops_cli.request_schedule import parse_time

if TYPE_CHECKING:
    from careops import CareOps
    from careops.models.approval_policies import FreezePeriod

app = Area("List, add and remove freeze periods of change requests.")
app.run_by_default("list")

FREEZES = Columns.of("FreezePeriod")


@app.verb("list", examples=["careops freezes list", "careops freezes list --json"], columns=FREEZES)
def list_freezes(context: typer.Context) -> Table:
    """List the freeze periods, in which no change request is applied."""
    period_rows = connect(context).change_requests.freezes().periods
    return Table([row.model_dump(mode="json") for row in period_rows], FREEZES, total=len(period_rows))


@app.verb(
    "add",
    examples=[
        "careops freezes add --from 2026-11-30T18:00 --until 2026-12-02T18:00 --reason 'Yearly invoices'",
    ],
    columns=FREEZES,
)
def add(
    context: typer.Context,
    begin: Annotated[
        str, typer.Option("--from", metavar="TIME", help="Begin, an ISO time; of India without a time zone.")
    ],
    end: Annotated[str, typer.Option("--until", metavar="TIME", help="End, in the same form.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason.")],
    password_stdin: PasswordStdin = False,
) -> Record:
    """Add a freeze period. A run of a request ends when it begins."""
    from careops.models.approval_policies import FreezePeriod

    period = FreezePeriod(starts_at=parse_time(begin, "--from"), ends_at=parse_time(end, "--until"), reason=reason)
    _save_freezes(connect(context), lambda old: [*old, period], password_stdin=password_stdin)
    return Record(period.model_dump(mode="json"), FREEZES, sentence="The freeze period is added.")


@app.verb(
    "remove",
    examples=["careops freezes remove 2026-11-30T18:00"],
    columns=FREEZES,
)
def remove(
    context: typer.Context,
    begin: Annotated[str, typer.Argument(metavar="TIME", help="Begin of the period, as listed.")],
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Remove the freeze period that begins at this time."""
    starts_at, client = parse_time(begin, "TIME"), connect(context)
    removed = [period for period in client.change_requests.freezes().periods if period.starts_at == starts_at]
    if not removed:
        raise CliError(f"No freeze period begins at {begin}", next_step="See: careops freezes list", code=USAGE)
    confirm_on_platform(context, f"Remove the freeze period {removed[0].reason!r}", yes=yes)
    _save_freezes(
        client, lambda old: [period for period in old if period.starts_at != starts_at], password_stdin=password_stdin
    )
    return Record(removed[0].model_dump(mode="json"), FREEZES, sentence="The freeze period is removed.")


def _save_freezes(
    client: CareOps, edit: Callable[[list[FreezePeriod]], list[FreezePeriod]], *, password_stdin: bool
) -> None:
    from careops.calls.change_requests import SaveFreezePeriods
    from careops.contract.resource import build
    from careops.models.approval_policies import FreezeToSave

    read = client.change_requests.freezes()
    new_periods = [FreezeToSave.model_validate(period.model_dump()) for period in edit(read.periods)]
    call = build(SaveFreezePeriods, periods=new_periods)
    send_confirmed(client, call, password_stdin=password_stdin, if_match=read.version)
