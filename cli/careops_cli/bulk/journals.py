"""Where the journals of runs are kept: the user's state folder, or wherever ``--journal`` says."""

from __future__ import annotations

import os
import re
import secrets
from datetime import datetime
from pathlib import Path


def state_folder() -> Path:
    """Where this person's runs are kept; ``CAREOPS_STATE_DIR`` moves it."""
    given = os.environ.get("CAREOPS_STATE_DIR")
    if given:
        return Path(given)
    from platformdirs import user_state_path

    return user_state_path("careops", appauthor=False)


def new_journal_path(command: str) -> Path:
    """A name for a new journal that says when and what."""
    when = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    what = re.sub(r"[^a-z]+", "-", command)
    return state_folder() / "runs" / f"{when}-{what}-{secrets.token_hex(3)}.jsonl"


def run_secret(journal: Path, *, resumed: bool) -> bytes | None:
    """The secret that belongs to a journal, made when the run begins; None when it is gone."""
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
    """Beside the journal, for its owner only."""
    return journal.with_name(f"{journal.name}.secret")
