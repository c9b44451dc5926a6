"""SQL of pharmacies and labs, which differ in their tables only."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from sqlalchemy import text

from careops.calls.labs import NO_LAB, Lab, LabDetail
from careops.calls.pharmacies import NO_PHARMACY, Pharmacy, PharmacyDetail
from careops.models.partners import Partner, PartnerClinic, PartnerDetail, PartnerLocation, PartnerMetrics
from careops_server.core.database.connection import Connection
from careops_server.core.queries.counters import counter_sql
from careops_server.core.queries.json_select import columns_object, one_object, several
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.records import select_or_404
from careops_server.core.queries.references import Reference

PartnerT = TypeVar("PartnerT", bound=Partner)
DetailT = TypeVar("DetailT", bound=PartnerDetail)
_LOCATION: Final = columns_object(PartnerLocation, "p")
_LAST_DAY: Final = "cast(p.last_activity_at at time zone 'Asia/Kolkata' as date)"


class Partners(Generic[PartnerT, DetailT]):
    """Partners of one kind in ``table``, with their clinics in the table with the prefix ``clinic_``."""

    def __init__(
        self, model: type[PartnerT], detail: type[DetailT], *, table: str, singular: str, unknown: str
    ) -> None:
        self._detail = detail
        self._reference = Reference(table, f"{singular}_id", unknown)
        self.list = ListQuery(
            model,
            f"{table} p",
            read={"location": _LOCATION},
            contains={"search_text": "p.search_text", "filter_text": "lower(p.state)"},
            fuzzy_search="search_text",
            total=counter_sql(table),
        )
        clinics = several(
            PartnerClinic,
            f"clinic_{table} l join clinics c on c.id = l.clinic_id",
            read={"id": "c.id", "name": "c.name", "phone_number": "c.phone_number"},
            where=f"l.{singular}_id = p.id",
            order="c.name, c.id",
        )
        metrics = columns_object(PartnerMetrics, "p", {"last_activity_date": _LAST_DAY})
        read = {"location": _LOCATION, "clinics": clinics, "metrics": metrics}
        self._statement = text(f"select {one_object(detail, f'{table} p', read=read, where='p.id = :id')}")

    async def read(self, connection: Connection, id: int) -> DetailT:
        """Return a partner with all details. Raises ``NotFound``."""
        return await select_or_404(connection, self._statement, self._detail, self._reference, id=id)


LABS: Final = Partners(Lab, LabDetail, table="labs", singular="lab", unknown=NO_LAB)
PHARMACIES: Final = Partners(Pharmacy, PharmacyDetail, table="pharmacies", singular="pharmacy", unknown=NO_PHARMACY)
