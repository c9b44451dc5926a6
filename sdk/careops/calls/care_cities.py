"""Care cities: where the platform offers care, in the order patients see them. Spec: B 2, B 3, B 5, B 7, B 8."""

from __future__ import annotations

from typing import Annotated, Any, Final, Self

from pydantic import BeforeValidator, Field, model_validator

from careops.areas import Area, ClientT, each_row, verb
from careops.changing import Changing, kept
from careops.constants import NAME_MAX
from careops.contract import STAFF, Call, Created, Delete, Done, Example, Get, Model, Page, Paged, Post, Put
from careops.fields import Id, Latitude, Longitude, Typed, filled, plain_number
from careops.problems import AboutField
from careops.shapes import CREATED, items, record

NO_CITY: Final = "There is no care city with this id"
NAME_TAKEN: Final = "There is a care city with this name already"
HALF_A_POINT: Final = "Latitude and longitude go together"
_BODY = {"basic_city_id": 12, "name": "Ludhiana", "latitude": 30.9, "longitude": 75.85}

CityName = Annotated[str, Typed(NAME_MAX, at_least=1), filled("Please enter city name")]
Place = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(plain_number)]


class CareCity(Model):
    """A city where the platform offers care."""

    id: int
    """What identifies it."""
    basic_city_id: int | None = None
    """The city's id in the platform's own catalogue of cities; null where nobody said."""
    name: str
    """What it is called."""
    latitude: float | None = None
    """Degrees north; null where nobody said."""
    longitude: float | None = None
    """Degrees east; null where nobody said."""
    order_number: int
    """Its place among all of them: 1 for the first, without gaps."""


class ListCareCities(Paged, Call[Page[CareCity]]):
    """Care cities in their order. Spec: B 2, B 7 (B-75, B-110)."""

    route = Get(
        "/admin/care_cities",
        access=STAFF,
        answer=items("data.care_cities", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={},
        answer={"items": [{"id": 3, **_BODY, "order_number": 1}], "total_records": 1, "total_pages": 1},
    )


class CreateCareCity(Call[Created]):
    """Add a city, last of all unless told otherwise. Spec: B 5, B 7 (B-74)."""

    route = Post("/admin/care_cities", access=STAFF, answer=CREATED, event="care_city.create")
    example = Example(call=_BODY, answer={"id": 9})

    name: CityName
    """What it is called; no two have the same name, whatever their capitals (decision 101)."""
    basic_city_id: Id | None = None
    """The city's id in the platform's own catalogue of cities; null for none."""
    latitude: Latitude | None = None
    """Degrees north; with a longitude or not at all."""
    longitude: Longitude | None = None
    """Degrees east; with a latitude or not at all."""
    order_number: Place | None = None
    """The place it takes; those from there on go one further. Null, and any beyond the last, is the end."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, given: Any) -> Any:
        """A missing name is complained about in the same words as a blank one (B 5)."""
        return {"name": "", **given} if isinstance(given, dict) else given

    @model_validator(mode="after")
    def _whole_point(self) -> Self:
        if (self.latitude is None) != (self.longitude is None):
            raise AboutField("latitude" if self.latitude is None else "longitude", HALF_A_POINT)
        return self


class ReadCareCity(Call[CareCity]):
    """One city. Our own addition (S-6)."""

    route = Get(
        "/careops/care_cities/{city_id}",
        access=STAFF,
        forwarded=True,
        answer=record("data"),
        versioned=("name", "basic_city_id", "latitude", "longitude"),
    )
    example = Example(call={"city_id": 3}, answer={"id": 3, **_BODY, "order_number": 1})

    city_id: Id
    """The city to read."""


class UpdateCareCity(Changing):
    """Change a city; what is not given stays as it is. A new place moves it there and renumbers the others.

    Spec: B 4, B 5, B 7 (B-74).
    """

    route = Put("/admin/care_cities/{city_id}", access=STAFF, event="care_city.update", against=ReadCareCity)
    example = Example(call={"city_id": 3, "name": "Ludhiana", "order_number": 1}, answer={})

    city_id: Id
    """The city to change."""
    name: CityName | None = None
    """What it is called; no two have the same name, whatever their capitals."""
    basic_city_id: Id | None = None
    """The city's id in the platform's own catalogue of cities; null takes it away."""
    latitude: Latitude | None = None
    """Degrees north; null, with the longitude, takes the point away."""
    longitude: Longitude | None = None
    """Degrees east; null, with the latitude, takes the point away."""
    order_number: Place | None = None
    """The place it takes, 1 for the first; those between shift by one. Any beyond the last is the last."""

    stays = kept("name", "order_number")


class DeleteCareCity(Call[Done]):
    """Take a city away; those after it move up. Spec: B 2, B 7."""

    route = Delete("/admin/care_cities/{city_id}", access=STAFF, event="care_city.delete")
    example = Example(call={"city_id": 3}, answer={})

    city_id: Id
    """The city to take away."""


class CityDoubts(Model):
    """What makes a city's point doubtful. It can be saved all the same."""

    outside_india: bool
    """Whether the point is not in India."""
    kilometres_off: int | None = None
    """Kilometres between it and the nearest city of that name, when they are more than 50; null otherwise."""


class CheckCareCity(Call[CityDoubts]):
    """Whether a point can be where a city of that name is, as far as places are known. Our own addition (S-6)."""

    route = Get("/careops/care_cities/check", access=STAFF, answer=record("data"))
    example = Example(
        call={"name": "Ludhiana", "latitude": 28.6, "longitude": 77.2},
        answer={"outside_india": False, "kilometres_off": 287},
    )

    name: CityName
    """What the city is called."""
    latitude: Latitude
    """Degrees north."""
    longitude: Longitude
    """Degrees east."""


class CareCities(Area[ClientT]):
    """``client.care_cities``: where the platform offers care."""

    list = verb(ListCareCities)
    each = each_row(ListCareCities)
    read = verb(ReadCareCity)
    create = verb(CreateCareCity)
    update = verb(UpdateCareCity)
    delete = verb(DeleteCareCity)
    check = verb(CheckCareCity)
