"""How a batch of changes lets others pass: people who ask for a list meanwhile should not notice it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from careops_server.limits.budgets import Limits

ItemT = TypeVar("ItemT")
SLICE: Final = 50
"""Targets that are worked on before others are looked at: about a millisecond of the worker, two of the database."""
PATIENCE_SECONDS: Final = 0.5
"""So long a batch waits for another one at most; its connection, and who sent it, wait too."""
_LOOK_SECONDS: Final = 0.005


async def in_slices(items: Sequence[ItemT]) -> AsyncIterator[Sequence[ItemT]]:
    """All of them in their order, some at a time; between two slices whoever else asks this worker is served."""
    for start in range(0, len(items), SLICE):
        if start:
            await asyncio.sleep(0)
        yield items[start : start + SLICE]


async def in_parts(items: Sequence[ItemT], limits: Limits) -> AsyncIterator[Sequence[ItemT]]:
    """All of them in their order: at once where nobody else asks for something, else some at a time.

    After each part comes a rest as long as the part took, so that half of the time is others'. What the database is
    told of one part is soon over: whoever comes while it works on that waits no longer.
    """
    clock = asyncio.get_running_loop().time
    size = SLICE if limits.others_ask else max(1, len(items))
    for start in range(0, len(items), size):
        began = clock()
        yield items[start : start + size]
        if start + size < len(items):
            await asyncio.sleep(clock() - began)


@asynccontextmanager
async def taking_turns(limits: Limits) -> AsyncIterator[None]:
    """One batch at a time over all workers while others ask for something, so that half the machine is theirs."""
    clock = asyncio.get_running_loop().time
    until = clock() + PATIENCE_SECONDS
    while not (begun := limits.begin_batch()) and clock() < until:  # noqa: ASYNC110 (another worker's may be the other)
        await asyncio.sleep(_LOOK_SECONDS)
    try:
        yield
    finally:
        if begun:
            limits.end_batch()
