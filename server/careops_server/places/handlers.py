"""Address suggestions."""

from __future__ import annotations

from careops.calls.places import Place, SuggestPlaces
from careops_server.context import Context


async def ask_geocoder(call: SuggestPlaces, context: Context) -> list[Place]:
    """What a hosted geocoder says; nothing without one. No database connection is held while it thinks."""
    geocoder = context.services.geocoder
    return [] if geocoder is None else await geocoder.suggest(call.text, call.limit)


async def suggest_places(call: SuggestPlaces, context: Context, hosted: list[Place]) -> list[Place]:
    """Places the text may mean: what the geocoder said, else our own."""
    return hosted or await context.services.places.suggest(call.text, call.limit, context.connection)
