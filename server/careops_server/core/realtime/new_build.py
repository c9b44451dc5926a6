"""Announcement of a new console build to all open consoles (B-102)."""

from __future__ import annotations

from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.observability.faults import log_faults
from careops_server.core.principal import OutgoingEvent
from careops_server.core.realtime import queries


async def announce_build(database: Database, build: str) -> None:
    """Raise one ``deployment`` event if the build replaces another one.

    Only the first worker that notices raises it.
    """
    if not build:
        return

    async def work(connection: Connection) -> None:
        if await queries.serve_build(connection, build):
            await queries.raise_events(connection, [OutgoingEvent("admin", "deployment", {"build": build})])

    with log_faults("cannot announce new build"):
        await database.change(work)
