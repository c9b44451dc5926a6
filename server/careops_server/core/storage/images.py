"""Processing of uploaded pictures in a sandboxed subprocess, so that they cannot harm or block the worker."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final

from careops.calls import uploads as calls
from careops.constants import MAX_PICTURE_BYTES
from careops.error_codes import title_of
from careops.errors import InvalidInput, PayloadTooLarge
from careops_server.core.sandbox import TurnQueue, run_sandboxed
from careops_server.core.storage.backend import Store
from careops_server.core.storage.object_keys import Key

SECONDS: Final = 25.0
"""Wall-clock seconds. The limit is below the console's timeout of 30 seconds."""
_CODES: Final = {
    "pixels": "picture_too_many_pixels",
    "pages": "picture_too_many_pages",
    "depth": "picture_too_deep",
    "large": "picture_too_large_saved",
}


@dataclass(frozen=True)
class Picture:
    """A processed picture."""

    content: bytes = field(repr=False)
    look: int
    """Difference hash of 64 bits. Hashes of similar pictures differ in a few bits."""


@dataclass(frozen=True)
class AcceptedImage:
    """A processed picture in the store that no record names yet."""

    key: str
    look: int | None
    """Difference hash (see ``pictures``); None if the picture was linked before."""


@dataclass(frozen=True)
class ImageStore:
    """Processes pictures. A limited number runs at the same time over all workers."""

    store: Store
    turn: TurnQueue

    async def accept(self, address: str, bucket: calls.Bucket, *, source: str, account: str) -> AcceptedImage:
        """Process the uploaded picture at an address. Idempotent, so that a client can send a change twice.

        A picture that is already processed is returned unchanged. Raises ``InvalidInput`` about ``source``.
        """
        key = Key.read(address)
        if key is None or key.bucket != bucket:
            raise InvalidInput(calls.NO_UPLOAD, source=source)
        if not key.pending:
            return AcceptedImage(str(key), None)
        try:
            content = await self.store.read(key, most=MAX_PICTURE_BYTES)
        except PayloadTooLarge:
            await self.store.delete([str(key)])
            raise InvalidInput(calls.TOO_LARGE_PICTURE, source=source) from None
        if content is None:
            content = await self.store.read(key.processed_key, most=4 * MAX_PICTURE_BYTES)
        if content is None:
            raise InvalidInput(calls.NO_UPLOAD, source=source)
        picture = await remake(content, key.processed_key.kind, self.turn, source=source, account=account)
        await self.store.write(key.processed_key, picture.content)
        await self.store.delete([str(key)])
        return AcceptedImage(str(key.processed_key), picture.look)

    async def store_fetched(self, content: bytes, bucket: calls.Bucket) -> str:
        """Store a picture that the server fetched, as JPEG. Return its key. Raises ``InvalidInput`` if it is no
        picture.
        """
        key = Key.new(bucket, "brought.jpg").processed_key
        picture = await remake(content, key.kind, self.turn, source="picture", account="feeds")
        await self.store.write(key, picture.content)
        return str(key)


async def remake(content: bytes, kind: str, turn: TurnQueue, *, source: str, account: str) -> Picture:
    """Re-encode a picture as JPEG or PNG. Raises ``InvalidInput`` about ``source``.

    Raises ``Unavailable`` if the machine is too busy; the picture may be fine.
    """
    async with turn.acquire(account):
        line, picture = await run_sandboxed(
            "careops_server.core.storage.image_worker", kind, content=content, seconds=SECONDS
        )
    try:
        details = json.loads(line)
    except ValueError:  # the subprocess ended before it wrote anything
        details = {"error": "unreadable"}
    if "error" in details:
        code = _CODES.get(details["error"], "picture_unreadable")
        raise InvalidInput(title_of(code, count=details.get("count")), source=source)
    return Picture(picture, details["look"])
