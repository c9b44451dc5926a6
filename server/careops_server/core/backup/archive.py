"""File format of backups: a stream encrypted in pieces, which needs little memory and detects truncation.

The file starts with a plain-text line (``Label``), followed by libsodium's secret stream (XChaCha20-Poly1305): the
files of the backup in order, and a final message without which the backup is incomplete. The first message
authenticates the line. Pieces cannot be left out, reordered or taken from another backup.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Final

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

MAGIC: Final = b"careops backup 1\n"
PIECE: Final = 256 * 1024
KEY_BYTES: Final = 32
_MAX_LABEL_LENGTH: Final = 10_000
_NAME, _DATA, _END = b"N", b"D", b"E"


class BackupError(Exception):
    """The backup cannot be made, read or restored. The message gives the reason."""


@dataclass(frozen=True)
class Label:
    """Unencrypted description of a backup."""

    made_at: str
    revision: str
    """Schema revision."""
    head: str
    """Last checkpoint of the audit log, ``NUMBER:HASH``; empty before its first seal."""
    version: str
    """Version of careops."""


def key_of(text: str) -> bytes:
    """Parse a key: 64 hexadecimal digits. Raises ``BackupError``."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BackupError("A backup's key is 64 hexadecimal digits; careops backup key makes one")
    return key


def new_key() -> str:
    """Return a new random key."""
    return secrets.token_hex(KEY_BYTES)


class ArchiveWriter:
    """Writes files into a backup. It is incomplete before ``finish``."""

    def __init__(self, file: IO[bytes], key: bytes, label: Label) -> None:
        self._file = file
        self._state = sodium.crypto_secretstream_xchacha20poly1305_state()
        header = sodium.crypto_secretstream_xchacha20poly1305_init_push(self._state, key)
        line = json.dumps(asdict(label)).encode() + b"\n"
        file.write(MAGIC + line + header)
        self._spoken = line

    def begin(self, name: str) -> None:
        """Start the file with that name."""
        self._push(_NAME + name.encode())

    def write(self, piece: bytes) -> None:
        """Write the next bytes of the current file."""
        for start in range(0, len(piece), PIECE):
            self._push(_DATA + piece[start : start + PIECE])

    def finish(self) -> None:
        """Complete the backup and sync it to disk."""
        self._push(_END, sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL)
        self._file.flush()
        os.fsync(self._file.fileno())

    def _push(self, message: bytes, tag: int = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE) -> None:
        sealed = sodium.crypto_secretstream_xchacha20poly1305_push(self._state, message, self._spoken, tag)
        self._spoken = b""
        self._file.write(len(sealed).to_bytes(4, "big") + sealed)


def label_of(path: Path) -> Label:
    """Return the label of a backup, unauthenticated because that needs the key. Raises ``BackupError``."""
    with path.open("rb") as file:
        return _label(file, path)[0]


def pieces(path: Path, key: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield a backup's files in order as pairs of name and piece. Each file has at least one piece, possibly empty.

    Raises ``BackupError`` if the key is wrong, or at the position where the file was changed or truncated.
    """
    with path.open("rb") as file:
        _, spoken = _label(file, path)
        state = sodium.crypto_secretstream_xchacha20poly1305_state()
        header = file.read(sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES)
        try:
            sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, header, key)
        except Exception as error:
            raise BackupError(f"{path} is cut short") from error
        name, first = "", True
        while True:
            kind, data = _pull(file, state, spoken, path, first=first)
            spoken, first = b"", False
            if kind == _END:
                return
            if kind == _NAME:
                name = data.decode()
                data = b""
            yield name, data


def _pull(
    file: IO[bytes],
    state: sodium.crypto_secretstream_xchacha20poly1305_state,
    spoken: bytes,
    path: Path,
    *,
    first: bool,
) -> tuple[bytes, bytes]:
    length = file.read(4)
    sealed = file.read(int.from_bytes(length, "big")) if len(length) == 4 else b""
    if len(length) < 4 or len(sealed) < int.from_bytes(length, "big") or not sealed:
        raise BackupError(f"{path} is cut short")
    if len(sealed) > 2 * PIECE:
        raise BackupError(f"{path} was changed")
    try:
        message, _ = sodium.crypto_secretstream_xchacha20poly1305_pull(state, sealed, spoken)
    except (CryptoError, RuntimeError, ValueError):
        raise BackupError(
            f"{path} was changed, or the key is another one" if first else f"{path} was changed"
        ) from None
    return message[:1], message[1:]


def _label(file: IO[bytes], path: Path) -> tuple[Label, bytes]:
    line = file.readline(_MAX_LABEL_LENGTH) if file.read(len(MAGIC)) == MAGIC else b""
    try:
        return Label(**json.loads(line)), line
    except (ValueError, TypeError):
        raise BackupError(f"{path} is no backup of careops") from None
