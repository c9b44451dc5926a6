"""Login throttling: a temporary lock of an account, an address or all unknown addresses after failures (SEC-02).

An attempt reserves a place before its password is checked and is settled afterwards, so parallel attempts count like
sequential ones. An open place may still turn out right. If only open places block an attempt, it waits for them, so
that a whole office can sign in at nine o'clock.
"""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from careops.errors import TooManyRequests, Unavailable
from careops_server.core.auth import throttle_queries as queries
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database

ALL: Final = "all"
PATIENCE_SECONDS: Final = 5.0
"""Longest wait of an attempt for open ones to be settled."""
_PAUSES: Final = (0.05, 0.1, 0.2, 0.4)


@dataclass(frozen=True)
class Attempt:
    """An admitted attempt. It counts as a failure until it is settled otherwise."""

    account_key: str
    address: str
    places: tuple[int, ...]

    async def fail(self, connection: Connection) -> None:
        """Settle the attempt as failed."""
        await queries.mark_failed(connection, self.places)

    async def succeed(self, connection: Connection) -> None:
        """Settle the attempt as right: clear the account's failures, and store the address as known."""
        await queries.clear_failures(connection, self.account_key, self.places)
        await queries.remember_address(connection, self.address)

    async def cancel(self, connection: Connection) -> None:
        """Withdraw the attempt, which does not count."""
        await queries.withdraw(connection, self.places)


class Throttle:
    """Login throttling of one worker. Attempts pass one at a time, so that many waiting ones hold one connection."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._database = database
        self._turn = asyncio.Lock()

    async def admit(self, phone_number: str, ip_address: str) -> Attempt:
        """Reserve a place for an attempt. It holds no database connection afterwards.

        Raises ``TooManyRequests`` if a limit is reached, even for the right password.
        """
        account_key, address = f"phone:{phone_number}", network_prefix(ip_address)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                for pause in itertools.chain(_PAUSES, itertools.repeat(_PAUSES[-1])):
                    async with self._turn:
                        places = await self._database.change(
                            lambda connection: self._take_place(connection, account_key, address)
                        )
                    if places is not None:
                        return Attempt(account_key, address, places)
                    await asyncio.sleep(pause)
        except TimeoutError:
            raise Unavailable(retry_after=2) from None
        raise AssertionError("unreachable: the pauses have no end")

    async def _take_place(self, connection: Connection, account_key: str, address: str) -> tuple[int, ...] | None:
        settings = self._settings
        limits = {account_key: settings.failures_per_account, f"ip:{address}": settings.failures_per_address}
        keys, minutes = [*limits, ALL], settings.failure_minutes
        await queries.lock_keys(connection, list(limits))
        counted = await queries.count_attempts(connection, keys, minutes)
        full = [key for key, limit in limits.items() if counted[key].failed >= limit]
        if counted[ALL].failed >= settings.failures_in_all and not await queries.knows_address(connection, address):
            full.append(ALL)  # a distributed attack: unknown addresses are refused, known offices of staff are not
        if full:
            raise TooManyRequests(retry_after=await queries.seconds_left(connection, full, minutes))
        if any(counted[key].failed + counted[key].open >= limit for key, limit in limits.items()):
            return None
        return await queries.add_attempts(connection, keys)


def network_prefix(address: str) -> str:
    """Return the address, or its /64 network for IPv6, because one line at home has that many addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else address
