"""Hosted geocoder: Photon, Nominatim, or a compatible service.

Only India: requests are limited to it, and other results are dropped. The key stays on the server and out of the logs
(SEC-53).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from careops.calls.places import Place
from careops.client.request_flow import NoResponse, SendRequest
from careops.contract import HttpParts
from careops_server.core.configuration.settings import Settings
from careops_server.core.observability.logs import log

REST_SECONDS: Final = 30
"""Pause after a failure of the geocoder, so that users who type do not wait repeatedly."""
_INDIA: Final = "68.1,6.5,97.5,37.1"
_Text: TypeAlias = Annotated[str | None, BeforeValidator(lambda value: str(value).strip() or None if value else None)]


class PhotonProperties(BaseModel):
    """Properties of a place in Photon's format."""

    countrycode: str = ""
    type: str = ""
    name: _Text = None
    housenumber: _Text = None
    street: _Text = None
    locality: _Text = None
    district: _Text = None
    city: _Text = None
    county: _Text = None
    state: _Text = None
    postcode: _Text = None


class PhotonGeometry(BaseModel):
    """A point: longitude, latitude."""

    coordinates: tuple[float, float]


class PhotonFeature(BaseModel):
    """A place in Photon's format."""

    properties: PhotonProperties
    geometry: PhotonGeometry

    @property
    def to_place(self) -> Place | None:
        """The place in the contract's format; empty outside India, or without city or state."""
        properties = self.properties
        is_city = properties.type in ("city", "county", "state")
        city = properties.city or (properties.name if is_city else None) or properties.county
        locality = (
            properties.locality
            or properties.district
            or (properties.name if properties.type in ("locality", "district") else None)
        )
        named = properties.name if properties.name not in (locality, city, properties.street) and not is_city else None
        longitude, latitude = self.geometry.coordinates
        return _place(
            properties.countrycode,
            address=_line(named, _street(properties.housenumber, properties.street)),
            locality=locality,
            city=city,
            state=properties.state,
            postcode=properties.postcode,
            latitude=latitude,
            longitude=longitude,
        )


class PhotonAnswer(BaseModel):
    """Photon's answer: GeoJSON."""

    features: list[PhotonFeature]

    @property
    def places(self) -> list[Place | None]:
        return [feature.to_place for feature in self.features]


class NominatimAddress(BaseModel):
    """Address in Nominatim's format."""

    country_code: str = ""
    house_number: _Text = None
    road: _Text = None
    neighbourhood: _Text = None
    suburb: _Text = None
    city_district: _Text = None
    city: _Text = None
    town: _Text = None
    village: _Text = None
    county: _Text = None
    state_district: _Text = None
    state: _Text = None
    postcode: _Text = None


class NominatimPlace(BaseModel):
    """A place in Nominatim's format."""

    lat: float
    lon: float
    name: _Text = None
    address: NominatimAddress = Field(default_factory=NominatimAddress)

    @property
    def to_place(self) -> Place | None:
        """The place in the contract's format; empty outside India, or without city or state."""
        address = self.address
        city = address.city or address.town or address.village or address.county or address.state_district
        locality = address.suburb or address.neighbourhood or address.city_district
        parts = (
            address.road,
            address.suburb,
            address.neighbourhood,
            address.city_district,
            address.state,
            address.postcode,
            city,
        )
        return _place(
            address.country_code,
            address=_line(self.name if self.name not in parts else None, _street(address.house_number, address.road)),
            locality=locality,
            city=city,
            state=address.state,
            postcode=address.postcode,
            latitude=self.lat,
            longitude=self.lon,
        )


class NominatimAnswer(BaseModel):
    """Nominatim's answer, a plain list, wrapped in a model."""

    items: list[NominatimPlace]

    @property
    def places(self) -> list[Place | None]:
        return [place.to_place for place in self.items]


def _photon_question(text: str, limit: int) -> dict[str, str]:
    # Photon has no filter by country, so the request uses a box around India and the results are filtered.
    return {"q": text, "limit": str(2 * limit), "lang": "en", "bbox": _INDIA}


def _nominatim_question(text: str, limit: int) -> dict[str, str]:
    form = {"format": "jsonv2", "addressdetails": "1", "accept-language": "en"}
    return {"q": text, "limit": str(limit), "countrycodes": "in", **form}


Question: TypeAlias = Callable[[str, int], Mapping[str, str]]
Reading: TypeAlias = Callable[[Any], list[Place | None]]
_KINDS: Final[Mapping[Literal["photon", "nominatim"], tuple[Question, Reading]]] = {
    "photon": (_photon_question, lambda payload: PhotonAnswer.model_validate(payload).places),
    "nominatim": (_nominatim_question, lambda payload: NominatimAnswer.model_validate({"items": payload}).places),
}


class HostedGeocoder:
    """Client of the configured service. After a failure it pauses, and the bundled data answers."""

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.monotonic) -> None:
        if settings.geocoder_url is None:
            raise LookupError("no geocoder is configured")
        key = settings.geocoder_key
        self._key = {settings.geocoder_key_name: key.get_secret_value()} if key else {}
        self._question, self._reading = _KINDS[settings.geocoder_kind]
        self._url = settings.geocoder_url
        from careops.client.transport import AsyncHttp  # httpx, which most installations do not need

        self._http = AsyncHttp(self._url, timeout=settings.geocoder_seconds, headers={"user-agent": "careops-server"})
        self._clock = clock
        self._rests_until = 0.0

    async def suggest(self, text: str, limit: int) -> list[Place]:
        """Return distinct places in India; none while the service fails."""
        if self._clock() < self._rests_until:
            return []
        query = {**self._question(text, limit), **self._key}
        reply = await self._http.send(SendRequest(HttpParts("GET", self._url, query, None)))
        if isinstance(reply, NoResponse):
            return self._pause("no answer")
        if reply.status != 200:
            return self._pause(f"status {reply.status}")
        try:
            places = self._reading(reply.payload)
        except ValidationError as error:
            return self._pause(f"an answer in another form ({error.error_count()} problems)")
        unique = {place.model_dump_json(exclude={"latitude", "longitude"}): place for place in places if place}
        return list(unique.values())[:limit]

    def _pause(self, reason: str) -> list[Place]:
        self._rests_until = self._clock() + REST_SECONDS
        log.warning("geocoder failed", reason=reason, seconds=REST_SECONDS)
        return []

    async def close(self) -> None:
        """Close its connections."""
        await self._http.close()


def _place(
    country: str,
    *,
    address: str | None,
    locality: str | None,
    city: str | None,
    state: str | None,
    postcode: str | None,
    latitude: float,
    longitude: float,
) -> Place | None:
    if country.upper() != "IN" or city is None or state is None:
        return None
    digits = re.sub(r"\s", "", postcode or "")
    return Place(
        address=address,
        locality=locality if locality != city else None,
        city=city,
        state=state,
        zipcode=digits if re.fullmatch(r"[1-9][0-9]{5}", digits) else None,
        latitude=latitude,
        longitude=longitude,
    )


def _street(number: str | None, street: str | None) -> str | None:
    return f"{number} {street}" if number and street else street


def _line(*parts: str | None) -> str | None:
    return ", ".join(name for name in parts if name) or None
