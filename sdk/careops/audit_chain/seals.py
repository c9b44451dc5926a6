"""Hash chain over the audit trail: each seal covers a batch of events by position and digest, and the previous seal.

A changed, deleted, added or moved event invalidates its seal. Only the private key can create a new seal. A checkpoint
stored elsewhere reveals a truncated trail. ``careops.audit_chain.verifier`` detects all of this, in a database and in
an exported file, without a server.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from careops.audit_chain.signing_keys import SigningKey, is_signed

NOTHING_BEFORE: Final = "0" * 64
"""Previous hash of the first seal."""
FORM: Final = 2
"""Current form of seals: signed with a private key."""
OLD_FORM: Final = 1
"""Form of versions before 0.2, with a shared key that could also forge seals. Version 1.0 is the last one that checks
it.
"""
PURGE_FORM: Final = 3
"""Form of a seal that declares the intentional deletion of events of earlier seals."""
DIGEST_BYTES: Final = 16
_ENTRY: Final = struct.Struct(f">I{DIGEST_BYTES}s")


@dataclass(frozen=True)
class SealedEvent:
    """Sealed event in its current state: position, digest of the content, and id."""

    position: int
    digest: bytes
    about: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Seal:
    """Seal over the events at positions above ``after`` and up to ``upto``."""

    number: int
    after: int
    upto: int
    entries: bytes = field(repr=False)
    """For each event: its position minus ``after`` (4 bytes), its digest (16 bytes)."""
    previous: str
    sealed_at: datetime
    oldest: datetime | None = None
    """Time when the first of its events was recorded; None if unknown (``OLD_FORM``)."""
    next_key: str = ""
    """Public key for the next seals, if this one hands over to it."""
    form: int = FORM
    hash: str = ""
    public_key: str = ""
    """Public key of its signature."""
    signature: str = field(default="", repr=False)
    purged: int = 0
    """For form 3: the last seal whose events the installation deleted after the retention period."""

    @property
    def events(self) -> int:
        """Number of events that it covers."""
        return len(self.entries) // _ENTRY.size

    @property
    def head(self) -> Checkpoint:
        """Return the checkpoint to store elsewhere, to detect a truncated trail later."""
        return Checkpoint(self.number, self.hash)

    def computed_hash(self) -> str:
        """Compute the hash of its content."""
        values: tuple[object, ...] = (
            *(f"careops audit seal {self.form}", self.number, self.after, self.upto, self.events),
            *(_moment(self.sealed_at), self.previous, _moment(self.oldest), self.public_key, self.next_key),
        )
        if self.form > 2 or self.purged:  # earlier forms do not include it, so a value there changes the hash
            values = (*values, self.purged)
        lines = "".join(f"{value}\n" for value in values)
        return hashlib.sha256(lines.encode() + self.entries).hexdigest()

    def signed(self, key: SigningKey) -> Seal:
        """Return a copy with hash and signature."""
        named = replace(self, public_key=key.public_key)
        seal = replace(named, hash=named.computed_hash())
        return replace(seal, signature=key.sign(_message(seal)))

    def is_signed(self) -> bool:
        """Return True if its key signed it. The caller decides if that key is trusted."""
        return is_signed(_message(self), self.signature, self.public_key)

    def expected(self) -> Iterator[SealedEvent]:
        """Yield the events as they were sealed."""
        for offset, digest in _ENTRY.iter_unpack(self.entries):
            yield SealedEvent(self.after + offset, digest)


@dataclass(frozen=True)
class Checkpoint:
    """Checkpoint: number and hash of a seal, written ``12:9f2c…``."""

    number: int
    hash: str

    def __str__(self) -> str:
        return f"{self.number}:{self.hash}"

    @classmethod
    def parse(cls, written: str) -> Checkpoint:
        """Parse a checkpoint. Raises ``ValueError``."""
        number, _, digest = written.strip().partition(":")
        if (
            not number.isdecimal()
            or len(number) > 18
            or len(digest) != 64
            or not set(digest) <= set("0123456789abcdef")
        ):
            raise ValueError("A head is a number, a colon and 64 hexadecimal digits, such as 12:9f2c…")
        return cls(int(number), digest)


def digest_of(content: bytes) -> bytes:
    """Return the digest of an event."""
    return hashlib.sha256(content).digest()[:DIGEST_BYTES]


def _moment(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat() if moment else ""


def _message(seal: Seal) -> bytes:
    return f"careops audit seal {seal.form}\n{seal.hash}".encode()
