"""``careops clinic-doctors``: doctors of a clinic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions, is_bulk
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Record, Table

if TYPE_CHECKING:
    from careops.bulk.tables import Cells

app = Area("Add and invite doctors of a clinic.")

ClinicId = Annotated[
    int | None, typer.Argument(metavar="CLINIC_ID", help="Id of the clinic; in a table, the column clinic_id.")
]
Phone = Annotated[str | None, typer.Argument(metavar="PHONE", help="The doctor's phone number.")]
Fees = Annotated[int | None, typer.Option(metavar="RUPEES", help="Fees per visit.")]


@app.verb(
    "add",
    examples=[
        "careops clinic-doctors add 41 9812345670 --fees 500",
        "careops clinic-doctors add --from doctors.xlsx --dry-run",
        "careops clinic-doctors add 41 --from doctors.csv --yes",
    ],
    columns=(*REPORT, "clinic_id", "phone_number", "fees"),
)
def add(
    context: typer.Context,
    clinic_id: ClinicId = None,
    phone: Phone = None,
    fees: Fees = None,
    *,
    bulk: TableOptions,
) -> Record | Table:
    """Add a doctor of the platform to a clinic by phone number, or many from a table.

    A table has the columns clinic_id, phone and fees; --fees applies to rows without fees. Doctors already at the
    clinic stay unchanged.
    """
    from careops_cli.bulk.imports import run_import

    if is_bulk(bulk, {"PHONE": phone}):
        return run_import(context, bulk, "clinic-doctors add", clinic=clinic_id, fallback={"fees": fees})
    if clinic_id is None or phone is None or fees is None:
        raise typer.BadParameter("Give CLINIC_ID, PHONE and --fees, or --from FILE.")
    cells: Cells = {"clinic_id": clinic_id, "phone_number": phone, "fees": fees}
    return run_import(context, bulk, "clinic-doctors add", cells)


@app.verb(
    "invite",
    examples=[
        "careops clinic-doctors invite 41 9812345670 --name 'Asha Rao' --fees 450 --patients-per-hour 4",
        "careops clinic-doctors invite --from doctors.csv --yes --csv > invited.csv",
    ],
    columns=(*REPORT, "clinic_id", "phone_number", "name", "fees"),
)
def invite(
    context: typer.Context,
    clinic_id: ClinicId = None,
    phone: Phone = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="The doctor's name.")] = None,
    fees: Fees = None,
    patients_per_hour: Annotated[int | None, typer.Option(metavar="N", help="Patients per hour.")] = None,
    *,
    bulk: TableOptions,
) -> Record | Table:
    """Invite a doctor who is not on the platform yet to a clinic, or many from a table.

    A table has the columns clinic_id, phone, name, fees and patients_per_hour; the options apply to rows without the
    last two. Doctors already at the clinic stay unchanged. Doctors already on the platform are reported; use `add` for
    them.
    """
    single_options = {"PHONE": phone, "--name": name, "--fees": fees, "--patients-per-hour": patients_per_hour}
    from careops_cli.bulk.imports import run_import

    if is_bulk(bulk, {"PHONE": phone, "--name": name}):
        fallback: Cells = {"fees": fees, "patients_per_hour": patients_per_hour}
        return run_import(context, bulk, "clinic-doctors invite", clinic=clinic_id, fallback=fallback)
    if clinic_id is None or None in single_options.values():
        raise typer.BadParameter("Give CLINIC_ID, PHONE, --name, --fees and --patients-per-hour, or --from FILE.")
    cells: Cells = {
        "clinic_id": clinic_id,
        "phone_number": phone,
        "name": name,
        "fees": fees,
        "patients_per_hour": patients_per_hour,
    }
    return run_import(context, bulk, "clinic-doctors invite", cells)


@app.verb(
    "upload-photo",
    examples=["careops clinic-doctors upload-photo 41 88 asha.jpg"],
    columns=("clinic_id", "clinic_doctor_id", "file"),
)
def upload_photo(
    context: typer.Context,
    clinic_id: Annotated[int, typer.Argument(metavar="CLINIC_ID", help="The clinic's id.")],
    clinic_doctor_id: Annotated[
        int, typer.Argument(metavar="CLINIC_DOCTOR_ID", help="Id of the clinic doctor, as listed with the clinic.")
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Image: jpeg, jpg, png or tiff, at most 5 MB.")],
) -> Record:
    """Upload the photo of a doctor at a clinic and replace the previous one."""
    from careops.uploads import upload_picture

    if not file.is_file():
        raise typer.BadParameter(f"There is no file {file}.")
    client = connect(context)
    address = upload_picture(client, "photos", file)
    client.clinic_doctors.update(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor_id, photo=address)
    item = {"clinic_id": clinic_id, "clinic_doctor_id": clinic_doctor_id, "file": file.name}
    return Record(item, sentence=f"The photo of clinic doctor {clinic_doctor_id} is uploaded.")
