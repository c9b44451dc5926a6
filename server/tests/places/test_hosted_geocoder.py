"""Suggestions from a hosted geocoder: its results come first, and its failures do not affect the user."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from pydantic import SecretStr
from server.tests.support.fake_service import HostedService, hosted_service
from server.tests.support.log_lines import read_log_lines
from server.tests.support.stage import CARE, Stage, running_app

from careops.calls.places import Place
from careops_server.core.configuration.settings import Settings
from careops_server.core.places.geocoders import REST_SECONDS, HostedGeocoder
from careops_server.testing.postgres import TestPostgres

KEY = "geocoder-key-canary"
OURS = Place(locality="Model Town", city="Ludhiana", state="Punjab", zipcode="141002", latitude=30.89, longitude=75.84)
HOSPITAL = {
    "type": "Feature",
    "geometry": {"type": "Point", "coordinates": [75.8223, 30.9019]},
    "properties": {
        "osm_id": 1,
        "name": "Mohan Clinic",
        "housenumber": "12",
        "street": "Mall Road",
        "district": "Civil Lines",
        "city": "Ludhiana",
        "state": "Punjab",
        "postcode": "141 001",
        "countrycode": "IN",
        "type": "house",
    },
}
LAHORE = {
    "geometry": {"coordinates": [74.34, 31.55]},
    "properties": {"name": "Mall Road", "city": "Lahore", "state": "Punjab", "countrycode": "PK", "type": "street"},
}
BAD: dict[str, tuple[int, Any]] = {
    "a wrong key": (401, {"message": "invalid key"}),
    "too many questions": (429, {"message": "slow down"}),
    "a server in trouble": (500, "<h1>Oops</h1>"),
    "a web page": (200, "<h1>Welcome</h1>"),
    "a redirect": (302, ""),
    "another form": (200, {"results": []}),
    "half an answer": (200, '{"features": ['),
    "places without coordinates": (200, {"features": [{"properties": HOSPITAL["properties"]}]}),
}


@pytest.fixture
def service() -> Iterator[HostedService]:
    with hosted_service() as running:
        yield running


def geocoder(settings: Settings, service: HostedService, **options: Any) -> HostedGeocoder:
    """A geocoder for the service, with a clock set by the test."""
    update = {"geocoder_url": f"{service.url}/api", "geocoder_key": SecretStr(KEY), **options}
    return HostedGeocoder(settings.model_copy(update=update), clock=lambda: TIME[0])


TIME = [1000.0]


@pytest.fixture(autouse=True)
def _time() -> None:
    TIME[0] = 1000.0


@pytest.fixture(scope="module")
def shared() -> Iterator[HostedService]:
    """The service used by this module's application."""
    with hosted_service() as running:
        yield running


@pytest.fixture(scope="module")
async def front(shared: HostedService, settings: Settings, postgres: TestPostgres) -> AsyncIterator[Stage]:
    """An application that uses the service."""
    url = postgres.new_database()
    asking = settings.model_copy(update={"geocoder_url": f"{shared.url}/api", "geocoder_key": SecretStr(KEY)})
    async with running_app(asking, url) as app:
        stage = Stage(app, app, asking)
        await stage.set()
        yield stage
    postgres.drop(url)


def in_civil_lines(address: str) -> Place:
    """Return an address in the locality of all answers."""
    return Place(
        address=address,
        locality="Civil Lines",
        city="Ludhiana",
        state="Punjab",
        zipcode="141001",
        latitude=30.9019,
        longitude=75.8223,
    )


async def test_photon_finds_the_house(settings: Settings, service: HostedService) -> None:
    service.answer = {"type": "FeatureCollection", "features": [HOSPITAL, HOSPITAL, LAHORE]}
    asking = geocoder(settings, service)
    assert await asking.suggest("12 mall road ludh", 8) == [in_civil_lines("Mohan Clinic, 12 Mall Road")]
    (request,) = service.requests
    assert (request.method, request.path, request.query["q"]) == ("GET", "/api", "12 mall road ludh")
    assert request.query["key"] == KEY
    assert "bbox" in request.query
    await asking.close()


