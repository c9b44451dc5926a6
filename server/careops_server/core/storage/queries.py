"""SQL of files: the references of records, and the pending uploads."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import text

from careops.calls.uploads import Bucket
from careops_server.core.database.connection import Connection

_NAMED_BY: Final = (
    ("doctors", "reg_photo_url"),
    ("clinic_doctors", "photo"),
    ("news_articles", "photo_url"),
    ("deleted_news_articles", "article ->> 'photo_url'"),  # deleted articles can be restored
)
"""All tables and columns that name files. A file that none of them names is removed later."""
_NAMED: Final = text(
    " union all ".join(f"select {key} from {table} where {key} = any(:keys)" for table, key in _NAMED_BY)
)
# One transaction at a time, so that parallel requests cannot exceed the limits together.
_LOCK: Final = text("select pg_advisory_xact_lock(hashtextextended('signed uploads', 0))")
_PENDING: Final = text(
    "select count(*) filter (where account = :account) as of_account, count(*) as in_all from signed_uploads s where "
    + " and ".join(f"not exists (select from {table} where {key} = s.object_key)" for table, key in _NAMED_BY)
)
_ADD: Final = text("""
    insert into signed_uploads (object_key, account)
    select object_key, :account from unnest(cast(:keys as text[])) object_key
""")
_FORGET: Final = text("delete from signed_uploads where signed_at < :before and object_key <> all(:keys)")


def address_of(column: str, bucket: Bucket) -> str:
    """Return SQL for the address of a public picture, or for the external address in the column. It needs ``:files``
    (``shown_from``).
    """
    return f"case when starts_with({column}, '{bucket}/') then cast(:files as text) || {column} else {column} end"


async def referenced_keys(connection: Connection, keys: list[str]) -> set[str]:
    """Return the keys that a record names."""
    return set((await connection.execute(_NAMED, {"keys": keys})).scalars())


async def lock_pending(connection: Connection, account: str) -> tuple[int, int]:
    """Lock the signed uploads, and count those that no record names: of the account, and in total."""
    await connection.execute(_LOCK)
    row = (await connection.execute(_PENDING, {"account": account})).one_row()
    return row.of_account, row.in_all


async def add_signed(connection: Connection, account: str, keys: list[str]) -> None:
    """Store the uploads signed for an account, by the keys of their processed files."""
    await connection.execute(_ADD, {"account": account, "keys": keys})


async def forget_signed(connection: Connection, before: datetime, waiting: list[str]) -> None:
    """Delete the signed uploads before a time, except those whose files still wait in the store."""
    await connection.execute(_FORGET, {"before": before, "keys": waiting})
