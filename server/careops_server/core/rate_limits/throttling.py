"""Throttling of batches, so that concurrent list requests stay fast."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from careops_server.core.rate_limits.limiter import RateLimiter

ItemT = TypeVar("ItemT")
SLICE: Final = 50
"""Targets per slice before other work runs: about a millisecond of the worker, two of the database."""
PATIENCE_SECONDS: Final = 0.5
"""Longest wait for another batch. The batch's connection and client wait too."""
_LOOK_SECONDS: Final = 0.005


async def in_slices(items: Sequence[ItemT]) -> AsyncIterator[Sequence[ItemT]]:
    """Yield the items in slices, and let the event loop run other requests in between."""
    for start in range(0, len(items), SLICE):
        if start:
            await asyncio.sleep(0)
        yield items[start : start + SLICE]


async def in_parts(items: Sequence[ItemT], limits: RateLimiter) -> AsyncIterator[Sequence[ItemT]]:
    """Yield the items: all at once if there are no other requests, else in parts.

    After each part it pauses for as long as the part took, so that half of the time remains for others. The database's
    work on one part is short, so new requests wait no longer than that.
    """
    clock = asyncio.get_running_loop().time
    size = SLICE if limits.has_interactive_load else max(1, len(items))
    for start in range(0, len(items), size):
        began = clock()
        yield items[start : start + size]
        if start + size < len(items):
            await asyncio.sleep(clock() - began)


@asynccontextmanager
async def taking_turns(limits: RateLimiter) -> AsyncIterator[None]:
    """Limit batches to one across all workers while interactive requests are in flight.

    This leaves half the machine to those requests.
    """
    clock = asyncio.get_running_loop().time
    until = clock() + PATIENCE_SECONDS
    while not (begun := limits.begin_batch()) and clock() < until:  # noqa: ASYNC110 (the other batch may be in another worker)
        await asyncio.sleep(_LOOK_SECONDS)
    try:
        yield
    finally:
        if begun:
            limits.end_batch()
