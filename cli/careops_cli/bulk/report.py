"""Report of a run: one row per target, and the exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from careops.bulk.targets import Outcome
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.errors import FAILED, OK, PARTLY
from careops_cli.output.results import Item, Record, Table, field_columns, on_terminal

if TYPE_CHECKING:
    from careops.bulk import BulkRun, ReportRow
    from careops.resource_names import Noun
    from careops_cli.framework.options import Options

MAX_ON_TERMINAL = 200
_FINE = frozenset({Outcome.DONE, Outcome.UNCHANGED, Outcome.PLANNED})
Extra = Callable[["ReportRow"], Item]


def report(
    run: BulkRun[Any],
    options: Options,
    *,
    noun: Noun,
    extra_columns: tuple[str, ...] = (),
    spare: Sequence[str] | None = (),
    extra: Extra = lambda row: {},
    after: Callable[[], int],
) -> Table:
    """Build the output. If there are too many rows for a terminal, it only contains those that need attention."""
    total = sum(run.counts.values()) + run.open
    short = on_terminal() and options.format == "auto" and total > MAX_ON_TERMINAL

    def items() -> Iterator[Item]:
        shown = 0
        for row in run.rows():
            if short and (row.outcome in _FINE or shown == MAX_ON_TERMINAL):
                continue
            shown += 1
            yield _item(row, extra)

    names = (*REPORT, *extra_columns)
    return Table(
        items(),
        field_columns(*names),
        total=total if short else None,
        spare=spare,
        noun=noun,
        hint="--csv shows every row.",
        exit_code=after,
    )


def single(run: BulkRun[Any], *, columns: tuple[str, ...], extra: Extra, after: Callable[[], int]) -> Record:
    """Return the row of a run with one target."""
    item = next((_item(row, extra) for row in run.rows()), {})
    return Record(item, field_columns(*REPORT, *columns), exit_code=after)


def _item(row: ReportRow, extra: Extra) -> Item:
    return {
        "row": row.row,
        "target": row.target,
        "outcome": row.outcome.value,
        "reason": row.reason,
        **extra(row),
    }


def exit_code(run: BulkRun[Any]) -> int:
    """Return 0 if all rows succeeded, 1 if none did, 3 otherwise. "Asked for" is a success unless the run waits."""
    counts = run.counts
    bad = counts[Outcome.FAILED] + counts[Outcome.INVALID] + (counts[Outcome.ASKED] if run.wait else 0)
    if not bad and not run.open:
        return OK
    fine = _FINE if run.wait else _FINE | {Outcome.ASKED}
    return PARTLY if any(counts[outcome] for outcome in fine) else FAILED


def summary(run: BulkRun[Any]) -> str:
    """``243 done, 7 unchanged, 2 failed``."""
    words = [f"{count:,} {outcome.value}" for outcome, count in run.counts.items() if count]
    if run.open:
        words.append(f"{run.open:,} not tried")
    return ", ".join(words)
