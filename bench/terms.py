"""What is searched for, drawn from the clinics that are there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from urllib.parse import quote

import psycopg

from bench.servers import PathOf
from careops_server.database.addresses import driver_url

_PAGES = 3


def searches(url: str, *, different: int) -> Callable[[str], PathOf]:
    """Searches of so many different terms, for any address; with few of them, several pages of each."""
    random = Random(7)  # noqa: S311 (the same again)
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


def _term(random: Random, name: str, email: str, phone: str, city: str) -> str:
    """Four times in ten a phone, three times a name, twice a mail address, once a city."""
    chance = random.random()
    if chance < 0.4:
        start = random.choice((0, 0, 4))
        return phone[start : start + random.choice((5, 6, 10))]
    if chance < 0.7:
        return " ".join(name.split()[: random.choice((2, 2, 3))]).lower()
    if chance < 0.9:
        return email.rpartition("@")[2].rpartition(".")[0]
    return city.lower()
