"""The last head beside the secret and, by setting, elsewhere: what the database's owner cannot turn back."""

from __future__ import annotations

import asyncio
import logging
import os
from logging.handlers import SysLogHandler
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.seals import Head
from careops_server.audit import seal_queries
from careops_server.settings import Settings

log = structlog.get_logger()
FILE: Final = "audit-head"
_SYSLOG_PORT: Final = 514


class Heads:
    """Where this installation remembers how far its trail had come."""

    def __init__(self, settings: Settings) -> None:
        self._file = settings.data_dir / FILE
        self._copies = settings.audit_head_file
        self._syslog = settings.audit_head_syslog

    def last(self) -> Head | None:
        """The head seen last; None before the first one. Raises ``ValueError`` when the file holds something else."""
        try:
            return Head.parse(self._file.read_text("ascii"))
        except FileNotFoundError:
            return None

    def forget(self) -> None:
        """Begin anew: the trail has no seal."""
        self._file.unlink(missing_ok=True)

    async def keep(self, head: Head) -> None:
        """Remember this head, unless a later one is known, and send it to wherever else it is wanted."""
        await asyncio.to_thread(self.put, head)

    def put(self, head: Head, *, backwards: bool = False) -> None:
        """The same, at once. ``backwards`` takes an earlier head too: an operator said that it is right."""
        known = self.last()
        if known is not None and known.number >= head.number and not backwards:
            return
        _replace(self._file, f"{head}\n")
        for send in (self._append, self._tell):
            try:
                send(head)
            except OSError as error:
                # The trail itself is fine, and this machine has its own note.
                log.warning("audit head not kept elsewhere", head=str(head), reason=str(error))

    def _append(self, head: Head) -> None:
        if self._copies is not None:
            with self._copies.open("a", encoding="ascii") as file:
                file.write(f"{head}\n")

    def _tell(self, head: Head) -> None:
        if self._syslog is not None:
            handler = _Syslog(_address(self._syslog), SysLogHandler.LOG_AUTH)
            try:
                handler.emit(
                    logging.makeLogRecord({"msg": f"careops: audit trail sealed {head}", "levelno": logging.INFO})
                )
            finally:
                handler.close()


async def is_as_sealed(heads: Heads, connection: AsyncConnection) -> bool:
    """Return whether the database still holds the last seal that this installation remembers."""
    try:
        known = await asyncio.to_thread(heads.last)
    except ValueError:
        return False
    return known is None or await seal_queries.hash_of(connection, known.number) == known.hash


class _Syslog(SysLogHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        raise  # it is called while the error is handled


def _address(written: str) -> str | tuple[str, int]:
    """A socket of this machine (``/dev/log``), or ``host`` or ``host:port``."""
    if written.startswith("/"):
        return written
    host, _, port = written.partition(":")
    return host, int(port or _SYSLOG_PORT)


def _replace(file: Path, text: str) -> None:
    """Whole or not at all, whenever the machine stops."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(handle.fileno())
    fresh.replace(file)
