"""Reads a file of leads in a process of its own: ``python -m careops.lead_files``, the file on stdin.

A file may be from anybody: one of a kilobyte may ask for more memory than a machine has, or keep a reader busy for
ever. So whoever takes one starts this, with limits, and reads JSON lines: one for each lead, and as the last what
became of the whole (``{"leads": 12, "campaigns": {…}}``, ``{"wrong": 3, "first": [[row, column, why], …]}`` or
``{"error": …, "step": …}``). Without that last line the reader was ended.

One word follows, JSON that says what is meant (``words`` writes it): what somebody assigned columns to, the sheet, and
another way to read: ``look`` for a line for each person, and as the last what there is to see
(``careops.bulk.lead_looks``), or ``split`` for a line for each clinic's part and for each row that is wrong
(``careops.bulk.lead_parts``), and as the last how many lines there are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, Literal

MEMORY: Final = 1 << 30
CPU_SECONDS: Final = 20
"""Seconds of a processor, which do not pass while the machine works on something else."""
CLOCK_SECONDS: Final = 150.0
"""Seconds on the clock, for a reader that gets hardly any of a busy machine's processor time."""
MOST_WRITTEN: Final = 256 << 20
Way = Literal["read", "look", "split"]


def words(assigned: Mapping[str, str] | None = None, *, way: Way = "read", **more: str | bool) -> tuple[str, ...]:
    """How the reader is started; ``more`` are ``sheet``, ``hidden``, and for ``split`` what the file is ``called``."""
    told = json.dumps({"columns": dict(assigned or {}), "way": way, **more})
    return (sys.executable, "-P", "-m", "careops.lead_files", told)


def main(meant: Mapping[str, Any]) -> int:
    """Read stdin, write stdout."""
    _limited()
    try:
        for line in _lines(meant):
            _write(line)
    except MemoryError:
        _write({"error": "The file needs more time or memory than a table of people should", "step": ""})
    sys.stdout.flush()
    return 0


def _write(line: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=True))
    sys.stdout.write("\n")


def _lines(meant: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    from careops.bulk.errors import TargetsUnreadable
    from careops.bulk.lead_looks import look_at
    from careops.bulk.spreadsheets import Book

    def tell(sentence: str) -> None:
        if meant["way"] == "split":
            _write({"told": sentence})

    # What is split is the person's own, and may be as long as they like.
    anybodys = meant["way"] != "split"
    about: dict[str, Any] = {}
    book = Book(
        sys.stdin.buffer, meant.get("sheet", ""), meant.get("hidden", False), tell, about.update, anybodys=anybodys
    )
    assigned: Mapping[str, str] = meant["columns"]
    try:
        match meant["way"]:
            case "look":
                yield from look_at(book, assigned, about)
            case "split":
                yield from _parts(book, assigned, meant["called"])
            case _:
                yield from _read(book, assigned)
    except TargetsUnreadable as error:
        yield {"error": str(error), "step": " ".join(filter(None, (_of_several(about), error.next_step)))}


def _of_several(about: Mapping[str, Any]) -> str:
    """Return a sentence that names the sheet that was read and the others, if there are several."""
    if len(about.get("sheets", ())) < 2:
        return ""
    from careops.bulk.sheet_names import sheets_of

    sheet, others = sheets_of(about)
    return f"Only sheet {sheet!r} is read; the file also has {', '.join(map(repr, others))}."


def _read(book: Any, assigned: Mapping[str, str]) -> Iterator[Mapping[str, Any]]:
    from careops.bulk.leads import MOST_WRONG, WrongCell, as_json, read_leads

    leads = wrong = 0
    first: list[tuple[int, str, str]] = []
    campaigns: dict[str, int] = {}
    for found in read_leads(book, assigned):
        if isinstance(found, WrongCell):
            wrong += 1
            if len(first) < MOST_WRONG:
                first.append((found.row, found.column, found.reason))
        elif not wrong:
            leads += 1
            line = as_json(found)
            if line["campaign"]:
                campaigns.setdefault(line["campaign"], found.row)
            yield line
    yield {"wrong": wrong, "first": first} if wrong else {"leads": leads, "campaigns": campaigns}


def _parts(book: Any, assigned: Mapping[str, str], called: str) -> Iterator[Mapping[str, Any]]:
    from careops.bulk.lead_parts import read_leads_by_clinic

    count = 0
    for found in read_leads_by_clinic(book, assigned, called=called):
        count += 1
        yield vars(found)
    yield {"parts": count}


def _limited() -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits; lower ones may be set already
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
