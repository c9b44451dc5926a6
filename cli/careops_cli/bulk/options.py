"""Options of all bulk commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from careops.constants import MAX_CHANGES
from careops.resource_names import TARGETS, Noun
from careops_cli.framework import completion
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.prompts import Yes
from careops_cli.output.results import Columns
from careops_cli.request_records import DETAIL
from careops_cli.request_schedule import ScheduleOptions, proposal_option, typed_schedule

_target_option = partial(typer.Option, rich_help_panel="Options for targets")
_run_option = partial(typer.Option, rich_help_panel="Options of the run (more: careops help bulk)")

Ids = Annotated[list[str], typer.Argument(metavar="[{ID}...]", help="Ids; - reads them from stdin.")]
FromFile = Annotated[
    str | None,
    _target_option(
        "--from", metavar="FILE", help="File with the targets: a list of ids, CSV or spreadsheet; - for stdin."
    ),
]
Table = Annotated[
    str | None,
    _target_option(
        "--from", metavar="FILE", help="Table with column names in its first row, CSV or spreadsheet; - for stdin."
    ),
]
Where = Annotated[
    list[str],
    _target_option(
        metavar="KEY=VALUE",
        help="Select all {many} that match this filter; may be repeated.",
        autocompletion=completion.filters,
    ),
]
IdColumn = Annotated[
    str | None, _target_option(metavar="NAME", help="Column of the file with the ids.", show_default="{id} or id")
]
Sheet = Annotated[str | None, _target_option(metavar="NAME", help="Sheet of the spreadsheet, by name or number.")]
Hidden = Annotated[bool, _target_option("--hidden", help="Also read hidden sheets and rows.")]
DryRun = Annotated[bool, _run_option("--dry-run", help="Show what would change; change nothing.")]
One = Annotated[bool, _run_option("--one", help="Print a single row as an object instead of a list.")]
Expect = Annotated[
    int | None, _run_option(metavar="N", min=0, help="Ask for confirmation if more than N records would change.")
]
Concurrency = Annotated[int, _run_option(metavar="N", min=1, max=100, help="Number of parallel requests.")]
Batch = Annotated[
    int,
    _run_option(metavar="N", min=1, max=MAX_CHANGES, help="Changes per batch request, if the server supports batches."),
]
Patience = Annotated[
    int | None,
    _run_option(
        metavar="SECONDS", min=0, help="Seconds to retry during an outage.", show_default="300, or 5 for one record"
    ),
]
JournalFile = Annotated[
    Path | None, _run_option(metavar="FILE", help="Journal file.", show_default="in the state folder")
]
Resume = Annotated[
    Path | None,
    _run_option(metavar="JOURNAL", help="Resume an interrupted run.", autocompletion=completion.journals),
]
Wait = Annotated[bool, _run_option("--wait", help="Wait until the work is done or has failed.")]
Propose = Annotated[
    bool, proposal_option("--propose", help="Propose all changes as one change request; change nothing.")
]
Title = Annotated[str | None, proposal_option("--title", metavar="TEXT", help="Title of the change request.")]
Reason = Annotated[str | None, proposal_option("--reason", metavar="TEXT", help="Reason, for the reviewers.")]
RequestReason = Annotated[
    str | None, proposal_option("--request-reason", metavar="TEXT", help="Reason, for the reviewers.")
]


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """Options of a run and its proposal, which ``BulkOptions`` completes."""

    noun: Noun
    ids: Ids = field(default_factory=list)
    from_file: FromFile = None
    where: Where = field(default_factory=list)
    id_column: IdColumn = None
    sheet: Sheet = None
    hidden: Hidden = False
    dry_run: DryRun = False
    yes: Yes = False
    one: One = False
    expect: Expect = None
    concurrency: Concurrency = 16
    batch: Batch = MAX_CHANGES
    patience: Patience = None
    journal: JournalFile = None
    resume: Resume = None
    propose: Propose = False
    proposal_title: Title = None
    proposal_reason: Reason = None


@dataclass(frozen=True, kw_only=True)
class BulkOptions(ScheduleOptions, RunOptions):
    """Options of a command about one or many records of a kind: ``Annotated[Asked, CLINICS]``."""

    reason_option: ClassVar[str] = "--reason"
    columns_by_option: ClassVar[Mapping[str, Columns]] = {"propose": DETAIL}
    wait: bool = field(default=False, init=False)
    """True to wait for changes that the platform makes in the background; only a few commands have them."""


@dataclass(frozen=True, kw_only=True)
class TableOptions(BulkOptions):
    """Options of a command whose targets can only come from a table."""

    noun: Noun = field(default=TARGETS, init=False)
    ids: Ids = field(default_factory=list, init=False)
    from_file: Table = None
    where: Where = field(default_factory=list, init=False)
    id_column: IdColumn = field(default=None, init=False)


@dataclass(frozen=True, kw_only=True)
class VerificationOptions(TableOptions):
    """Options of a command whose changes have another ``--reason``."""

    proposal_reason: RequestReason = None
    reason_option: ClassVar[str] = "--request-reason"


@dataclass(frozen=True, kw_only=True)
class JobOptions(TableOptions):
    """Options of a command whose changes the platform makes in the background."""

    wait: Wait = False


@dataclass(frozen=True, kw_only=True)
class UndoOptions:
    """Options of the undo of a run."""

    propose: Annotated[
        bool, typer.Option("--propose", help="Propose the undo as a change request; change nothing.")
    ] = False
    columns_by_option: ClassVar[Mapping[str, Columns]] = {"propose": DETAIL}


def check_proposal(bulk: BulkOptions) -> None:
    """Raise ``CliError`` for options that contradict ``--propose``, and for a proposal without its texts."""
    texts = {"--title": bulk.proposal_title, bulk.reason_option: bulk.proposal_reason}
    if not bulk.propose:
        if typed := [*(option for option, text in texts.items() if text is not None), *typed_schedule(bulk)]:
            raise CliError(f"{typed[0]} needs --propose", next_step="Add it, or omit both.", code=USAGE)
        return
    others = {"--dry-run": bulk.dry_run, "--resume": bulk.resume, "--journal": bulk.journal, "--one": bulk.one}
    others |= {"--expect": bulk.expect is not None, "--wait": bulk.wait}
    if contrary := [option for option, typed in others.items() if typed]:
        step = f"Omit one of them. {_INSTEAD[contrary[0]]}".rstrip()
        raise CliError(f"--propose cannot be combined with {contrary[0]}", next_step=step, code=USAGE)
    if missing := [option for option, text in texts.items() if text is None]:
        step = "Reviewers read both."
        raise CliError(f"--propose needs {' and '.join(missing)}", next_step=step, code=USAGE)


_INSTEAD = {
    "--dry-run": "A dry run shows what would be proposed.",
    "--resume": "Records that were changed already are left out of a proposal.",
    "--journal": "A proposal changes nothing, so it has no journal.",
    "--one": "",
    "--expect": "A proposal changes nothing.",
    "--wait": "The change request has its own: careops requests apply ID --wait.",
}


def is_bulk(bulk: BulkOptions, single_options: Mapping[str, object]) -> bool:
    """Return True for a table, False for a single record. ``single_options`` are the typed values that identify it.

    Options that table rows may lack are not among them: with a table they apply to rows without them. Raises
    ``BadParameter`` if both are given.
    """
    if bulk.from_file or bulk.resume:
        options = [name for name, value in single_options.items() if value is not None]
        if options:
            raise typer.BadParameter(f"--from and --resume take {', '.join(options)} from the table.")
        return True
    return False
