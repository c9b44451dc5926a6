"""Checks of an old workbook (XLS), a stream of records in an OLE compound file, before its reader opens it."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_STREAMS: Final = ("workbook", "book")
_END: Final = 0xFFFFFFFA
"""Sector numbers from here on are special values."""
_ROOT: Final = 5
_EOF, _FILEPASS = 0x0A, 0x2F
_BOFS: Final = (0x09, 0x209, 0x409, 0x809)


class SectorLoopError(ValueError):
    """Circular chain of sectors, which would never end."""


def is_encrypted(content: bytes) -> bool:
    """Return True if a file requires a password. Raises ``SectorLoopError`` for a circular chain."""
    try:
        return _FILEPASS in _records(_workbook(content))
    except SectorLoopError:
        raise
    except (struct.error, IndexError, StopIteration, ValueError):
        return False  # other damage is detected by readers


def _records(stream: bytes) -> Iterator[int]:
    """Yield the types of the records of the workbook itself, without its sheets and charts."""
    place = depth = 0
    while place + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, place)
        place += 4 + size
        if kind in _BOFS:
            depth += 1
        elif kind == _EOF:
            depth -= 1
            if depth <= 0:
                return
        elif depth == 1:
            yield kind


def _workbook(content: bytes) -> bytes:
    """Return the stream of that name, assembled from its sectors."""
    shift, small_shift = struct.unpack_from("<HH", content, 0x1E)
    (folder_begins,) = struct.unpack_from("<I", content, 0x30)
    least, smalls_begin = struct.unpack_from("<II", content, 0x38)
    sectors = _Sectors(content[1 << shift :], 1 << shift)
    table = _table(content, sectors)
    folder = sectors.chained(folder_begins, table)
    entries = [folder[place : place + 128] for place in range(0, len(folder) - 127, 128)]
    book = next((entry for entry in entries if _name(entry) in _STREAMS), None)
    if book is None:
        return b""
    begins, length = struct.unpack_from("<II", book, 116)
    if length >= least:
        return sectors.chained(begins, table)[:length]
    (root_begins,) = struct.unpack_from("<I", next(entry for entry in entries if entry[66] == _ROOT), 116)
    smalls = _Sectors(sectors.chained(root_begins, table), 1 << small_shift)
    return smalls.chained(begins, _numbers(sectors.chained(smalls_begin, table)))[:length]


def _table(content: bytes, sectors: _Sectors) -> Sequence[int]:
    """Return the sector allocation table. The header contains its sectors, and further sectors continue a long list."""
    (further,) = struct.unpack_from("<I", content, 0x44)
    places = [*struct.unpack_from("<109I", content, 0x4C)]
    visited: set[int] = set()
    while further < _END:
        if further in visited:
            raise SectorLoopError
        visited.add(further)
        *next_places, further = _numbers(sectors.sector(further))
        places += next_places
    return _numbers(b"".join(sectors.sector(place) for place in places if place < _END))


def _numbers(text: bytes) -> Sequence[int]:
    return struct.unpack(f"<{len(text) // 4}I", text[: len(text) // 4 * 4])


def _name(entry: bytes) -> str:
    (length,) = struct.unpack_from("<H", entry, 64)
    return entry[: max(length - 2, 0)].decode("utf-16-le", "replace").casefold()


@dataclass(frozen=True)
class _Sectors:
    """Sectors of equal size; a stream is a chain of them."""

    content: bytes
    size: int

    def sector(self, number: int) -> bytes:
        return self.content[number * self.size : (number + 1) * self.size]

    def chained(self, number: int, table: Sequence[int]) -> bytes:
        sectors: list[bytes] = []
        while number < _END:
            if len(sectors) > len(table):
                raise SectorLoopError
            sectors.append(self.sector(number))
            number = table[number]
        return b"".join(sectors)
