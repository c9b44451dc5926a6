"""``careops clinics``: clinics and hospitals."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import CLINICS
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.clinic_columns import COLUMNS, DEFAULT_COLUMNS, DETAILS, OPTIONAL_COLUMNS, SUMMARY
from careops_cli.commands import clinic_export, clinic_location
from careops_cli.commands.clinic_filters import ClinicFilters
from careops_cli.framework.click_extensions import Area
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Record, Table

app = Area("Manage clinics and hospitals.")

ClinicId = Annotated[int, typer.Argument(metavar="CLINIC_ID", help="The clinic's id.")]


@app.verb(
    "list",
    examples=[
        "careops clinics list",
        "careops clinics list --state Punjab --hospital --module Prescriptions",
        "careops clinics list --search polyclinic --columns id,name,city",
        "careops clinics list --no-ipd --all --csv > without-ipd.csv",
        "careops clinics list --all --columns id | wc -l",
    ],
    columns=COLUMNS,
    web="/clinics?search={search_text}&state={state}&bank_details={bank_details:true|false}&is_hospital={is_hospital:true}&page={page}",
)
def list_clinics(context: typer.Context, only: ClinicFilters, pages: Pages) -> Table:
    """List clinics and hospitals, newest first. Filters can be combined."""
    from careops.calls.clinics import ListClinics

    client = connect(context)
    return list_rows(
        client,
        ListClinics,
        only.parameters(client),
        columns=COLUMNS,
        shown=DEFAULT_COLUMNS,
        spare=OPTIONAL_COLUMNS,
        noun=CLINICS,
        pages=pages,
    )


@app.verb(
    "show",
    examples=["careops clinics show 41", "careops clinics show 41 --json"],
    columns=DETAILS,
    web="/clinics-details/{clinic_id}/basic-details",
)
def show_clinic(context: typer.Context, clinic_id: ClinicId) -> Record:
    """Show all fields of a clinic."""
    clinic = connect(context).clinics.read(id=clinic_id)
    return Record(clinic, DETAILS, shown=[name for name in DETAILS if name != "location"])


@app.verb(
    "summary",
    examples=["careops clinics summary 41", "careops clinics summary 41 --json"],
    columns=SUMMARY,
    web="/clinics-details/{clinic_id}/basic-details",
)
def show_summary(context: typer.Context, clinic_id: ClinicId) -> Record:
    """Show key figures of a clinic: modules, people, payments of the last 30 days and open follow-ups."""
    return Record(connect(context).clinics.read_summary(clinic_id=clinic_id), SUMMARY)


@app.verb(
    "account-number",
    examples=["careops clinics account-number 41", "careops clinics account-number 41 --json"],
    columns=("account_no",),
)
def show_account_number(context: typer.Context, clinic_id: ClinicId) -> Record:
    """Show the complete bank account number of a clinic.

    All other commands show its last four digits. The clinic's audit trail records that you have seen it.
    """
    return Record(connect(context).clinics.account_number(clinic_id=clinic_id))


@app.verb(
    "create-hospital",
    examples=[
        "careops clinics create-hospital --name 'Green Park' --phone 9812345670 --email desk@greenpark.example",
        "careops clinics create-hospital --name 'City Hospital' --phone 9812345671 --email a@city.example "
        "--generate-password --json",
        "careops clinics create-hospital --from hospitals.xlsx --dry-run",
        "careops clinics create-hospital --from hospitals.csv --yes --csv > created.csv",
    ],
    columns=(*REPORT, "name", "email", "password", "clinic_id"),
)
def create_hospital(
    context: typer.Context,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="The hospital's name.")] = None,
    phone: Annotated[str | None, typer.Option(metavar="NUMBER", help="Phone number of the owner, for sign-in.")] = None,
    email: Annotated[str | None, typer.Option(metavar="EMAIL", help="The hospital's email address.")] = None,
    password_stdin: Annotated[bool, typer.Option("--password-stdin", help="Read the password from stdin.")] = False,
    generate_password: Annotated[
        bool, typer.Option("--generate-password", help="Generate a password and show it once.")
    ] = False,
    *,
    options: TableOptions,
) -> Record | Table:
    """Create a hospital and the user who owns it, or many from a table.

    The phone number must be new on the platform. A table has the columns name, phone, email and optionally password;
    missing passwords are generated and appear in the report only.
    """
    from careops_cli.auth import passwords
    from careops_cli.bulk.clinics import create_hospitals

    single_options = {"name": name, "phone_number": phone, "email": email}
    if options.from_file is not None or options.resume is not None:
        if any((*single_options.values(), password_stdin, generate_password)):
            raise typer.BadParameter("--from takes name, phone, email and password from the file.")
        return create_hospitals(context, options)
    if None in single_options.values():
        raise typer.BadParameter("Give --name, --phone and --email, or --from FILE.")
    if generate_password and password_stdin:
        raise typer.BadParameter("Choose one of --generate-password and --password-stdin.")
    made_up = generate_password or options.dry_run
    password = None if made_up else passwords.read_password(from_stdin=password_stdin, repeat=True)
    return create_hospitals(context, options, {**single_options, "password": password})


app.include(clinic_location.verbs)
app.include(clinic_export.verbs)
