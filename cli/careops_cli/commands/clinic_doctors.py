"""``careops clinic-doctors``: doctors of a clinic."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.connection import connect
from careops_cli.failures import Stop
from careops_cli.groups import Area
from careops_cli.output import Record

app = Area("Doctors of a clinic.")

ClinicId = Annotated[int, typer.Argument(metavar="CLINIC_ID", help="The clinic's id.")]
Phone = Annotated[str, typer.Argument(metavar="PHONE", help="The doctor's phone number.")]
Fees = Annotated[int, typer.Option(metavar="RUPEES", help="What the doctor asks for a visit there.")]


@app.verb("add", examples=["careops clinic-doctors add 41 9812345670 --fees 500"])
def add(context: typer.Context, clinic_id: ClinicId, phone: Phone, fees: Fees) -> Record:
    """Add a doctor who is on the platform to a clinic, found by phone number."""
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


@app.verb(
    "invite",
    examples=["careops clinic-doctors invite 41 9812345670 --name 'Asha Rao' --fees 450 --patients-per-hour 4"],
)
def invite(
    context: typer.Context,
    clinic_id: ClinicId,
    phone: Phone,
    name: Annotated[str, typer.Option(metavar="NAME", help="The doctor's name.")],
    fees: Fees,
    patients_per_hour: Annotated[int, typer.Option(metavar="N", help="How many patients the doctor sees in an hour.")],
) -> Record:
    """Invite a doctor who is not on the platform yet to a clinic."""
    from careops.calls.clinic_doctors import AddClinicDoctor

    call = AddClinicDoctor(
        clinic_id=clinic_id, phone_number=phone, name=name, fees=fees, patients_per_hour=patients_per_hour
    )
    added = connect(context).send(call)
    return Record(
        {"clinic_id": clinic_id, "doctor_id": added.id, "name": call.name, "phone_number": call.phone_number},
        sentence=f"{call.name} is invited to clinic {clinic_id}.",
    )
