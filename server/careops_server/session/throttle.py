"""The brake on guessing passwords: counted per account, per address and in all, and never permanent (SEC-02).

An attempt takes its place before its password is looked at and is settled after, so a hundred at once are tried no
more often than a hundred one after the other. A place that is taken but not settled may yet turn out right: whoever
finds only such places in the way waits for them, and a full office signs in at nine o'clock.
"""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.errors import TooManyRequests, Unavailable
from careops_server.database.connections import Database
from careops_server.session import throttle_queries as queries
from careops_server.settings import Settings

ALL: Final = "all"
PATIENCE_SECONDS: Final = 5.0
"""How long an attempt waits for others to be settled."""
_PAUSES: Final = (0.05, 0.1, 0.2, 0.4)


@dataclass(frozen=True)
class Attempt:
    """One attempt that may be tried. It counts as a failure until it is settled otherwise."""

    account_key: str
    address: str
    places: tuple[int, ...]

    async def fail(self, connection: AsyncConnection) -> None:
        """The password was wrong."""
        await queries.settle(connection, self.places)

    async def succeed(self, connection: AsyncConnection) -> None:
        """It was right: forget the account's failures, and remember where its owner came from."""
        await queries.forgive(connection, self.account_key, self.places)
        await queries.remember_address(connection, self.address)

    async def withdraw(self, connection: AsyncConnection) -> None:
        """It was never tried."""
        await queries.withdraw(connection, self.places)


class Throttle:
    """One worker's door. Attempts go through it one at a time, so that a crowd outside holds one connection."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._database = database
        self._turn = asyncio.Lock()

    async def admit(self, phone_number: str, ip_address: str) -> Attempt:
        """Take a place for an attempt. Nothing of the database is held after.

        Raises ``TooManyRequests`` when a key is full; the right password does not open it either.
        """
        account_key, address = f"phone:{phone_number}", network_of(ip_address)

        async def take(connection: AsyncConnection) -> tuple[int, ...] | None:
            return await self._take_place(connection, account_key, address)

        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                for pause in itertools.chain(_PAUSES, itertools.repeat(_PAUSES[-1])):
                    async with self._turn:
                        places = await self._database.change(take)
                    if places is not None:
                        return Attempt(account_key, address, places)
                    await asyncio.sleep(pause)
        except TimeoutError:
            raise Unavailable(retry_after=2) from None
        raise AssertionError("unreachable: the pauses have no end")

    async def _take_place(self, connection: AsyncConnection, account_key: str, address: str) -> tuple[int, ...] | None:
        settings = self._settings
        limits = {account_key: settings.failures_per_account, f"ip:{address}": settings.failures_per_address}
        keys, minutes = [*limits, ALL], settings.failure_minutes
        await queries.take_turns(connection, list(limits))
        counted = await queries.counted(connection, keys, minutes)
        full = [key for key, limit in limits.items() if counted[key].failed >= limit]
        if counted[ALL].failed >= settings.failures_in_all and not await queries.knows_address(connection, address):
            full.append(ALL)  # guesses from everywhere: closed to strangers, not to the offices that staff come from
        if full:
            raise TooManyRequests(retry_after=await queries.seconds_left(connection, full, minutes))
        if any(counted[key].failed + counted[key].open >= limit for key, limit in limits.items()):
            return None
        return await queries.take_places(connection, keys)


def network_of(address: str) -> str:
    """The address, or its /64 network in IPv6: one line at home has that many."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else address
