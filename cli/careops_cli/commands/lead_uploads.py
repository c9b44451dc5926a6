"""``careops leads check``, ``import``, ``uploads`` and ``undo``: files of leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from careops.resource_names import ARE, LEADS, Noun
from careops_cli import lead_files
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions, is_bulk
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.framework.errors import FAILED, OK, USAGE, CliError, print_message
from careops_cli.framework.options import options_of
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import ROWS, Columns, Message, Record, Table, field_columns

if TYPE_CHECKING:
    from careops.models.lead_uploads import LeadCorrection

verbs = CommandGroup()

WRONG_ROW = Noun("wrong row", "wrong rows")
WRONG = Columns(
    "WrongLeadRow",
    row="row",
    column="column",
    cell=lambda item: lead_files.cell_of(item["row"], item["column_number"]),
    reason="reason",
)
"""Columns of wrong rows in a file."""
LeadsFile = Annotated[Path, typer.Argument(metavar="FILE", help="CSV, XLSX or XLS; its first row names the columns.")]
Assigned = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="TITLE=MEANING",
        help="Map a column to a field: phone_number, full_name, email, ignored, …",
    ),
]
Corrected = Annotated[
    list[str] | None,
    typer.Option(
        "--correct",
        metavar="CELL=TEXT",
        help="Read a cell as another text, for instance B3=9812345670. The file stays as it is. Up to 200 cells.",
    ),
]


@verbs.verb(
    "check",
    examples=[
        "careops leads check leads.xlsx",
        "careops leads check leads.xlsx --clinic 41",
        'careops leads check leads.csv --column "Mob no.=phone_number" --csv > wrong.csv',
        "careops leads check leads.csv --correct B3=9812345670 --correct A7=Asha",
    ],
    columns=WRONG,
)
def check(
    context: typer.Context,
    file: LeadsFile,
    clinic: Annotated[
        int | None, typer.Option(metavar="CLINIC_ID", help="Also check which leads are new to this clinic.")
    ] = None,
    column: Assigned = None,
    correct: Corrected = None,
) -> Table | Message:
    """Check if a file of leads can be imported, and list its wrong rows. Stores nothing.

    Without --clinic, the check runs on this machine only.
    """
    columns, corrections = lead_files.assigned(column), lead_files.corrected(file, correct)
    if clinic is None:
        report = lead_files.check_locally(file, columns, corrections)
        rows, wrong = report.get("first", []), report["wrong"]
        sentence = f"{LEADS.count_text(report.get('leads', 0))} can be imported from {file}."
    else:
        preview = lead_files.preview(connect(context), file, clinic, columns, corrections)
        rows, wrong = [row.model_dump() for row in preview.wrong_rows], preview.wrong
        lead_files.say_merged(preview)
        lead_files.say_skipped(file, preview.model_dump())
        rows_text = LEADS.count_text(preview.rows)
        sentence = f"{rows_text} can be imported from {file}: {preview.new:,} new, {preview.known:,} known already."
    if not wrong and options_of(context).format == "auto":
        return Message(sentence)
    if not wrong:
        print_message(sentence)
    return Table(rows, WRONG, spare=None, total=wrong, noun=WRONG_ROW, exit_code=lambda: FAILED if wrong else OK)


@verbs.verb(
    "import",
    examples=[
        "careops leads import leads.xlsx --clinic 41",
        "careops leads import leads.xlsx --clinic 41 --correct B3=9812345670",
        "careops leads import leads.csv --clinic 41 --yes --json",
        "careops leads import --from november.xlsx --dry-run",
        "careops leads import --from november.csv --yes --csv > done.csv",
    ],
    columns=(*REPORT, "clinic_id", "leads", "new", "known", "added", "upload_id"),
)
def import_leads(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="File with the leads of one clinic: CSV, XLSX or XLS.")
    ] = None,
    clinic: Annotated[int | None, typer.Option(metavar="CLINIC_ID", help="Clinic of the leads.")] = None,
    column: Assigned = None,
    correct: Corrected = None,
    *,
    options: TableOptions,
) -> Record | Table:
    """Add the leads of a file to a clinic: all, or none if a row is wrong.

    With --from, the file has leads of many clinics and a column clinic_id. Invalid rows are skipped and reported. A
    person is added to the same campaign of a clinic only once, so a second run adds no leads.
    """
    from careops_cli.bulk.leads import import_parts, only_from_a_table

    columns = lead_files.assigned(column)
    if is_bulk(options, {"FILE": file, "--clinic": clinic, "--correct": correct}):
        return import_parts(context, options, columns)
    if file is None or clinic is None:
        raise CliError(
            "Leads of which clinic?", next_step="Give FILE and --clinic, or --from FILE with clinic_id.", code=USAGE
        )
    only_from_a_table(options)
    return _import_one(context, file, clinic, columns, lead_files.corrected(file, correct), yes=options.yes)


def _import_one(
    context: typer.Context,
    file: Path,
    clinic: int,
    columns: Mapping[str, str],
    corrections: Sequence[LeadCorrection],
    *,
    yes: bool,
) -> Record:
    from careops.calls.leads import UploadLeads
    from careops.errors import NotSupported

    report = lead_files.check_locally(file, columns, corrections)
    if report["wrong"]:
        first = report["first"][0]
        step = f"Run: careops leads check {file}"
        if cell := lead_files.cell_of(first["row"], first["column_number"]):
            step = f"Correct it with --correct {cell}=TEXT. To see all, run: careops leads check {file}"
        reason = f"row {first['row']}, {first['column']}: {first['reason']}"
        raise CliError(f"{ROWS.count_text(report['wrong'], ARE)} wrong; {reason}", next_step=step)
    with suppress(NotSupported):
        lead_files.say_merged(lead_files.preview(connect(context), file, clinic, columns, corrections))
    call = UploadLeads(clinic_id=clinic, **lead_files.upload_parameters(file, columns, corrections))
    sentence = f"Add {LEADS.count_text(report['leads'])} to clinic {clinic}"
    confirm_on_platform(context, sentence, yes=yes)
    done = connect(context).send(call)
    counts_text = "" if done.added is None else f": {done.added:,} new, {done.known or 0:,} known already"
    return Record({"clinic_id": clinic, **done.model_dump()}, sentence=f"The leads are uploaded{counts_text}.")


UPLOAD = Noun("upload", "uploads")
UPLOADS = Columns(
    "LeadUpload",
    **field_columns("id", "uploaded_at", "uploaded_by", "clinic_id"),
    clinic="clinic_name",
    file="file_name",
    **field_columns("added", "known", "may_be_undone", "undone_at", "undone_by", "removed", "kept", "gone"),
)
DEFAULT_COLUMNS = tuple(name for name in UPLOADS if name not in ("clinic_id", "may_be_undone", "undone_by", "gone"))


@verbs.verb("uploads", examples=["careops leads uploads", "careops leads uploads --clinic 41 --csv"], columns=UPLOADS)
def uploads(
    context: typer.Context,
    clinic: Annotated[int | None, typer.Option(metavar="CLINIC_ID", help="Filter by clinic.")] = None,
    *,
    pages: Pages,
) -> Table:
    """List uploaded lead files, latest first, with the results of undone ones."""
    from careops.calls.leads import ListLeadUploads

    return list_rows(
        connect(context),
        ListLeadUploads,
        {"clinic_id": clinic},
        columns=UPLOADS,
        shown=DEFAULT_COLUMNS,
        spare=("kept", "removed", "uploaded_by", "known", "undone_at"),
        noun=UPLOAD,
        pages=pages,
    )


@verbs.verb(
    "undo",
    examples=["careops leads undo 7", "careops leads undo 7 --yes --json"],
    columns=("upload_id", "removed", "kept", "gone", "edited"),
)
def undo(
    context: typer.Context,
    upload_id: Annotated[int, typer.Argument(metavar="UPLOAD_ID", help="The upload's id, as listed.")],
    yes: Yes = False,
) -> Record:
    """Undo an upload within 30 days: delete its leads, except those edited since."""
    confirm_on_platform(context, f"Undo upload {upload_id}", yes=yes)
    done = connect(context).leads.undo(upload_id=upload_id)
    names = ", ".join(lead.name or str(lead.id) for lead in done.edited)
    edited = f"{done.kept:,} edited since ({names})" if names else f"{done.kept:,} edited since"
    sentence = f"{done.removed:,} undone, {edited}, {done.gone:,} already deleted."
    return Record({"upload_id": upload_id, **done.model_dump()}, sentence=sentence)
