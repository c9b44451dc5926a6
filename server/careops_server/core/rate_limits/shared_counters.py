"""Counters in memory shared by all workers. Each worker writes to a separate column.

A count costs a few microseconds and no round trip. Counts are not persistent: they start at 0 after a restart. A
counter's slot is a hash of its name. Names that share a slot share a limit; with 16,384 slots that happens in one of a
hundred offices.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import time
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

SLOTS: Final = 16_384
_CELL: Final = 3
"""Numbers in a cell: the window, its count, and the count of the window before."""
_TABLES: Final = 13
_SALT: Final = 16
_COLUMN: Final = 4 * _CELL * _TABLES * SLOTS
"""Bytes of one worker's column. The system allocates pages only for the parts in use."""


class WindowUsage(NamedTuple):
    """Use within a sliding window. The previous window counts in proportion to its part that still overlaps."""

    now: int
    before: int
    passed: float
    """Elapsed part of the current window, from 0 to 1."""
    seconds: float
    """Length of a window."""

    @property
    def total(self) -> float:
        return self.now + self.before * (1 - self.passed)

    @property
    def reset(self) -> float:
        """Seconds until the current window ends."""
        return self.seconds * (1 - self.passed)

    def wait(self, limit: int) -> float:
        """Return the seconds until one more request is within the limit."""
        if self.total + 1 <= limit:
            return 0
        if self.now + 1 <= limit:  # the previous window has to slide out
            return self.seconds * (1 - (limit - 1 - self.now) / self.before - self.passed)
        return self.reset + self.seconds * (1 - (limit - 1) / self.now)


class SharedCounters:
    """Shared memory of the counters. The supervisor creates it; each worker opens it with its worker number."""

    def __init__(self, memory: mmap.mmap, *, workers: int = 1, worker: int = 0) -> None:
        self._salt = memory[:_SALT]
        self.numbers = memoryview(memory)[_SALT:].cast("I")
        self._workers = workers
        self._worker = worker
        self.slot = lru_cache(4096)(self._slot)

    @classmethod
    def for_one_process(cls) -> SharedCounters:
        """Return counters for a single process."""
        return cls(mmap.mmap(-1, _SALT + _COLUMN))

    def window(self, table: int, *, seconds: float) -> SlidingWindow:
        """Return a table that counts within a sliding window of ``seconds``."""
        return SlidingWindow(self, table, seconds)

    def members(self, table: int) -> MemberCounter:
        """Return a table that counts present members, such as open connections."""
        return MemberCounter(self, table)

    def _slot(self, who: str) -> int:
        """Return the slot of a name. The hash is salted, so that clients cannot choose to share another's slot."""
        return int.from_bytes(blake2b(who.encode(), digest_size=4, key=self._salt).digest(), "big") % SLOTS

    def own(self, table: int, slot: int) -> int:
        """Return the index of this worker's cell."""
        return self._worker * (_COLUMN // 4) + (table * SLOTS + slot) * _CELL

    def cells(self, table: int, slot: int) -> range:
        """Return the indexes of the cells of all workers."""
        first = (table * SLOTS + slot) * _CELL
        return range(first, first + self._workers * (_COLUMN // 4), _COLUMN // 4)


def create_shared_counters(workers: int) -> int:
    """Create counters and return their file descriptor, which the workers inherit.

    They are in memory if the system supports memfd.
    """
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("careops-counters", 0)
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, _SALT + workers * _COLUMN)
    os.pwrite(descriptor, os.urandom(_SALT), 0)
    return descriptor


def wipe_column(descriptor: int, worker: int) -> None:
    """Clear the counts of a worker that has exited, because none of its members are present."""
    os.pwrite(descriptor, bytes(_COLUMN), _SALT + worker * _COLUMN)


def open_shared_counters(descriptor: int, *, workers: int, worker: int) -> SharedCounters:
    """Open the counters as one worker."""
    return SharedCounters(mmap.mmap(descriptor, _SALT + workers * _COLUMN), workers=workers, worker=worker)


class SlidingWindow:
    """Sliding-window counter: actions of each name within the last ``seconds``, over all workers."""

    def __init__(self, counters: SharedCounters, table: int, seconds: float) -> None:
        self._counters = counters
        self._table = table
        self._seconds = seconds

    def used(self, who: str) -> WindowUsage:
        """Return the current use of a name."""
        return self._read(self._counters.slot(who), time.time() / self._seconds)

    def acquire(self, who: str, limit: int) -> WindowUsage:
        """Count one more if it is within the limit. Refused requests are not counted; ``wait`` of the result returns
        the seconds to wait.
        """
        slot, moment = self._counters.slot(who), time.time() / self._seconds
        used = self._read(slot, moment)
        if used.total + 1 <= limit:
            self._add(slot, int(moment), 1)
        return used

    def add(self, who: str, number: int = 1) -> WindowUsage:
        """Count ``number`` more, without a limit. Return the use before."""
        slot, moment = self._counters.slot(who), time.time() / self._seconds
        used = self._read(slot, moment)
        self._add(slot, int(moment), number)
        return used

    def count(self, who: str) -> None:
        """Count one more and return nothing, for actions without a limit."""
        self._add(self._counters.slot(who), int(time.time() / self._seconds), 1)

    def _read(self, slot: int, moment: float) -> WindowUsage:
        numbers, window = self._counters.numbers, int(moment)
        now = before = 0
        for cell in self._counters.cells(self._table, slot):
            if numbers[cell] == window:
                now += numbers[cell + 1]
                before += numbers[cell + 2]
            elif numbers[cell] == window - 1:
                before += numbers[cell + 1]
        return WindowUsage(now, before, moment - window, self._seconds)

    def _add(self, slot: int, window: int, number: int) -> None:
        numbers, cell = self._counters.numbers, self._counters.own(self._table, slot)
        if numbers[cell] != window:
            numbers[cell + 2] = numbers[cell + 1] if numbers[cell] == window - 1 else 0
            numbers[cell + 1] = 0
            numbers[cell] = window
        numbers[cell + 1] = min(numbers[cell + 1] + number, 2**32 - 1)


class MemberCounter:
    """Counter of present members of each name, over all workers."""

    def __init__(self, counters: SharedCounters, table: int) -> None:
        self._counters = counters
        self._table = table

    def acquire(self, who: str, limit: int) -> bool:
        """Count one more member if that is within the limit. Return whether it was."""
        numbers, slot = self._counters.numbers, self._counters.slot(who)
        total = 0
        for cell in self._counters.cells(self._table, slot):
            total += numbers[cell]
        if total >= limit:
            return False
        numbers[self._counters.own(self._table, slot)] += 1
        return True

    def release(self, who: str) -> None:
        """Count off a member that ``acquire`` admitted."""
        self._counters.numbers[self._counters.own(self._table, self._counters.slot(who))] -= 1
