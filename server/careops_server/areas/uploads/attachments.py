"""References from records to files."""

from __future__ import annotations

from typing import TypeGuard

from careops.calls.uploads import Bucket
from careops_server.core.context import Context
from careops_server.core.storage import queries
from careops_server.core.storage.images import AcceptedImage
from careops_server.core.storage.object_keys import Key


def is_upload(address: str | None) -> TypeGuard[str]:
    """Return whether an address belongs to a new upload."""
    key = Key.read(address) if address else None
    return key is not None and key.pending


async def attach(context: Context, address: str | None, taken: AcceptedImage | None, bucket: Bucket) -> str | None:
    """Return the value that a record stores for a public picture: the key of the new upload, or of a picture that a
    record already names.

    Every other address is external, and returned unchanged.
    """
    if taken is not None:
        return taken.key
    key = Key.read(address) if address else None
    if key is not None and key.bucket == bucket and await queries.referenced_keys(context.connection, [str(key)]):
        return str(key)
    return address
