"""A worker on a real socket, and the messages of its WebSockets."""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from careops_server.app import create_app
from careops_server.core.configuration.settings import Settings
from careops_server.core.http.protocol import TimeoutProtocol
from careops_server.core.http.sanic_types import SanicApp
from careops_server.core.principal import OutgoingEvent
from careops_server.core.realtime import queries
from careops_server.core.services import Services

_numbers = itertools.count()


@asynccontextmanager
async def served(settings: Settings, database_url: str) -> AsyncIterator[tuple[SanicApp, str]]:
    """The application on a real socket in this process. Yields the application and its address."""
    app = create_app(settings, database_url, name=f"sockets{next(_numbers)}")
    app.config.TOUCHUP = False  # Sanic rewrites its own class when an app starts, which works once per process
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        server = await app.create_server(
            sock=listener, return_asyncio_server=True, access_log=False, protocol=TimeoutProtocol
        )
        assert server is not None
        await server.startup()  # type: ignore[no-untyped-call]  # untyped in Sanic
        await server.before_start()  # type: ignore[no-untyped-call]  # untyped in Sanic
        await server.start_serving()  # type: ignore[no-untyped-call]  # untyped in Sanic
        try:
            yield app, f"127.0.0.1:{port}"
        finally:
            await server.before_stop()  # type: ignore[no-untyped-call]  # untyped in Sanic
            await server.close()  # type: ignore[no-untyped-call]  # untyped in Sanic
            await server.after_stop()  # type: ignore[no-untyped-call]  # untyped in Sanic


@asynccontextmanager
async def listening(address: str, **hello: Any) -> AsyncIterator[ClientConnection]:
    """A WebSocket that has sent its hello message."""
    async with connect(f"ws://{address}/api/realtime", max_size=2**20) as client:
        await client.send(orjson.dumps(hello).decode())
        yield client


async def receive(client: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(10):
        message: dict[str, Any] = orjson.loads(await client.recv())
        return message


async def closed_with(client: ClientConnection) -> int | None:
    """Return the reason why the server closes the socket."""
    with suppress(ConnectionClosed):
        async with asyncio.timeout(15):
            async for _ in client:
                pass
    return client.close_code


async def raised(services: Services, channel: str, event: str, **data: Any) -> None:
    """Raise an event in its own transaction."""
    await services.database.change(
        lambda connection: queries.raise_events(connection, [OutgoingEvent(channel, event, data)])
    )
