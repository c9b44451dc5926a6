"""Bulk verification of doctors, or withdrawal of verifications, from a reviewed table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from careops.bulk.table_import import ImportById, Parsed, RowError
from careops.bulk.tables import Cells, TableLayout, text_of
from careops.bulk.targets import Outcome, Target
from careops.calls.doctors import REASON_MISSING, DoctorProfile, ReadDoctor, VerifyDoctor
from careops.errors import Conflict

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

_DOCTOR = {"id": ("doctor_id", "id", "doctor")}


class _Decision(ImportById):
    """Decision about a doctor. The doctor is read first, because a decision holds for one registration number only."""

    layout = TableLayout(_DOCTOR)
    key = "id"
    makes = (VerifyDoctor,)

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        return cls.id_of(cells), {}

    async def _doctor(self, client: AsyncCareOps, target: Target) -> DoctorProfile:
        doctor = await client.send(ReadDoctor(id=int(target.key)))
        reviewed = target.fields.get("reg_nbr")
        if reviewed is not None and reviewed != (doctor.reg_nbr or ""):
            raise Conflict(f"the registration number is {doctor.reg_nbr or 'empty'} now, not {reviewed}")
        return doctor


class VerifyDoctors(_Decision):
    """Verify doctors, each with the reason of its row. The optional ``reg_nbr`` is the number that was reviewed."""

    command = "doctors verify"
    layout = TableLayout(
        {
            **_DOCTOR,
            "verification_reason": ("reason", "verification_reason"),
            "reg_nbr": ("reg_nbr", "registration_number", "registration", "reg_number"),
        },
        optional=frozenset({"reg_nbr"}),
    )
    rounded = ("reg_nbr",)

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        reason = text_of(cells.get("verification_reason"))
        if not reason:
            raise RowError(REASON_MISSING)
        values = {"id": cls.id_of(cells), "verify_status": True, "verification_reason": reason}
        call = VerifyDoctor.model_validate(values)
        extra = {"reg_nbr": text_of(cells["reg_nbr"])} if "reg_nbr" in cells else {}
        return call.id, {"verification_reason": call.verification_reason, **extra}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        doctor = await self._doctor(client, target)
        return VerifyDoctor(id=doctor.id, verify_status=True, verification_reason=target.fields["verification_reason"])

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        doctor = await self._doctor(client, target)
        return doctor.verified and doctor.verification_reason == target.fields["verification_reason"]

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Return the doctor's name and registration number for comparison."""
        doctor = await self._doctor(client, target)
        return Outcome.PLANNED, f"{doctor.name}, {doctor.reg_nbr or 'no registration number'}: {self.describe(target)}"

    def describe(self, target: Target) -> str:
        return f"verified ({target.fields['verification_reason']})"


class UnverifyDoctors(_Decision):
    """Withdraw verifications."""

    command = "doctors unverify"

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        return VerifyDoctor(id=int(target.key), verify_status=False)

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        return not (await self._doctor(client, target)).verified

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Return the doctor's name."""
        return Outcome.PLANNED, f"{(await self._doctor(client, target)).name}: {self.describe(target)}"

    def describe(self, target: Target) -> str:
        return "verified → unverified"


read_verifications = VerifyDoctors.read
read_withdrawals = UnverifyDoctors.read
