"""Real places of India, for addresses: suggestions while somebody types. Spec: A 5 (decision A-37)."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from careops.areas import Area, ClientT, verb
from careops.contract import STAFF, Call, Example, Get, Model
from careops.fields import Typed, plain_number
from careops.shapes import rows


class Place(Model):
    """A locality, or a whole city when there is no ``locality``. Coordinates are those of its post office.

    ``address`` is house and street, or the building's name; only a hosted geocoder knows them.
    """

    address: str | None = None
    """House and street, where a hosted geocoder knows them; null otherwise."""
    locality: str | None = None
    """The locality; null for a whole city."""
    city: str
    """The city."""
    state: str
    """The state, by its English name."""
    zipcode: str | None = None
    """The pincode, six digits; null for a whole city."""
    latitude: float | None = None
    """Degrees north; null when it is not known."""
    longitude: float | None = None
    """Degrees east; null when it is not known."""


class SuggestPlaces(Call[list[Place]]):
    """Places in India that an address may mean, likeliest first. Our own addition (S-6).

    Understands localities, cities, states and pincodes in any order, words not typed to their end, slips of the
    keyboard and former names of cities. House numbers and streets are not known; words nobody knows are left out.
    With a hosted geocoder configured, what that finds in India comes instead, while it answers.
    """

    route = Get("/careops/places", access=STAFF, answer=rows("data"))
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

    text: Annotated[str, Typed(200, at_least=1)]
    """What somebody typed of an address."""
    limit: Annotated[int, Field(ge=1, le=20), BeforeValidator(plain_number)] = 8
    """Places to answer with, at most."""


class Places(Area[ClientT]):
    """``client.places``: real places of India."""

    suggest = verb(SuggestPlaces)
