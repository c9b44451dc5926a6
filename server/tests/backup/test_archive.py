"""Backup archive: a file reads back exactly as written, or fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from careops_server.core.backup.archive import (
    PIECE,
    ArchiveWriter,
    BackupError,
    Label,
    key_of,
    label_of,
    new_key,
    pieces,
)

LABEL = Label("2026-11-22T12:00:00+00:00", "0131", f"7:{'ab' * 32}", "0.1.0")
FILES = {"contents.json": b"{}", "beside/empty": b"", "database.dump": bytes(range(256)) * (PIECE // 100)}
KEY = key_of("11" * 32)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    path = tmp_path / "one.backup"
    with path.open("wb") as file:
        writer = ArchiveWriter(file, KEY, LABEL)
        for name, content in FILES.items():
            writer.begin(name)
            writer.write(content)
        writer.finish()
    return path


def read(path: Path, key: bytes = KEY) -> dict[str, bytes]:
    members: dict[str, bytes] = {}
    for name, piece in pieces(path, key):
        members[name] = members.get(name, b"") + piece
    return members


def test_archive_is_read_as_written_with_its_label(backup: Path) -> None:
    assert read(backup) == FILES
    assert label_of(backup) == LABEL
    assert FILES["database.dump"][:64] not in backup.read_bytes()


def test_other_key_reads_nothing(backup: Path) -> None:
    with pytest.raises(BackupError, match="the key is another one"):
        read(backup, key_of(new_key()))


@pytest.mark.parametrize("left", [0, 5, 40, 250, 300, 0.3, 0.9, 0.999, -1, -50])
def test_truncated_archive_is_refused(backup: Path, left: float) -> None:
    content = backup.read_bytes()
    backup.write_bytes(content[: int(len(content) * left) if 0 < left < 1 else int(left)])
    with pytest.raises(BackupError, match=r"cut short|no backup"):
        read(backup)


@pytest.mark.parametrize("place", [60, 180, 0.5, -3])
def test_changed_byte_is_detected(backup: Path, place: float) -> None:
    content = bytearray(backup.read_bytes())
    content[int(len(content) * place) if 0 < place < 1 else int(place)] ^= 1
    backup.write_bytes(content)
    with pytest.raises(BackupError):
        read(backup)


def test_changed_label_is_detected(backup: Path) -> None:
    backup.write_bytes(backup.read_bytes().replace(b"2026-11-22", b"2026-11-21"))
    assert label_of(backup).made_at.startswith("2026-11-21")
    with pytest.raises(BackupError, match="changed"):
        read(backup)


def test_reordered_pieces_are_refused(backup: Path) -> None:
    content = backup.read_bytes()
    at, frames = content.index(b"}\n") + 2 + 24, []
    head = content[:at]
    while at < len(content):
        end = at + 4 + int.from_bytes(content[at : at + 4], "big")
        frames.append(content[at:end])
        at = end
    frames[-3], frames[-2] = frames[-2], frames[-3]
    backup.write_bytes(head + b"".join(frames))
    with pytest.raises(BackupError, match="changed"):
        read(backup)


@pytest.mark.parametrize("text", ["", "11" * 31, "zz" * 32, "11" * 33])
def test_malformed_key_is_refused(text: str) -> None:
    with pytest.raises(BackupError, match="64 hexadecimal digits"):
        key_of(text)


def test_other_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.backup").write_bytes(b"PK\x03\x04" * 100)
    with pytest.raises(BackupError, match="no backup of careops"):
        label_of(tmp_path / "x.backup")
