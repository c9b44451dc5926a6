"""``careops clinic-admins``: admins of a clinic."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table

app = Area("Manage admins of a clinic.")

ClinicId = Annotated[int, typer.Argument(metavar="CLINIC_ID", help="The clinic's id.")]
COLUMNS = Columns("ClinicAdmin", id="id", name="name", phone="phone_number", email="email", status="status")


@app.verb(
    "list",
    examples=["careops clinic-admins list 41", "careops clinic-admins list 41 --all --csv"],
    columns=COLUMNS,
    web="/clinics-details/{clinic_id}/admins?page={page}",
)
def list_admins(context: typer.Context, clinic_id: ClinicId, pages: Pages) -> Table:
    """List the admins of a clinic, newest first."""
    from careops.calls.clinic_admins import ListClinicAdmins

    return list_rows(
        connect(context),
        ListClinicAdmins,
        {"clinic_id": clinic_id},
        columns=COLUMNS,
        noun=Noun("admin", "admins"),
        pages=pages,
    )


@app.verb(
    "create",
    examples=[
        "careops clinic-admins create 41 --name 'Simran Gill' --phone 9812345670 --generate-password",
        "pass show simran | careops clinic-admins create 41 --name 'Simran Gill' --phone 9812345670 --password-stdin",
    ],
    columns=("id", "clinic_id", "name", "phone_number", "email", "password"),
)
def create(
    context: typer.Context,
    clinic_id: ClinicId,
    name: Annotated[str, typer.Option(metavar="NAME", help="The admin's name.")],
    phone: Annotated[str, typer.Option(metavar="NUMBER", help="Phone number to sign in with.")],
    email: Annotated[str | None, typer.Option(metavar="EMAIL", help="The admin's email address.")] = None,
    password_stdin: Annotated[bool, typer.Option("--password-stdin", help="Read the password from stdin.")] = False,
    generate_password: Annotated[
        bool, typer.Option("--generate-password", help="Generate a password and show it once.")
    ] = False,
) -> Record:
    """Create an admin of a clinic with a new phone number. The password is for the first sign-in."""
    from careops.calls.clinic_admins import CreateClinicAdmin
    from careops_cli.auth import passwords

    if generate_password and password_stdin:
        raise typer.BadParameter("Choose one of --generate-password and --password-stdin.")
    password = (
        passwords.generate_password()
        if generate_password
        else passwords.read_password(from_stdin=password_stdin, repeat=True)
    )
    values = {"clinic_id": clinic_id, "name": name, "phone_number": phone, "password": password}
    call = CreateClinicAdmin.model_validate(values if email is None else {**values, "email": email})
    admin = connect(context).send(call)
    item = {
        "id": admin.id,
        "clinic_id": clinic_id,
        "name": call.name,
        "phone_number": call.phone_number,
        "email": call.email,
    }
    if generate_password:
        return Record({**item, "password": password})
    sentence = f"{call.name} is an admin of clinic {clinic_id} and signs in with {call.phone_number}."
    return Record(item, sentence=sentence)


@app.verb(
    "delete",
    examples=["careops clinic-admins delete 41 7", "careops clinic-admins delete 41 7 --yes"],
    columns=("clinic_id", "admin_id", "deleted"),
)
def delete(
    context: typer.Context,
    clinic_id: ClinicId,
    admin_id: Annotated[int, typer.Argument(metavar="ADMIN_ID", help="The admin's id, as listed.")],
    yes: Yes = False,
) -> Record:
    """Remove an admin from a clinic and sign them out."""

    confirm_on_platform(context, f"Delete admin {admin_id} of clinic {clinic_id}", yes=yes)
    connect(context).clinic_admins.delete(clinic_id=clinic_id, admin_id=admin_id)
    return Record(
        {"clinic_id": clinic_id, "admin_id": admin_id, "deleted": True},
        sentence=f"Admin {admin_id} of clinic {clinic_id} is deleted.",
    )
