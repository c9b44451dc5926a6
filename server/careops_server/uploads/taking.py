"""From an upload to a file of a record: read, looked at, made anew, kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from careops.calls.uploads import NO_UPLOAD, TOO_LARGE_PICTURE, Bucket
from careops.constants import PICTURE_MAX
from careops.errors import InvalidInput, TooLarge
from careops_server.context import Context
from careops_server.uploads import queries
from careops_server.uploads.keys import Key
from careops_server.uploads.remaking import remake
from careops_server.uploads.stores import Store


@dataclass(frozen=True)
class Taken:
    """A picture that is in the store, looked at, and linked to nothing yet."""

    key: str
    look: int | None
    """How it looks (see ``pictures``); None for one that was linked before."""


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


async def take_picture(store: Store, address: str, bucket: Bucket, *, source: str) -> Taken:
    """The picture at that address. Asked again it is the same, so that a change may be sent twice.

    An address of one that is kept already stands for itself. Raises ``InvalidInput`` about ``source``.
    """
    key = Key.read(address)
    if key is None or key.bucket != bucket:
        raise InvalidInput(NO_UPLOAD, source=source)
    if not key.pending:
        return Taken(str(key), None)
    try:
        content = await store.read(key, most=PICTURE_MAX)
    except TooLarge:
        await store.delete([str(key)])
        raise InvalidInput(TOO_LARGE_PICTURE, source=source) from None
    if content is None:
        content = await store.read(key.kept, most=4 * PICTURE_MAX)
    if content is None:
        raise InvalidInput(NO_UPLOAD, source=source)
    picture = await remake(content, key.kind, source=source)
    await store.write(key.kept, picture.content)
    await store.delete([str(key)])
    return Taken(str(key.kept), picture.look)


async def keep_picture(store: Store, content: bytes, bucket: Bucket) -> str:
    """Keep a picture that we brought ourselves, made anew as JPEG; its key. Raises ``InvalidInput`` when it is none."""
    key = Key.new(bucket, "brought.jpg").kept
    await store.write(key, (await remake(content, key.kind, source="picture")).content)
    return str(key)
