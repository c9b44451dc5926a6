"""Locations of journals: the user's state folder, or the path of ``--journal``."""

from __future__ import annotations

import os
import re
import secrets
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from careops_cli.framework.config_files import state_folder

DAY: Final = 24 * 3600
FINISHED_SECONDS: Final = 30 * DAY
UNFINISHED_SECONDS: Final = 180 * DAY
_FINISHED_LENGTH: Final = 100


def new_journal_path(command: str) -> Path:
    """Return the name of a new journal, with time and command."""
    when = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    what = re.sub(r"[^a-z]+", "-", command)
    return state_folder() / "runs" / f"{when}-{what}-{secrets.token_hex(3)}.jsonl"


def forget_old_runs() -> None:
    """Delete old journals from the state folder: finished runs after a month, others after half a year.

    A journal contains phone numbers and addresses, and abandoned runs would stay forever. Journals elsewhere are left
    to their owner.
    """
    now = time.time()
    for journal in (state_folder() / "runs").glob("*.jsonl"):
        with suppress(OSError):  # another run may be deleting, too
            age = now - journal.stat().st_mtime
            if age > UNFINISHED_SECONDS or (age > FINISHED_SECONDS and is_finished(journal)):
                secret_file(journal).unlink(missing_ok=True)
                journal.unlink()


def is_finished(journal: Path) -> bool:
    """Return True if a journal ends with a run that had nothing left to do (written by ``Journal.finish``)."""
    with journal.open("rb") as file:
        file.seek(max(0, journal.stat().st_size - _FINISHED_LENGTH))
        return file.read().rpartition(b"\n{")[2].startswith(b'"finished":')


def run_secret(journal: Path, *, resumed: bool) -> bytes | None:
    """Return the secret of a journal, which is generated when the run starts; None if it was deleted."""
    file = secret_file(journal)
    if resumed:
        try:
            return bytes.fromhex(file.read_text("ascii"))
        except (FileNotFoundError, ValueError):
            return None
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    secret = secrets.token_bytes(32)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as draft:
        draft.write(secret.hex())
        draft.flush()
        os.fsync(draft.fileno())
    return secret


def secret_file(journal: Path) -> Path:
    """Return the path of the secret, beside the journal and readable by its owner only."""
    return journal.with_name(f"{journal.name}.secret")
