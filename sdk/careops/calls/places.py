"""Places of India: suggestions for address fields. Spec: A 5 (decision A-37)."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from careops.contract import STAFF, Call, Example, Get, Model
from careops.contract.envelopes import page_in
from careops.contract.fields import TypedText, strict_int
from careops.contract.resource import ClientT, Resource, method


class Place(Model):
    """Locality, or a whole city if ``locality`` is null. Coordinates are those of its post office.

    ``address`` is house and street, or the name of a building; only a hosted geocoder returns it.
    """

    address: str | None = None
    """House and street from a hosted geocoder; null otherwise."""
    locality: str | None = None
    """Locality; null for a whole city."""
    city: str
    """City."""
    state: str
    """English name of the state."""
    zipcode: str | None = None
    """Pincode, six digits; null for a whole city."""
    latitude: float | None = None
    """Degrees north; null if unknown."""
    longitude: float | None = None
    """Degrees east; null if unknown."""


class SuggestPlaces(Call[list[Place]]):
    """Suggest places in India for an address, best match first. Our own addition (S-6).

    Matches localities, cities, states and pincodes in any order, with incomplete words, typing errors and former names
    of cities. House numbers and streets are unknown, and unknown words are ignored. If a hosted geocoder is configured
    and answers, its results in India are returned instead.
    """

    route = Get("/careops/places", access=STAFF, answer=page_in("data"))
    example = Example(
        call={"text": "model town ludhiana"},
        answer=[
            {
                "locality": "Model Town",
                "city": "Ludhiana",
                "state": "Punjab",
                "zipcode": "141002",
                "latitude": 30.89,
                "longitude": 75.84,
            }
        ],
    )

    text: Annotated[str, TypedText(200, at_least=1)]
    """Address as typed."""
    limit: Annotated[int, Field(ge=1, le=20), BeforeValidator(strict_int)] = 8
    """Maximum number of places to return."""


class Places(Resource[ClientT]):
    """``client.places``: places of India."""

    suggest = method(SuggestPlaces)
