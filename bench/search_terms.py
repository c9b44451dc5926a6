"""Search terms drawn from the existing clinics."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from urllib.parse import quote

import psycopg

from bench.servers import PathOf
from careops_server.core.configuration.dsn import driver_url

_PAGES = 3
_SURNAMES = ("शर्मा", "गुप्ता", "पटेल", "सिंह", "वर्मा", "मेहता", "ਗਿੱਲ", "ਸੰਧੂ")


def searches(url: str, *, different: int) -> Callable[[str], PathOf]:
    """Return searches of ``different`` terms for any path; with few terms, several pages of each."""
    random = Random(7)  # noqa: S311 (reproducible)
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        rows = connection.execute(
            "select name, email, phone_number, city from clinics where email is not null and phone_number is not null"
            " and city is not null order by md5(id::text) limit %s",
            [different * 2],
        ).fetchall()
    terms = list(dict.fromkeys(_term(random, *map(str, row)) for row in rows))[:different]

    def at(address: str) -> PathOf:
        return lambda number: (
            f"{address}?search_text={quote(terms[number % len(terms)])}&page={number // len(terms) % _PAGES + 1}"
        )

    return at


def forgiven(url: str) -> Callable[[str], PathOf]:
    """Searches without an exact match: a spelled number, words in another order, another script, or a typing error."""
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        rows = connection.execute(
            "select phone_number, name, city from clinics where phone_number is not null and city is not null"
            " order by md5(id::text) limit 3000"
        ).fetchall()
    terms = [_spelt(number, *map(str, row)) for number, row in enumerate(rows)]
    return lambda address: lambda number: f"{address}?search_text={quote(terms[number % len(terms)])}"


def _spelt(number: int, phone: str, name: str, city: str) -> str:
    match number % 4:
        case 0:
            return f"+91 {phone[:5]}-{phone[5:]}"
        case 1:
            first, *remaining_words = name.lower().split()
            return f"{' '.join(remaining_words[:1])}, {first}  {city}"
        case 2:
            return f"{_SURNAMES[number // 4 % len(_SURNAMES)]} {city.lower()}"
        case _:
            longest = max((word for word in name.lower().split() if word.isalpha()), key=len, default="hospital")
            return f"{_mistyped(number // 4, longest)} {city.lower()}"


def _mistyped(number: int, word: str) -> str:
    """Omit, repeat or replace a letter, or swap two; somewhere in the middle."""
    at = len(word) // 2
    before, letter, behind = word[:at], word[at : at + 1], word[at + 1 :]
    match number % 4:
        case 0:
            return before + behind
        case 1:
            return before + letter + letter + behind
        case 2:
            return f"{before}q{behind}"
        case _:
            return before[:-1] + letter + before[-1:] + behind


def _term(random: Random, name: str, email: str, phone: str, city: str) -> str:
    """Four in ten are phone numbers, three names, two mail addresses, one a city."""
    chance = random.random()
    if chance < 0.4:
        start = random.choice((0, 0, 4))
        return phone[start : start + random.choice((5, 6, 10))]
    if chance < 0.7:
        return " ".join(name.split()[: random.choice((2, 2, 3))]).lower()
    if chance < 0.9:
        return email.rpartition("@")[2].rpartition(".")[0]
    return city.lower()
