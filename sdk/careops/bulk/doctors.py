"""Bulk import of clinic doctors: add doctors who are on the platform, invite those who are not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Never

from pydantic import ValidationError

from careops.bulk.changes import Change
from careops.bulk.table_reader import Source
from careops.bulk.tables import Cells, TableLayout, read_table, row_error, text_of, why_no_clinic, why_unusable
from careops.bulk.targets import Found, InvalidRow, Outcome, Target, format_cell, parse_id
from careops.calls.clinic_doctors import ALL_REQUIRED, AddClinicDoctor, FindDoctors, FoundDoctor
from careops.calls.clinics import ReadClinic
from careops.errors import InvalidResponse, NotFound, ServerError

if TYPE_CHECKING:
    from careops.bulk.backoff import Backoff
    from careops.bulk.row_store import RowStore
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

NOT_FOUND = "We could not find any doctor on the product with this number; invite them"
FOUND = "is on the product already; add them"
_AT_ONCE = 8
_CLINIC = {"clinic_id": ("clinic_id", "clinic"), "phone_number": ("phone", "phone_number", "mobile", "mobile_number")}
_FEES = {"fees": ("fees", "fee", "consultation_fees")}
DOCTORS = TableLayout({**_CLINIC, **_FEES})
INVITATIONS = TableLayout(
    {
        **_CLINIC,
        "name": ("name", "doctor", "doctor_name"),
        **_FEES,
        "patients_per_hour": ("patients_per_hour", "per_hour"),
    }
)


class _DoctorChange(Change[Never]):
    """Change of a doctor, identified by clinic and phone. One who is at the clinic needs no change; fees are not
    compared."""

    makes = (AddClinicDoctor,)

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {}

    async def prefetch(self, client: AsyncCareOps, pace: Backoff, store: RowStore, *, every_target: bool) -> None:
        """Read each clinic once, several concurrently, rather than once per doctor.

        If a clinic cannot be read, its doctors stay unknown and each row reports the reason.
        """
        clinics = iter(store.unknown_by("clinic_id"))

        async def learn() -> None:
            for clinic in clinics:
                try:
                    phones = await pace.run(partial(_phones, client, int(clinic)))
                except (NotFound, ServerError, InvalidResponse):
                    continue
                store.set_state((f"{clinic}:{phone}" for phone in phones), as_wanted=True)
                store.set_state_where("clinic_id", clinic, as_wanted=False)

        for failure in await asyncio.gather(*(learn() for _ in range(_AT_ONCE)), return_exceptions=True):
            if failure is not None:
                raise failure

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Read the clinic's doctors."""
        return target.fields["phone_number"] in await _phones(client, target.fields["clinic_id"])


@dataclass(frozen=True)
class AddDoctors(_DoctorChange):
    """Add doctors who are on the platform, found by phone."""

    command: ClassVar[str] = "clinic-doctors add"

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        doctor = await self._find_doctor(client, target)
        fields = target.fields
        return AddClinicDoctor(clinic_id=fields["clinic_id"], doctor_id=doctor.id, fees=fields["fees"])

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Foresee the refusal of a phone number that is not on the platform."""
        return Outcome.PLANNED, f"add {_name(await self._find_doctor(client, target))}"

    def describe(self, target: Target) -> str:
        return f"doctor of clinic {target.fields['clinic_id']}"

    async def _find_doctor(self, client: AsyncCareOps, target: Target) -> FoundDoctor:
        found = await client.send(FindDoctors(phone_number=target.fields["phone_number"]))
        if not found:
            raise NotFound(NOT_FOUND)
        return found[0]


@dataclass(frozen=True)
class InviteDoctors(_DoctorChange):
    """Invite doctors who are not on the platform yet."""

    command: ClassVar[str] = "clinic-doctors invite"

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        return AddClinicDoctor(**target.fields)

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Foresee the refusal of a phone number that is on the platform: such a doctor is added, not invited."""
        found = await client.send(FindDoctors(phone_number=target.fields["phone_number"]))
        return (Outcome.FAILED, f"{_name(found[0])} {FOUND}") if found else (Outcome.PLANNED, self.describe(target))

    def describe(self, target: Target) -> str:
        return f"invitation of {target.fields['name']} to clinic {target.fields['clinic_id']}"


def read_doctors(source: Source, *, clinic: int | None = None, fallback: Cells | None = None) -> Iterator[Found]:
    """Read doctors from a table with the columns clinic_id (unless all belong to one ``clinic``), phone and fees.

    ``fallback`` may contain ``fees`` for rows without them.
    """
    return read_table(source, DOCTORS, doctor, _clinic_fields(clinic), fallback=fallback)


def read_invitations(source: Source, *, clinic: int | None = None, fallback: Cells | None = None) -> Iterator[Found]:
    """Read invitations from a table with the columns of ``read_doctors``, name and patients_per_hour."""
    return read_table(source, INVITATIONS, invitation, _clinic_fields(clinic), fallback=fallback)


def doctor(row: int, cells: Cells) -> Found:
    """Parse and validate the doctor that a row of a table adds."""
    return _checked(row, cells, {"doctor_id": 1})  # placeholder until the doctor is found by phone


def invitation(row: int, cells: Cells) -> Found:
    """Parse and validate the doctor that a row of a table invites."""
    return _checked(row, cells, {})


def _checked(row: int, cells: Cells, more: Mapping[str, Any]) -> Found:
    texts = {name: text_of(cell) for name, cell in cells.items() if name != "clinic_id"}
    typed = f"{format_cell(cells.get('clinic_id'))}:{texts['phone_number']}"
    if reason := why_unusable(cells, "phone_number", "fees"):
        return InvalidRow(row, typed, reason)
    if missing := [name.removesuffix("_number") for name, text in texts.items() if not text]:
        return InvalidRow(row, typed, f"{ALL_REQUIRED}: {', '.join(missing)}")
    clinic = parse_id(row, cells.get("clinic_id"))
    if isinstance(clinic, InvalidRow):
        return InvalidRow(row, typed, why_no_clinic(clinic))
    phone = texts.pop("phone_number") if more else texts["phone_number"]
    try:
        number = FindDoctors(phone_number=phone).phone_number
        call = AddClinicDoctor.model_validate({"clinic_id": clinic.key, **texts, **more})
    except ValidationError as error:
        return row_error(row, typed, error)
    fields = call.model_dump(exclude_unset=True, exclude={"doctor_id"})
    return Target(row, f"{call.clinic_id}:{number}", {**fields, "phone_number": number})


async def _phones(client: AsyncCareOps, clinic: int) -> set[str | None]:
    """Return the phone numbers of the clinic's doctors."""
    return {doctor.phone_number for doctor in (await client.send(ReadClinic(id=clinic))).doctors_list}


def _clinic_fields(clinic: int | None) -> Cells:
    return {} if clinic is None else {"clinic_id": clinic}


def _name(doctor: FoundDoctor) -> str:
    return " ".join(part for part in (doctor.first_name, doctor.last_name) if part)
