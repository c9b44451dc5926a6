"""Seals over the audit trail: batch by batch, each naming every event's place and digest, each chained to the last.

Whoever changes, removes, adds or moves a sealed event breaks its seal; nobody but the holder of the private key can
make a seal anew; whoever cuts the end off is found out by a head that was kept elsewhere. ``careops.seal_checks`` finds
all of that, in a database and in an exported file alike, and needs no server for it.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from careops.seal_keys import SigningKey, is_signed

NOTHING_BEFORE: Final = "0" * 64
"""What the first seal is chained to."""
FORM: Final = 2
"""How seals are made today: signed with a private key. Form 1 proved itself with a key that could also forge it."""
PURGE_FORM: Final = 3
"""How the seal is made that says of earlier ones that their events were removed on purpose."""
DIGEST_BYTES: Final = 16
_ENTRY: Final = struct.Struct(f">I{DIGEST_BYTES}s")


@dataclass(frozen=True)
class Event:
    """A sealed event as it is found now: its place, its content's digest, and what people call it."""

    position: int
    digest: bytes
    about: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Seal:
    """A seal over the events at positions above ``after`` and up to ``upto``."""

    number: int
    after: int
    upto: int
    entries: bytes = field(repr=False)
    """Of each event: its position less ``after`` (4 bytes), its digest (16 bytes)."""
    previous: str
    sealed_at: datetime
    oldest: datetime | None = None
    """When the first of its events was recorded; None where events do not say (before form 2)."""
    next_key: str = ""
    """The public key that signs from the next seal on, where this one hands over to it."""
    form: int = FORM
    hash: str = ""
    public_key: str = ""
    """Whose private half signed it."""
    signature: str = field(default="", repr=False)
    key_id: str = ""
    """Of form 1: a name for the shared key."""
    mac: str = field(default="", repr=False)
    """Of form 1."""
    purged: int = 0
    """Of form 3: the last seal whose events the installation has removed, because they were kept for long enough."""

    @property
    def events(self) -> int:
        """How many events it covers."""
        return len(self.entries) // _ENTRY.size

    @property
    def head(self) -> Head:
        """What to keep elsewhere, to find out later whether anything up to here is gone."""
        return Head(self.number, self.hash)

    def computed_hash(self) -> str:
        """The hash its contents have."""
        said: tuple[object, ...] = (
            *(f"careops audit seal {self.form}", self.number, self.after, self.upto, self.events),
            *(_moment(self.sealed_at), self.previous),
        )
        if self.form > 1:
            said = (*said, _moment(self.oldest), self.public_key, self.next_key)
        if self.form > 2 or self.purged:  # an earlier form never says so: where it does, its hash is another
            said = (*said, self.purged)
        lines = "".join(f"{part}\n" for part in said)
        return hashlib.sha256(lines.encode() + self.entries).hexdigest()

    def signed(self, key: SigningKey) -> Seal:
        """The same with hash, and with the proof that the holder of the key made it."""
        named = replace(self, public_key=key.public_key)
        made = replace(named, hash=named.computed_hash())
        return replace(made, signature=key.sign(_message(made)))

    def is_signed(self) -> bool:
        """Whether the holder of its key made it. Whether that key may is another question."""
        return is_signed(_message(self), self.signature, self.public_key)

    def has_mac(self, key: bytes) -> bool:
        """Whether a holder of the shared key made it. For seals of form 1."""
        made = hmac.new(key, bytes.fromhex(self.hash), hashlib.sha256).hexdigest()
        return hmac.compare_digest(made, self.mac)

    def expected(self) -> Iterator[Event]:
        """The events as they were sealed."""
        for offset, digest in _ENTRY.iter_unpack(self.entries):
            yield Event(self.after + offset, digest)


@dataclass(frozen=True)
class Head:
    """A seal's number and hash, written ``12:9f2c…``."""

    number: int
    hash: str

    def __str__(self) -> str:
        return f"{self.number}:{self.hash}"

    @classmethod
    def parse(cls, written: str) -> Head:
        """Read one. Raises ``ValueError``."""
        number, _, said = written.strip().partition(":")
        if not number.isdecimal() or len(number) > 18 or len(said) != 64 or not set(said) <= set("0123456789abcdef"):
            raise ValueError("A head is a number, a colon and 64 hexadecimal digits, such as 12:9f2c…")
        return cls(int(number), said)


def digest_of(content: bytes) -> bytes:
    """An event's digest."""
    return hashlib.sha256(content).digest()[:DIGEST_BYTES]


def shared_key_id(key: bytes) -> str:
    """The name that seals of form 1 give a key; it does not give the key away."""
    return hashlib.sha256(b"careops audit key\n" + key).hexdigest()[:16]


def _moment(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat() if moment else ""


def _message(seal: Seal) -> bytes:
    return f"careops audit seal {seal.form}\n{seal.hash}".encode()
