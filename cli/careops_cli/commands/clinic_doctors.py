"""``careops clinic-doctors``: doctors of a clinic."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.bulk.options import AskedOfTable, is_run
from careops_cli.connection import connect
from careops_cli.failures import Stop
from careops_cli.groups import Area
from careops_cli.output import Record, Rows

app = Area("Doctors of a clinic.")

ClinicId = Annotated[
    int | None, typer.Argument(metavar="CLINIC_ID", help="The clinic's id; or the table's column clinic_id.")
]
Phone = Annotated[str | None, typer.Argument(metavar="PHONE", help="The doctor's phone number.")]
Fees = Annotated[int | None, typer.Option(metavar="RUPEES", help="What the doctor asks for a visit there.")]


@app.verb(
    "add",
    examples=[
        "careops clinic-doctors add 41 9812345670 --fees 500",
        "careops clinic-doctors add --from doctors.xlsx --dry-run",
        "careops clinic-doctors add 41 --from doctors.csv --yes",
    ],
)
def add(
    context: typer.Context,
    clinic_id: ClinicId = None,
    phone: Phone = None,
    fees: Fees = None,
    *,
    asked: AskedOfTable,
) -> Record | Rows:
    """Add a doctor who is on the platform to a clinic, found by phone number; or many from a table.

    A table has the columns clinic_id, phone and fees. Who is at the clinic already is left as they are.
    """
    if is_run(asked, {"PHONE": phone, "--fees": fees}):
        from careops_cli.bulk.tables import add_doctors

        return add_doctors(context, asked, clinic_id)
    if clinic_id is None or phone is None or fees is None:
        raise typer.BadParameter("Give CLINIC_ID, PHONE and --fees, or --from FILE.")
    return _add_one(context, clinic_id, phone, fees)


@app.verb(
    "invite",
    examples=[
        "careops clinic-doctors invite 41 9812345670 --name 'Asha Rao' --fees 450 --patients-per-hour 4",
        "careops clinic-doctors invite --from doctors.csv --yes --csv > invited.csv",
    ],
)
def invite(
    context: typer.Context,
    clinic_id: ClinicId = None,
    phone: Phone = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="The doctor's name.")] = None,
    fees: Fees = None,
    patients_per_hour: Annotated[
        int | None, typer.Option(metavar="N", help="How many patients the doctor sees in an hour.")
    ] = None,
    *,
    asked: AskedOfTable,
) -> Record | Rows:
    """Invite a doctor who is not on the platform yet to a clinic, or many from a table.

    A table has the columns clinic_id, phone, name, fees and patients_per_hour. Who is at the clinic already is left
    as they are; who is on the platform already is to be added, not invited.
    """
    one = {"PHONE": phone, "--name": name, "--fees": fees, "--patients-per-hour": patients_per_hour}
    if is_run(asked, one):
        from careops_cli.bulk.tables import invite_doctors

        return invite_doctors(context, asked, clinic_id)
    if clinic_id is None or None in one.values():
        raise typer.BadParameter("Give CLINIC_ID, PHONE, --name, --fees and --patients-per-hour, or --from FILE.")
    from careops.calls.clinic_doctors import AddClinicDoctor

    call = AddClinicDoctor.model_validate(
        {
            "clinic_id": clinic_id,
            "phone_number": phone,
            "name": name,
            "fees": fees,
            "patients_per_hour": patients_per_hour,
        }
    )
    added = connect(context).send(call)
    return Record(
        {"clinic_id": clinic_id, "doctor_id": added.id, "name": call.name, "phone_number": call.phone_number},
        sentence=f"{call.name} is invited to clinic {clinic_id}.",
    )


def _add_one(context: typer.Context, clinic_id: int, phone: str, fees: int) -> Record:
    from careops.calls.clinic_doctors import FindDoctors

    client = connect(context)
    found = client.send(FindDoctors(phone_number=phone))
    if not found:
        raise Stop(
            "We could not find any doctor on the product with this number",
            next_step="Run: careops clinic-doctors invite",
        )
    doctor = found[0]
    client.clinic_doctors.add(clinic_id=clinic_id, doctor_id=doctor.id, fees=fees)
    name = " ".join(part for part in (doctor.first_name, doctor.last_name) if part)
    return Record(
        {"clinic_id": clinic_id, "doctor_id": doctor.id, "name": name, "fees": fees},
        sentence=f"{name} is a doctor of clinic {clinic_id} now.",
    )
