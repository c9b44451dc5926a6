"""Read a file of leads in a sandbox: ``python -m careops.bulk.lead_reader_worker``, with the file on stdin.

Files are untrusted: a kilobyte may need more memory than the machine has, or an endless time to read. The caller
therefore starts this program with limits and reads JSON lines: one per lead, and finally the result (``{"leads": 12,
"campaigns": {…}}``, ``{"wrong": 3, "first": [{"row": 5, …}, …]}`` or ``{"error": …, "step": …}``; the first two with
``unchecked``, see ``careops.bulk.spreadsheets.Book.note``). If the last line is missing, the reader was terminated.

The argument is JSON, written by ``words``: the assignment of columns, the sheet, and the mode. ``look`` yields one line
per person and finally a summary (``careops.bulk.lead_preview``). ``split`` yields one line per clinic's part and per
wrong row (``careops.bulk.lead_split``), and finally the number of lines.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from careops.models.lead_uploads import LeadCorrection

MEMORY: Final = 1 << 30
CPU_SECONDS: Final = 20
"""Processor seconds, which do not pass while the machine works on something else."""
CLOCK_SECONDS: Final = 150.0
"""Clock seconds, for a reader that gets little processor time on a busy machine."""
MAX_WRITTEN_BYTES: Final = 256 << 20
Way = Literal["read", "look", "split"]


def words(
    assigned: Mapping[str, str] | None = None,
    corrections: Iterable[LeadCorrection] = (),
    *,
    way: Way = "read",
    **reader_options: str | bool,
) -> tuple[str, ...]:
    """Return the arguments of the reader; ``reader_options`` are ``sheet``, ``hidden``, and for ``split`` the file name
    ``called``."""
    corrected = [(correction.row, correction.column_number - 1, correction.text) for correction in corrections]
    options = json.dumps({"columns": dict(assigned or {}), "corrected": corrected, "way": way, **reader_options})
    return (sys.executable, "-P", "-m", "careops.bulk.lead_reader_worker", options)


def main(options: Mapping[str, Any]) -> int:
    """Read stdin and write stdout."""
    _limited()
    try:
        for line in _lines(options):
            _write(line)
    except MemoryError:
        _write({"error": "The file needs more time or memory than a table of people should", "step": ""})
    sys.stdout.flush()
    return 0


def _write(line: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=True))
    sys.stdout.write("\n")


def _lines(options: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    from careops.bulk.errors import TargetsUnreadable
    from careops.bulk.lead_preview import preview
    from careops.bulk.spreadsheets import Book

    def tell(sentence: str) -> None:
        if options["way"] == "split":
            _write({"told": sentence})

    # A file to split belongs to the user, so its length is not limited.
    anybodys = options["way"] != "split"
    about: dict[str, Any] = {}
    book = Book(
        sys.stdin.buffer, options.get("sheet", ""), options.get("hidden", False), tell, about.update, anybodys=anybodys
    )
    assigned: Mapping[str, str] = options["columns"]
    corrected: dict[int, dict[int, str]] = {}
    for row, place, text in options["corrected"]:
        corrected.setdefault(row, {})[place] = text
    try:
        match options["way"]:
            case "look":
                yield from preview(book, assigned, about, corrected)
            case "split":
                yield from _parts(book, assigned, options["called"])
            case _:
                yield from _read(book, assigned, corrected, about)
    except TargetsUnreadable as error:
        yield {"error": str(error), "step": " ".join(filter(None, (_of_several(about), error.next_step)))}


def _of_several(about: Mapping[str, Any]) -> str:
    """Return a sentence that names the sheet that was read and the others, if there are several."""
    from careops.bulk.sheet_names import describe_skipped, sheets_of

    return " ".join(describe_skipped(*sheets_of(about), 0, ()))


def _read(
    book: Any,
    assigned: Mapping[str, str],
    corrected: Mapping[int, Mapping[int, str]],
    about: Mapping[str, Any],
) -> Iterator[Mapping[str, Any]]:
    from careops.bulk.leads import MAX_WRONG_ROWS, WrongCell, as_json, read_leads
    from careops.bulk.sheet_names import selection_of

    leads = wrong = 0
    first: list[dict[str, Any]] = []
    campaigns: dict[str, int] = {}
    for lead in read_leads(book, assigned, corrected):
        if isinstance(lead, WrongCell):
            wrong += 1
            if len(first) < MAX_WRONG_ROWS:
                first.append(vars(lead))
        elif not wrong:
            leads += 1
            line = as_json(lead)
            if line["campaign"]:
                campaigns.setdefault(line["campaign"], lead.row)
            yield line
    result = {"wrong": wrong, "first": first} if wrong else {"leads": leads, "campaigns": campaigns}
    yield {**result, **selection_of(about)}


def _parts(book: Any, assigned: Mapping[str, str], called: str) -> Iterator[Mapping[str, Any]]:
    from careops.bulk.lead_split import read_leads_by_clinic

    count = 0
    for lead in read_leads_by_clinic(book, assigned, called=called):
        count += 1
        yield vars(lead)
    yield {"parts": count}


def _limited() -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits; lower ones may be set already
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_WRITTEN_BYTES, MAX_WRITTEN_BYTES))


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
