"""The application with the calls of ``sdk/tests/shape_calls.py`` on a socket, for tests of real HTTP."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sanic.http import Http
from sdk.tests.shape_calls import (
    CountThings,
    CountThingsSlowly,
    ExportChosenThings,
    ExportThings,
    FetchThings,
    PlanThingsSlowly,
    PublishThings,
    ReadThingsSlowly,
    UploadThings,
)
from server.tests.support.stage import running_app

import careops_server.app
from careops.contract import Call, Empty
from careops.files import Download
from careops_server.core.configuration.settings import Settings
from careops_server.core.context import Context
from careops_server.core.http.protocol import TimeoutProtocol
from careops_server.core.http.sanic_types import SanicApp
from careops_server.routes import ROUTES

PIECE = b"x" * 65_536


class Things:
    """Recorded requests, and answers set by the test."""

    def __init__(self) -> None:
        self.uploaded: list[dict[str, Any]] = []
        self.published: list[list[int]] = []
        self.pieces = 3
        self.breaks = False
        self.work: Callable[[], Awaitable[None]] = sleep_for_ever

    async def _file(self) -> AsyncIterator[bytes]:
        for number in range(self.pieces):
            if self.breaks and number == 2:
                raise RuntimeError("the disk is gone")
            yield PIECE

    async def export(self, call: ExportThings, context: Context) -> Download:
        return Download(self._file(), name="ਲੀਡ.csv", content_type="text/csv")

    async def export_chosen(self, call: ExportChosenThings, context: Context) -> Download:
        context.changed("thing", "all")
        return Download(self._file(), name="leads.csv", content_type="text/csv", size=self.pieces * len(PIECE))

    async def upload(self, call: UploadThings, context: Context) -> Empty:
        context.changed("thing", call.clinic_id)
        self.uploaded.append({**call.parameters, "content": b"".join(call.file0.chunks())[:100]})
        return Empty()

    async def publish(self, call: PublishThings, context: Context) -> Empty:
        context.changed("thing", call.ids)
        self.published.append(call.ids)
        return Empty()

    async def fetch(self, call: FetchThings, context: Context) -> Empty:
        context.changed("thing", "feed")
        return Empty()

    async def count(self, call: Call[Empty], context: Context) -> Empty:
        await self.work()
        return Empty()

    async def plan(self, call: PlanThingsSlowly, context: Context) -> Empty:
        context.changed("thing", "all")
        await self.work()
        return Empty()


async def sleep_for_ever() -> None:
    """Return never."""
    await asyncio.get_running_loop().create_future()


@asynccontextmanager
async def travelling_app(settings: Settings, database_url: str, things: Things) -> AsyncIterator[SanicApp]:
    """The application with handlers for the test's calls."""
    further_routes = (
        ExportThings.handled_by(things.export),
        ExportChosenThings.handled_by(things.export_chosen),
        UploadThings.handled_by(things.upload),
        PublishThings.handled_by(things.publish),
        FetchThings.handled_by(things.fetch),
        CountThings.handled_by(things.count),
        CountThingsSlowly.handled_by(things.count),
        ReadThingsSlowly.handled_by(things.count),
        PlanThingsSlowly.handled_by(things.plan),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(careops_server.app, "ROUTES", (*ROUTES, *further_routes))
        async with running_app(settings, database_url) as app:
            yield app


@asynccontextmanager
async def on_a_socket(app: SanicApp) -> AsyncIterator[tuple[str, int]]:
    """The application behind a real connection, configured like a worker."""
    Http.set_header_max_size(app.config.REQUEST_MAX_HEADER_SIZE)
    connections: set[Any] = set()
    loop = asyncio.get_running_loop()
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = await loop.create_server(
            lambda: TimeoutProtocol(loop=loop, app=app, connections=connections, state={}), sock=listener
        )
        try:
            yield listener.getsockname()
        finally:
            server.close()
            for connection in list(connections):
                connection.abort()
