"""Result of a bulk command that proposes its changes as a change request."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from careops.bulk.targets import Outcome
from careops_cli.bulk import report
from careops_cli.framework.errors import OK, PARTLY, print_message, print_note
from careops_cli.output.results import Record
from careops_cli.request_records import detail_record

if TYPE_CHECKING:
    from careops.bulk import BulkRun
    from careops.calls.change_requests import ChangeRequestDetail

_LEFT_OUT = (Outcome.FAILED, Outcome.INVALID)
"""Rows with an error, which are named one by one."""
_MAX_NAMED = 20
_NEXT = ("approve", "apply")


def proposed(detail: ChangeRequestDetail, run: BulkRun[Any], *, platform: Sequence[str]) -> Record:
    """Return the request, with the rows that it leaves out and the next command on stderr."""
    wrong = [row for row in run.rows() if row.outcome in _LEFT_OUT]
    for row in wrong[:_MAX_NAMED]:
        print_message(f"Row {row.row} ({row.target}) is left out: {row.reason}")
    if len(wrong) > _MAX_NAMED:
        print_message(f"{len(wrong) - _MAX_NAMED:,} more rows are left out; --dry-run lists all.")
    words = report.summary(run).replace(Outcome.PLANNED, "proposed")

    def after() -> int:
        print_note(f"{words}.")
        print_next_steps(detail, platform)
        return PARTLY if wrong else OK

    record = detail_record(detail, "proposed: nothing changes until it is applied")
    record.exit_code = after
    return record


def print_next_steps(detail: ChangeRequestDetail, platform: Sequence[str]) -> None:
    """Print the commands that follow a proposal."""
    approve, apply = (shlex.join([*platform, "requests", verb, f"{detail.request.id}"]) for verb in _NEXT)
    if "needs_approval" in detail.labels:
        print_note(f"Others approve it first: {approve}")
    print_note(f"Apply it with: {apply}")
