"""``careops doctors``: doctors of the platform and their verification."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from careops.resource_names import DOCTORS
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions, VerificationOptions, is_bulk
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table, field_columns

app = Area("List doctors, and verify their registration.")


def _clinics(item: Item) -> list[str]:
    return [f"{clinic['name']} ({clinic['id']}, {clinic['role']})" for clinic in item["clinics"]]


def _others(doctors: list[Item]) -> list[str]:
    return [f"{doctor['name']} ({doctor['id']}, {doctor['reg_nbr'] or 'no number'})" for doctor in doctors]


def _decided(decision: Item) -> str:
    what = decision["verification_reason"] or ("verified" if decision["verified"] else "unverified")
    return f"{decision['decided_at']} {what} by {decision['decided_by_name']}, {decision['reg_nbr'] or 'no number'}"


COLUMNS = Columns(
    "Doctor", id="id", name="name", phone="phone_number", **field_columns("speciality", "reg_nbr", "status", "verified")
)
PROFILE = Columns(
    "DoctorProfile",
    **COLUMNS,
    reason="verification_reason",
    verified_by="verified_by_name",
    **field_columns("verified_at", "verified_as", "gender", "dob", "exp", "patients_per_hour", "bio"),
    certificate="reg_photo_url",
)
WITH_CLINICS = Columns("DoctorProfile", "DoctorDetail", **PROFILE, clinics=_clinics)
DOSSIER = Columns(
    "Dossier",
    odd_number="odd_number",
    same_number=lambda item: _others(item["same_number"]),
    same_certificate=lambda item: _others(item["same_certificate"]),
    decisions=lambda item: [_decided(each) for each in item["decisions"]],
)
Status = Literal["joined", "invited", "verified", "unverified"]
DoctorId = Annotated[int, typer.Argument(metavar="DOCTOR_ID", help="The doctor's id.")]
OneDoctorId = Annotated[int | None, typer.Argument(metavar="DOCTOR_ID", help="The doctor's id.")]


@app.verb(
    "list",
    examples=[
        "careops doctors list --status unverified",
        "careops doctors list --search gill",
        "careops doctors list --status unverified --all --columns id,name,reg_nbr --csv > to-review.csv",
    ],
    columns=COLUMNS,
    web="/doctors?search={search_text}&status={status}&page={page}",
)
def list_doctors(
    context: typer.Context,
    search_text: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="Search in name, phone and registration number.")
    ] = None,
    status: Annotated[
        Status | None,
        typer.Option(metavar="STATUS", help="Filter by status: joined, invited, verified or unverified."),
    ] = None,
    *,
    pages: Pages,
) -> Table:
    """List doctors, newest first, including invited ones."""
    from careops.calls.doctors import ListDoctors

    filters = {
        "search_text": search_text,
        "filter_type": "status" if status is not None else None,
        "filter_text": status,
    }
    return list_rows(connect(context), ListDoctors, filters, columns=COLUMNS, noun=DOCTORS, pages=pages)


@app.verb(
    "show",
    examples=["careops doctors show 12", "careops doctors show 12 --json"],
    columns=WITH_CLINICS,
    web="/doctor-details/{doctor_id}/basic-details",
)
def show_doctor(context: typer.Context, doctor_id: DoctorId) -> Record:
    """Show a doctor's profile, the state of the registration, and the clinics."""
    client = connect(context)
    profile = client.doctors.read(id=doctor_id).model_dump(mode="json")
    clinics = client.doctors.read_detail(id=doctor_id).model_dump(mode="json")["clinics"]
    return Record({**profile, "clinics": clinics}, WITH_CLINICS)


@app.verb(
    "verify",
    examples=[
        "careops doctors verify 12 --reason 'Checked with College'",
        "careops doctors verify --from reviewed.csv --dry-run",
        "careops doctors verify --from to-review.csv --reason 'Checked with IMA' --yes",
        "careops doctors verify --from reviewed.xlsx --yes --csv > verified.csv",
    ],
    columns=(*REPORT, "verification_reason", "reg_nbr"),
)
def verify(
    context: typer.Context,
    doctor_id: OneDoctorId = None,
    reason: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="'Checked with College' or 'Checked with IMA'.",
            autocompletion=completion.choices("VerifyDoctor", "verification_reason"),
        ),
    ] = None,
    *,
    options: VerificationOptions,
) -> Record | Table:
    """Verify the registration of a doctor, or of many from a reviewed table.

    A table has the columns doctor_id (or id), reason and optionally reg_nbr, the number that was reviewed. --reason
    applies to rows without a reason, so the output of `list --csv` works as a table. A doctor with another number by
    now is not verified. Doctors already verified with that reason stay unchanged.
    """
    from careops_cli.bulk.imports import run_import

    if is_bulk(options, {"DOCTOR_ID": doctor_id}):
        return run_import(context, options, "doctors verify", fallback={"verification_reason": reason})
    if doctor_id is None or reason is None:
        raise typer.BadParameter("Give DOCTOR_ID and --reason, or --from FILE.")
    return run_import(context, options, "doctors verify", {"id": doctor_id, "verification_reason": reason})


@app.verb(
    "unverify",
    examples=["careops doctors unverify 12", "careops doctors unverify --from withdrawn.csv --dry-run"],
    columns=REPORT,
)
def unverify(context: typer.Context, doctor_id: OneDoctorId = None, *, options: TableOptions) -> Record | Table:
    """Withdraw the verification of a doctor, or of many from a table with the column doctor_id or id.

    Clears the reason, verifier and time; the decision stays in the doctor's history.
    """
    from careops_cli.bulk.imports import run_import

    if is_bulk(options, {"DOCTOR_ID": doctor_id}):
        return run_import(context, options, "doctors unverify")
    if doctor_id is None:
        raise typer.BadParameter("Give DOCTOR_ID, or --from FILE.")
    return run_import(context, options, "doctors unverify", {"id": doctor_id})


@app.verb(
    "upload-certificate",
    examples=["careops doctors upload-certificate 12 registration.jpg"],
    columns=("doctor_id", "file"),
)
def upload_certificate(
    context: typer.Context,
    doctor_id: DoctorId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Image: jpeg, jpg, png or tiff, at most 5 MB.")],
) -> Record:
    """Upload the picture of a doctor's registration and replace the previous one.

    The platform stores the picture without its metadata. It cannot be changed while the doctor is verified.
    """
    from careops.uploads import upload_certificate as upload

    if not file.is_file():
        raise typer.BadParameter(f"There is no file {file}.")
    upload(connect(context), doctor_id=doctor_id, file=file)
    record = {"doctor_id": doctor_id, "file": file.name}
    return Record(record, sentence=f"The certificate of doctor {doctor_id} is uploaded.")


@app.verb("dossier", examples=["careops doctors dossier 12", "careops doctors dossier 12 --json"], columns=DOSSIER)
def dossier(context: typer.Context, doctor_id: DoctorId) -> Record:
    """Show warnings about a doctor's registration, and all decisions."""
    doctor = connect(context).doctors.read_dossier(id=doctor_id)
    return Record(doctor, DOSSIER)
