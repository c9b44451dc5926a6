"""Demo care cities: where care began first, two of them without coordinates yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_CITIES: Final = (
    ("Ludhiana", 30.901, 75.857),
    ("Chandigarh", 30.733, 76.779),
    ("Amritsar", 31.634, 74.872),
    ("Jalandhar", 31.326, 75.576),
    ("Mohali", 30.705, 76.718),
    ("Patiala", 30.340, 76.387),
    ("Bathinda", 30.211, 74.945),
    ("New Delhi", 28.614, 77.209),
    ("Gurugram", 28.459, 77.027),
    ("Jaipur", 26.912, 75.787),
    ("Lucknow", 26.847, 80.946),
    ("Mumbai", 19.076, 72.878),
    ("Pune", 18.520, 73.857),
    ("Ahmedabad", 23.023, 72.571),
    ("Bengaluru", 12.972, 77.595),
    ("Hyderabad", 17.385, 78.487),
    ("Chennai", 13.083, 80.271),
    ("Kolkata", 22.573, 88.364),
    ("Indore", 22.720, 75.858),
    ("Varanasi", 25.318, 82.974),
    ("Kochi", 9.931, 76.267),
    ("Coimbatore", 11.017, 76.956),
    ("Moga", None, None),
    ("Hoshiarpur", None, None),
)
_BASIC_IDS: Final = 100
"""Start of the ids in the platform's catalogue of cities."""


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    for place, (name, latitude, longitude) in enumerate(_CITIES, start=1):
        has_coordinates = latitude is not None
        yield (name, _BASIC_IDS + place if has_coordinates else None, latitude, longitude, place)


SEEDER: Final = Seeder({"care_cities": ("name", "basic_city_id", "latitude", "longitude", "order_number")}, _rows)
