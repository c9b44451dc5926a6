"""Journal of a bulk run on disk, so that an interrupted run can be resumed.

The format is JSON lines: a header with the command, the list of targets (without their fields if those contain
secrets), ``sent`` before a change is sent, and the outcome of each target. Every line is written to the operating
system at once, so it survives ``kill -9``, and to the disk in batches. Only the last line may be incomplete; damage
elsewhere is refused. A file lock prevents a second run.
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
from careops.bulk.file_lock import lock
from careops.bulk.targets import Key, Target

VERSION = 1
_CHUNK = 1000


@dataclass(frozen=True)
class Header:
    """First line of a journal: the command that it belongs to."""

    id: str
    command: str
    says: Mapping[str, Any]
    """Parameters of the command, for people."""
    source: str
    """Source of the targets."""
    fingerprint: str
    made_at: str
    again: str = ""
    """Command line that resumes the run, without the journal option. Empty if no command line started it."""

    @classmethod
    def of(cls, command: str, says: Mapping[str, Any], source: str = "", again: str = "") -> Self:
        """Build the header of a new run."""
        made_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        return cls(uuid.uuid4().hex, command, says, source, fingerprint(command, says), made_at, again)

    @property
    def command_line(self) -> str:
        """Return the command and its parameters on one line."""
        words = [f"{name}={value}" for name, value in self.says.items() if value not in (None, "", [])]
        return " ".join([self.command, *words])

    def key_for(self, target: Key) -> str:
        """Return the idempotency key of one target's change. It is the same whenever this run is resumed."""
        return hashlib.sha256(f"{self.id}:{target}".encode()).hexdigest()[:40]


def fingerprint(command: str, says: Mapping[str, Any]) -> str:
    """Return a hash that distinguishes one command from another."""
    return hashlib.sha256(json.dumps([command, says], sort_keys=True, default=str).encode()).hexdigest()


class Journal:
    """Open journal, locked against other runs."""

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
        """Create a journal that only its owner can read. Raises ``JournalRefused`` if the file exists."""
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
        """Open the journal of an interrupted run. Raises ``JournalRefused`` or ``JournalBusy``."""
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
                raise JournalRefused(f"{place} is the journal of another command: {header.command_line}")
            if source and header.source and source != header.source:
                raise JournalRefused(f"{place} has its targets from {header.source}, not from {source}")
            _cut_broken_end(file)
        except BaseException:
            file.close()
            raise
        return cls(place, file, header, resumed=True)

    @classmethod
    def open(cls, path: str | os.PathLike[str], command: str, says: Mapping[str, Any]) -> Self:
        """Resume the existing journal, or create a new one."""
        return (cls.resume if Path(path).exists() else cls.create)(path, command, says)

    def entries(self) -> Iterator[dict[str, Any]]:
        """Yield every line after the header. Raises ``JournalRefused`` with the line number of a damaged line."""
        return read_entries(self.path)

    def write(self, *entries: Mapping[str, Any]) -> None:
        """Append one line per entry. They survive this process at once, and a crash of the machine after ``sync``."""
        lines = "".join([f"{_line(entry)}\n" for entry in entries]).encode()
        if self._file.write(lines) != len(lines):
            raise OSError(28, "No space left on device", str(self.path))
        self._unsynced = True

    def write_targets(self, targets: Iterable[Target]) -> None:
        """Append the list of targets, many per line: row and key, and the fields if there are any."""
        chunk: list[tuple[Any, ...]] = []
        for target in targets:
            chunk.append((target.row, target.key, target.fields) if target.fields else (target.row, target.key))
            if len(chunk) == _CHUNK:
                self.write({"targets": chunk})
                chunk = []
        if chunk:
            self.write({"targets": chunk})

    def write_rows(self, targets: Iterable[Target]) -> None:
        """Append row and key of each target, many per line, for reports. The list itself is read again on resume."""
        rows = [(target.row, target.key) for target in targets]
        self.write(*({"rows": rows[start : start + _CHUNK]} for start in range(0, len(rows), _CHUNK)))

    def sync(self) -> None:
        """Flush written lines to the disk."""
        if self._unsynced:
            self._unsynced = False
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file and release its lock."""
        try:
            self.sync()
        finally:
            self._file.close()

    def finish(self) -> None:
        """Mark the run as finished: every row has an outcome, and failed rows were refused permanently."""
        self.write({"finished": datetime.now(UTC).isoformat(timespec="seconds")})

    def discard(self) -> None:
        """Delete the journal, because nothing was done."""
        self._file.close()
        self.path.unlink(missing_ok=True)


def read_entries(path: Path, *, strict: bool = True) -> Iterator[dict[str, Any]]:
    """Yield every line after the header. An incomplete last line is skipped unless the file is ``whole``.

    Raises ``JournalRefused`` with the line number of a damaged line.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if number > 1 and (strict or line.endswith(b"\n")):
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
        header = json.loads(line)
        if header.pop("careops_journal") != VERSION:
            raise JournalRefused(f"{path} was written by another version of careops")
        return Header(**header)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise JournalRefused(f"{path} is not the journal of a bulk run") from None


def _cut_broken_end(file: BinaryIO) -> None:
    """Remove an incomplete last line, left by an interrupted run."""
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