async def test_photon_finds_cities_and_localities(settings: Settings, service: HostedService) -> None:
    where = {"coordinates": [75.8, 30.9]}
    city = {"name": "Ludhiana", "type": "city", "state": "Punjab", "countrycode": "IN"}
    locality = {"name": "Model Town", "type": "district", "city": "Ludhiana", "state": "Punjab", "countrycode": "IN"}
    nowhere = {"name": "Somewhere", "type": "house", "countrycode": "IN"}
    features = [{"properties": properties, "geometry": where} for properties in (city, locality, nowhere)]
    service.answer = {"features": features}
    asking = geocoder(settings, service)
    places = [(place.address, place.locality, place.city) for place in await asking.suggest("ludhiana", 8)]
    assert places == [(None, None, "Ludhiana"), (None, "Model Town", "Ludhiana")]
    assert len(await asking.suggest("ludhiana", 1)) == 1
    await asking.close()


async def test_nominatim_finds_the_house(settings: Settings, service: HostedService) -> None:
    address = {
        "house_number": "12",
        "road": "Mall Road",
        "suburb": "Civil Lines",
        "city": "Ludhiana",
        "state": "Punjab",
        "postcode": "141001",
        "country": "India",
        "country_code": "in",
    }
    abroad = {"lat": "31.5", "lon": "74.3", "address": {**address, "city": "Lahore", "country_code": "pk"}}
    service.answer = [{"lat": "30.9019", "lon": "75.8223", "name": "Mall Road", "address": address}, abroad]
    asking = geocoder(settings, service, geocoder_kind="nominatim", geocoder_key_name="apiKey")
    assert await asking.suggest("mall road", 5) == [in_civil_lines("12 Mall Road")]
    assert service.requests[0].query["countrycodes"] == "in"
    assert service.requests[0].query["apiKey"] == KEY
    await asking.close()


@pytest.mark.parametrize("trouble", BAD)
async def test_failed_service_is_paused(
    settings: Settings, service: HostedService, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    service.status, service.answer = BAD[trouble]
    asking = geocoder(settings, service)
    assert await asking.suggest("ludhiana", 8) == []
    service.status, service.answer = 200, {"features": [HOSPITAL]}
    TIME[0] += REST_SECONDS - 1
    assert await asking.suggest("ludhiana", 8) == []
    assert len(service.requests) == 1
    TIME[0] += 2
    assert len(await asking.suggest("ludhiana", 8)) == 1
    text = str(read_log_lines(caplog))
    assert "geocoder failed" in text
    assert KEY not in text
    await asking.close()


async def test_silent_service_is_called_once(settings: Settings, service: HostedService) -> None:
    service.silent = True
    asking = geocoder(settings, service, geocoder_seconds=1)
    assert await asking.suggest("ludhiana", 8) == []
    assert await asking.suggest("ludhiana", 8) == []
    assert len(service.requests) == 1
    await asking.close()


@pytest.mark.proves("SEC-53.away")
async def test_unreachable_service_has_no_suggestions(settings: Settings) -> None:
    asking = HostedGeocoder(settings.model_copy(update={"geocoder_url": "http://127.0.0.1:9/api"}))
    assert await asking.suggest("ludhiana", 8) == []
    await asking.close()


async def test_call_uses_the_service_or_local_places(front: Stage, shared: HostedService) -> None:
    client = await front.signed_in(CARE)
    shared.answer = {"features": [HOSPITAL]}
    (place,) = await client.places.suggest(text="mohan clinic")
    assert place.address == "Mohan Clinic, 12 Mall Road"
    shared.answer = {"features": [LAHORE]}
    assert await client.places.suggest(text="model town") == [OURS]
    shared.status = 500
    assert await client.places.suggest(text="model town") == [OURS]


@pytest.mark.proves("SEC-53.key")
async def test_api_key_stays_on_the_server(front: Stage, shared: HostedService) -> None:
    shared.status, shared.answer = 200, {"features": [HOSPITAL]}
    async with front.http(headers=await front.bearer(CARE)) as http:
        answer = await http.get("/api/careops/places", params={"text": "mohan"})
    assert KEY not in answer.text
    assert KEY not in str(answer.headers)
    assert KEY not in repr(front.settings)


@pytest.mark.parametrize("address", ["photon.example/api", "ftp://photon.example", "file:///etc/passwd", "https://"])
def test_malformed_address_is_refused_at_start(address: str) -> None:
    with pytest.raises(ValueError, match="geocoder_url"):
        Settings(geocoder_url=address)
