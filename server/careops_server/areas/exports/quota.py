"""Limit of exports per list and user."""

from __future__ import annotations

from careops.constants import EXPORTS_A_DAY
from careops.errors import TooManyRequests
from careops_server.areas.exports import queries
from careops_server.core.context import Context


async def consume_quota(context: Context, list_name: str, refusal: str) -> None:
    """Count an export of a list by the caller. Raises ``TooManyRequests`` after ten within a day."""
    wait = await queries.consume_quota(context.connection, context.actor.user.id, list_name, most=EXPORTS_A_DAY)
    if wait is not None:
        raise TooManyRequests(refusal, retry_after=wait)
