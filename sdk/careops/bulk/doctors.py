"""Bulk import of clinic doctors: add doctors who are on the platform, invite those who are not."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from careops.bulk.table_import import Import, Parsed, RowError, clinic_of_row
from careops.bulk.tables import Cells, TableLayout, text_of
from careops.bulk.targets import Key, Outcome, Target, format_cell
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


class _DoctorChange(Import):
    """Change of a doctor, identified by clinic and phone. One who is at the clinic needs no change; fees are not
    compared."""

    makes = (AddClinicDoctor,)
    rounded = ("phone_number", "fees")

    @classmethod
    def text_of_row(cls, cells: Cells) -> str:
        return f"{format_cell(cells.get('clinic_id'))}:{text_of(cells['phone_number'])}"

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        texts = {name: text_of(cell) for name, cell in cells.items() if name != "clinic_id"}
        if missing := [name.removesuffix("_number") for name, text in texts.items() if not text]:
            raise RowError(f"{ALL_REQUIRED}: {', '.join(missing)}")
        return cls.checked(clinic_of_row(cells), texts)

    @classmethod
    def checked(cls, clinic: Key, texts: dict[str, str]) -> Parsed:
        """Validate the texts of a row."""
        number = FindDoctors(phone_number=texts["phone_number"]).phone_number
        call = AddClinicDoctor.model_validate({"clinic_id": clinic, **texts})
        fields = call.model_dump(exclude_unset=True, exclude={"doctor_id"})
        return f"{call.clinic_id}:{number}", {**fields, "phone_number": number}

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


class AddDoctors(_DoctorChange):
    """Add doctors who are on the platform, found by phone."""

    command = "clinic-doctors add"
    layout = TableLayout({**_CLINIC, **_FEES})

    @classmethod
    def checked(cls, clinic: Key, texts: dict[str, str]) -> Parsed:
        """Validate the texts of a row. The doctor is only known when found by phone."""
        number = FindDoctors(phone_number=texts.pop("phone_number")).phone_number
        call = AddClinicDoctor.model_validate({"clinic_id": clinic, "doctor_id": 1, **texts})
        return f"{call.clinic_id}:{number}", {"clinic_id": call.clinic_id, "fees": call.fees, "phone_number": number}

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
        matches = await client.send(FindDoctors(phone_number=target.fields["phone_number"]))
        if not matches:
            raise NotFound(NOT_FOUND)
        return matches[0]


class InviteDoctors(_DoctorChange):
    """Invite doctors who are not on the platform yet."""

    command = "clinic-doctors invite"
    layout = TableLayout(
        {
            **_CLINIC,
            "name": ("name", "doctor", "doctor_name"),
            **_FEES,
            "patients_per_hour": ("patients_per_hour", "per_hour"),
        }
    )

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        return AddClinicDoctor(**target.fields)

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Foresee the refusal of a phone number that is on the platform: such a doctor is added, not invited."""
        matches = await client.send(FindDoctors(phone_number=target.fields["phone_number"]))
        return (Outcome.FAILED, f"{_name(matches[0])} {FOUND}") if matches else (Outcome.PLANNED, self.describe(target))

    def describe(self, target: Target) -> str:
        return f"invitation of {target.fields['name']} to clinic {target.fields['clinic_id']}"


read_doctors = AddDoctors.read
read_invitations = InviteDoctors.read


async def _phones(client: AsyncCareOps, clinic: int) -> set[str | None]:
    """Return the phone numbers of the clinic's doctors."""
    return {doctor.phone_number for doctor in (await client.send(ReadClinic(id=clinic))).doctors_list}


def _name(doctor: FoundDoctor) -> str:
    return " ".join(name for name in (doctor.first_name, doctor.last_name) if name)
