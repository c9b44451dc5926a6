"""Handlers of address suggestions."""

from __future__ import annotations

from careops.calls.places import Place, SuggestPlaces
from careops_server.core.context import Context


async def query_geocoder(call: SuggestPlaces, context: Context) -> list[Place]:
    """Return the suggestions of a hosted geocoder, none without one. No database connection is held while it runs."""
    geocoder = context.services.geocoder
    return [] if geocoder is None else await geocoder.suggest(call.text, call.limit)


async def suggest_places(call: SuggestPlaces, context: Context, hosted: list[Place]) -> list[Place]:
    """Return suggestions of the geocoder, or from the bundled data if there are none."""
    return hosted or await context.services.places.suggest(call.text, call.limit, context.connection)
