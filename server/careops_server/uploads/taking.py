"""Files of records: which of them a record names, and what it keeps of an address."""

from __future__ import annotations

from typing import TypeGuard

from careops.calls.uploads import Bucket
from careops_server.context import Context
from careops_server.uploads import queries
from careops_server.uploads.keys import Key
from careops_server.uploads.remaking import Taken


def is_upload(address: str | None) -> TypeGuard[str]:
    """Whether it is an address that a picture was just put to."""
    key = Key.read(address) if address else None
    return key is not None and key.pending


async def linked(context: Context, address: str | None, taken: Taken | None, bucket: Bucket) -> str | None:
    """What a record keeps of a picture that anybody may look at: the one that was taken, or one a record has already.

    Everything else is the address of a picture elsewhere, and stays as it was given.
    """
    if taken is not None:
        return taken.key
    key = Key.read(address) if address else None
    if key is not None and key.bucket == bucket and await queries.named(context.connection, [str(key)]):
        return str(key)
    return address
