"""Request log of API keys: a bounded buffer in memory, stored in batches.

A request costs an append to a list. If a worker is killed, its buffer of at most ``FLUSH_SECONDS`` is lost.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import psycopg

from careops.error_codes import ERROR_CODES
from careops.errors import ApiError, CareOpsError
from careops.india_time import INDIA
from careops_server.core.auth import key_request_queries as queries
from careops_server.core.auth.key_request_queries import DayStatus, LoggedRequest
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.observability.logs import log

FLUSH_SECONDS: Final = 2.0
MAX_WAITING: Final = 5_000
"""Maximum number of buffered requests of a worker. More are only counted."""
MAX_CODES: Final = 5
"""Maximum number of error codes of a request."""


@dataclass(slots=True)
class KeyedRequest:
    """A request with a known API key, while it is answered."""

    key_id: int
    call_name: str
    codes: tuple[str, ...] = ()

    def refuse(self, refusal: ApiError) -> None:
        """Note the error codes of a refusal, each once. Codes of other platforms are unknown here and left out."""
        codes = dict.fromkeys(problem.code for problem in refusal.problems if problem.code in ERROR_CODES)
        self.codes = tuple(code for code in codes if code)[:MAX_CODES]


class KeyRequestLog:
    """Request log of one worker.

    A key has ``key_log_per_status`` entries per day and status, so that its successful requests never displace its
    errors. All keys together have ``key_log_per_day``. Other requests are counted, never stored.
    """

    def __init__(self, settings: Settings, database: Database) -> None:
        self._limits = queries.Limits(settings.key_log_per_status, settings.key_log_per_day)
        self._database = database
        self._waiting: list[LoggedRequest] = []
        self._omitted: Counter[DayStatus] = Counter()
        self._full: frozenset[DayStatus] = frozenset()

    def record(self, request: LoggedRequest) -> None:
        """Buffer an answered request, or count it if the log has no room for it."""
        counter = _counter_of(request)
        if counter in self._full or len(self._waiting) >= MAX_WAITING:
            self._omitted[counter] += 1
        else:
            self._waiting.append(request)

    async def flush(self) -> None:
        """Store the buffer in one transaction. Raises ``ApiError`` if that fails; the buffer then stays."""
        waiting, omitted = self._waiting, self._omitted
        if not waiting and not omitted:
            return
        self._waiting, self._omitted = [], Counter()

        async def work(connection: Connection) -> frozenset[DayStatus]:
            by_counter = [(_counter_of(request), request) for request in waiting]
            return await queries.store(connection, by_counter, omitted, self._limits)

        try:
            self._full = await self._database.change(work)
        except BaseException:
            self._put_back(waiting, omitted)
            raise

    async def stop(self) -> None:
        """Store the buffer for the last time. Failures are only logged."""
        try:
            await self.flush()
        except (CareOpsError, psycopg.Error) as error:
            log.warning("requests of API keys not logged", requests=len(self._waiting), reason=str(error))

    def _put_back(self, waiting: Sequence[LoggedRequest], omitted: Counter[DayStatus]) -> None:
        self._omitted.update(omitted)
        room = MAX_WAITING - len(self._waiting)
        self._omitted.update(map(_counter_of, waiting[room:]))
        self._waiting[:0] = waiting[:room]


async def run_flush_loop(requests: KeyRequestLog) -> None:
    """Store the buffer every two seconds while the worker lives. A failed round is repeated."""
    while True:
        await asyncio.sleep(FLUSH_SECONDS)
        try:
            await requests.flush()
        except (CareOpsError, psycopg.Error) as error:
            log.warning("cannot store request log", reason=str(error) or type(error).__name__)


def _counter_of(request: LoggedRequest) -> DayStatus:
    day = datetime.fromtimestamp(request.occurred_at, INDIA).date()
    return DayStatus(day, request.key_id, request.status)
