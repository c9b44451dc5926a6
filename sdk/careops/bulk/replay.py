"""A journal read back into a ledger."""

from __future__ import annotations

import sqlite3
from typing import Any

from careops.bulk.errors import JournalRefused
from careops.bulk.journal import Journal
from careops.bulk.ledger import Ledger
from careops.bulk.targets import Outcome, Target, Wrong


def replay(journal: Journal, ledger: Ledger) -> bool:
    """Note in the ledger what the journal tells. The answer is whether its list of targets is complete.

    Raises ``JournalRefused`` with the number of the first line that makes no sense.
    """
    complete = False
    for number, entry in enumerate(journal.entries(), start=2):
        try:
            complete |= _replay(entry, ledger)
        except (TypeError, ValueError, sqlite3.Error):
            raise JournalRefused(f"{journal.path} is damaged in line {number}", next_step=_ANEW) from None
    return complete


def _replay(entry: dict[str, Any], ledger: Ledger) -> bool:
    match entry:
        case {"targets": rows}:
            for row, key, *fields in rows:
                ledger.add(Target(int(row), key, dict(fields[0]) if fields else {}))
        case {"wrong": [row, int() | str() as text, outcome, reason]}:
            ledger.add_wrong(Wrong(int(row), text, str(reason)), Outcome(outcome))
        case {"sent": int() | str() as key}:
            ledger.mark_sent(key)
        case {"key": int() | str() as key, "outcome": outcome, **rest}:
            ledger.settle(key, Outcome(outcome), str(rest.get("reason", "")), dict(rest.get("learnt", {})))
        case {"planned": int()}:
            return True
        case {"finished": str()}:
            pass
        case _:
            raise ValueError(entry)
    return False


_ANEW = "Start again without it: what is done already will be left as it is."
