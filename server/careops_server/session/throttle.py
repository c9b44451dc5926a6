"""The brake on guessing passwords: counted per account, per address and in all, and never permanent (SEC-02)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.errors import TooManyRequests
from careops_server.session import queries
from careops_server.settings import Settings

ALL = "all"


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
            f"ip:{self.ip_address}": self.settings.failures_per_address,
            ALL: self.settings.failures_in_all,
        }

    @property
    def account_key(self) -> str:
        return f"phone:{self.phone_number}"

    async def check(self, connection: AsyncConnection) -> None:
        """Raise ``TooManyRequests`` when any key is full; the right password does not open it either."""
        minutes = self.settings.failure_minutes
        counted = await queries.failures(connection, list(self.limits), minutes)
        full = [key for key, limit in self.limits.items() if counted.get(key, 0) >= limit]
        if full:
            raise TooManyRequests(retry_after=await queries.seconds_left(connection, full, minutes))

    async def fail(self, connection: AsyncConnection) -> None:
        """Count a failure."""
        await queries.count_failure(connection, list(self.limits))

    async def succeed(self, connection: AsyncConnection) -> None:
        """Forget the account's failures."""
        await queries.forgive(connection, self.account_key, self.settings.failure_minutes)
