"""Restore a ledger from a journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from careops.bulk.errors import JournalRefused
from careops.bulk.journal import Journal, read_entries
from careops.bulk.row_store import RowStore
from careops.bulk.targets import InvalidRow, Outcome, Target


def read_run(path: Path) -> RowStore:
    """Read the rows of a run from its journal, including interrupted and active runs. The caller closes the ledger.

    Raises ``JournalRefused`` with the number of the first invalid line.
    """
    ledger = RowStore()
    _replay_all(read_entries(path, whole=False), ledger, path, rows=True)
    return ledger


def replay(journal: Journal, ledger: RowStore) -> bool:
    """Restore the ledger from the journal. Return True if the list of targets is complete.

    Raises ``JournalRefused`` with the number of the first invalid line.
    """
    return _replay_all(journal.entries(), ledger, journal.path, rows=False)


def _replay_all(entries: Iterable[dict[str, Any]], ledger: RowStore, path: Path, *, rows: bool) -> bool:
    """Restore all entries. ``rows`` includes the rows of a list that is read again on resume."""
    complete = False
    for number, entry in enumerate(entries, start=2):
        try:
            complete |= _replay(entry, ledger, rows=rows)
        except (TypeError, ValueError, sqlite3.Error):
            raise JournalRefused(f"{path} is damaged in line {number}", next_step=_ANEW) from None
    return complete


def _replay(entry: dict[str, Any], ledger: RowStore, *, rows: bool) -> bool:
    match entry:
        case {"targets": targets}:
            for row, key, *fields in targets:
                ledger.add(Target(int(row), key, dict(fields[0]) if fields else {}))
        case {"wrong": [row, int() | str() as text, outcome, reason]}:
            ledger.add_wrong(InvalidRow(int(row), text, str(reason)), Outcome(outcome))
        case {"rows": listed}:
            for row, key in listed if rows else ():
                ledger.list_again(int(row), key)
        case {"left_out": [row, int() | str() as text, outcome, reason]}:
            if rows:
                ledger.add_wrong(InvalidRow(int(row), text, str(reason)), Outcome(outcome))
        case {"sent": int() | str() as key}:
            ledger.mark_sent(key)
        case {"key": int() | str() as key, "outcome": outcome, **rest}:
            ledger.finish(key, Outcome(outcome), str(rest.get("reason", "")), dict(rest.get("learnt", {})))
        case {"planned": int()}:
            return True
        case {"finished": str()}:
            pass
        case _:
            raise ValueError(entry)
    return False


_ANEW = "Start again without it: what is done already will be left as it is."
