"""Bulk generation of data for the clinics of many phone numbers, requested once per number and run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from careops.bulk.table_import import Import, Parsed
from careops.bulk.tables import Cells, TableLayout, text_of
from careops.bulk.targets import Outcome, Target
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
_OUTCOMES: Final = {"done": Outcome.DONE, "failed": Outcome.FAILED, "cancelled": Outcome.FAILED}


class _Generation(Import):
    """Generate data for the clinics of a number. Another run adds more data."""

    layout = TableLayout({"phone_number": ("phone", "phone_number", "clinic_phone", "mobile")})
    key, rounded = "phone_number", ("phone_number",)
    proposable = False
    asks: ClassVar[type[CreateCmsData] | type[CreateGrowthData]]

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        call = CreateCmsData.model_validate({"phone_number": text_of(cells.get("phone_number")) or None})
        return call.phone_number, {}

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
        values = {"job_id": answer.job_id, "clinics": len(answer.clinics) or None}
        return _remove_none(**values, state=answer.state, problem=answer.problem)

    def outcome_of(self, response_data: Mapping[str, Any]) -> Outcome:
        """Return "done" if the platform reports that the data exists, otherwise "asked for"."""
        return _OUTCOMES.get(response_data.get("state", ""), Outcome.ASKED)

    async def poll(self, client: AsyncCareOps, response_data: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the status of the job. None if the platform named no job."""
        if "job_id" not in response_data:
            return None
        job = await client.send(ReadJob(job_id=response_data["job_id"]))
        problem = job.problem or (CANCELLED if job.state == "cancelled" else None)
        return _remove_none(state=job.state, problem=problem)

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


class GenerateCmsData(_Generation):
    """Generate a clinic's daily work for the clinics of phone numbers."""

    makes = (CreateCmsData,)
    command = "data-generation cms"
    asks = CreateCmsData


class GenerateGrowthData(_Generation):
    """Generate campaigns and leads for the clinics of phone numbers."""

    makes = (CreateGrowthData,)
    command = "data-generation growth"
    asks = CreateGrowthData


def _clinic_names(clinics: Sequence[GeneratedFor]) -> str:
    """The first clinics by name and id, and the number of the others."""
    named = ", ".join(f"{clinic.name} ({clinic.id})" for clinic in clinics[:_NAMED])
    others = len(clinics) - _NAMED
    return f"{named} and {CLINICS.count_text(others)} more" if others > 0 else named


def _remove_none(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


read_phones = _Generation.read
