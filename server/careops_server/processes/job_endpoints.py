"""HTTP server of ``careops worker`` for monitoring: ``/live``, ``/ready`` and ``/metrics``."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from careops_server.app import create_monitoring_app
from careops_server.core.http.protocol import TimeoutProtocol
from careops_server.core.services import Services


@asynccontextmanager
async def serve_monitoring(listener: socket.socket, services: Services) -> AsyncIterator[None]:
    """Answer requests on ``listener`` until the block ends."""
    app = create_monitoring_app(services)
    server = await app.create_server(
        sock=listener, protocol=TimeoutProtocol, return_asyncio_server=True, access_log=False
    )
    assert server is not None  # noqa: S101 (for the type checker)
    await server.startup()  # type: ignore[no-untyped-call]  # Sanic leaves both untyped
    try:
        yield
    finally:
        server.close()  # type: ignore[no-untyped-call]
        for connection in [*server.connections]:
            connection.abort()
