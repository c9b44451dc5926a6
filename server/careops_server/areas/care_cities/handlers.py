"""Handlers of care cities."""

from __future__ import annotations

from typing import Final

from careops.calls import care_cities as calls
from careops.contract import Created, Empty
from careops.errors import Conflict, InvalidInput
from careops_server.areas.care_cities import queries
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.places.geo import is_in_india, kilometres
from careops_server.core.queries.records import delete_or_404, lock_or_404, read_or_404

NEAR_KM: Final = 50
"""Largest plausible distance between a city and its post office."""
_ASKED: Final = 20
list_care_cities = queries.CITIES.handle


async def read_care_city(call: calls.ReadCareCity, context: Context) -> calls.CareCity:
    """Return a care city."""
    return await read_or_404(context.connection, queries.CITIES, queries.CITY_REF, call.city_id)


async def create_care_city(call: calls.CreateCareCity, context: Context) -> Created:
    """Add a care city at the given position, by default at the end."""
    there_are = await queries.lock_cities(context.connection)
    if await queries.is_taken(context.connection, call.name):
        raise Conflict(calls.NAME_TAKEN, source="name")
    place = min(call.order_number or there_are + 1, there_are + 1)
    values = {**call.model_dump(), "order_number": place}
    city_id = await queries.create(context.connection, values)
    context.changed("care_city", city_id, after=values)
    return Created(id=city_id)


async def update_care_city(call: calls.UpdateCareCity, context: Context) -> Empty:
    """Set the fields that differ and move the city, under the lock of all cities."""
    connection = context.connection
    there_are = await queries.lock_cities(connection)
    city = await lock_or_404(connection, queries.CITY, queries.CITY_REF, call.city_id)
    await check_if_match(call, context, read_care_city)
    changes = call.changes
    place = min(changes.pop("order_number", city["order_number"]), there_are)
    north, east = (changes.get(name, city[name]) for name in ("latitude", "longitude"))
    if (north is None) != (east is None):
        raise InvalidInput(calls.HALF_A_POINT, source="latitude" if north is None else "longitude")
    if "name" in changes and await queries.is_taken(connection, changes["name"], besides=call.city_id):
        raise Conflict(calls.NAME_TAKEN, source="name")
    difference = await city.set(connection, changes)
    before, after = dict(difference["before"]), dict(difference["after"])
    if place != city["order_number"]:
        await queries.move(connection, call.city_id, before=city["order_number"], place=place)
        before["order_number"], after["order_number"] = city["order_number"], place
    context.changed("care_city", call.city_id, before=before, after=after)
    return Empty()


async def delete_care_city(call: calls.DeleteCareCity, context: Context) -> Empty:
    """Delete a care city and close the gap in the order."""
    await queries.lock_cities(context.connection)
    was = await delete_or_404(context.connection, queries.CITY, queries.CITY_REF, call.city_id)
    await queries.close_gap(context.connection, was["order_number"])
    context.changed("care_city", call.city_id, before=was)
    return Empty()


async def check_care_city(call: calls.CheckCareCity, context: Context) -> calls.CityDoubts:
    """Compare the point with the cities of that name. If there are several, the nearest counts."""
    position = (call.latitude, call.longitude)
    outside = not (is_in_india("latitude", call.latitude) and is_in_india("longitude", call.longitude))
    suggestions = await context.services.places.suggest(call.name, _ASKED, context.connection)
    away = [
        kilometres(position, (place.latitude, place.longitude))
        for place in suggestions
        if place.locality is None and place.city.casefold() == call.name.casefold()
        if place.latitude is not None and place.longitude is not None
    ]
    off = round(min(away)) if away and min(away) > NEAR_KM else None
    return calls.CityDoubts(outside_india=outside, kilometres_off=off)
