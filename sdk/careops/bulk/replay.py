"""Restore the rows of a run from its journal."""

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
    """Read the rows of a run from its journal, including interrupted and active runs. The caller closes the store.

    Raises ``JournalRefused`` with the number of the first invalid line.
    """
    store = RowStore()
    _replay_all(read_entries(path, strict=False), store, path, rows=True)
    return store


def replay(journal: Journal, store: RowStore) -> bool:
    """Restore the rows from the journal. Return True if the list of targets is complete.

    Raises ``JournalRefused`` with the number of the first invalid line.
    """
    return _replay_all(journal.entries(), store, journal.path, rows=False)


def _replay_all(entries: Iterable[dict[str, Any]], store: RowStore, path: Path, *, rows: bool) -> bool:
    """Restore all entries. ``rows`` includes the rows of a list that is read again on resume."""
    complete = False
    for number, entry in enumerate(entries, start=2):
        try:
            complete |= _replay(entry, store, rows=rows)
        except (TypeError, ValueError, sqlite3.Error):
            raise JournalRefused(f"{path} is damaged in line {number}", next_step=_ANEW) from None
    return complete


def _replay(entry: dict[str, Any], store: RowStore, *, rows: bool) -> bool:
    match entry:
        case {"targets": targets}:
            for row, key, *fields in targets:
                store.add(Target(int(row), key, dict(fields[0]) if fields else {}))
        case {"wrong": [row, int() | str() as text, outcome, reason]}:
            store.add_wrong(InvalidRow(int(row), text, str(reason)), Outcome(outcome))
        case {"rows": listed}:
            for row, key in listed if rows else ():
                store.list_again(int(row), key)
        case {"left_out": [row, int() | str() as text, outcome, reason]}:
            if rows:
                store.add_wrong(InvalidRow(int(row), text, str(reason)), Outcome(outcome))
        case {"sent": int() | str() as key}:
            store.mark_sent(key)
        case {"key": int() | str() as key, "outcome": outcome, **rest}:
            store.finish(key, Outcome(outcome), str(rest.get("reason", "")), dict(rest.get("learnt", {})))
        case {"planned": int()}:
            return True
        case {"finished": str()}:
            pass
        case _:
            raise ValueError(entry)
    return False


_ANEW = "Start again without it: what is done already will be left as it is."
