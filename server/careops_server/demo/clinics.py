"""Demo practices: an owner with one clinic or a group of clinics, generated from one seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Final

from faker.providers.person.en_IN import Provider as IndianNames

from careops_server.demo import word_lists
from careops_server.demo.places import Atlas, Locality

_HOSPITALS: Final = 0.18
_GROUPS: Final = 0.05
_NO_LOCATION: Final = 0.015
_IN_OWN_SCRIPT: Final = 0.05
_HINDI_STATES: Final = frozenset(
    ("Delhi", "Uttar Pradesh", "Bihar", "Rajasthan", "Haryana", "Madhya Pradesh", "Jharkhand", "Uttarakhand")
)
_CLINIC_WEIGHTS: Final = list(accumulate(weight for _, _, weight in word_lists.CLINIC_KINDS))
_HOSPITAL_WEIGHTS: Final = list(accumulate(weight for _, _, weight in word_lists.HOSPITAL_KINDS))
_GROUP_SIZES: Final = ((2, 3, 4, 5, 6), (40, 65, 82, 93, 100))
_FIRST: Final = tuple(sorted(set(IndianNames.first_names)))
WOMEN: Final = frozenset(IndianNames.first_names_female) - frozenset(IndianNames.first_names_male)
MEN: Final = frozenset(IndianNames.first_names_male) - frozenset(IndianNames.first_names_female)
_LAST: Final = tuple(sorted(set(IndianNames.last_names)))


@dataclass(frozen=True, slots=True)
class Branch:
    """One clinic of a practice. ``place`` is missing if its location was not entered."""

    name: str
    place: Locality | None


@dataclass(frozen=True, slots=True)
class Practice:
    """An owner with clinics that belong together; more than one form a group."""

    owner: str
    name: str
    domain: str
    is_hospital: bool
    speciality: str
    branches: tuple[Branch, ...]


def practices(random: Random, atlas: Atlas, clinics: int) -> Iterator[Practice]:
    """Yield practices with ``clinics`` clinics in total."""
    left = clinics
    while left > 0:
        # Places are drawn in batches, which is several times faster.
        for home in atlas.draw(random, min(left, 512)):
            practice = _practice(random, atlas, home, left)
            yield practice
            left -= len(practice.branches)
            if left <= 0:
                return


def person(random: Random, state: str) -> tuple[str, str]:
    """Return an invented first and last name that are common in a state."""
    draw = random.random
    if state in ("Punjab", "Chandigarh") and draw() < 0.8:
        first = word_lists.PUNJABI_FIRST[int(draw() * len(word_lists.PUNJABI_FIRST))]
        middle = "Kaur" if draw() < 0.45 else "Singh"
        return f"{first} {middle}", word_lists.PUNJABI_LAST[int(draw() * len(word_lists.PUNJABI_LAST))]
    return _FIRST[int(draw() * len(_FIRST))], _LAST[int(draw() * len(_LAST))]


def _practice(random: Random, atlas: Atlas, home: Locality, most: int) -> Practice:
    draw = random.random
    is_hospital = draw() < _HOSPITALS
    kinds, weights = (
        (word_lists.HOSPITAL_KINDS, _HOSPITAL_WEIGHTS) if is_hospital else (word_lists.CLINIC_KINDS, _CLINIC_WEIGHTS)
    )
    kind, speciality, _ = random.choices(kinds, cum_weights=weights)[0]
    first, last = person(random, home.state)
    name, slug = _name(random, home, kind=kind, first=first, last=last, is_hospital=is_hospital)
    size = random.choices(_GROUP_SIZES[0], cum_weights=_GROUP_SIZES[1])[0] if draw() < _GROUPS else 1
    size = min(size, most)
    if size == 1:
        branches: tuple[Branch, ...] = (Branch(name, None if draw() < _NO_LOCATION else home),)
    else:
        around = atlas.near(home)
        places = (home, *(around[int(draw() * len(around))] for _ in range(size - 1)))
        branches = tuple(Branch(f"{name}, {place.locality or place.city}", place) for place in places)
    domain = f"{slug}-{_slug(home.city)}.example"
    return Practice(f"{first} {last}", name, domain, is_hospital, speciality, branches)


def _name(random: Random, home: Locality, *, kind: str, first: str, last: str, is_hospital: bool) -> tuple[str, str]:
    """Return a practice's name and its form for domain names."""
    draw = random.random
    if draw() < _IN_OWN_SCRIPT:
        if home.state == "Punjab":
            words, kinds, hospital = word_lists.GURMUKHI, word_lists.GURMUKHI_KINDS, word_lists.GURMUKHI_HOSPITAL
        elif home.state in _HINDI_STATES:
            words, kinds, hospital = word_lists.DEVANAGARI, word_lists.DEVANAGARI_KINDS, word_lists.DEVANAGARI_HOSPITAL
        else:
            return _coined(random, kind)
        word, slug = words[int(draw() * len(words))]
        return f"{word} {hospital if is_hospital else kinds[int(draw() * len(kinds))]}", slug
    style = draw()
    if is_hospital or style < 0.5:
        return _coined(random, kind)
    if style < 0.7:
        return f"{last} {kind}", _slug(f"{last} {kind}")
    if style < 0.88:
        return f"Dr. {first} {last} {kind}", _slug(f"dr {first} {last}")
    name, slug = _coined(random, kind)
    return f"{home.locality or home.city} {name}", slug


def _coined(random: Random, kind: str) -> tuple[str, str]:
    word = word_lists.COINED[int(random.random() * len(word_lists.COINED))]
    return f"{word} {kind}", word.casefold()


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.casefold().replace("'", "")).strip("-")
