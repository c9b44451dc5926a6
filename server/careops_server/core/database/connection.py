"""Type of a database connection, which queries and handlers use."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

Connection = AsyncConnection
