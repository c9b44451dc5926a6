"""A backup's file: encrypted piece by piece, so that no memory has to hold it and a cut one is known for what it is.

First a line that anybody may read (``Label``), then libsodium's secret stream (XChaCha20-Poly1305): the files of the
backup one after the other, and a last message without which the file is not whole. The line is authenticated by the
first message. Pieces cannot be left out, put in another order or taken from another backup.
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
_LONGEST_LABEL: Final = 10_000
_NAME, _DATA, _END = b"N", b"D", b"E"


class BackupError(Exception):
    """The backup cannot be made, read or brought back. The message says why."""


@dataclass(frozen=True)
class Label:
    """What a backup says of itself to anybody."""

    made_at: str
    revision: str
    """Of the database's tables."""
    head: str
    """Where the audit trail had come to, ``NUMBER:HASH``; empty before its first seal."""
    version: str
    """Of careops."""


def key_of(text: str) -> bytes:
    """A key as it is written: 64 hexadecimal digits. Raises ``BackupError``."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BackupError("A backup's key is 64 hexadecimal digits; careops backup key makes one")
    return key


def new_key() -> str:
    """A key that nobody has."""
    return secrets.token_hex(KEY_BYTES)


class ArchiveWriter:
    """Writes files into a backup, one after the other. Nothing is whole before ``finish``."""

    def __init__(self, file: IO[bytes], key: bytes, label: Label) -> None:
        self._file = file
        self._state = sodium.crypto_secretstream_xchacha20poly1305_state()
        header = sodium.crypto_secretstream_xchacha20poly1305_init_push(self._state, key)
        line = json.dumps(asdict(label)).encode() + b"\n"
        file.write(MAGIC + line + header)
        self._spoken = line

    def begin(self, name: str) -> None:
        """What follows belongs to the file of that name."""
        self._push(_NAME + name.encode())

    def write(self, piece: bytes) -> None:
        """The next bytes of the file begun last."""
        for start in range(0, len(piece), PIECE):
            self._push(_DATA + piece[start : start + PIECE])

    def finish(self) -> None:
        """The backup is whole, and safely on the disk."""
        self._push(_END, sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL)
        self._file.flush()
        os.fsync(self._file.fileno())

    def _push(self, message: bytes, tag: int = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE) -> None:
        sealed = sodium.crypto_secretstream_xchacha20poly1305_push(self._state, message, self._spoken, tag)
        self._spoken = b""
        self._file.write(len(sealed).to_bytes(4, "big") + sealed)


def label_of(path: Path) -> Label:
    """What a backup says of itself; it is not checked without the key. Raises ``BackupError``."""
    with path.open("rb") as file:
        return _label(file, path)[0]


def pieces(path: Path, key: bytes) -> Iterator[tuple[str, bytes]]:
    """A backup's files in order, each as its name and its pieces; at least one piece each, maybe an empty one.

    Raises ``BackupError`` when the key is wrong, or at the place where it was changed or cut.
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
            kind, rest = _pull(file, state, spoken, path, first=first)
            spoken, first = b"", False
            if kind == _END:
                return
            if kind == _NAME:
                name = rest.decode()
                rest = b""
            yield name, rest


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
    line = file.readline(_LONGEST_LABEL) if file.read(len(MAGIC)) == MAGIC else b""
    try:
        return Label(**json.loads(line)), line
    except (ValueError, TypeError):
        raise BackupError(f"{path} is no backup of careops") from None
