"""The run's diary on disk, so that a run that was cut off goes on where it stopped.

JSON lines: a header that names the command, the list of targets (without their fields if those hold secrets), ``sent``
before a change leaves, and the outcome of each target. Every line reaches the system at once (it outlives ``kill -9``)
and the disk in batches. Only the last line may be broken off; damage anywhere else is refused. A file lock keeps a
second run away.
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Self

from careops.bulk.errors import JournalBusy, JournalRefused
from careops.bulk.locking import lock
from careops.bulk.targets import Key, Target

VERSION = 1
_CHUNK = 1000


@dataclass(frozen=True)
class Header:
    """The first line: which command this is the journal of."""

    id: str
    command: str
    says: Mapping[str, Any]
    """What the command was given, for people."""
    source: str
    """Where its targets come from."""
    fingerprint: str
    made_at: str
    again: str = ""
    """The command line that goes on with it, without the journal; where a command line began it."""

    @classmethod
    def of(cls, command: str, says: Mapping[str, Any], source: str = "", again: str = "") -> Self:
        """The header of a new run."""
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(uuid.uuid4().hex, command, says, source, fingerprint(command, says), made_at, again)

    @property
    def said(self) -> str:
        """The command and what it was given, on one line."""
        words = [f"{name}={value}" for name, value in self.says.items() if value not in (None, "", [])]
        return " ".join([self.command, *words])

    def key_for(self, target: Key) -> str:
        """The idempotency key of one target's change: the same whenever this run is resumed."""
        return hashlib.sha256(f"{self.id}:{target}".encode()).hexdigest()[:40]


def fingerprint(command: str, says: Mapping[str, Any]) -> str:
    """What tells one command from another."""
    return hashlib.sha256(json.dumps([command, says], sort_keys=True, default=str).encode()).hexdigest()


class Journal:
    """An open journal, locked against other runs."""

    def __init__(self, path: Path, file: BinaryIO, header: Header, *, resumed: bool) -> None:
        self.path = path
        self.header = header
        self.resumed = resumed
        self._file = file
        self._unsynced = False

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], command: str, says: Mapping[str, Any], *, source: str = "", again: str = ""
    ) -> Self:
        """A new journal that only its owner can read. Raises ``JournalRefused`` when the file is already there."""
        place = Path(path)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            handle = os.open(place, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY, 0o600)
        except FileExistsError:
            raise JournalRefused(
                f"The journal {place} is already there", next_step="Resume it, or choose another name."
            ) from None
        journal = cls(place, _locked(handle, place), Header.of(command, says, source, again), resumed=False)
        journal.write({"careops_journal": VERSION, **vars(journal.header)})
        journal.sync()
        return journal

    @classmethod
    def resume(cls, path: str | os.PathLike[str], command: str, says: Mapping[str, Any], *, source: str = "") -> Self:
        """The journal of a run that was cut off. Raises ``JournalRefused`` or ``JournalBusy``."""
        place = Path(path)
        try:
            handle = os.open(place, os.O_RDWR | os.O_APPEND | _BINARY)
        except FileNotFoundError:
            raise JournalRefused(f"There is no journal {place}", next_step="Check the name.") from None
        except OSError as error:
            raise JournalRefused(f"{place} cannot be opened: {error.strerror}", next_step="Check the name.") from None
        file = _locked(handle, place)
        try:
            header = _header(file, place)
            if header.fingerprint != fingerprint(command, says):
                raise JournalRefused(f"{place} is the journal of another command: {header.said}")
            if source and header.source and source != header.source:
                raise JournalRefused(f"{place} has its targets from {header.source}, not from {source}")
            _cut_broken_end(file)
        except BaseException:
            file.close()
            raise
        return cls(place, file, header, resumed=True)

    @classmethod
    def open(cls, path: str | os.PathLike[str], command: str, says: Mapping[str, Any]) -> Self:
        """The journal that is there, resumed, or a new one."""
        return (cls.resume if Path(path).exists() else cls.create)(path, command, says)

    def entries(self) -> Iterator[dict[str, Any]]:
        """Every line after the header. Raises ``JournalRefused`` with the line's number when one is damaged."""
        return read_entries(self.path)

    def write(self, *entries: Mapping[str, Any]) -> None:
        """Append a line each, all at once. They survive this process at once, the machine from the next ``sync`` on."""
        lines = "".join([f"{_line(entry)}\n" for entry in entries]).encode()
        if self._file.write(lines) != len(lines):
            raise OSError(28, "No space left on device", str(self.path))
        self._unsynced = True

    def write_targets(self, targets: Iterable[Target]) -> None:
        """Append the list of targets, many to a line: row and key, and the fields where there are any."""
        chunk: list[tuple[Any, ...]] = []
        for target in targets:
            chunk.append((target.row, target.key, target.fields) if target.fields else (target.row, target.key))
            if len(chunk) == _CHUNK:
                self.write({"targets": chunk})
                chunk = []
        if chunk:
            self.write({"targets": chunk})

    def write_rows(self, targets: Iterable[Target]) -> None:
        """Append row and key of each target, many to a line: for reports, of a list that is read again to resume."""
        rows = [(target.row, target.key) for target in targets]
        self.write(*({"rows": rows[start : start + _CHUNK]} for start in range(0, len(rows), _CHUNK)))

    def sync(self) -> None:
        """Make sure that what was written is on the disk."""
        if self._unsynced:
            self._unsynced = False
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file; another run may have it."""
        try:
            self.sync()
        finally:
            self._file.close()

    def finish(self) -> None:
        """Note that resuming would not help: every row has an outcome, and what failed was refused for good."""
        self.write({"finished": datetime.now(UTC).isoformat(timespec="seconds")})

    def discard(self) -> None:
        """Delete it: nothing was done."""
        self._file.close()
        self.path.unlink(missing_ok=True)


def read_entries(path: Path, *, whole: bool = True) -> Iterator[dict[str, Any]]:
    """Every line after the header. A last line that is being written is left out unless the file is ``whole``.

    Raises ``JournalRefused`` with the line's number when one is damaged.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if number > 1 and (whole or line.endswith(b"\n")):
                yield _entry(line, number, path)


_BINARY: int = getattr(os, "O_BINARY", 0)
_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _locked(handle: int, path: Path) -> BinaryIO:
    file = open(handle, "r+b", buffering=0)  # noqa: SIM115 (the journal closes it)
    try:
        lock(file)
    except OSError:
        file.close()
        raise JournalBusy(f"Another run is using the journal {path}") from None
    return file


def _header(file: BinaryIO, path: Path) -> Header:
    with open(file.fileno(), "rb", closefd=False) as reader:
        line = reader.readline()
    try:
        found = json.loads(line)
        if found.pop("careops_journal") != VERSION:
            raise JournalRefused(f"{path} was written by another version of careops")
        return Header(**found)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise JournalRefused(f"{path} is not the journal of a bulk run") from None


def _cut_broken_end(file: BinaryIO) -> None:
    """A line that was being written when the run was cut off says nothing yet."""
    end = file.seek(0, os.SEEK_END)
    step = 65_536
    for start in range(max(0, end - step), -step, -step):
        file.seek(max(0, start))
        cut = (file.read(step) or b"").rfind(b"\n")
        if cut >= 0:
            file.truncate(max(0, start) + cut + 1)
            break
    file.seek(0, os.SEEK_END)


def _entry(line: bytes, number: int, path: Path) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except ValueError:
        entry = None
    if not isinstance(entry, dict) or not entry:
        raise JournalRefused(f"{path} is damaged in line {number}", next_step="Start again without it.")
    return entry
