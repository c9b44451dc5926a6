"""Bulk generation of data for the clinics of many phone numbers, requested once per number and run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Never

from pydantic import ValidationError

from careops.bulk.changes import Change
from careops.bulk.table_reader import Source
from careops.bulk.tables import Cells, TableLayout, read_table, row_error, text_of, why_unusable
from careops.bulk.targets import Found, InvalidRow, Outcome, Target
from careops.calls.clinics import ListClinics
from careops.calls.data_generation import (
    NO_CLINIC,
    CreateCmsData,
    CreateGrowthData,
    GeneratedFor,
    Generation,
    ListClinicsOfNumber,
)
from careops.calls.jobs import ReadJob
from careops.calls.users import ListUsers
from careops.errors import NotSupported
from careops.resource_names import CLINICS

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

_NAMED: Final = 5
"""Clinics that a dry run names for each number."""
CANCELLED: Final = "somebody cancelled it"
_BECAME: Final = {"done": Outcome.DONE, "failed": Outcome.FAILED, "cancelled": Outcome.FAILED}
PHONES: Final = TableLayout({"phone_number": ("phone", "phone_number", "clinic_phone", "mobile")})


class _Generation(Change[Never]):
    """Generate data for the clinics of a number. Another run adds more data."""

    asks: ClassVar[type[CreateCmsData] | type[CreateGrowthData]]

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {}

    @property
    def checks_first(self) -> bool:
        """Return False: the data of a clinic does not show where it came from."""
        return False

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Generation]:
        return self.asks(phone_number=str(target.key))

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return False. The idempotency key of the run prevents a second request for the same number."""
        return False

    def result_values(self, answer: Generation) -> Mapping[str, Any]:
        """Return the job and its status."""
        told = {"job_id": answer.job_id, "clinics": len(answer.clinics) or None}
        return _known(**told, state=answer.state, problem=answer.problem)

    def outcome_of(self, learnt: Mapping[str, Any]) -> Outcome:
        """Return "done" if the platform reports that the data exists, otherwise "asked for"."""
        return _BECAME.get(learnt.get("state", ""), Outcome.ASKED)

    async def poll(self, client: AsyncCareOps, learnt: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the status of the job. None if the platform named no job."""
        if "job_id" not in learnt:
            return None
        job = await client.send(ReadJob(job_id=learnt["job_id"]))
        problem = job.problem or (CANCELLED if job.state == "cancelled" else None)
        return _known(state=job.state, problem=problem)

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Name the clinics of the number, or foresee its refusal."""
        phone = str(target.key)
        try:
            clinics = await client.send(ListClinicsOfNumber(phone_number=phone))
        except NotSupported:
            return await self._foresee_by_lists(client, target)
        if not clinics:
            return Outcome.FAILED, NO_CLINIC
        return Outcome.PLANNED, f"data for {_clinic_names(clinics)}"

    async def _foresee_by_lists(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Foresee the refusal of a number that no clinic and no user has. A user without a clinic is not detected."""
        phone = str(target.key)
        clinics = await client.send(ListClinics(search_text=phone, perpage=100))
        if any(clinic.phone_number == phone for clinic in clinics.items):
            return Outcome.PLANNED, self.describe(target)
        users = await client.send(ListUsers(search_text=phone, perpage=100))
        if any(user.phone_number == phone for user in users.items):
            return Outcome.PLANNED, self.describe(target)
        return Outcome.FAILED, NO_CLINIC

    def describe(self, target: Target) -> str:
        return f"data for the clinics of {target.key}"


@dataclass(frozen=True)
class GenerateCmsData(_Generation):
    """Generate a clinic's daily work for the clinics of phone numbers."""

    makes = (CreateCmsData,)
    command: ClassVar[str] = "data-generation cms"
    asks = CreateCmsData


@dataclass(frozen=True)
class GenerateGrowthData(_Generation):
    """Generate campaigns and leads for the clinics of phone numbers."""

    makes = (CreateGrowthData,)
    command: ClassVar[str] = "data-generation growth"
    asks = CreateGrowthData


def _clinic_names(clinics: Sequence[GeneratedFor]) -> str:
    """The first clinics by name and id, and the number of the others."""
    named = ", ".join(f"{clinic.name} ({clinic.id})" for clinic in clinics[:_NAMED])
    others = len(clinics) - _NAMED
    return f"{named} and {CLINICS.count_text(others)} more" if others > 0 else named


def _known(**told: Any) -> dict[str, Any]:
    return {name: value for name, value in told.items() if value is not None}


def read_phones(source: Source) -> Iterator[Found]:
    """Read phone numbers from a table with the column phone."""
    return read_table(source, PHONES, phone)


def phone(row: int, cells: Cells) -> Found:
    """Parse and validate the phone number in a row of a table."""
    typed = text_of(cells.get("phone_number"))
    if reason := why_unusable(cells, "phone_number"):
        return InvalidRow(row, typed, reason)
    try:
        call = CreateCmsData.model_validate({"phone_number": typed or None})
    except ValidationError as error:
        return row_error(row, typed, error)
    return Target(row, call.phone_number, {})
