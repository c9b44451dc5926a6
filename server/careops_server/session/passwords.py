"""Passwords: Argon2id, hashed off the event loop, a few at a time."""

from __future__ import annotations

import asyncio
from importlib.resources import files

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from careops.errors import InvalidInput, Unavailable
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

    async def matches(self, stored: str | None, password: str) -> bool:
        """Whether it is the password. Takes as long when there is no such user (SEC-01)."""
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self._slots.acquire()
        except TimeoutError:
            raise Unavailable(retry_after=2) from None
        try:
            right = await asyncio.to_thread(self._verify, stored or self._nobody, password)
        finally:
            self._slots.release()
        return right and stored is not None

    def outdated(self, stored: str) -> bool:
        """Whether the hash was made with weaker parameters than today's."""
        return self._hasher.check_needs_rehash(stored)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False


def refuse_common(password: str, *, about: tuple[str, ...] = (), source: str = "password") -> None:
    """Refuse what is easily guessed: a common password, a letter repeated, the person's own data (SEC-06)."""
    plain = password.casefold().strip()
    personal = [word.casefold() for word in about if len(word) >= 4]
    rest = plain
    for word in personal:
        rest = rest.replace(word, "")
    if plain in _common() or len(set(plain)) < 5 or (personal and rest != plain and len(rest) < 6):
        raise InvalidInput("This password is too easy to guess. Please choose another one.", source=source)


def _common() -> frozenset[str]:
    return frozenset(files(__package__).joinpath("common-passwords.txt").read_text("utf-8").split())
