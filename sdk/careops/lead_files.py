"""Reads a file of leads in a process of its own: ``python -m careops.lead_files``, the file on stdin.

A file may be from anybody: one of a kilobyte may ask for more memory than a machine has, or keep a reader busy for
ever. So whoever takes one starts this, with limits, and reads JSON lines: one for each lead, and as the last what
became of the whole (``{"leads": 12, "campaigns": {…}}``, ``{"wrong": 3, "first": [[row, column, why], …]}`` or
``{"error": …, "step": …}``). Without that last line the reader was ended.

Two words may follow: what somebody assigned columns to, as JSON (``{"mob": "phone_number"}``), and ``look`` to look
only: then a line for each person, and as the last what there is to see (``careops.bulk.lead_looks``).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

MEMORY: Final = 1 << 30
CPU_SECONDS: Final = 20
SECONDS: Final = 30
MOST_WRITTEN: Final = 256 << 20
LOOK: Final = "look"


def words(assigned: Mapping[str, str] | None = None, *, look: bool = False) -> tuple[str, ...]:
    """How the reader is started."""
    told = json.dumps(dict(assigned or {}))
    return (sys.executable, "-P", "-m", "careops.lead_files", told, *([LOOK] if look else []))


def main() -> int:
    """Read stdin, write stdout."""
    _limited()
    out = sys.stdout
    try:
        for line in _lines():
            out.write(json.dumps(line, ensure_ascii=True))
            out.write("\n")
    except MemoryError:
        out.write(json.dumps({"error": "The file needs more memory than a table of people should", "step": ""}) + "\n")
    out.flush()
    return 0


def _lines() -> Any:
    from careops.bulk.errors import TargetsUnreadable
    from careops.bulk.lead_looks import look_at
    from careops.bulk.leads import MOST_WRONG, WrongCell, as_json, read_leads

    assigned = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
    leads = wrong = 0
    first: list[tuple[int, str, str]] = []
    campaigns: dict[str, int] = {}
    try:
        if sys.argv[2:] == [LOOK]:
            yield from look_at(sys.stdin.buffer, assigned)
            return
        for found in read_leads(sys.stdin.buffer, assigned):
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
    except TargetsUnreadable as error:
        yield {"error": str(error), "step": error.next_step}
        return
    yield {"wrong": wrong, "first": first} if wrong else {"leads": leads, "campaigns": campaigns}


def _limited() -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits; lower ones may be set already
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))


if __name__ == "__main__":
    sys.exit(main())
