"""Passwords: Argon2id, hashed off the event loop, a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from careops.errors import Unavailable
from careops_server.settings import Settings

QUEUE_SECONDS = 5.0


class Passwords:
    """Hashes and checks. At most ``hash_slots`` at once, so that a storm of sign-ins starves nobody else (SEC-04)."""

    def __init__(self, settings: Settings) -> None:
        self._hasher = PasswordHasher(
            time_cost=settings.hash_rounds, memory_cost=settings.hash_memory_kib, parallelism=1
        )
        self._slots = asyncio.Semaphore(settings.hash_slots)
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """A salted hash, with its parameters inside."""
        async with self._slots:
            return await asyncio.to_thread(self._hasher.hash, password)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One of the slots, for everything that belongs to checking a password: the queue stands out here.

        Raises ``Unavailable`` when it is too long.
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
        """Whether it is the password; asked within a ``turn``. Takes as long when there is no such user (SEC-01)."""
        right = await asyncio.to_thread(self._verify, stored or self._nobody, password)
        return right and stored is not None

    def outdated(self, stored: str) -> bool:
        """Whether the hash was made with weaker parameters than today's."""
        return self._hasher.check_needs_rehash(stored)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False
