"""Bounds of India, and distances between points."""

from __future__ import annotations

from math import asin, cos, radians, sin, sqrt
from typing import Final

INDIA: Final = {"latitude": (6.0, 38.0), "longitude": (68.0, 98.0)}
"""Range of degrees that contains all of India, including its islands."""
_EARTH_KM: Final = 6371.0


def is_in_india(name: str, degrees: float) -> bool:
    """Return whether a latitude or a longitude is within the bounds of India."""
    least, most = INDIA[name]
    return least <= degrees <= most


def kilometres(first: tuple[float, float], second: tuple[float, float]) -> float:
    """Return the distance along the ground between two points, each in degrees north and east."""
    (north, east), (other_north, other_east) = (tuple(map(radians, point)) for point in (first, second))
    across = sin((other_north - north) / 2) ** 2
    along = cos(north) * cos(other_north) * sin((other_east - east) / 2) ** 2
    return 2 * _EARTH_KM * asin(min(1.0, sqrt(across + along)))
