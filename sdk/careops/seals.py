"""Seals over the audit trail: batch by batch, each naming every event's place and digest, each chained to the last.

Whoever changes, removes, adds or moves a sealed event breaks its seal; whoever makes a seal anew breaks all that
follow; whoever cuts the end off is found out by a head that was exported before. Nothing here needs a server: an
exported file is checked with the same functions as the database.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, Literal

NOTHING_BEFORE: Final = "0" * 64
"""What the first seal is chained to."""
FORM: Final = "careops audit seal 1"
DIGEST_BYTES: Final = 16
MOST_FINDINGS: Final = 100
"""So many faults are named; whoever sees a hundred has seen enough."""
_ENTRY: Final = struct.Struct(f">I{DIGEST_BYTES}s")

Fault = Literal[
    "changed", "removed", "inserted", "reordered", "seal changed", "seal missing", "seal by another key", "tail cut"
]


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
    hash: str = ""
    key_id: str = ""
    mac: str = field(default="", repr=False)

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
        moment = self.sealed_at.astimezone(UTC).isoformat()
        said = (FORM, self.number, self.after, self.upto, self.events, moment, self.previous)
        lines = "".join(f"{part}\n" for part in said)
        return hashlib.sha256(lines.encode() + self.entries).hexdigest()

    def signed(self, key: bytes) -> Seal:
        """The same with hash, and with the proof that a holder of the key made it."""
        made = self.computed_hash()
        return replace(self, hash=made, key_id=key_id(key), mac=_mac(key, made))

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
        if not number.isdecimal() or len(said) != 64 or not set(said) <= set("0123456789abcdef"):
            raise ValueError("A head is a number, a colon and 64 hexadecimal digits, such as 12:9f2c…")
        return cls(int(number), said)


@dataclass(frozen=True)
class Finding:
    """Something that is not as it was sealed."""

    fault: Fault
    seal: int
    position: int | None = None
    about: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Report:
    """What became of a check."""

    findings: list[Finding] = field(default_factory=list)
    seals: int = 0
    events: int = 0
    """Sealed ones, as the seals count them."""
    unsealed: int = 0
    """Events behind the last seal: new ones, not sealed yet."""
    head: Head | None = None


def digest_of(content: bytes) -> bytes:
    """An event's digest."""
    return hashlib.sha256(content).digest()[:DIGEST_BYTES]


def key_id(key: bytes) -> str:
    """A name for a key that does not give it away."""
    return hashlib.sha256(b"careops audit key\n" + key).hexdigest()[:16]


class Verifier:
    """Checks seals and their events in order, as they are read.

    ``keys`` empty: signatures are not checked. ``first`` is the seal it begins with, for a part of a trail.
    """

    def __init__(self, keys: Sequence[bytes] = (), head: Head | None = None, *, first: int = 1) -> None:
        self.report = Report()
        self.last: Seal | None = None
        self._keys = {key_id(key): key for key in keys}
        self._head = head
        self._first = first
        self._head_seen = False

    def check(self, seal: Seal, events: Iterable[Event]) -> None:
        """Look at the next seal and the events that lie where it says."""
        self._note(self._seal_faults(seal))
        self._note(_event_faults(seal, events))
        self.report.seals += 1
        self.report.events += seal.events
        self.report.head = seal.head
        self.last = seal

    def end(self, unsealed: int) -> Report:
        """The trail ends here, with so many events that are not sealed yet."""
        if self._head is not None and not self._head_seen:
            self._note([Finding("tail cut", self._head.number)])
        self.report.unsealed = unsealed
        return self.report

    def _note(self, findings: Iterable[Finding]) -> None:
        room = MOST_FINDINGS - len(self.report.findings)
        self.report.findings += list(findings)[:room]

    def _seal_faults(self, seal: Seal) -> Iterator[Finding]:
        before = self.last
        if seal.number > (before.number + 1 if before else self._first):
            yield Finding("seal missing", before.number + 1 if before else self._first)
        elif not self._follows(seal) or seal.computed_hash() != seal.hash or self._contradicts_head(seal):
            yield Finding("seal changed", seal.number)
        elif self._keys and not self._is_ours(seal):
            yield Finding("seal by another key", seal.number)

    def _follows(self, seal: Seal) -> bool:
        if self.last is not None:
            wanted = (self.last.number + 1, self.last.upto, self.last.hash)
            return (seal.number, seal.after, seal.previous) == wanted
        return seal.number == self._first and (seal.number > 1 or (seal.after, seal.previous) == (0, NOTHING_BEFORE))

    def _contradicts_head(self, seal: Seal) -> bool:
        if self._head is None or seal.number != self._head.number:
            return False
        self._head_seen = True
        return seal.hash != self._head.hash

    def _is_ours(self, seal: Seal) -> bool:
        key = self._keys.get(seal.key_id)
        return key is not None and hmac.compare_digest(_mac(key, seal.hash), seal.mac)


def _event_faults(seal: Seal, events: Iterable[Event]) -> Iterator[Finding]:
    expected = {event.position: event for event in seal.expected()}
    sealed_digests = Counter(event.digest for event in expected.values())
    found: dict[int, Event] = {}
    faults: list[tuple[int, Finding]] = []
    highest: int | None = None
    for event in events:
        if event.position in found:
            faults.append((event.position, Finding("inserted", seal.number, event.position, event.about)))
            continue
        found[event.position] = event
        if highest is not None and event.position < highest:  # only a file can be out of order
            faults.append((event.position, Finding("reordered", seal.number, event.position, event.about)))
        highest = event.position if highest is None else max(highest, event.position)
    found_digests = {event.digest for event in found.values()}
    for position in expected.keys() | found.keys():
        was, now = expected.get(position), found.get(position)
        if was == now:
            continue
        moved = now.digest in sealed_digests if now else was is not None and was.digest in found_digests
        fault: Fault = "reordered" if moved else "removed" if now is None else "changed" if was else "inserted"
        faults.append((position, Finding(fault, seal.number, position, now.about if now else {})))
    yield from (finding for _, finding in sorted(faults, key=lambda pair: pair[0]))


def _mac(key: bytes, seal_hash: str) -> str:
    return hmac.new(key, bytes.fromhex(seal_hash), hashlib.sha256).hexdigest()
