"""Checkpoints of the audit log: the last one is stored beside the secret and optionally elsewhere, out of reach of the
database's owner.
"""

from __future__ import annotations

import asyncio
import logging
from logging.handlers import SysLogHandler
from typing import Final, Literal

from careops.audit_chain.seals import Checkpoint
from careops_server.core.audit import seal_queries
from careops_server.core.audit.signing_keys import own_public_keys
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.files import write_private
from careops_server.core.observability.logs import log

Fault = Literal["gone back", "other key"]
FILE: Final = "audit-head"
_SYSLOG_PORT: Final = 514


class CheckpointStore:
    """Storage of this installation's last checkpoint."""

    def __init__(self, settings: Settings) -> None:
        self._file = settings.data_dir / FILE
        self._copies = settings.audit_head_file
        self._syslog = settings.audit_head_syslog

    def latest(self) -> Checkpoint | None:
        """Return the last checkpoint, None if there was none yet. Raises ``ValueError`` for an invalid file."""
        try:
            return Checkpoint.parse(self._file.read_text("ascii"))
        except FileNotFoundError:
            return None

    def reset(self) -> None:
        """Delete the checkpoint, because the audit log has no seal."""
        self._file.unlink(missing_ok=True)

    async def save(self, head: Checkpoint) -> None:
        """Store a checkpoint unless a later one is known, and send copies to the configured places."""
        await asyncio.to_thread(self.overwrite, head)

    def overwrite(self, head: Checkpoint, *, backwards: bool = False) -> None:
        """Store a checkpoint synchronously. ``backwards`` also accepts an earlier one, which an operator has
        approved.
        """
        stored_checkpoint = self.latest()
        if stored_checkpoint is not None and stored_checkpoint.number >= head.number and not backwards:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_private(self._file, f"{head}\n")
        for send in (self._append, self._send_copies):
            try:
                send(head)
            except OSError as error:
                # The audit log is intact, and this machine has stored the checkpoint.
                log.warning("cannot send audit checkpoint", head=str(head), reason=str(error))

    def _append(self, head: Checkpoint) -> None:
        if self._copies is not None:
            with self._copies.open("a", encoding="ascii") as file:
                file.write(f"{head}\n")

    def _send_copies(self, head: Checkpoint) -> None:
        if self._syslog is not None:
            handler = _Syslog(_address(self._syslog), SysLogHandler.LOG_AUTH)
            try:
                handler.emit(
                    logging.makeLogRecord({"msg": f"careops: audit trail sealed {head}", "levelno": logging.INFO})
                )
            finally:
                handler.close()


async def find_fault(settings: Settings, connection: Connection) -> Fault | None:
    """Return why this installation cannot continue the audit log, None if it can.

    ``gone back``: the log is not the one that it sealed. ``other key``: other installations seal it, and this one has
    none of their keys.
    """
    try:
        checkpoint = await asyncio.to_thread(CheckpointStore(settings).latest)
        keys = await asyncio.to_thread(own_public_keys, settings)
    except ValueError:
        return "gone back"
    if checkpoint is not None and await seal_queries.hash_of(connection, checkpoint.number) != checkpoint.hash:
        return "gone back"
    signer = await seal_queries.last_signer(connection)
    if signer is None or signer in keys:
        return None
    return "gone back" if await seal_queries.has_signed(connection, keys) else "other key"


class _Syslog(SysLogHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        raise  # called while the error is handled


def _address(written: str) -> str | tuple[str, int]:
    """Parse a local socket (``/dev/log``), ``host`` or ``host:port``."""
    if written.startswith("/"):
        return written
    host, _, port = written.partition(":")
    return host, int(port or _SYSLOG_PORT)
