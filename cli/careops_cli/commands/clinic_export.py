"""``careops clinics export``: all fields of many clinics, on stdout or in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from careops.resource_names import CLINICS
from careops_cli import clinic_columns
from careops_cli.auth.connection import connect
from careops_cli.commands.clinic_filters import ClinicFilters
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.framework.options import options_of
from careops_cli.output.export_options import ExportKind, ExportOptions, Replace
from careops_cli.output.progress import progress_line
from careops_cli.output.results import Columns, Item, Message, Table, selected_columns


def _doctors(item: Item) -> list[str]:
    people = [row["doctor"] or {} for row in item["doctors_list"]]
    return [" ".join(name for name in (who.get("first_name"), who.get("last_name")) if name) for who in people]


def _staff(item: Item) -> list[str]:
    return [row["name"] for row in item["clinic_staff"]]


verbs = CommandGroup()
COLUMNS = Columns(
    "ClinicDetail",
    **clinic_columns.DETAILS,
    doctors=_doctors,
    staff=_staff,
    visits="metrics.total_patient_visits",
    bills="metrics.total_bills",
    careplans="metrics.total_careplans",
    lab_referrals="metrics.total_lab_referrals",
    pharmacy_referrals="metrics.total_pharmacy_referrals",
    doctor_referrals="metrics.total_doctor_referrals",
    latest_visit="metrics.latest_patient_visit",
)


@verbs.verb(
    "export",
    examples=[
        "careops clinics export clinics.xlsx",
        "careops clinics export --state Punjab --hospital hospitals.csv",
        "careops clinics export clinics.jsonl --columns id,name,city",
        "careops clinics export - --as jsonl | gzip > clinics.jsonl.gz",
        "careops clinics export --csv --columns id,name,doctors,visits > visits.csv",
    ],
    columns=COLUMNS,
)
def export_clinics(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="File to write, ending in .csv, .xlsx or .jsonl.", show_default="stdout"),
    ] = None,
    kind: ExportKind = None,
    replace: Replace = False,
    *,
    only: ClinicFilters,
) -> Table | Message | None:
    """Export all fields of all clinics, or of those that match the filters, newest first.

    Rows are streamed without a limit; the file appears when it is complete. Text that looks like a formula stays text.
    """
    from careops.calls.clinics import ListClinics
    from careops.constants import MAX_PAGE_SIZE
    from careops_cli.output import export

    shown = [name for name in COLUMNS if name != "location"]
    options = options_of(context)
    reads = selected_columns(COLUMNS, shown, options)
    target = Path("-") if file is None and kind is not None else file
    into = None if target is None else ExportOptions(file=target, kind=kind, replace=replace)
    file_format = None if into is None else into.resolve_format(context)
    client = connect(context)
    parameters = only.parameters(client)
    call = ListClinics(
        **{name: value for name, value in parameters.items() if value is not None}, perpage=MAX_PAGE_SIZE
    )
    brief = bool(options.chosen_columns) and all(name.partition(".")[0] in clinic_columns.COLUMNS for name in reads)
    every = client.each(call)
    clinics = (
        (clinic.model_dump(mode="json") for clinic in every)
        if brief  # from the list alone
        else export.read_whole(every, lambda clinic: client.clinics.read(id=clinic.id))
    )
    if into is None or file_format is None:
        return Table(clinics, COLUMNS, shown, noun=CLINICS)
    count = export.write_file(into.file, file_format, _watched(clinics), reads, all_fields=not options.chosen_columns)
    return into.summary(CLINICS, count)


def _watched(clinics: Iterable[Item]) -> Iterator[Item]:
    with progress_line() as progress:
        for number, clinic in enumerate(clinics, start=1):
            yield clinic
            progress("clinics", number, 0)
