"""A picture that was uploaded, made anew in a process of its own: nothing in it can harm the worker or keep it busy."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Final

from careops.calls.uploads import TOO_MANY_PIXELS, UNREADABLE_PICTURE
from careops.errors import InvalidInput
from careops_server.shelter import sheltered

SECONDS: Final = 15.0
_AT_ONCE: Final = asyncio.Semaphore(2)
_SENTENCES: Final = {"pixels": TOO_MANY_PIXELS}


@dataclass(frozen=True)
class Picture:
    """A picture as it is kept."""

    content: bytes = field(repr=False)
    look: int
    """How it looks, in 64 bits: two that look alike differ in a few of them."""


async def remake(content: bytes, kind: str, *, source: str) -> Picture:
    """The picture anew, as ``jpeg``, ``png`` or ``tiff``. Raises ``InvalidInput`` about ``source``."""
    async with _AT_ONCE:
        made = await sheltered("careops_server.uploads.pictures", kind, given=content, seconds=SECONDS)
    if made is None:
        raise InvalidInput(UNREADABLE_PICTURE, source=source)
    line, _, picture = made.partition(b"\n")
    try:
        known = json.loads(line)
    except ValueError:  # it was ended before it wrote a word
        known = {"error": "unreadable"}
    if "error" in known:
        raise InvalidInput(_SENTENCES.get(known["error"], UNREADABLE_PICTURE), source=source)
    return Picture(picture, known["look"])
