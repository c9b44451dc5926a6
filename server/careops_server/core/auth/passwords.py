"""Password hashing: Argon2id, off the event loop, with limited concurrency."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from careops.errors import Unavailable
from careops_server.core.configuration.settings import Settings

QUEUE_SECONDS = 5.0


class Passwords:
    """Hashes and verifies passwords, at most ``hash_slots`` at once, so that many sign-ins do not block other requests
    (SEC-04).
    """

    def __init__(self, settings: Settings) -> None:
        self._hasher = PasswordHasher(
            time_cost=settings.hash_rounds, memory_cost=settings.hash_memory_kib, parallelism=1
        )
        self._slots = asyncio.Semaphore(settings.hash_slots)
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """Return a salted hash, which includes its parameters."""
        async with self._slots:
            return await asyncio.to_thread(self._hasher.hash, password)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold a slot for all steps of checking a password, so that waiting requests hold no other resources.

        Raises ``Unavailable`` if the wait is too long.
        """
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self._slots.acquire()
        except TimeoutError:
            raise Unavailable(retry_after=2) from None
        try:
            yield
        finally:
            self._slots.release()

    async def matches(self, stored: str | None, password: str) -> bool:
        """Verify a password within a ``turn``. It takes the same time if there is no such user (SEC-01)."""
        right = await asyncio.to_thread(self._verify, stored or self._nobody, password)
        return right and stored is not None

    def outdated(self, stored: str) -> bool:
        """Return whether the hash has weaker parameters than the current ones."""
        return self._hasher.check_needs_rehash(stored)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False
