"""Rate limits of an app."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.tests.support.stage import Stage, running_app

from careops_server.core.configuration.settings import Settings


@asynccontextmanager
async def limited(settings: Settings, database_url: str, **limits: int) -> AsyncIterator[Stage]:
    """The application with other limits."""
    async with running_app(settings.model_copy(update=limits), database_url) as app:
        stage = Stage(app, app, app.ctx.settings)
        if not await stage.sql("select count(*) from users"):
            await stage.set()
        yield stage
