"""Rows of a bulk run in a temporary SQLite database on disk, so that memory does not grow with their number.

The journal survives a crash, and the store is rebuilt from it. SQLite unlinks the file right after opening it, so
nothing of it remains on disk.
"""

from __future__ import annotations

import json
import sqlite3
import warnings
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from careops.bulk.targets import InvalidRow, Key, Outcome, Settled, Target

_CHUNK = 500
UNANSWERED: Final = "sent, but its answer was not recorded"
"""Reason of a row whose change was sent and may have been made."""
_SCHEMA = """
create table rows (
    row integer primary key, key unique, text, fields text, as_wanted integer, sent integer not null default 0,
    outcome text, reason text not null default '', response_data text
)
"""


@dataclass(frozen=True)
class ReportRow:
    """One row of the report."""

    row: int
    target: Key
    outcome: Outcome
    reason: str
    fields: Mapping[str, Any]
    response_data: Mapping[str, Any]
    """Values of the platform's answer, such as ``clinic_id`` of a created hospital."""

    @property
    def learnt(self) -> Mapping[str, Any]:
        """Former name of ``response_data``."""
        warnings.warn("learnt is response_data; 1.3 removes the old name", DeprecationWarning, stacklevel=2)
        return self.response_data


_SETTLE = "update rows set outcome = ?, reason = ?, response_data = ? where key = ?"


