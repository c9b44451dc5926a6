"""The run's memory: every row, in order, in a temporary database on disk, so that a million rows need no memory.

The journal is what survives a crash; the ledger is rebuilt from it. SQLite unlinks the file as soon as it has opened
it, so nothing of it is left behind either way.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from careops.bulk.targets import Key, Outcome, Settled, Target, Wrong

_CHUNK = 500
UNANSWERED: Final = "sent, but its answer was not recorded"
"""Reason of a row whose change left and may have been made."""
_SCHEMA = """
create table rows (
    row integer primary key, key unique, text, fields text, as_wanted integer, sent integer not null default 0,
    outcome text, reason text not null default '', learnt text
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
    learnt: Mapping[str, Any]
    """What the platform's answer told, such as ``clinic_id`` of a hospital that was created."""


_SETTLE = "update rows set outcome = ?, reason = ?, learnt = ? where key = ?"


class Ledger:
    """Rows by number and by key. A key stands for one target: seen again it repeats the first row or contradicts it."""

    def __init__(self) -> None:
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.execute("pragma synchronous = off")
        self._db.execute("pragma journal_mode = off")
        self._db.execute(_SCHEMA)

    def add(self, target: Target) -> tuple[Wrong, Outcome] | None:
        """Take a target in. What comes back is the complaint when the same one stood in an earlier row."""
        fields = _text(target.fields)
        known = None if target.as_wanted is None else int(target.as_wanted)
        taken = self._db.execute(
            "insert or ignore into rows (row, key, fields, as_wanted) values (?, ?, ?, ?)",
            (target.row, target.key, fields, known),
        ).rowcount
        if taken:
            return None
        first, said = self._db.execute("select row, fields from rows where key = ?", (target.key,)).fetchone()
        if said == fields:
            return Wrong(target.row, target.key, f"the same as row {first}"), Outcome.DUPLICATE
        return Wrong(target.row, target.key, f"row {first} says something else about it"), Outcome.INVALID

    def add_wrong(self, wrong: Wrong, outcome: Outcome) -> None:
        """Take a row in that is no target."""
        self._db.execute(
            "insert or replace into rows (row, text, outcome, reason) values (?, ?, ?, ?)",
            (wrong.row, wrong.text, outcome, wrong.reason),
        )

    def list_again(self, row: int, key: Key) -> None:
        """Take a target in whose row may have been no target when its table was read before."""
        self._db.execute("delete from rows where row = ? and key is null", (row,))
        self._db.execute("insert or ignore into rows (row, key) values (?, ?)", (row, key))

    def mark_sent(self, key: Key) -> None:
        """A change was sent for this target, by this run or the one it continues."""
        self._db.execute("update rows set sent = 1 where key = ?", (key,))

    def settle(self, key: Key, outcome: Outcome, reason: str = "", learnt: Mapping[str, Any] | None = None) -> bool:
        """Note what became of a target, and what was learnt of it. False when there is no such target."""
        return self._db.execute(_SETTLE, (outcome, reason, _text(learnt or {}), key)).rowcount > 0

    def settle_each(self, settled: Iterable[Settled]) -> None:
        """The same for many."""
        self._db.executemany(
            _SETTLE, ((outcome, reason, _text(learnt), key) for key, outcome, reason, learnt in settled)
        )

    def reopen(self, outcome: Outcome) -> None:
        """Targets that ended like this are to be tried again."""
        self._db.execute(
            "update rows set outcome = null, reason = '' where key is not null and outcome = ?", (outcome,)
        )

    def learn(self, keys: Iterable[Key], *, as_wanted: bool) -> None:
        """Note the state of targets that nobody had looked at."""
        statement = "update rows set as_wanted = ? where key = ? and as_wanted is null"
        self._db.executemany(statement, ((int(as_wanted), key) for key in keys))

    def learn_exactly(self, targets: Iterable[Target], *, as_wanted: bool) -> None:
        """The same for targets that say exactly this: one with the same key and other fields stays unknown."""
        statement = "update rows set as_wanted = ? where key = ? and fields is ? and as_wanted is null"
        self._db.executemany(statement, ((int(as_wanted), target.key, _text(target.fields)) for target in targets))

    def learn_where(self, field: str, value: Key, *, as_wanted: bool) -> None:
        """The same for every target that nobody had looked at and whose ``field`` is ``value``."""
        statement = "update rows set as_wanted = ? where as_wanted is null and json_extract(fields, ?) = ?"
        self._db.execute(statement, (int(as_wanted), f"$.{field}", value))

    def refuse_others(self, target: Target, reason: str) -> None:
        """An open target with this key that says something else has failed."""
        statement = "update rows set outcome = ?, reason = ? where key = ? and fields is not ? and outcome is null"
        self._db.execute(statement, (Outcome.FAILED, reason, target.key, _text(target.fields)))

    def unknown_by(self, field: str) -> list[Key]:
        """What stands in ``field`` of the open targets nobody has looked at, each once."""
        statement = (
            "select distinct json_extract(fields, ?) from rows"
            " where key is not null and outcome is null and as_wanted is null order by 1"
        )
        return [value for (value,) in self._db.execute(statement, (f"$.{field}",))]

    def assume(self, *, as_wanted: bool) -> None:
        """Note the same state for every target nobody has looked at."""
        self._db.execute("update rows set as_wanted = ? where key is not null and as_wanted is null", (int(as_wanted),))

    def unknown(self) -> int:
        """Open targets nobody has looked at."""
        statement = "select count(*) from rows where key is not null and outcome is null and as_wanted is null"
        return int(self._db.execute(statement).fetchone()[0])

    def pending(self) -> Iterator[tuple[Target, bool]]:
        """Open targets in order, and whether a change may already have been sent. Rows may be settled meanwhile."""
        last = 0
        while True:
            found = self._db.execute(
                "select row, key, fields, as_wanted, sent from rows"
                " where row > ? and key is not null and outcome is null order by row limit ?",
                (last, _CHUNK),
            ).fetchall()
            if not found:
                return
            for row, key, fields, as_wanted, sent in found:
                last = row
                known = None if as_wanted is None else bool(as_wanted)
                yield Target(row, key, json.loads(fields) if fields else {}, known), bool(sent)

    def asked(self) -> Iterator[tuple[Key, Mapping[str, Any]]]:
        """What was asked for and is not done yet, in order, with what was learnt of it. Rows may be settled meanwhile.

        The oldest stand first, and a platform does them in that order.
        """
        last = 0
        statement = "select row, key, learnt from rows where row > ? and outcome = ? order by row limit ?"
        while found := self._db.execute(statement, (last, Outcome.ASKED, _CHUNK)).fetchall():
            for row, key, learnt in found:
                last = row
                yield key, json.loads(learnt) if learnt else {}

    def targets(self) -> Iterator[Target]:
        """Every target, in order."""
        for row, key, fields in self._db.execute(
            "select row, key, fields from rows where key is not null order by row"
        ):
            yield Target(row, key, json.loads(fields) if fields else {})

    def wrongs(self) -> Iterator[tuple[int, Key, str, str]]:
        """Row, text, outcome and reason of every row that is no target, in order."""
        yield from self._db.execute("select row, text, outcome, reason from rows where key is null order by row")

    def counts(self) -> dict[Outcome, int]:
        """How many rows ended how; targets without an outcome are counted by ``open``."""
        counted = dict(self._db.execute("select outcome, count(*) from rows where outcome is not null group by 1"))
        return {outcome: counted.get(outcome.value, 0) for outcome in Outcome}

    def open(self) -> int:
        """Targets that have no outcome yet."""
        return int(self._db.execute("select count(*) from rows where outcome is null").fetchone()[0])

    def report(self) -> Iterator[ReportRow]:
        """Every row, in order; a target without an outcome is ``NOT_TRIED``."""
        cursor = self._db.execute(
            "select row, coalesce(key, text), outcome, reason, sent, fields, learnt from rows order by row"
        )
        for row, target, outcome, reason, sent, *texts in cursor:
            fields, learnt = (json.loads(text) if text else {} for text in texts)
            if outcome is None:
                outcome, reason = Outcome.NOT_TRIED, UNANSWERED if sent else ""
            yield ReportRow(row, target, Outcome(outcome), reason, fields, learnt)

    def names(self) -> list[str]:
        """Return the names of all fields of the targets, then of the answers, each once."""
        found: dict[str, None] = {}
        for column in ("fields", "learnt"):
            statement = f"select distinct j.key from rows, json_each({column}) j where {column} is not null"  # noqa: S608
            found |= dict.fromkeys(name for (name,) in self._db.execute(statement))
        return list(found)

    def close(self) -> None:
        """Forget everything."""
        self._db.close()


def _text(fields: Mapping[str, Any]) -> str | None:
    return json.dumps(fields, ensure_ascii=False) if fields else None
