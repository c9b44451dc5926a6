"""Event subscriptions of one worker, and the connection that wakes it with PostgreSQL's LISTEN/NOTIFY.

A notification carries no data. The worker reads the events from the table, starting after the last event it read. Ids
become visible in order, so each event arrives exactly once, even if the connection failed in between.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Mapping, Set
from contextlib import aclosing, suppress
from typing import Final, Protocol
from uuid import UUID

from careops.calls.realtime import Event
from careops.constants import SOCKET_OVER
from careops.errors import Unavailable
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.database.engine import connect_arguments, connector
from careops_server.core.observability.faults import log_faults
from careops_server.core.principal import Actor
from careops_server.core.realtime import queries

LOOK_SECONDS: Final = 15.0
"""Longest wait for a notification. Then the worker reads the table, which also detects a dead connection."""
RIGHTS_SECONDS: Final = 2.0
"""Interval of the checks that all subscribers are still authorized, with one query for all of them (SEC-15)."""
START_SECONDS: Final = 5.0
MAX_PAUSE: Final = 10.0
_BATCH: Final = 500


class Subscriber(Protocol):
    """A subscriber to channels."""

    actor: Actor
    channels: frozenset[str]

    def deliver(self, event: Event, written: str) -> None:
        """Queue an event for sending, without waiting."""

    def close(self, code: int, reason: str) -> None:
        """Close the subscription."""


class SessionChecker(Protocol):
    """Source of the current state of sessions."""

    async def find_active(self, ids: list[UUID]) -> Mapping[UUID, str | None]:
        """Return the active sessions among ``ids`` with their account types. The type is None if it is unknown."""


class KeyChecker(Protocol):
    """Source of the current state of API keys."""

    async def find_active(self, hashes: Collection[bytes]) -> Set[bytes]:
        """Return the hashes of active keys among ``hashes``."""


class Hub:
    """All subscribers of this worker. It opens no database connection before the first one joins."""

    def __init__(self, database: Database, rights: SessionChecker, keys: KeyChecker, database_url: str) -> None:
        self._database = database
        self._rights = rights
        self._keys = keys
        # Nothing is sent on this connection, so only keepalives detect that the host lost its power.
        keepalives = {"keepalives_idle": 5, "keepalives_interval": 2}
        arguments = {**connect_arguments(database_url, "careops-events"), **keepalives}
        self._connect = connector(database_url, arguments)
        self._listeners: dict[Subscriber, None] = {}
        self._position = 0
        self._awake = asyncio.Event()
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    async def ready(self) -> None:
        """Start to listen, and wait until it works. Raises ``Unavailable`` if the database cannot be reached."""
        if not self._tasks:
            self._tasks = (asyncio.create_task(self._run_listener()), asyncio.create_task(self._run_session_checks()))
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._awake.wait()
        except TimeoutError:
            raise Unavailable(retry_after=1) from None

    def subscribe(self, listener: Subscriber) -> int:
        """Send a listener the events on its channels from now on. Return the id of the last event before."""
        self._listeners[listener] = None
        return self._position

    def unsubscribe(self, listener: Subscriber) -> None:
        """Remove a listener."""
        self._listeners.pop(listener, None)

    async def stop(self) -> None:
        """Stop all tasks."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        self._tasks = ()

    async def _run_listener(self) -> None:
        pause = 0.1
        while True:
            with log_faults("cannot read events"):
                async with aclosing(await self._connect()) as connection:
                    await connection.execute(queries.LISTEN)
                    if not self._awake.is_set():
                        self._position = (await self._database.read(queries.bounds))[1]
                        self._awake.set()
                    pause = 0.1
                    await self._listen(connection)
            await asyncio.sleep(random.uniform(0.5, 1) * pause)  # noqa: S311 (jitter, not secrets)
            pause = min(2 * pause, MAX_PAUSE)

    async def _listen(self, connection: Connection) -> None:
        while True:
            await self._deliver_pending()
            # One notification is enough, because all new events are read afterwards.
            await connection.wait_for_notification(LOOK_SECONDS)
            if connection.is_closed:
                return

    async def _deliver_pending(self) -> None:
        while True:
            events = await self._database.read(
                lambda connection: queries.events_after(connection, self._position, most=_BATCH)
            )
            if events:
                await self._database.wait_for_replica()  # a client that receives the event can read the change at once
            for event in events:
                self._deliver(event)
            if len(events) < _BATCH:
                return

    def _deliver(self, event: Event) -> None:
        # No await in here: a listener joins either before or after this event.
        written = event.model_dump_json()
        for listener in list(self._listeners):
            if event.channel in listener.channels and listener.actor.may_receive(event):
                listener.deliver(event, written)
        self._position = event.id

    async def _run_session_checks(self) -> None:
        while True:
            await asyncio.sleep(RIGHTS_SECONDS)
            with log_faults("cannot read permissions of subscribers"):
                await self._close_unauthorized()

    async def _close_unauthorized(self) -> None:
        people = {listener: listener.actor for listener in self._listeners if listener.actor.api_client is None}
        keys = {listener: client.token_hash for listener in self._listeners if (client := listener.actor.api_client)}
        sessions = {actor.session_id for actor in people.values()}
        staying = await self._rights.find_active([*sessions]) if people else {}
        active = await self._keys.find_active({*keys.values()}) if keys else frozenset()
        for listener, actor in people.items():
            if staying.get(actor.session_id) != actor.account_type:
                listener.close(SOCKET_OVER, "The session is over")
        for listener, token_hash in keys.items():
            if token_hash not in active:
                listener.close(SOCKET_OVER, "The key is not valid any more")
