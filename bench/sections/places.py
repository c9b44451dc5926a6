"""Address suggestions while typing, over all Indian pincodes."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from urllib.parse import quote

import psycopg

from bench.config import Config
from bench.load import run_comparison
from bench.report import Findings, Goal
from bench.servers import PathOf, our_server
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.places.load import load_places

_TEXTS = 3_000
_LETTER_SECONDS = 0.12
"""Seconds between two letters at a hundred words per minute."""
_PLACES = """
    select coalesce(locality, city), city, coalesce(zipcode, city) from places order by md5(id::text) limit %s
"""


def measure(setting: Config) -> Findings:
    """Measure sixteen users at typing speed; every letter from the third on sends a request."""
    url = setting.worlds.url(setting.clinics)
    load_places(url)
    with our_server(url, postgres=setting.worlds.pid) as ours:
        with psycopg.connect(driver_url(url), autocommit=True) as connection:
            rows = connection.execute(_PLACES, [_TEXTS]).fetchall()
            count = connection.execute("select count(distinct zipcode) from places").fetchall()[0][0]
        right = [f"{locality} {city}".lower() for locality, city, _ in rows]
        targets = [
            replace(ours, name="a locality and its city", path_of=_typed(right)),
            replace(ours, name="with a slip of the keyboard", path_of=_typed([_slipped(text) for text in right])),
            replace(ours, name="a pincode", path_of=_typed([str(zipcode).lower() for *_, zipcode in rows])),
        ]
        loads = run_comparison(setting, targets, 400, every=_LETTER_SECONDS)
    findings = Findings(
        "Address suggestions",
        f"Sixteen people who type a hundred words a minute (a letter every {_LETTER_SECONDS * 1000:.0f} ms) and never "
        f"pause, a request per letter from the third on, over all {count:,} pincodes. The console would ask less: it "
        "waits for a pause. A slip is a letter doubled, left out or exchanged with the next.",
    )
    findings.add_loads(loads.items())
    findings.goals = [
        Goal(f"Suggestions, p99, {name}", f"{load.p99_ms:.0f} ms", "", load.p99_ms, 30, "ms")
        for name, load in loads.items()
    ]
    return findings


def _typed(texts: list[str]) -> PathOf:
    """Return the sequential requests of a user who types the texts."""
    typed = [text[:length].strip() for text in texts for length in range(3, len(text) + 1)]
    return lambda number: f"/api/careops/places?text={quote(typed[number % len(typed)])}"


def _slipped(text: str) -> str:
    random = Random(text)  # noqa: S311 (reproducible)
    at = random.randrange(1, max(2, min(len(text) - 1, 8)))
    before, letter, after = text[:at], text[at], text[at + 1 :]
    return random.choice((before + letter * 2 + after, before + after, before + after[:1] + letter + after[1:]))
