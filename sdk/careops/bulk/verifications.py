"""Bulk verification of doctors, or withdrawal of verifications, from a reviewed table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Never

from pydantic import ValidationError

from careops.bulk.changes import Change
from careops.bulk.table_reader import Source
from careops.bulk.tables import Cells, TableLayout, read_table, row_error, text_of, why_unusable
from careops.bulk.targets import Found, InvalidRow, Outcome, Target, parse_id
from careops.calls.doctors import REASON_MISSING, DoctorProfile, ReadDoctor, VerifyDoctor
from careops.errors import Conflict

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

_DOCTOR = {"id": ("doctor_id", "id", "doctor")}
_SEEN = {"reg_nbr": ("reg_nbr", "registration_number", "registration", "reg_number")}
VERIFICATIONS = TableLayout(
    {**_DOCTOR, "verification_reason": ("reason", "verification_reason"), **_SEEN}, optional=frozenset({"reg_nbr"})
)
WITHDRAWALS = TableLayout(_DOCTOR)


class _Decision(Change[Never]):
    """Decision about a doctor. The doctor is read first, because a decision holds for one registration number only."""

    makes = (VerifyDoctor,)

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {}

    async def _doctor(self, client: AsyncCareOps, target: Target) -> DoctorProfile:
        doctor = await client.send(ReadDoctor(id=int(target.key)))
        reviewed = target.fields.get("reg_nbr")
        if reviewed is not None and reviewed != (doctor.reg_nbr or ""):
            raise Conflict(f"the registration number is {doctor.reg_nbr or 'empty'} now, not {reviewed}")
        return doctor


@dataclass(frozen=True)
class VerifyDoctors(_Decision):
    """Verify doctors, each with the reason of its row."""

    command: ClassVar[str] = "doctors verify"

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


@dataclass(frozen=True)
class UnverifyDoctors(_Decision):
    """Withdraw verifications."""

    command: ClassVar[str] = "doctors unverify"

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        return VerifyDoctor(id=int(target.key), verify_status=False)

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        return not (await self._doctor(client, target)).verified

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Return the doctor's name."""
        return Outcome.PLANNED, f"{(await self._doctor(client, target)).name}: {self.describe(target)}"

    def describe(self, target: Target) -> str:
        return "verified → unverified"


def read_verifications(source: Source, *, fallback: Cells | None = None) -> Iterator[Found]:
    """Read decisions from a table with the columns doctor_id (or id), reason and, optionally, reg_nbr.

    ``reg_nbr`` is the number that was reviewed. ``fallback`` may contain ``verification_reason`` for rows without one.
    """
    return read_table(source, VERIFICATIONS, verification, fallback=fallback)


def read_withdrawals(source: Source) -> Iterator[Found]:
    """Read doctors from a table with the column doctor_id or id."""
    return read_table(source, WITHDRAWALS, withdrawal)


def verification(row: int, cells: Cells) -> Found:
    """Parse and validate the decision in a row of a table."""
    found = withdrawal(row, cells)
    if isinstance(found, InvalidRow):
        return found
    text = str(found.key)
    if reason := why_unusable(cells, "reg_nbr"):
        return InvalidRow(row, text, reason)
    given = text_of(cells.get("verification_reason"))
    if not given:
        return InvalidRow(row, text, REASON_MISSING)
    try:
        call = VerifyDoctor.model_validate({"id": found.key, "verify_status": True, "verification_reason": given})
    except ValidationError as error:
        return row_error(row, text, error)
    seen = {"reg_nbr": text_of(cells["reg_nbr"])} if "reg_nbr" in cells else {}
    return Target(row, found.key, {"verification_reason": call.verification_reason, **seen})


def withdrawal(row: int, cells: Cells) -> Found:
    """Parse the doctor in a row of a table."""
    return parse_id(row, cells.get("id"))
