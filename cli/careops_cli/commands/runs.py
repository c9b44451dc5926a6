"""``careops runs``: bulk runs of this machine, by their journals."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import Annotated, NoReturn

import typer

from careops.resource_names import Noun
from careops_cli.bulk.options import UndoOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import OK, USAGE, CliError, print_note
from careops_cli.framework.options import options_of
from careops_cli.framework.prompts import Yes, confirm
from careops_cli.output.results import Message, Record, Table, field_columns

app = Area("View, resume and undo bulk runs of this machine.")

Name = Annotated[
    str,
    typer.Argument(metavar="RUN", help="Name of the run as listed, or its beginning.", autocompletion=completion.runs),
]
COLUMNS = ("run", "command", "platform", "source", "made_at", "state")
DETAILS = (*COLUMNS, "targets", "done", "unchanged", "failed", "asked_for", "open", "journal", "resume")


@app.verb("list", examples=["careops runs list", "careops runs list --json"], columns=COLUMNS)
def list_runs() -> Table:
    """List bulk runs with a stored journal, newest first."""
    from careops_cli.bulk.history import list_runs

    items = [run.item for run in list_runs()]
    return Table(
        items,
        field_columns(*COLUMNS),
        spare=("source", "platform", "command", "made_at"),
        noun=Noun("run", "runs"),
    )


@app.verb(
    "show",
    examples=["careops runs show 2026-11-21-114503", "careops runs show 2026-11-21-114503 --rows --csv > report.csv"],
)
def show(
    run: Name,
    rows: Annotated[bool, typer.Option("--rows", help="List each record of the run with its outcome.")] = False,
) -> Record | Table:
    """Show the counts of a run, and the command that resumes it if records are left.

    With --rows, list every record: outcome, reason and the answer of the platform, such as the id of a new record. A
    run that was interrupted lists its remaining records as "not tried".
    """
    from careops_cli.bulk.history import resolve_run

    chosen = resolve_run(run)
    if not rows:
        return Record(chosen.details(), field_columns(*DETAILS))
    names, items = chosen.rows()
    return Table(items, field_columns(*REPORT, *names), shown=(*REPORT, *names), noun=Noun("row", "rows"))


@app.verb("resume", examples=["careops runs resume 2026-11-21-114503"], columns=REPORT)
def resume(context: typer.Context, run: Name, yes: Yes = False) -> None:
    """Resume an interrupted run with the options of its original command.

    The run was confirmed when it began; --yes is accepted so that scripts can always pass it.
    """
    from careops_cli.bulk.history import resolve_run

    words = [*resolve_run(run).words_to_resume(), *(["--yes"] if yes else [])]
    print_note(f"careops {shlex.join(words)}")
    _carry_out(context, words)


@app.verb(
    "undo",
    examples=[
        "careops runs undo 2026-11-21-114503 --propose",
        "careops runs undo 2026-11-21-114503 --yes --csv",
        "careops runs undo 2026-11-21-114503 --dry-run",
    ],
    columns=REPORT,
)
def undo(
    context: typer.Context,
    run: Name,
    yes: Yes = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change; change nothing.")] = False,
    *,
    options: UndoOptions,
) -> Record | Table:
    """Undo a run by a change request with the values that it replaced.

    Fields that someone has edited since stay, and the records are checked afterwards. Changes without an inverse, such
    as deletions and new records, are left out. If approvals are needed, the undo is only proposed.

    Runs on platforms without change requests are undone by the opposite command, which --dry-run tries: those that
    switched modules, flags, user flags or campaigns.
    """
    from careops_cli.bulk.history import resolve_run
    from careops_cli.bulk.undo import undo_by_request

    chosen = resolve_run(run)
    if dry_run and options.propose:
        step = "Omit one of them. The request shows each change before it is applied."
        raise CliError("--propose cannot be combined with --dry-run", next_step=step, code=USAGE)
    result = None if dry_run else undo_by_request(context, chosen, propose=options.propose, yes=yes)
    if result is None:
        if options.propose:
            step = f"Run: careops runs undo {chosen.name} --dry-run"
            raise CliError("The platform does not know the changes of this run", next_step=step, code=USAGE)
        words, ids = chosen.words_to_undo()
        print_note(f"careops {shlex.join(words)} (records that the run changed: {len(ids):,})")
        _carry_out(context, [*words, *ids, "--dry-run" if dry_run else "--yes"])  # confirmed above
    return result


@app.verb("forget", examples=["careops runs forget 2026-11-21-114503 --yes"])
def forget(run: Name, yes: Yes = False) -> Message:
    """Delete the journal of a run, which then cannot be resumed."""
    from careops_cli.bulk.history import resolve_run

    chosen = resolve_run(run)
    confirm(f"Forget the run {chosen.name} ({chosen.state})", where="of this machine", yes=yes)
    chosen.delete()
    return Message(f"Forgot {chosen.name}.")


def _carry_out(context: typer.Context, words: list[str]) -> NoReturn:
    """Run another command with the options typed here (--json, --columns), on the platform that ``words`` name."""
    from careops_cli.root import root

    options = replace(options_of(context), profile=None, url=None)
    code = root().main(words, prog_name="careops", standalone_mode=False, obj=options)
    raise typer.Exit(code if isinstance(code, int) else OK)
