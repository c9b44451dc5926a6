"""Check seals against the events they cover, one seal at a time, in constant memory."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import Final, Literal

from careops.audit_chain.seals import NOTHING_BEFORE, OLD_FORM, Checkpoint, Seal, SealedEvent

MAX_FINDINGS: Final = 100
"""Maximum number of findings that are listed."""
MAX_UNSEALED: Final = timedelta(days=1)
"""Servers seal within seconds. Events that were unsealed for longer may have been changed in that time."""
CLOCK_TOLERANCE: Final = timedelta(minutes=1)
"""Several servers seal, whose clocks differ a little."""

Fault = Literal[
    "changed",
    "removed",
    "inserted",
    "reordered",
    "seal changed",
    "seal missing",
    "seal by another key",
    "sealed late",
    "never sealed",
    "tail cut",
    "miscounted",
]


@dataclass(frozen=True)
class Finding:
    """Difference from the sealed state."""

    fault: Fault
    seal: int
    position: int | None = None
    about: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClockSetBack:
    """Signed evidence that the clock of the server went back: a seal that is older than the one before it."""

    seal: int
    seconds: int


@dataclass(frozen=True)
class Unsealed:
    """Events after the last seal: their number, and when the first of them was recorded."""

    events: int = 0
    oldest: datetime | None = None


@dataclass
class Report:
    """Result of a check."""

    findings: list[Finding] = field(default_factory=list)
    seals: int = 0
    events: int = 0
    """Number of sealed events, as the seals count them."""
    purged: int = 0
    """Number of these that the installation deleted intentionally after the retention period."""
    unsealed: int = 0
    """Number of new events after the last seal."""
    head: Checkpoint | None = None
    proven: bool = False
    """True if only the installation could have made the last seal, so that earlier seals cannot be forged. False
    without a public key for the check, regardless of the findings."""
    clock_set_back: list[ClockSetBack] = field(default_factory=list)
    """Notes, not findings: they explain events whose times are out of order."""
    old_seals: int = 0
    """Number of seals in ``OLD_FORM``, which this version cannot check."""


class _Emptied:
    """Consecutive seals from the first one whose events no longer exist."""

    def __init__(self, upto: int) -> None:
        self.upto = upto
        self.events = 0
        self._first: list[Finding] = []
        self._last: deque[Finding] = deque(maxlen=MAX_FINDINGS)

    def add(self, seal: Seal) -> None:
        """Add the next of them."""
        self.upto = seal.number
        self.events += seal.events
        missing = [*islice(_event_faults(seal, ()), MAX_FINDINGS)]
        self._first += missing[: MAX_FINDINGS - len(self._first)]
        self._last += missing

    def faults(self, purged: int) -> list[Finding]:
        """Return the missing events that no valid seal declares as purged."""
        return [finding for finding in (self._last if purged else self._first) if finding.seal > purged]


class Verifier:
    """Checks seals and their events in order, while they are read.

    ``trusted`` are known public keys: the first signature must be by one of them, and a seal may hand over to the next
    key. ``first`` is the first seal, for a part of a trail.
    """

    def __init__(
        self,
        trusted: Collection[str] = (),
        head: Checkpoint | None = None,
        *,
        first: int = 1,
    ) -> None:
        self.report = Report()
        self.last: Seal | None = None
        self._trusted = frozenset(trusted)
        self._head = head
        self._first = first
        self._head_seen = False
        self._signer = ""
        self._emptied = _Emptied(first - 1)
        self._purged = 0

    def check(self, seal: Seal, events: Iterable[SealedEvent] | None) -> None:
        """Check the next seal and the events it covers; None for events that match exactly."""
        faults = [*self._seal_faults(seal)]
        self._note(faults)
        if events is not None:
            self._check_events(seal, [*events])
        if not faults:
            self._purged = max(self._purged, seal.purged)
            self._note_clock(seal)
        self.report.seals += 1
        self.report.events += seal.events
        self.report.head = seal.head
        self.last = seal

    def end(self, unsealed: Unsealed, now: datetime) -> Report:
        """Finish the check at the end of the trail."""
        self.report.findings = [*self._emptied.faults(self._purged), *self.report.findings][:MAX_FINDINGS]
        self.report.purged = self._emptied.events if self._purged else 0
        if self._head is not None and not self._head_seen:
            self._note([Finding("tail cut", self._head.number)])
        if unsealed.oldest is not None and now - unsealed.oldest > MAX_UNSEALED:
            self._note([Finding("never sealed", self.report.seals, about={"timestamp": unsealed.oldest.isoformat()})])
        self.report.unsealed = unsealed.events
        self.report.proven = not (self.report.findings or self.report.old_seals) and bool(self.last and self._trusted)
        return self.report

    def _check_events(self, seal: Seal, events: Sequence[SealedEvent]) -> None:
        if not events and self._emptied.upto == seal.number - 1:
            self._emptied.add(seal)  # a later seal declares if that was intended
        else:
            self._note(_event_faults(seal, events))

    def _note(self, findings: Iterable[Finding]) -> None:
        room = MAX_FINDINGS - len(self.report.findings)
        self.report.findings += list(findings)[:room]

    def _note_clock(self, seal: Seal) -> None:
        back = self.last.sealed_at - seal.sealed_at if self.last is not None else timedelta()
        if back > CLOCK_TOLERANCE and len(self.report.clock_set_back) < MAX_FINDINGS:
            self.report.clock_set_back.append(ClockSetBack(seal.number, round(back.total_seconds())))

    def _seal_faults(self, seal: Seal) -> Iterator[Finding]:
        before = self.last
        # Later seals of that form are forged: they could be written without the private key.
        is_old = seal.form == OLD_FORM and not self._signer
        self.report.old_seals += is_old
        if seal.number > (before.number + 1 if before else self._first):
            yield Finding("seal missing", before.number + 1 if before else self._first)
        elif (
            not self._follows(seal)
            or (not is_old and seal.computed_hash() != seal.hash)
            or self._contradicts_head(seal)
        ):
            yield Finding("seal changed", seal.number)
        if is_old:
            return
        if not self._is_ours(seal):
            yield Finding("seal by another key", seal.number)
        elif seal.oldest is not None and seal.sealed_at - seal.oldest > MAX_UNSEALED:
            yield Finding("sealed late", seal.number, about={"timestamp": seal.oldest.isoformat()})

    def _follows(self, seal: Seal) -> bool:
        if self.last is not None:
            expected = (self.last.number + 1, self.last.upto, self.last.hash)
            return (seal.number, seal.after, seal.previous) == expected
        return seal.number == self._first and (seal.number > 1 or (seal.after, seal.previous) == (0, NOTHING_BEFORE))

    def _contradicts_head(self, seal: Seal) -> bool:
        if self._head is None or seal.number != self._head.number:
            return False
        self._head_seen = True
        return seal.hash != self._head.hash

    def _is_ours(self, seal: Seal) -> bool:
        """Check the signature of a seal. A signature that does not match its own key is always an error."""
        signer = self._signer or (seal.public_key if seal.public_key in self._trusted or not self._trusted else "")
        self._signer = seal.next_key or seal.public_key
        return seal.public_key == signer and seal.is_signed()


def _event_faults(seal: Seal, events: Iterable[SealedEvent]) -> Iterator[Finding]:
    expected = {event.position: event for event in seal.expected()}
    sealed_digests = Counter(event.digest for event in expected.values())
    by_position: dict[int, SealedEvent] = {}
    faults: list[tuple[int, Finding]] = []
    highest: int | None = None
    for event in events:
        if event.position in by_position:
            faults.append((event.position, Finding("inserted", seal.number, event.position, event.about)))
            continue
        by_position[event.position] = event
        if highest is not None and event.position < highest:  # only a file can be out of order
            faults.append((event.position, Finding("reordered", seal.number, event.position, event.about)))
        highest = event.position if highest is None else max(highest, event.position)
    found_digests = {event.digest for event in by_position.values()}
    for position in expected.keys() | by_position.keys():
        was, now = expected.get(position), by_position.get(position)
        if was == now:
            continue
        moved = now.digest in sealed_digests if now else was is not None and was.digest in found_digests
        fault: Fault = "reordered" if moved else "removed" if now is None else "changed" if was else "inserted"
        faults.append((position, Finding(fault, seal.number, position, now.about if now else {})))
    yield from (finding for _, finding in sorted(faults, key=lambda pair: pair[0]))
