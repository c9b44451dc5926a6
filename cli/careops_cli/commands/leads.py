"""``careops leads``: people whom ad campaigns brought to clinics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.nouns import ARE, Noun
from careops_cli import lead_files
from careops_cli.bulk.options import REPORT, AskedOfTable, is_run
from careops_cli.confirming import Yes, confirm, on_platform
from careops_cli.connection import connect
from careops_cli.export_options import ExportFile, ExportKind, Replace
from careops_cli.failures import FAILED, OK, USAGE, Stop, say
from careops_cli.groups import Area
from careops_cli.listing import Pages, listed
from careops_cli.options import options_of
from careops_cli.output import ROWS, Item, Read, Record, Rows, Sentence, path

if TYPE_CHECKING:
    from careops import CareOps

app = Area("Leads: people whom ad campaigns brought to clinics.")

LEAD = Noun("lead", "leads")


def _utm(item: Item) -> list[str]:
    return [f"{name}={value or ''}" for name, value in (item["utm_details"] or {}).items()]


COLUMNS: dict[str, Read] = {
    "id": path("id"),
    "created_at": path("created_at"),
    "first_name": path("first_name"),
    "last_name": path("last_name"),
    "phone_number": path("phone_number"),
    "email": path("email"),
    "campaign_id": path("ad_campaign_id"),
    "campaign": path("campaign_name"),
    "clinic_id": path("clinic_id"),
    "clinic": path("clinic_name"),
    "campaign_start_time": path("campaign_start_time"),
    "campaign_end_time": path("campaign_end_time"),
    "utm": _utm,
}
SHOWN = ("id", "created_at", "first_name", "last_name", "phone_number", "email", "campaign", "clinic")


@dataclass(frozen=True, kw_only=True)
class LeadFilters:
    """Filters as they are typed."""

    search: Annotated[str | None, typer.Option(metavar="TEXT", help="In name, phone number or email.")] = None
    clinic: Annotated[int | None, typer.Option(metavar="CLINIC_ID", help="Only those of this clinic.")] = None
    campaign: Annotated[int | None, typer.Option(metavar="CAMPAIGN_ID", help="Only those it brought.")] = None
    start: Annotated[
        str | None, typer.Option("--from-day", metavar="DAY", help="Came in that day in India or later; YYYY-MM-DD.")
    ] = None
    end: Annotated[str | None, typer.Option("--to-day", metavar="DAY", help="Came in that day in India or before.")] = (
        None
    )

    def parameters(self) -> Mapping[str, Any]:
        """The parameters of the calls, those that were typed."""
        typed = {
            "search_text": self.search,
            "clinic_id": self.clinic,
            "ad_campaign_id": self.campaign,
            "start_time": self.start,
            "end_time": self.end,
        }
        return {name: value for name, value in typed.items() if value is not None}


@app.verb(
    "list",
    examples=[
        "careops leads list --campaign 12",
        "careops leads list --clinic 41 --from-day 2026-11-01 --all --csv > leads.csv",
    ],
    columns=COLUMNS,
    web="/campaign-leads?search={search}&clinic={clinic}&clid={campaign}&start={start}&end={end}&page={page}",
)
def list_leads(context: typer.Context, only: LeadFilters, pages: Pages) -> Rows:
    """List leads, the latest first, narrowed by any of the filters together."""
    from careops.calls.leads import ListLeads

    return listed(
        connect(context),
        ListLeads,
        only.parameters(),
        columns=COLUMNS,
        shown=SHOWN,
        spare=("clinic", "email", "campaign", "created_at"),
        noun=LEAD,
        pages=pages,
    )


@app.verb(
    "export",
    examples=[
        "careops leads export leads.csv --campaign 12",
        "careops leads export november.xlsx --from-day 2026-11-01 --to-day 2026-11-30",
        "careops leads export - --as jsonl --clinic 41 | gzip > leads.jsonl.gz",
    ],
)
def export_leads(
    context: typer.Context,
    file: ExportFile,
    kind: ExportKind = None,
    replace: Replace = False,
    *,
    only: LeadFilters,
) -> Sentence | None:
    """Write every lead the filters find into a file, the latest first.

    CSV is the platform's own export: it is noted in the audit trail, and ten are allowed a day. A spreadsheet and JSON
    lines are made of that very file, so they count as well. The file is put in place when it is whole.
    """
    from careops_cli import exporting

    options = options_of(context)
    if options.columns:
        raise Stop("The platform's export has columns of its own", next_step="Leave --columns away.", code=USAGE)
    meant = exporting.kind_meant(file, kind, options)
    exporting.check_target(file, replace=replace)
    count = exporting.write_table(file, meant, _pieces(connect(context), only))
    return None if str(file) == "-" else Sentence(f"{LEAD.counted(count, ARE)} in {file}.")


def _pieces(client: CareOps, only: LeadFilters) -> Iterator[bytes]:
    from careops.calls.leads import ExportLeads

    with client.send(ExportLeads(**only.parameters())) as download:
        yield from download


WRONG_ROW = Noun("wrong row", "wrong rows")
WRONG: dict[str, Read] = {"row": path("row"), "column": path("column"), "reason": path("reason")}
"""What stands in a file that cannot be added."""
LeadsFile = Annotated[Path, typer.Argument(metavar="FILE", help="CSV, XLSX or XLS; its first row names the columns.")]
Assigned = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="TITLE=MEANING",
        help="What stands in a column that does not say so itself: phone_number, full_name, email, ignored, …",
    ),
]


@app.verb(
    "check",
    examples=[
        "careops leads check leads.xlsx",
        "careops leads check leads.xlsx --clinic 41",
        'careops leads check leads.csv --column "Mob no.=phone_number" --csv > wrong.csv',
    ],
    columns=WRONG,
    fields=("cells",),
)
def check(
    context: typer.Context,
    file: LeadsFile,
    clinic: Annotated[
        int | None, typer.Option(metavar="CLINIC_ID", help="Ask the platform as well who is new to this clinic.")
    ] = None,
    column: Assigned = None,
) -> Rows | Sentence:
    """Say whether a file of leads can be imported, and which rows are wrong. Stores nothing.

    Without a clinic no platform is asked and nothing is sent.
    """
    columns = lead_files.assigned(column)
    if clinic is None:
        found = lead_files.read(file, columns)
        rows = [dict(zip(("row", "column", "reason"), each, strict=True)) for each in found.get("first", [])]
        wrong, told = found["wrong"], f"{LEAD.counted(found.get('leads', 0))} can be imported from {file}."
    else:
        seen = lead_files.look(connect(context), file, clinic, columns)
        rows, wrong = [one.model_dump() for one in seen.wrong_rows], seen.wrong
        told = f"{LEAD.counted(seen.rows)} can be imported from {file}: {seen.new:,} new, {seen.known:,} known already."
    if not wrong and options_of(context).format == "auto":
        return Sentence(told)
    if not wrong:
        say(told)
    return Rows(rows, WRONG, spare=None, total=wrong, noun=WRONG_ROW, exit_code=lambda: FAILED if wrong else OK)


@app.verb(
    "import",
    examples=[
        "careops leads import leads.xlsx --clinic 41",
        "careops leads import leads.csv --clinic 41 --yes --json",
        "careops leads import --from november.xlsx --dry-run",
        "careops leads import --from november.csv --yes --csv > done.csv",
    ],
    columns=(*REPORT, "clinic_id", "leads", "new", "known", "added", "upload_id"),
)
def import_leads(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The leads of one clinic: CSV, XLSX or XLS.")
    ] = None,
    clinic: Annotated[int | None, typer.Option(metavar="CLINIC_ID", help="The clinic they are leads of.")] = None,
    column: Assigned = None,
    *,
    asked: AskedOfTable,
) -> Record | Rows:
    """Add the leads of a file to a clinic: all of them, or none where a row is wrong.

    With --from the file holds leads of many clinics and says in a column clinic_id whose each of them is: each clinic
    gets its own, rows that are wrong are left out and named. Nobody is added twice to the same campaign of a clinic, so
    a second run adds nobody.
    """
    from careops_cli.bulk.leads import import_parts, only_from_a_table

    columns = lead_files.assigned(column)
    if is_run(asked, {"FILE": file, "--clinic": clinic}):
        return import_parts(context, asked, columns)
    if file is None or clinic is None:
        raise Stop(
            "Leads of which clinic?", next_step="Give FILE and --clinic, or --from FILE with clinic_id.", code=USAGE
        )
    only_from_a_table(asked)
    return _import_one(context, file, clinic, columns, yes=asked.yes)


def _import_one(context: typer.Context, file: Path, clinic: int, columns: Mapping[str, str], *, yes: bool) -> Record:
    from careops.calls.leads import UploadLeads

    found = lead_files.read(file, columns)
    if found["wrong"]:
        row, where, why = found["first"][0]
        step = f"Run: careops leads check {file}"
        raise Stop(f"{ROWS.counted(found['wrong'], ARE)} wrong; row {row}, {where}: {why}", next_step=step)
    call = UploadLeads(clinic_id=clinic, **lead_files.sent(file, columns))
    sentence = f"Add {LEAD.counted(found['leads'])} to clinic {clinic}"
    confirm(sentence, where=on_platform(options_of(context)), yes=yes)
    done = connect(context).send(call)
    told = "" if done.added is None else f": {done.added:,} new, {done.known or 0:,} known already"
    return Record({"clinic_id": clinic, **done.model_dump()}, sentence=f"The leads are uploaded{told}.")


KNOWN: dict[str, Read] = {
    "campaign_id": path("ad_campaign_id"),
    "campaign": path("campaign_name"),
    "clinic_id": path("clinic_id"),
    "clinic": path("clinic_name"),
    "created_at": path("created_at"),
}


@app.verb(
    "known-before",
    examples=["careops leads known-before 9104", "careops leads known-before 9104 --json"],
    columns=KNOWN,
)
def known_before(
    context: typer.Context,
    lead_id: Annotated[int, typer.Argument(metavar="LEAD_ID", help="The lead's id, as listed.")],
) -> Rows:
    """List other campaigns that brought the same person, the latest first, and say which user of the platform it is."""

    known = connect(context).leads.known_before(lead_id=lead_id)
    if known.user_id is not None:
        say(f"The person has the phone number of user {known.user_id}: careops users show {known.user_id}")
    return Rows(
        [one.model_dump(mode="json") for one in known.leads], KNOWN, noun=Noun("other campaign", "other campaigns")
    )


UPLOAD = Noun("upload", "uploads")
UPLOADS: dict[str, Read] = {
    "id": path("id"),
    "uploaded_at": path("uploaded_at"),
    "uploaded_by": path("uploaded_by"),
    "clinic_id": path("clinic_id"),
    "clinic": path("clinic_name"),
    "file": path("file_name"),
    "added": path("added"),
    "known": path("known"),
    "may_be_undone": path("may_be_undone"),
    "undone_at": path("undone_at"),
    "undone_by": path("undone_by"),
    "removed": path("removed"),
    "kept": path("kept"),
    "gone": path("gone"),
}
UPLOADS_SHOWN = ("id", "uploaded_at", "uploaded_by", "clinic", "file", "added", "known", "undone_at", "removed", "kept")


@app.verb("uploads", examples=["careops leads uploads", "careops leads uploads --clinic 41 --csv"], columns=UPLOADS)
def uploads(
    context: typer.Context,
    clinic: Annotated[int | None, typer.Option(metavar="CLINIC_ID", help="Only those to this clinic.")] = None,
    *,
    pages: Pages,
) -> Rows:
    """List files of leads that were uploaded, the latest first, and what became of those that were taken back."""
    from careops.calls.leads import ListLeadUploads

    return listed(
        connect(context),
        ListLeadUploads,
        {"clinic_id": clinic},
        columns=UPLOADS,
        shown=UPLOADS_SHOWN,
        spare=("kept", "removed", "uploaded_by", "known", "undone_at"),
        noun=UPLOAD,
        pages=pages,
    )


@app.verb(
    "undo",
    examples=["careops leads undo 7", "careops leads undo 7 --yes --json"],
    columns=("upload_id", "removed", "kept", "gone"),
)
def undo(
    context: typer.Context,
    upload_id: Annotated[int, typer.Argument(metavar="UPLOAD_ID", help="The upload's id, as listed.")],
    yes: Yes = False,
) -> Record:
    """Take an upload back, within 30 days: its leads go, but for those that somebody changed since."""

    confirm(f"Take upload {upload_id} back", where=on_platform(options_of(context)), yes=yes)
    done = connect(context).leads.undo(upload_id=upload_id)
    told = f"{done.removed:,} removed, {done.kept:,} kept because changed since, {done.gone:,} gone already."
    return Record({"upload_id": upload_id, **done.model_dump()}, sentence=told)
