"""Iterate over all pages of a list and prefetch some."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from functools import partial
from typing import TypeVar

from careops.bulk.backoff import Backoff
from careops.client.sync_client import AsyncCareOps
from careops.constants import MAX_PAGE_SIZE
from careops.contract import Call, FixedPageParams, Page, PageParams

ItemT = TypeVar("ItemT")
_AHEAD = 3
"""Number of pages requested concurrently."""


async def iterate(client: AsyncCareOps, pace: Backoff, call: Call[Page[ItemT]]) -> AsyncGenerator[Page[ItemT], None]:
    """Yield every page of a list, in the largest page size. Concurrent additions may repeat a row.

    Raises ``TypeError`` for a call without pages.
    """
    if not isinstance(call, (PageParams, FixedPageParams)):
        raise TypeError(f"{type(call).__name__} has no pages to walk")
    largest = call.model_copy(update={"perpage": MAX_PAGE_SIZE}) if isinstance(call, PageParams) else call
    pages: deque[asyncio.Task[Page[ItemT]]] = deque()
    number = 0
    last = 1
    try:
        while True:
            while number < last and len(pages) < _AHEAD:
                number += 1
                page_call: Call[Page[ItemT]] = largest.model_copy(update={"page": number})
                pages.append(asyncio.create_task(pace.run(partial(client.send, page_call))))
            page = await pages.popleft()
            yield page
            last = max(last, -(-page.total_records // largest.perpage))
            if not pages and (number >= last or not page.items):
                return
    finally:
        for task in pages:
            task.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
