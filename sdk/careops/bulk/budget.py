"""Ask the platform for the larger request budget of bulk runs, and renew it before it expires."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from careops.bulk.errors import is_away
from careops.client.request_flow import RunContext
from careops.client.sync_client import AsyncCareOps
from careops.constants import MAX_NAME_LENGTH
from careops.errors import CareOpsError

SMALL_RUN: Final = 8
"""Runs up to this number of targets stay within the ordinary rate limit and leave no event."""
ORDINARY_REQUESTS: Final = 4
"""Requests that a larger run sends before it asks for the larger budget, in case nothing needs a change."""
RENEW_AFTER: Final = 0.9
"""Share of a token's lifetime after which the run requests another one."""


class RunBudget:
    """Token of one run, kept in the context that the run's requests send.

    Without a token (the platform does not know the call, or refuses it) the run continues with ordinary requests.
    """

    def __init__(self, client: AsyncCareOps, context: RunContext, description: str, targets: int) -> None:
        self._client = client
        self._context = context
        self._description = description[:MAX_NAME_LENGTH]
        self._targets = targets
        self._requests = 0
        self._ask_at = 0.0 if targets > SMALL_RUN else None
        """Time of the next request for a token, by the monotonic clock. None means never."""
        self._asking = asyncio.Lock()

    async def refresh(self) -> None:
        """Get a token if the run needs a new one. Call this before every request.

        Raises the errors of any request if the platform is unavailable. The run then waits as usual.
        """
        self._requests += 1
        if self._requests <= ORDINARY_REQUESTS or not self._is_due():
            return
        async with self._asking:
            if self._is_due():
                self._ask_at = await self._ask()

    def _is_due(self) -> bool:
        return self._ask_at is not None and time.monotonic() >= self._ask_at

    async def _ask(self) -> float | None:
        """Send the call. Return when to ask again."""
        asked_at = time.monotonic()
        try:
            started = await self._client.runs.start(description=self._description, targets=self._targets)
        except CareOpsError as error:
            if is_away(error):
                raise
            return None
        self._context.token = started.token
        return asked_at + RENEW_AFTER * started.expires_in
