"""Address suggestions."""

from __future__ import annotations

from careops.calls.places import Place, SuggestPlaces
from careops_server.context import Context


async def suggest_places(call: SuggestPlaces, context: Context) -> list[Place]:
    """Places the text may mean."""
    return await context.services.places.suggest(call.text, call.limit, context.connection)
