"""Announcements of changed items to open pages, and removal of the claims and snoozes of past items."""

from __future__ import annotations

import asyncio
from typing import Final

from careops_server.areas.today import clock, queries
from careops_server.areas.today.sources import SOURCES
from careops_server.core.database.connection import Connection
from careops_server.core.observability.faults import log_faults
from careops_server.core.realtime import queries as realtime
from careops_server.core.services import Services
from careops_server.core.today import ITEMS_CHANGED

DEBOUNCE_SECONDS: Final = 0.2
"""Changes within this time are one announcement."""


async def announce(services: Services) -> None:
    """Delete the claims and snoozes of past items, and tell all open pages that items may have changed."""

    async def work(connection: Connection) -> None:
        await queries.drop_dead_rows(connection, SOURCES, clock.now())
        await realtime.raise_events(connection, [ITEMS_CHANGED])

    await services.database.change(work)


async def run_announcement_loop(services: Services) -> None:
    """Announce the changes of this worker while it lives. Pages also poll, so a lost announcement is only late."""
    while services.upstream is None:
        await services.today.wait()
        await asyncio.sleep(DEBOUNCE_SECONDS)
        with log_faults("cannot announce change of Today"):
            await announce(services)
