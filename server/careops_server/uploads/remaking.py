"""A picture that was uploaded, made anew in a process of its own: nothing in it can harm the worker or keep it busy."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final

from careops.calls.uploads import (
    NO_UPLOAD,
    TOO_DEEP,
    TOO_LARGE_PICTURE,
    TOO_LARGE_SAVED,
    TOO_MANY_PAGES,
    TOO_MANY_PIXELS,
    UNREADABLE_PICTURE,
    Bucket,
)
from careops.constants import PICTURE_MAX
from careops.errors import InvalidInput, TooLarge
from careops_server.shelter import Turn, sheltered
from careops_server.uploads.keys import Key
from careops_server.uploads.stores import Store

SECONDS: Final = 25.0
"""On the clock. It ends before the console gives up a call, after 30 seconds."""
_SENTENCES: Final = {
    "pixels": TOO_MANY_PIXELS,
    "pages": TOO_MANY_PAGES,
    "depth": TOO_DEEP,
    "large": TOO_LARGE_SAVED,
}


@dataclass(frozen=True)
class Picture:
    """A picture as it is kept."""

    content: bytes = field(repr=False)
    look: int
    """How it looks, in 64 bits: two that look alike differ in a few of them."""


@dataclass(frozen=True)
class Taken:
    """A picture that is in the store, looked at, and linked to nothing yet."""

    key: str
    look: int | None
    """How it looks (see ``pictures``); None for one that was linked before."""


@dataclass(frozen=True)
class Pictures:
    """Takes pictures in, some at a time over all workers."""

    store: Store
    turn: Turn

    async def take(self, address: str, bucket: Bucket, *, source: str, account: str) -> Taken:
        """The picture at that address. Asked again it is the same, so that a change may be sent twice.

        An address of one that is kept already stands for itself. Raises ``InvalidInput`` about ``source``.
        """
        key = Key.read(address)
        if key is None or key.bucket != bucket:
            raise InvalidInput(NO_UPLOAD, source=source)
        if not key.pending:
            return Taken(str(key), None)
        try:
            content = await self.store.read(key, most=PICTURE_MAX)
        except TooLarge:
            await self.store.delete([str(key)])
            raise InvalidInput(TOO_LARGE_PICTURE, source=source) from None
        if content is None:
            content = await self.store.read(key.kept, most=4 * PICTURE_MAX)
        if content is None:
            raise InvalidInput(NO_UPLOAD, source=source)
        picture = await remake(content, key.kept.kind, self.turn, source=source, account=account)
        await self.store.write(key.kept, picture.content)
        await self.store.delete([str(key)])
        return Taken(str(key.kept), picture.look)

    async def keep(self, content: bytes, bucket: Bucket) -> str:
        """Keep one that we brought ourselves, made anew as JPEG; its key. Raises ``InvalidInput`` when it is none."""
        key = Key.new(bucket, "brought.jpg").kept
        picture = await remake(content, key.kind, self.turn, source="picture", account="feeds")
        await self.store.write(key, picture.content)
        return str(key)


async def remake(content: bytes, kind: str, turn: Turn, *, source: str, account: str) -> Picture:
    """Re-encode a picture as ``jpeg`` or ``png``. Raises ``InvalidInput`` about ``source``.

    Raises ``Unavailable`` when the machine had no time for it: nothing is wrong with the picture then.
    """
    async with turn.taken(account):
        line, picture = await sheltered("careops_server.uploads.pictures", kind, given=content, seconds=SECONDS)
    try:
        known = json.loads(line)
    except ValueError:  # it was ended before it wrote a word
        known = {"error": "unreadable"}
    if "error" in known:
        sentence = _SENTENCES.get(known["error"], UNREADABLE_PICTURE)
        raise InvalidInput(sentence.format(count=known.get("count")), source=source)
    return Picture(picture, known["look"])
