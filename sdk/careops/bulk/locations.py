"""Bulk change of clinic addresses from a table. Missing coordinates are found by address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from careops.bulk.table_import import ImportById, Parsed, RowError
from careops.bulk.tables import Cells, TableLayout, text_of
from careops.bulk.targets import Target
from careops.calls.clinics import Location, NewLocation, ReadClinic, UpdateClinic
from careops.calls.places import Place, SuggestPlaces
from careops.errors import NotFound

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

COORDINATES = ("latitude", "longitude")
_NEEDED = {
    "address_line_1": "Please select address",
    "city": "Please enter the city",
    "zipcode": "Please enter zipcode",
}
"""Messages for missing fields (A 5)."""


class SetLocations(ImportById):
    """Move clinics. A clinic with this address, and these coordinates if any are known, needs no change."""

    command = "clinics set-location"
    layout = TableLayout(
        {
            "clinic_id": ("clinic_id", "id", "clinic"),
            "address_line_1": ("address", "address_line_1"),
            "address_line_2": ("locality", "address_line_2"),
            "city": ("city", "town"),
            "state": ("state",),
            "zipcode": ("zipcode", "pincode", "pin_code", "pin"),
            "latitude": ("latitude", "lat"),
            "longitude": ("longitude", "lng", "lon", "long"),
        },
        optional=frozenset({"address_line_2", "state", *COORDINATES}),
    )
    key, rounded = "clinic_id", ("zipcode",)
    makes = (UpdateClinic,)

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        values = {name: text for name, cell in cells.items() if name != "clinic_id" and (text := text_of(cell))}
        if ("latitude" in values) != ("longitude" in values):
            raise RowError("latitude and longitude go together")
        if missing := [sentence for name, sentence in _NEEDED.items() if not values.get(name)]:
            raise RowError("; ".join(missing))
        return cls.id_of(cells), NewLocation.model_validate(values).model_dump(exclude_unset=True)

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        location = _location(target)
        if location.latitude is None:
            location = located(location, await self._place(client, location))
        return UpdateClinic(id=int(target.key), location=location)

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Read the clinic, and look up the coordinates of an address without them, to detect a difference."""
        current = (await client.send(ReadClinic(id=int(target.key)))).location or Location()
        location = _location(target)
        values = location.model_dump(exclude_none=True)
        if any(getattr(current, name) != value for name, value in values.items()):
            return False
        return current.latitude is not None or await self._place(client, location) is None

    def describe(self, target: Target) -> str:
        return f"{target.fields['address_line_1']}, {target.fields['city']} {target.fields['zipcode']}"

    async def _place(self, client: AsyncCareOps, location: NewLocation) -> Place | None:
        try:
            return place_of(location, await client.send(question(location)))
        except NotFound:  # the platform has no suggestions
            return None


def question(location: NewLocation) -> SuggestPlaces:
    """Build the request for the coordinates of an address."""
    parts = (location.address_line_2, location.city, location.state, location.zipcode)
    return SuggestPlaces(text=" ".join(field for field in parts if field)[:200], limit=20)


def place_of(location: NewLocation, places: Sequence[Place]) -> Place | None:
    """Return the best match with the address's pincode and coordinates."""
    return next((place for place in places if place.zipcode == location.zipcode and place.latitude is not None), None)


def located(location: NewLocation, place: Place | None) -> NewLocation:
    """Return the address with the coordinates of a place, and with its state if none was given.

    If the place is unknown, the coordinates are removed, because the old ones are wrong.
    """
    coordinates = {name: getattr(place, name, None) for name in COORDINATES}
    state = {"state": place.state} if place else {}
    return NewLocation.model_validate({**state, **location.model_dump(exclude_unset=True), **coordinates})


read_locations = SetLocations.read


def _location(target: Target) -> NewLocation:
    return NewLocation.model_validate(target.fields)
