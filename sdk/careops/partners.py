"""What pharmacies and labs have in common: where they are, the clinics they work with, what they have done.

Two areas of the platform with the same answers under two names. Spec: B 2, B 3, B 7.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from careops.contract import Model, Paged
from careops.fields import Text
from careops.filters import TypedFilter


class PartnerLocation(Model):
    """Where a pharmacy or lab is."""

    city: str | None = None
    """The city; null when nobody said."""
    state: str | None = None
    """The state, by its English name; null when nobody said."""


class PartnerClinic(Model):
    """A clinic that a pharmacy or lab works with."""

    id: int
    """The clinic's id."""
    name: str
    """The clinic's name."""
    phone_number: str | None = None
    """The clinic's number, ten digits without country code; null when there is none."""


class PartnerMetrics(Model):
    """What a pharmacy or lab has done on the platform."""

    total_orders: int = 0
    """Orders it has taken, ever."""
    last_activity_date: date | None = None
    """The day of India it last did anything on; null when it never has."""


class Partner(Model):
    """A pharmacy or lab, as a list shows it."""

    id: int
    """What identifies it among its kind."""
    name: str
    """Its name."""
    email: str | None = None
    """Its email address; null when there is none."""
    phone_number: str | None = None
    """Its number, ten digits without country code; null when there is none."""
    location: PartnerLocation | None = None
    """Where it is; null when nobody said."""


class PartnerDetail(Partner):
    """Everything known about one pharmacy or lab."""

    clinics: list[PartnerClinic] = []
    """The clinics it works with, by name."""
    metrics: PartnerMetrics | None = None
    """What it has done; null when a platform counts nothing."""


class PartnerFilters(TypedFilter, Paged):
    """What the list of either kind can be narrowed by."""

    search_text: Text | None = None
    """Only those that have all these words, in any order, in name, email address, phone number, city or state.

    A phone number is found in any spelling (``+91 98123 45670``). What holds the text as it was typed comes first.
    """
    filter_type: Literal["state"] | None = None
    """What ``filter_text`` is about; only the state."""
    filter_text: Text | None = None
    """Only those whose state's English name holds this text."""


def example_of(name: str, place: str) -> dict[str, Any]:
    """A believable one, for the documentation."""
    return {
        "id": 7,
        "name": name,
        "email": f"counter@{place}.example",
        "phone_number": "9812345670",
        "location": {"city": "Ludhiana", "state": "Punjab"},
    }


EXAMPLE_MORE: dict[str, Any] = {
    "clinics": [{"id": 41, "name": "Navjeevan Polyclinic", "phone_number": "9887366946"}],
    "metrics": {"total_orders": 412, "last_activity_date": "2026-11-18"},
}
"""What the detail adds to it."""
