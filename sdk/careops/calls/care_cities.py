"""Care cities, where the platform offers care, in the order that patients see. Spec: B 2, B 3, B 5, B 7, B 8."""

from __future__ import annotations

from typing import Annotated, Any, Final, Self

from pydantic import BeforeValidator, Field, model_validator

from careops.constants import MAX_NAME_LENGTH
from careops.contract import STAFF, Call, Created, Empty, Example, Model, Page, PageParams
from careops.contract.envelopes import CREATED, array_in, object_in, one_page
from careops.contract.fields import Id, Latitude, Longitude, TypedText, non_empty, strict_int
from careops.contract.partial_update import PartialUpdate, not_removable
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.contract.routes import Delete, Get, ListedBy, Post, Put
from careops.contract.validation_errors import FieldError
from careops.error_codes import title_of

NO_CITY: Final = title_of("care_city_not_found")
NAME_TAKEN: Final = title_of("care_city_name_taken")
HALF_A_POINT: Final = title_of("coordinates_incomplete")
_LISTED: Final = ListedBy("ListCareCities", "city_id")
_BODY = {"basic_city_id": 12, "name": "Ludhiana", "latitude": 30.9, "longitude": 75.85}

CityName = Annotated[str, TypedText(MAX_NAME_LENGTH, at_least=1), non_empty(title_of("care_city_name_required"))]
Place = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(strict_int)]


class CareCity(Model):
    """City where the platform offers care."""

    id: int
    """Id of the care city."""
    basic_city_id: int | None = None
    """Id of the city in the platform's catalogue of cities; null if unknown."""
    name: str
    """Name of the city."""
    latitude: float | None = None
    """Degrees north; null if unknown."""
    longitude: float | None = None
    """Degrees east; null if unknown."""
    order_number: int
    """Position in the list: 1 for the first, without gaps."""


class ListCareCities(PageParams, Call[Page[CareCity]]):
    """List care cities in their order. Spec: B 2, B 7 (B-75, B-110)."""

    route = Get("/admin/care_cities", access=STAFF, answer=array_in("data.care_cities", counts="data"))
    example = Example(call={}, answer=one_page({"id": 3, **_BODY, "order_number": 1}))


class CreateCareCity(Call[Created]):
    """Add a city, by default at the end of the order. Spec: B 5, B 7 (B-74)."""

    route = Post("/admin/care_cities", access=STAFF, answer=CREATED, event="care_city.create")
    example = Example(call=_BODY, answer={"id": 9})

    name: CityName
    """Name, unique regardless of case (decision 101)."""
    basic_city_id: Id | None = None
    """Id of the city in the platform's catalogue of cities; null for none."""
    latitude: Latitude | None = None
    """Degrees north; requires a longitude."""
    longitude: Longitude | None = None
    """Degrees east; requires a latitude."""
    order_number: Place | None = None
    """Position. Cities from there on move down by one. Null or a position beyond the last adds it at the end."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, data: Any) -> Any:
        """Treat a missing name as blank, so that both give the same message (B 5)."""
        return {"name": "", **data} if isinstance(data, dict) else data

    @model_validator(mode="after")
    def _whole_point(self) -> Self:
        if (self.latitude is None) != (self.longitude is None):
            raise FieldError("latitude" if self.latitude is None else "longitude", HALF_A_POINT)
        return self


class ReadCareCity(Call[CareCity]):
    """Return one care city. Our own addition (S-6)."""

    route = Get(
        "/careops/care_cities/{city_id}",
        access=STAFF,
        forwarded=True,
        answer=object_in("data"),
        versioned=("name", "basic_city_id", "latitude", "longitude"),
    )
    example = Example(call={"city_id": 3}, answer={"id": 3, **_BODY, "order_number": 1})

    city_id: Id
    """Id of the care city."""


class UpdateCareCity(PartialUpdate):
    """Change a city. A new position moves it and renumbers the others. Spec: B 4, B 5, B 7 (B-74).

    Omitted fields are unchanged.
    """

    route = Put(
        "/admin/care_cities/{city_id}", access=STAFF, event="care_city.update", against=ReadCareCity, listed_by=_LISTED
    )
    undoable = True
    example = Example(call={"city_id": 3, "name": "Ludhiana", "order_number": 1}, answer={})

    city_id: Id
    """Id of the care city."""
    name: CityName | None = None
    """Name, unique regardless of case."""
    basic_city_id: Id | None = None
    """Id of the city in the platform's catalogue of cities; null removes it."""
    latitude: Latitude | None = None
    """Degrees north; null together with a null longitude removes the coordinates."""
    longitude: Longitude | None = None
    """Degrees east; null together with a null latitude removes the coordinates."""
    order_number: Place | None = None
    """Position, 1 for the first; cities in between move by one. A position beyond the last is the last."""

    stays = not_removable("name", "order_number")


class DeleteCareCity(Call[Empty]):
    """Delete a city. The cities after it move up. Spec: B 2, B 7."""

    route = Delete("/admin/care_cities/{city_id}", access=STAFF, event="care_city.delete", listed_by=_LISTED)
    example = Example(call={"city_id": 3}, answer={})

    city_id: Id
    """Id of the care city."""


class CityDoubts(Model):
    """Doubts about the coordinates of a city. It can be saved nevertheless."""

    outside_india: bool
    """True if the point is outside India."""
    kilometres_off: int | None = None
    """Kilometres to the nearest city of that name if they are more than 50; null otherwise."""


class CheckCareCity(Call[CityDoubts]):
    """Check the coordinates of a city against known places of that name. Our own addition (S-6)."""

    route = Get("/careops/care_cities/check", access=STAFF, answer=object_in("data"))
    example = Example(
        call={"name": "Ludhiana", "latitude": 28.6, "longitude": 77.2},
        answer={"outside_india": False, "kilometres_off": 287},
    )

    name: CityName
    """Name of the city."""
    latitude: Latitude
    """Degrees north."""
    longitude: Longitude
    """Degrees east."""


class CareCities(Resource[ClientT]):
    """``client.care_cities``: cities where the platform offers care."""

    list = method(ListCareCities)
    each = each_row(ListCareCities)
    read = method(ReadCareCity)
    create = method(CreateCareCity)
    update = method(UpdateCareCity)
    delete = method(DeleteCareCity)
    check = method(CheckCareCity)
