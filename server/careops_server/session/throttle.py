"""The brake on guessing passwords: counted per account, per address and in all, and never permanent (SEC-02).

An attempt takes its place before its password is looked at and is settled after, so a hundred at once are tried no
more often than a hundred one after the other. A place that is taken but not settled may yet turn out right: whoever
finds only such places in the way waits for them, and a full office signs in at nine o'clock.
"""

from __future__ import annotations

import asyncio
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
    minutes: float
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


@dataclass(frozen=True)
class Throttle:
    """The limits of one attempt to sign in."""

    settings: Settings
    phone_number: str
    ip_address: str

    @property
    def limits(self) -> dict[str, int]:
        """How many failures each key may have within the window."""
        return {
            self.account_key: self.settings.failures_per_account,
            f"ip:{self.address}": self.settings.failures_per_address,
        }

    @property
    def account_key(self) -> str:
        return f"phone:{self.phone_number}"

    @property
    def address(self) -> str:
        """The address, or its /64 network in IPv6: one line at home has that many."""
        try:
            found = ip_address(self.ip_address)
        except ValueError:
            return self.ip_address
        return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else self.ip_address

    async def admit(self, database: Database) -> Attempt:
        """Take a place. No connection is held meanwhile, nor after.

        Raises ``TooManyRequests`` when a key is full; the right password does not open it either.
        """
        ends_at = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        turn = 0
        while (places := await database.change(self._take_place)) is None:
            if asyncio.get_running_loop().time() >= ends_at:
                raise Unavailable(retry_after=2)
            await asyncio.sleep(_PAUSES[min(turn, len(_PAUSES) - 1)])
            turn += 1
        return Attempt(self.account_key, self.address, self.settings.failure_minutes, places)

    async def _take_place(self, connection: AsyncConnection) -> tuple[int, ...] | None:
        keys, minutes = [*self.limits, ALL], self.settings.failure_minutes
        await queries.take_turns(connection, list(self.limits))
        counted = await queries.counted(connection, keys, minutes)
        full = [key for key, limit in self.limits.items() if counted[key].failed >= limit]
        if counted[ALL].failed >= self.settings.failures_in_all:
            # Guesses from everywhere close the door to strangers, not to the offices that staff come from.
            full += [] if await queries.knows_address(connection, self.address) else [ALL]
        if full:
            raise TooManyRequests(retry_after=await queries.seconds_left(connection, full, minutes))
        if any(counted[key].failed + counted[key].open >= limit for key, limit in self.limits.items()):
            return None
        return await queries.take_places(connection, keys)
