"""Counting over all workers without asking anybody: memory they share, in which each writes a column of its own.

A count costs a few microseconds and no round trip, and nothing of it is kept: a restart begins anew. Who is counted is
a hash; two that share a slot share a limit, which at 16,384 slots happens to one in a hundred offices.
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
"""Numbers of a cell: which window it is about, the count in it, and the count in the one before."""
_TABLES: Final = 13
_SALT: Final = 16
_COLUMN: Final = 4 * _CELL * _TABLES * SLOTS
"""Bytes of one worker's column; of most of them the system never makes pages."""


class Used(NamedTuple):
    """What somebody has used up within a window that slides: of the window before, the part still inside counts."""

    now: int
    before: int
    passed: float
    """The part of the present window that is over, from 0 to 1."""
    seconds: float
    """How long a window is."""

    @property
    def total(self) -> float:
        return self.now + self.before * (1 - self.passed)

    @property
    def reset(self) -> float:
        """Seconds until the present window is over."""
        return self.seconds * (1 - self.passed)

    def wait(self, limit: int) -> float:
        """Seconds until one more is within the limit."""
        if self.total + 1 <= limit:
            return 0
        if self.now + 1 <= limit:  # the window before has to slide away
            return self.seconds * (1 - (limit - 1 - self.now) / self.before - self.passed)
        return self.reset + self.seconds * (1 - (limit - 1) / self.now)


class Board:
    """The shared memory. The supervisor makes it; each worker opens it under its own number."""

    def __init__(self, memory: mmap.mmap, *, workers: int = 1, worker: int = 0) -> None:
        self._salt = memory[:_SALT]
        self.numbers = memoryview(memory)[_SALT:].cast("I")
        self._workers = workers
        self._worker = worker
        self.slot = lru_cache(4096)(self._slot)

    @classmethod
    def of_one(cls) -> Board:
        """A board nobody else sees."""
        return cls(mmap.mmap(-1, _SALT + _COLUMN))

    def tally(self, table: int, *, seconds: float) -> Tally:
        """Counts within a sliding window of so many seconds."""
        return Tally(self, table, seconds)

    def presence(self, table: int) -> Presence:
        """Counts of who is there right now."""
        return Presence(self, table)

    def _slot(self, who: str) -> int:
        """Where somebody is counted; salted, so that nobody can choose to share another's place."""
        return int.from_bytes(blake2b(who.encode(), digest_size=4, key=self._salt).digest(), "big") % SLOTS

    def own(self, table: int, slot: int) -> int:
        """Where this worker's cell begins."""
        return self._worker * (_COLUMN // 4) + (table * SLOTS + slot) * _CELL

    def cells(self, table: int, slot: int) -> range:
        """Where every worker's cell begins."""
        first = (table * SLOTS + slot) * _CELL
        return range(first, first + self._workers * (_COLUMN // 4), _COLUMN // 4)


def make_board(workers: int) -> int:
    """A new board's file descriptor, to be inherited by the workers; in memory where the system has such files."""
    if hasattr(os, "memfd_create"):
        made = os.memfd_create("careops-board", 0)
    else:
        with tempfile.TemporaryFile() as file:
            made = os.dup(file.fileno())
    os.ftruncate(made, _SALT + workers * _COLUMN)
    os.pwrite(made, os.urandom(_SALT), 0)
    return made


def wipe_column(descriptor: int, worker: int) -> None:
    """Forget what a worker that is gone had counted: nobody of its own is there any more."""
    os.pwrite(descriptor, bytes(_COLUMN), _SALT + worker * _COLUMN)


def open_board(descriptor: int, *, workers: int, worker: int) -> Board:
    """The board as one worker sees it."""
    return Board(mmap.mmap(descriptor, _SALT + workers * _COLUMN), workers=workers, worker=worker)


class Tally:
    """How often somebody did something within the last ``seconds``, over all workers."""

    def __init__(self, board: Board, table: int, seconds: float) -> None:
        self._board = board
        self._table = table
        self._seconds = seconds

    def used(self, who: str) -> Used:
        """What they have used up so far."""
        return self._read(self._board.slot(who), time.time() / self._seconds)

    def take(self, who: str, limit: int) -> Used:
        """Use one more, if that is within the limit; ``wait`` tells. What is refused is not counted."""
        slot, moment = self._board.slot(who), time.time() / self._seconds
        used = self._read(slot, moment)
        if used.total + 1 <= limit:
            self._add(slot, int(moment), 1)
        return used

    def add(self, who: str, number: int = 1) -> Used:
        """Count so many more, limit or not. Returns what was used before."""
        slot, moment = self._board.slot(who), time.time() / self._seconds
        used = self._read(slot, moment)
        self._add(slot, int(moment), number)
        return used

    def note(self, who: str) -> None:
        """Count one more, and ask nothing: for what nobody is refused for."""
        self._add(self._board.slot(who), int(time.time() / self._seconds), 1)

    def _read(self, slot: int, moment: float) -> Used:
        numbers, window = self._board.numbers, int(moment)
        now = before = 0
        for cell in self._board.cells(self._table, slot):
            if numbers[cell] == window:
                now += numbers[cell + 1]
                before += numbers[cell + 2]
            elif numbers[cell] == window - 1:
                before += numbers[cell + 1]
        return Used(now, before, moment - window, self._seconds)

    def _add(self, slot: int, window: int, number: int) -> None:
        numbers, cell = self._board.numbers, self._board.own(self._table, slot)
        if numbers[cell] != window:
            numbers[cell + 2] = numbers[cell + 1] if numbers[cell] == window - 1 else 0
            numbers[cell + 1] = 0
            numbers[cell] = window
        numbers[cell + 1] = min(numbers[cell + 1] + number, 2**32 - 1)


class Presence:
    """How many of somebody's are there right now, over all workers."""

    def __init__(self, board: Board, table: int) -> None:
        self._board = board
        self._table = table

    def enter(self, who: str, limit: int) -> bool:
        """Come in, if there is room."""
        numbers, slot = self._board.numbers, self._board.slot(who)
        there = 0
        for cell in self._board.cells(self._table, slot):
            there += numbers[cell]
        if there >= limit:
            return False
        numbers[self._board.own(self._table, slot)] += 1
        return True

    def leave(self, who: str) -> None:
        """Go; whoever came in must."""
        self._board.numbers[self._board.own(self._table, self._board.slot(who))] -= 1
