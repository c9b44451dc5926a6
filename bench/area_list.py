"""List of an area, compared with a handwritten server and Django: pages, filters and searches."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from random import Random
from urllib.parse import quote

import psycopg

from bench.config import Config
from bench.generate_rows import Fill
from bench.load import Target, ask, compare
from bench.report import Findings, Goal
from bench.servers import PathOf, django, handwritten, our_server
from careops_server.core.configuration.dsn import driver_url

_PAGES = 10
_DIFFERENT = 20_000
_LIST_SHARE, _DJANGO_SHARE, _SEARCH_SHARE, _DJANGO_SEARCHES = 400, 40, 200, 20
"""Requests per round. Django takes seconds per search."""


@dataclass(frozen=True)
class AreaList:
    """Requests for the list of an area."""

    title: str
    fill: Fill
    address: str
    """Path of our list, such as ``/api/admin/doctors``."""
    narrowed: Callable[[psycopg.Connection], Sequence[str]]
    """Filters to request in turn, as queries; an empty one for none."""
    people: str
    """SQL that selects existing texts of ``%s`` rows: a name or title, and a phone number or address."""
    says: str
    """Description of the filters and searches."""


def measure_list(area: AreaList, setting: Config, rows: int) -> Findings:
    """Measure all three servers in turn on the same demo data."""
    with ExitStack() as stack:
        url, postgres = setting.worlds.filled(area.fill, rows), setting.worlds.pid
        with psycopg.connect(driver_url(url), autocommit=True) as connection:
            queries = area.narrowed(connection)
            terms = _terms(connection.execute(area.people.encode(), [_DIFFERENT]).fetchall())
        ours = stack.enter_context(our_server(url, postgres=postgres))
        by_hand = stack.enter_context(handwritten(url, postgres=postgres))
        drf = stack.enter_context(django(url, postgres=postgres))
        pages = 1 if setting.quick else _PAGES  # small demo data has only one page of rare values
        theirs = f"/lists/{area.fill.area}"
        lists = [
            replace(ours, path_of=_pages(area.address, queries, pages)),
            replace(by_hand, path_of=_pages(theirs, queries, pages)),
            replace(drf, path_of=_pages(theirs, queries, pages)),
        ]
        searches = [
            replace(ours, name="careops, search", path_of=_searches(area.address, terms)),
            replace(by_hand, name="hand-written, search", path_of=_searches(theirs, terms)),
            replace(drf, name="Django, search, stock indexes", path_of=_searches(theirs, terms)),
        ]
        asyncio.run(_same_answers(lists, min(2, pages) * len(queries)))
        requests = (_LIST_SHARE, _LIST_SHARE, _DJANGO_SHARE, _SEARCH_SHARE, _SEARCH_SHARE, _DJANGO_SEARCHES)
        loads = asyncio.run(
            compare(
                [*lists, *searches],
                rounds=setting.few_rounds,
                connections=setting.few_connections,
                requests={
                    target.name: setting.requests(count)
                    for target, count in zip([*lists, *searches], requests, strict=True)
                },
            )
        )
    mine, hand, django_, search, _, django_search = (loads[target.name].cpu_ms for target in [*lists, *searches])
    findings = Findings(
        area.title,
        f"{rows:,} {area.fill.area}; pages 1 to {pages} of ten with the exact total, {area.says} "
        f"{setting.few_connections} connections, two workers each. The hand-written handler checks nothing and takes "
        "its totals from where our triggers keep them. No search is repeated.",
    )
    findings.add_loads(loads.items())
    name = area.title[0].lower() + area.title[1:]
    findings.goals = [
        Goal(f"CPU of the {name}, to hand-written", f"{mine:.2f} ms", f"{hand:.2f} ms", mine / hand, 1.5),
        Goal(
            *(f"CPU of the {name}, better than Django", f"{mine:.2f} ms", f"{django_:.1f} ms", django_ / mine, 4),
            at_least=True,
        ),
        Goal(
            f"CPU of searching the {name}, better than Django with stock indexes",
            *(f"{search:.2f} ms", f"{django_search:.1f} ms", django_search / search, 15),
            at_least=True,
        ),
    ]
    return findings


def _pages(address: str, queries: Sequence[str], pages: int) -> PathOf:
    return lambda n: f"{address}?{queries[n % len(queries)]}&page={n // len(queries) % pages + 1}".replace("?&", "?")


def _searches(address: str, terms: Sequence[str]) -> PathOf:
    return lambda n: f"{address}?search_text={quote(terms[n % len(terms)])}&page={n // len(terms) + 1}"


def _terms(rows: Sequence[tuple[object, ...]]) -> list[str]:
    """Half are the first words of a name, half the beginning or end of the text after it."""
    random = Random(7)  # noqa: S311 (reproducible)

    def term(name: str, other: str) -> str:
        if random.random() < 0.5:
            return " ".join(name.split()[: random.choice((2, 3))]).lower()
        return random.choice((other[:7], other[-6:])).lower()

    return list(dict.fromkeys(term(str(name), str(other)) for name, other in rows))


async def _same_answers(targets: Sequence[Target], count: int) -> None:
    """Raise unless all servers return the same data; otherwise the comparison means nothing."""
    for number in range(count):
        first, *others = [json.loads(await ask(target, target.path_of(number))) for target in targets]
        for target, answer in zip(targets[1:], others, strict=True):
            if answer != first:
                raise RuntimeError(f"{target.name} answers {target.path_of(number)} otherwise than careops")
