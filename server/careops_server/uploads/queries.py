"""The SQL of files: which of them a record names."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.uploads import Bucket

_NAMED: Final = text("""
    select reg_photo_url from doctors where reg_photo_url = any(:keys)
    union all select photo from clinic_doctors where photo = any(:keys)
    union all select photo_url from news_articles where photo_url = any(:keys)
    union all select article ->> 'photo_url' from deleted_news_articles where article ->> 'photo_url' = any(:keys)
""")


def address_of(column: str, bucket: Bucket) -> str:
    """SQL of where a public picture is, or of the address somebody gave; it needs ``:files`` (``shown_from``)."""
    return f"case when starts_with({column}, '{bucket}/') then cast(:files as text) || {column} else {column} end"


async def named(connection: AsyncConnection, keys: list[str]) -> set[str]:
    """Those of them that a record names."""
    return set((await connection.execute(_NAMED, {"keys": keys})).scalars())
