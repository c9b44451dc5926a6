"""The SQL of files: which of them a record names."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

_NAMED: Final = text("select reg_photo_url from doctors where reg_photo_url = any(:keys)")


async def named(connection: AsyncConnection, keys: list[str]) -> set[str]:
    """Those of them that a record names."""
    return set((await connection.execute(_NAMED, {"keys": keys})).scalars())
