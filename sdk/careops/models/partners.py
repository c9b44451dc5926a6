"""Common fields of pharmacies and labs: address, linked clinics, figures.

Two areas of the platform with the same answers under two names. Spec: B 2, B 3, B 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal

from careops.contract import STAFF, Example, Get, Model, PageParams, Route
from careops.contract.envelopes import array_in, object_in, one_page
from careops.contract.fields import Text
from careops.contract.filters import TypedFilter


class PartnerLocation(Model):
    """Address of a pharmacy or lab."""

    city: str | None = None
    """City; null if unknown."""
    state: str | None = None
    """English name of the state; null if unknown."""


class PartnerClinic(Model):
    """Clinic that a pharmacy or lab works with."""

    id: int
    """Id of the clinic."""
    name: str
    """Name of the clinic."""
    phone_number: str | None = None
    """Phone number of the clinic, ten digits without country code; null if there is none."""


class PartnerMetrics(Model):
    """Figures of a pharmacy or lab."""

    total_orders: int = 0
    """Total number of orders."""
    last_activity_date: date | None = None
    """Day of the last activity, in India; null for none."""


class Partner(Model):
    """Pharmacy or lab in a list."""

    id: int
    """Id of the pharmacy or lab."""
    name: str
    """Name."""
    email: str | None = None
    """Email address; null if there is none."""
    phone_number: str | None = None
    """Phone number, ten digits without country code; null if there is none."""
    location: PartnerLocation | None = None
    """Address; null if unknown."""


class PartnerDetail(Partner):
    """Pharmacy or lab with all fields."""

    clinics: list[PartnerClinic] = []
    """Linked clinics, by name."""
    metrics: PartnerMetrics | None = None
    """Figures; null if the platform does not return them."""


class PartnerFilters(TypedFilter, PageParams):
    """Filters of both lists."""

    search_text: Text | None = None
    """Only records that contain all these words, in any order, in name, email address, phone number, city or state.

    A phone number is found in any format (``+91 98123 45670``). Exact matches of the text come first.
    """
    filter_type: Literal["state"] | None = None
    """Field of ``filter_text``; only the state."""
    filter_text: Text | None = None
    """Only records whose state's English name contains this text."""


@dataclass(frozen=True)
class PartnerKind:
    """Routes and examples of the calls of one kind of partners."""

    one: str
    many: str
    example_name: str
    example_place: str

    @property
    def list_route(self) -> Route:
        """Route of the list."""
        answer = array_in(f"data.{self.many}", counts="data")
        return Get(f"/admin/{self.many}", access=STAFF, answer=answer)

    @property
    def list_example(self) -> Example:
        """Example of the list."""
        answer = one_page(self._example)
        return Example(call={"search_text": "ludhiana"}, answer=answer)

    @property
    def read_route(self) -> Route:
        """Route of one record."""
        return Get(f"/admin/{self.many}/{{{self.one}_id}}", access=STAFF, answer=object_in(f"data.{self.one}"))

    @property
    def read_example(self) -> Example:
        """Example of one record."""
        return Example(call={f"{self.one}_id": 7}, answer={**self._example, **_EXAMPLE_DETAIL})

    @property
    def _example(self) -> dict[str, Any]:
        return {
            "id": 7,
            "name": self.example_name,
            "email": f"counter@{self.example_place}.example",
            "phone_number": "9812345670",
            "location": {"city": "Ludhiana", "state": "Punjab"},
        }


_EXAMPLE_DETAIL: Final[dict[str, Any]] = {
    "clinics": [{"id": 41, "name": "Navjeevan Polyclinic", "phone_number": "9887366946"}],
    "metrics": {"total_orders": 412, "last_activity_date": "2026-11-18"},
}
