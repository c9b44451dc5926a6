"""Lead files: read here in a sandbox, as the platform does, and sent for a preview or an upload."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from careops_cli.framework.errors import USAGE, CliError, print_message

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.leads import LeadsChecked
    from careops.models.lead_uploads import LeadCorrection

_MAX_MESSAGE_LENGTH = 20
_CORRECTION = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]{0,9})=(.*)", re.DOTALL)


def check_locally(file: Path, columns: Mapping[str, str], corrections: Sequence[LeadCorrection] = ()) -> dict[str, Any]:
    """Return the number of leads or the wrong rows of a file. Raises ``CliError`` if it is not a table of leads."""
    from careops.bulk.lead_reader_worker import words

    with open_file(file) as table:
        *_, last = lines_of(table, words(columns, corrections), str(file))
    say_skipped(file, last)
    return {"wrong": 0, **last}


def say_skipped(file: Path, checked: Mapping[str, Any]) -> None:
    """Print which sheets and rows of the file are not read, or that hidden rows and formulas are not checked."""
    from careops.bulk.sheet_names import describe_skipped
    from careops.bulk.spreadsheets import UNCHECKED

    names = ("sheet", "other_sheets", "hidden_rows", "first_hidden_rows")
    sentences = describe_skipped(**{name: checked[name] for name in names}) if "sheet" in checked else []
    for sentence in [*sentences, UNCHECKED] if checked.get("unchecked") else sentences:
        print_message(f"{file}: {sentence}")


def open_file(file: Path) -> BinaryIO:
    """Open a file. Raises ``CliError`` if it cannot be read."""
    try:
        return file.open("rb")
    except OSError as error:
        raise CliError(f"{file} cannot be read: {error.strerror}", code=USAGE) from None


def lines_of(table: BinaryIO, words: Sequence[str], name: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of the reader that is started with ``words``; the last one is the result.

    Raises ``CliError`` if the file is not a table of leads, or exceeds the limits of time or memory.
    """
    from careops.bulk.lead_reader_worker import CLOCK_SECONDS

    last: dict[str, Any] | None = None
    with subprocess.Popen(words, stdin=table, stdout=subprocess.PIPE) as reader:  # noqa: S603 (fixed command)
        assert reader.stdout is not None  # noqa: S101 (Popen with PIPE)
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
        raise CliError(str(last["error"]).replace("the input", name, 1), next_step=last["step"])
    yield last


def _parsed(line: bytes, name: str) -> dict[str, Any]:
    try:
        item: dict[str, Any] = json.loads(line)
    except ValueError:  # the reader was terminated while writing
        raise _too_much(name) from None
    return item


def _too_much(name: str) -> CliError:
    return CliError(f"{name} needs more time or memory than a table of people should")


def preview(
    client: CareOps,
    file: Path,
    clinic_id: int,
    columns: Mapping[str, str],
    corrections: Sequence[LeadCorrection] = (),
) -> LeadsChecked:
    """Return the preview of an upload. Raises ``CliError`` if the columns do not identify the people."""
    from careops.calls.leads import CheckLeads

    preview = client.send(CheckLeads(clinic_id=clinic_id, **upload_parameters(file, columns, corrections)))
    if preview.missing is not None:
        raise CliError(preview.missing, next_step='Say so, for instance: --column "Mob no.=phone_number"')
    return preview


def say_merged(preview: LeadsChecked) -> None:
    """Print the rows that are not added because their number or email belongs to a lead of another name."""
    for merged_row in preview.merged_rows[:_MAX_MESSAGE_LENGTH]:
        place = f"in row {merged_row.known_row}" if merged_row.known_row is not None else "who is a lead already"
        print_message(
            f"Row {merged_row.row} is not added: {merged_row.name} has the contact {merged_row.person} of "
            f"{merged_row.known_name}, {place}."
        )
    if preview.merged > _MAX_MESSAGE_LENGTH:
        print_message(f"{preview.merged - _MAX_MESSAGE_LENGTH:,} more rows are not added for the same reason.")


def upload_parameters(
    file: Path, columns: Mapping[str, str], corrections: Sequence[LeadCorrection] = ()
) -> dict[str, Any]:
    """Return the file, its columns and its corrections as parameters of the calls."""
    from careops.files import Upload

    try:
        upload = Upload.of(file)
    except OSError as error:
        raise CliError(f"{file} cannot be read: {error.strerror}", code=USAGE) from None
    return {
        "file0": upload,
        **({"columns": columns} if columns else {}),
        **({"corrections": corrections} if corrections else {}),
    }


def assigned(pairs: list[str] | None) -> dict[str, str]:
    """Parse ``--column``. A title may contain the separator."""
    from typing import get_args

    from careops.calls.leads import LeadMeaning

    columns: dict[str, str] = {}
    for pair in pairs or []:
        title, equals, meaning = pair.rpartition("=")
        if not (title.strip() and equals) or meaning not in get_args(LeadMeaning):
            step = f"Write --column TITLE=MEANING; the meanings are: {', '.join(get_args(LeadMeaning))}"
            raise CliError(f"--column {pair!r} assigns no column", code=USAGE, next_step=step)
        columns[title] = meaning
    return columns


def corrected(file: Path, pairs: list[str] | None) -> Sequence[LeadCorrection]:
    """Parse ``--correct``, within the limits of the calls. Raises ``CliError`` and ``ValidationError``."""
    from careops.bulk.lead_columns import place_of_letters
    from careops.models.lead_uploads import LeadFile

    cells: list[dict[str, Any]] = []
    for pair in pairs or []:
        match = _CORRECTION.fullmatch(pair)
        if match is None:
            step = "Write --correct CELL=TEXT, for instance --correct B3=9812345670"
            raise CliError(f"--correct {pair!r} names no cell", code=USAGE, next_step=step)
        letters, row, text = match.groups()
        cells.append({"row": int(row), "column_number": place_of_letters(letters) + 1, "text": text})
    if not cells:
        return ()
    return LeadFile.model_validate({**upload_parameters(file, {}), "corrections": cells}).corrections or ()


def cell_of(row: int, column_number: int | None) -> str | None:
    """Return the name of a cell as in a spreadsheet, ``B3``; None for a column that the file lacks."""
    from careops.bulk.lead_columns import letters_of

    return None if column_number is None else f"{letters_of(column_number - 1)}{row}"
