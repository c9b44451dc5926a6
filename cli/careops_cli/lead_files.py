"""Files of leads: read here in a process with limits, as the platform does, and sent to be looked at or uploaded."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from careops_cli.failures import USAGE, Stop, say

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.leads import LeadsChecked


_MOST_SAID = 20


def read(file: Path, columns: Mapping[str, str]) -> dict[str, Any]:
    """How many leads a file holds, or which of its rows are wrong. Raises ``Stop`` when it is no table of leads."""
    from careops.lead_files import words

    with opened(file) as table:
        *_, last = lines_of(table, words(columns), str(file))
    return {"wrong": 0, **last}


def opened(file: Path) -> BinaryIO:
    """A file, open for reading. Raises ``Stop`` when it cannot be read."""
    try:
        return file.open("rb")
    except OSError as error:
        raise Stop(f"{file} cannot be read: {error.strerror}", code=USAGE) from None


def lines_of(table: BinaryIO, words: Sequence[str], name: str) -> Iterator[dict[str, Any]]:
    """What the reader that ``words`` start says of a table, the last of it being what became of the whole.

    Raises ``Stop`` when it is no table of leads, or needs more time or memory than one should.
    """
    from careops.lead_files import CLOCK_SECONDS

    last: dict[str, Any] | None = None
    with subprocess.Popen(words, stdin=table, stdout=subprocess.PIPE) as reader:  # noqa: S603 (our own program)
        assert reader.stdout is not None  # noqa: S101 (a pipe was asked for)
        ended = threading.Timer(CLOCK_SECONDS, reader.kill)
        ended.daemon = True
        ended.start()
        try:
            for line in reader.stdout:
                if last is not None:
                    yield last
                last = _parsed(line, name)
        finally:
            ended.cancel()
            reader.kill()
    if last is None or not last.keys() & {"error", "wrong", "leads", "parts"}:
        raise _too_much(name)
    if "error" in last:
        raise Stop(str(last["error"]).replace("the input", name, 1), next_step=last["step"])
    yield last


def _parsed(line: bytes, name: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(line)
    except ValueError:  # the reader was ended in the middle of it
        raise _too_much(name) from None
    return found


def _too_much(name: str) -> Stop:
    return Stop(f"{name} needs more time or memory than a table of people should")


def look(client: CareOps, file: Path, clinic_id: int, columns: Mapping[str, str]) -> LeadsChecked:
    """What uploading a file would do. Raises ``Stop`` while nobody can tell whom it is about."""
    from careops.calls.leads import CheckLeads

    seen = client.send(CheckLeads(clinic_id=clinic_id, **sent(file, columns)))
    if seen.missing is not None:
        raise Stop(seen.missing, next_step='Say so, for instance: --column "Mob no.=phone_number"')
    return seen


def say_merged(seen: LeadsChecked) -> None:
    """Name the rows that are not added because their number or email belongs to a lead of another name."""
    for one in seen.merged_rows[:_MOST_SAID]:
        known = f"in row {one.known_row}" if one.known_row is not None else "who is a lead already"
        say(f"Row {one.row} is not added: {one.name} has the contact {one.person} of {one.known_name}, {known}.")
    if seen.merged > _MOST_SAID:
        say(f"{seen.merged - _MOST_SAID:,} more rows are not added for the same reason.")


def sent(file: Path, columns: Mapping[str, str]) -> dict[str, Any]:
    """The file and its columns as the calls take them."""
    from careops.files import Upload

    try:
        upload = Upload.of(file)
    except OSError as error:
        raise Stop(f"{file} cannot be read: {error.strerror}", code=USAGE) from None
    return {"file0": upload, **({"columns": columns} if columns else {})}


def assigned(given: list[str] | None) -> dict[str, str]:
    """``--column`` as it was typed; a title may hold the sign that parts the two."""
    from typing import get_args

    from careops.calls.leads import LeadMeaning

    found: dict[str, str] = {}
    for one in given or []:
        title, equals, meaning = one.rpartition("=")
        if not (title.strip() and equals) or meaning not in get_args(LeadMeaning):
            step = f"Write --column TITLE=MEANING; the meanings are: {', '.join(get_args(LeadMeaning))}"
            raise Stop(f"--column {one!r} assigns no column", code=USAGE, next_step=step)
        found[title] = meaning
    return found
