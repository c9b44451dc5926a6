"""Address suggestions for all of India."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from server.tests.support.stage import CARE, Stage

from careops import Unavailable
from careops.calls.places import Place
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool
from careops_server.core.places import sources
from careops_server.core.places.gazetteer import sound
from careops_server.core.places.load import load_places
from careops_server.core.places.sources import OwnPlaces
from careops_server.testing.postgres import TestPostgres


@pytest.fixture(scope="module")
def india(postgres: TestPostgres) -> Iterator[str]:
    """A database with all places, loaded once despite two attempts, with the server's role, which owns no tables."""
    url = postgres.new_database()
    assert load_places(postgres.served(url))
    assert not load_places(url)
    yield url
    postgres.drop(url)


@pytest.fixture
async def database(india: str) -> AsyncIterator[Database]:
    opened = Database(create_pool(india, pool_size=2), seconds=10)
    yield opened
    await opened.close()


async def suggested(database: Database, india: str, text: str, limit: int = 8) -> list[Place]:
    places = OwnPlaces(india)

    async def ask(connection: Connection) -> list[Place]:
        return await places.suggest(text, limit, connection)

    return await database.read(ask)


@pytest.mark.parametrize(
    ("text", "locality", "city"),
    [
        ("ludhiana", None, "Ludhiana"),
        ("LUDHIANA ", None, "Ludhiana"),
        ("ludhi", None, "Ludhiana"),
        ("ludhyana", None, "Ludhiana"),
        ("luhdiana", None, "Ludhiana"),
        ("amritser", None, "Amritsar"),
        ("banglore", None, "Bengaluru"),
        ("bangalore", None, "Bengaluru"),
        ("bombay", None, "Mumbai"),
        ("calcutta", None, "Kolkata"),
        ("gurgaon", None, "Gurugram"),
        ("koramangala bangalore", "Koramangala", "Bengaluru"),
        ("bengaluru, koramangala", "Koramangala", "Bengaluru"),
        ("anna nagar chenai", "Anna Nagar", "Chennai"),
        ("141001", "Ludhiana", "Ludhiana"),
        ("Civil Lines, Ludhiana, Punjab 141001", "Ludhiana", "Ludhiana"),
        ("12, xyzzyplugh street, 141001", "Ludhiana", "Ludhiana"),
        ("ਲੁਧਿਆਣਾ", None, "Ludhiana"),
        ("लुधि", None, "Ludhiana"),
        ("जयपुर", None, "Jaipur"),
        ("दिल्ली", None, "New Delhi"),
        ("मॉडल टाउन, ਲੁਧਿਆਣਾ", "Model Town Ludhiana", "Ludhiana"),
        ("koramangala बेंगलुरु", "Koramangala", "Bengaluru"),
        ("१४१००१", "Ludhiana", "Ludhiana"),
    ],
)
async def test_best_match_is_first(database: Database, india: str, text: str, locality: str | None, city: str) -> None:
    first = (await suggested(database, india, text))[0]
    assert (first.locality, first.city) == (locality, city)


async def test_place_has_all_fields_of_an_address(database: Database, india: str) -> None:
    (place,) = await suggested(database, india, "koramangala bengaluru 560034", limit=1)
    assert (place.state, place.zipcode) == ("Karnataka", "560034")
    assert place.latitude == pytest.approx(12.93, abs=0.05)
    assert place.longitude == pytest.approx(77.62, abs=0.05)


@pytest.mark.parametrize("text", ["xq", "%", "_", "\\", "'", "--", "ल", "ः।", "क्षज्ञक्षज्ञ", "\u200b", "999999", "%_%_%"])
async def test_unmatched_text_has_no_suggestions(database: Database, india: str, text: str) -> None:
    assert await suggested(database, india, text) == []


@pytest.mark.parametrize("text", ["m", "mo", "nagar", "a b c d e f g h i j k l", "ram " * 40, "z" * 200])
async def test_short_and_long_texts_are_answered(database: Database, india: str, text: str) -> None:
    assert len(await suggested(database, india, text, limit=5)) <= 5


async def test_suggestions_are_deterministic(database: Database, india: str) -> None:
    assert await suggested(database, india, "nagar") == await suggested(database, india, "nagar")


@pytest.mark.parametrize(
    ("name", "other"),
    [("ludhyana", "ludhiana"), ("chenai", "chennai"), ("kalikut", "calicut"), ("waranasi", "varanasi")],
)
def test_spellings_of_a_name_sound_alike(name: str, other: str) -> None:
    assert sound(name) == sound(other)


@pytest.mark.own
async def test_places_are_loaded_on_first_use(postgres: TestPostgres, monkeypatch: pytest.MonkeyPatch) -> None:
    urls: list[str] = []

    def fails_once(url: str) -> bool:
        urls.append(url)
        if len(urls) == 1:
            raise LookupError("the package is missing")
        return True

    monkeypatch.setattr(sources, "load_places", fails_once)
    url = postgres.new_database()
    opened = Database(create_pool(url, pool_size=8), seconds=10)
    places = OwnPlaces(url)

    async def ask() -> list[Place]:
        return await opened.read(lambda connection: places.suggest("ludhiana", 5, connection))

    with pytest.raises(Unavailable, match="being prepared"):
        await ask()
    assert await asyncio.gather(*(ask() for _ in range(5))) == [[]] * 5
    assert len(urls) == 2
    await opened.close()
    postgres.drop(url)


async def test_places_are_suggested_by_the_api(stage: Stage) -> None:
    places = await (await stage.signed_in(CARE)).places.suggest(text="model lud")
    assert [(place.locality, place.zipcode) for place in places] == [("Model Town", "141002")]


@pytest.mark.parametrize(
    "query", ["", "?text=", "?text=%20", "?text=a&limit=0", "?text=a&limit=21", f"?text={'a' * 201}"]
)
async def test_invalid_query_is_refused(stage: Stage, query: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        assert (await http.get(f"/api/careops/places{query}")).status_code == 422
