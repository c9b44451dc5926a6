"""What every request of a worker shares."""

from __future__ import annotations

from dataclasses import dataclass

from careops_server.database.connections import Database
from careops_server.database.engine import create_engine
from careops_server.session.passwords import Passwords
from careops_server.session.sessions import Sessions
from careops_server.session.tokens import TokenMint
from careops_server.settings import Settings


@dataclass(frozen=True)
class Services:
    """One of each, made when the worker starts."""

    settings: Settings
    database: Database
    passwords: Passwords
    tokens: TokenMint
    sessions: Sessions

    @classmethod
    def start(cls, settings: Settings, database_url: str) -> Services:
        """Everything a worker needs. Opens no connection yet."""
        database = Database(
            create_engine(database_url, pool_size=settings.pool_size), seconds=settings.database_seconds
        )
        tokens = TokenMint(settings)
        return cls(settings, database, Passwords(settings), tokens, Sessions(settings, database, tokens))

    async def stop(self) -> None:
        """Let go of everything."""
        await self.database.close()