class RowStore:
    """Rows by number and key. A key identifies one target; if it appears again, it repeats or contradicts the first
    row."""

    def __init__(self) -> None:
        # Reports are read after the run has ended, so the store closes its database when nothing uses it any more,
        # in the thread that notices it.
        self._db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._db.close)
        self._db.execute("pragma synchronous = off")
        self._db.execute("pragma journal_mode = off")
        self._db.execute(_SCHEMA)

    def add(self, target: Target) -> tuple[InvalidRow, Outcome] | None:
        """Add a target. Return an error if an earlier row has the same one."""
        fields = _text(target.fields)
        as_wanted = None if target.as_wanted is None else int(target.as_wanted)
        taken = self._db.execute(
            "insert or ignore into rows (row, key, fields, as_wanted) values (?, ?, ?, ?)",
            (target.row, target.key, fields, as_wanted),
        ).rowcount
        if taken:
            return None
        first, stored = self._db.execute("select row, fields from rows where key = ?", (target.key,)).fetchone()
        if stored == fields:
            return InvalidRow(target.row, target.key, f"the same as row {first}"), Outcome.DUPLICATE
        return InvalidRow(target.row, target.key, f"row {first} says something else about it"), Outcome.INVALID

    def add_wrong(self, wrong: InvalidRow, outcome: Outcome) -> None:
        """Add a row that is not a target."""
        self._db.execute(
            "insert or replace into rows (row, text, outcome, reason) values (?, ?, ?, ?)",
            (wrong.row, wrong.text, outcome, wrong.reason),
        )

    def list_again(self, row: int, key: Key) -> None:
        """Add a target whose row may have been invalid when its table was read before."""
        self._db.execute("delete from rows where row = ? and key is null", (row,))
        self._db.execute("insert or ignore into rows (row, key) values (?, ?)", (row, key))

    def mark_sent(self, key: Key) -> None:
        """Record that this run, or the one it continues, sent a change for this target."""
        self._db.execute("update rows set sent = 1 where key = ?", (key,))

    def finish(self, key: Key, outcome: Outcome, reason: str = "", data: Mapping[str, Any] | None = None) -> bool:
        """Record the outcome of a target and the values of its answer. Return False if there is no such target."""
        return self._db.execute(_SETTLE, (outcome, reason, _text(data or {}), key)).rowcount > 0

    def settle_each(self, settled: Iterable[Settled]) -> None:
        """Record the outcomes of many targets."""
        self._db.executemany(
            _SETTLE, ((outcome, reason, _text(response_data), key) for key, outcome, reason, response_data in settled)
        )

    def reopen(self, outcome: Outcome) -> None:
        """Reopen the targets with this outcome, to try them again."""
        self._db.execute(
            "update rows set outcome = null, reason = '' where key is not null and outcome = ?", (outcome,)
        )

    def set_state(self, keys: Iterable[Key], *, as_wanted: bool) -> None:
        """Record the state of targets whose state is unknown."""
        statement = "update rows set as_wanted = ? where key = ? and as_wanted is null"
        self._db.executemany(statement, ((int(as_wanted), key) for key in keys))

    def set_state_exactly(self, targets: Iterable[Target], *, as_wanted: bool) -> None:
        """Record the state of targets with exactly these fields. Targets with the same key and other fields stay
        unknown."""
        statement = "update rows set as_wanted = ? where key = ? and fields is ? and as_wanted is null"
        self._db.executemany(statement, ((int(as_wanted), target.key, _text(target.fields)) for target in targets))

    def set_state_where(self, field: str, value: Key, *, as_wanted: bool) -> None:
        """Record the state of all targets of unknown state whose ``field`` is ``value``."""
        statement = "update rows set as_wanted = ? where as_wanted is null and json_extract(fields, ?) = ?"
        self._db.execute(statement, (int(as_wanted), f"$.{field}", value))

    def fail_conflicting(self, target: Target, reason: str) -> None:
        """Mark an open target as failed if it has this key and other fields."""
        statement = "update rows set outcome = ?, reason = ? where key = ? and fields is not ? and outcome is null"
        self._db.execute(statement, (Outcome.FAILED, reason, target.key, _text(target.fields)))

    def unknown_by(self, field: str) -> list[Key]:
        """Return the distinct values of ``field`` in open targets of unknown state."""
        statement = (
            "select distinct json_extract(fields, ?) from rows"
            " where key is not null and outcome is null and as_wanted is null order by 1"
        )
        return [value for (value,) in self._db.execute(statement, (f"$.{field}",))]

    def set_all_states(self, *, as_wanted: bool) -> None:
        """Record the same state for all targets of unknown state."""
        self._db.execute("update rows set as_wanted = ? where key is not null and as_wanted is null", (int(as_wanted),))

    def unknown(self) -> int:
        """Return the number of open targets of unknown state."""
        statement = "select count(*) from rows where key is not null and outcome is null and as_wanted is null"
        return int(self._db.execute(statement).fetchone()[0])

    def pending(self) -> Iterator[tuple[Target, bool]]:
        """Yield open targets in order, with True if a change may already have been sent. Rows may be settled during
        this."""
        last = 0
        while True:
            rows = self._db.execute(
                "select row, key, fields, as_wanted, sent from rows"
                " where row > ? and key is not null and outcome is null order by row limit ?",
                (last, _CHUNK),
            ).fetchall()
            if not rows:
                return
            for row, key, fields, as_wanted, sent in rows:
                last = row
                state = None if as_wanted is None else bool(as_wanted)
                yield Target(row, key, json.loads(fields) if fields else {}, state), bool(sent)

    def pending_jobs(self) -> Iterator[tuple[Key, Mapping[str, Any]]]:
        """Yield the keys of changes in the background, in order, with the values of their answers.

        The order is that of the platform: oldest first. Rows may be settled during the iteration.
        """
        last = 0
        statement = "select row, key, response_data from rows where row > ? and outcome = ? order by row limit ?"
        while rows := self._db.execute(statement, (last, Outcome.ASKED, _CHUNK)).fetchall():
            for row, key, response_data in rows:
                last = row
                yield key, json.loads(response_data) if response_data else {}

    def targets(self) -> Iterator[Target]:
        """Yield every target, in order."""
        for row, key, fields in self._db.execute(
            "select row, key, fields from rows where key is not null order by row"
        ):
            yield Target(row, key, json.loads(fields) if fields else {})

    def wrongs(self) -> Iterator[tuple[int, Key, str, str]]:
        """Yield row, text, outcome and reason of every row that is not a target, in order."""
        yield from self._db.execute("select row, text, outcome, reason from rows where key is null order by row")

    def counts(self) -> dict[Outcome, int]:
        """Return the number of rows per outcome. ``open`` counts targets without an outcome."""
        counted = dict(self._db.execute("select outcome, count(*) from rows where outcome is not null group by 1"))
        return {outcome: counted.get(outcome.value, 0) for outcome in Outcome}

    def open(self) -> int:
        """Number of targets without an outcome."""
        return int(self._db.execute("select count(*) from rows where outcome is null").fetchone()[0])

    def to_change(self) -> int:
        """Number of open targets, without those that are known to need no change."""
        statement = "select count(*) from rows where outcome is null and key is not null and as_wanted is not 1"
        return int(self._db.execute(statement).fetchone()[0])

    def report(self) -> Iterator[ReportRow]:
        """Yield every row, in order. A target without an outcome is ``NOT_TRIED``."""
        cursor = self._db.execute(
            "select row, coalesce(key, text), outcome, reason, sent, fields, response_data from rows order by row"
        )
        for row, target, outcome, reason, sent, *texts in cursor:
            fields, response_data = (json.loads(text) if text else {} for text in texts)
            if outcome is None:
                outcome, reason = Outcome.NOT_TRIED, UNANSWERED if sent else ""
            yield ReportRow(row, target, Outcome(outcome), reason, fields, response_data)

    def names(self) -> list[str]:
        """Return the distinct names of all fields of the targets, then of the answers."""
        names: dict[str, None] = {}
        for column in ("fields", "response_data"):
            statement = f"select distinct j.key from rows, json_each({column}) j where {column} is not null"  # noqa: S608
            names |= dict.fromkeys(name for (name,) in self._db.execute(statement))
        return list(names)

    def close(self) -> None:
        """Close the database, which deletes it."""
        self._db.close()


def _text(fields: Mapping[str, Any]) -> str | None:
    return json.dumps(fields, ensure_ascii=False) if fields else None
