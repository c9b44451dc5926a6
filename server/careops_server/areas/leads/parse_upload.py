"""Parsing of lead files in a sandboxed subprocess, so that they cannot harm or block the worker."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from careops.bulk.lead_reader_worker import CLOCK_SECONDS, words
from careops.bulk.targets import as_sentence
from careops.calls.leads import TOO_BUSY, wrong_rows
from careops.calls.leads import LeadFile as LeadFileCall
from careops.error_codes import find_title, read_title, reason_of, title_of
from careops.errors import InvalidInput, Problem, Unavailable
from careops.files import Upload
from careops_server.core.sandbox import run_sandboxed_file

BATCH: Final = 1_000
_BATCH_BYTES: Final = 1 << 20
"""Limits memory for files with few, very long rows."""
_LAST_LINE: Final = 1 << 20
"""Bytes at the end of the output in which the last line must begin."""
_AT_ONCE: Final = asyncio.Semaphore(2)
_TOO_MUCH: Final = title_of("lead_file_too_complex")


@dataclass
class Lines:
    """Output of the parser: ``count`` lines of JSON, and a summary line."""

    written: BinaryIO = field(repr=False)
    count: int
    skipped: int = 0
    """Lines before them."""

    def batches(self) -> Iterator[str]:
        """Yield the lines as JSON arrays in batches."""
        self.written.seek(0)
        for _ in range(self.skipped):
            self.written.readline()
        batch: list[str] = []
        size = 0
        for _ in range(self.count):
            batch.append(self.written.readline().decode())
            size += len(batch[-1])
            if len(batch) == BATCH or size >= _BATCH_BYTES:
                yield f"[{','.join(batch)}]"
                batch, size = [], 0
        if batch:
            yield f"[{','.join(batch)}]"


@dataclass
class LeadFile:
    """A parsed file without errors."""

    lines: Lines
    leads: int
    campaigns: Mapping[str, int]
    """Campaigns in the file (id and name), with the row of their first appearance."""
    described: Mapping[str, Any]


@dataclass
class LeadLook:
    """An examined file."""

    people: Lines
    preview: Mapping[str, Any]
    """Result of the parser, with the names of ``careops.bulk.lead_preview``."""
    campaigns: Mapping[str, Mapping[str, int]]
    """Campaigns in the file, with their first row (``row``) and number of rows (``rows``)."""
    campaign_rows: Lines
    """First rows of each campaign (``campaign``, ``row``, ``cells``)."""


async def parse(call: LeadFileCall, folder: Path) -> LeadFile:
    """Parse a file. Raises ``InvalidInput`` with the errors by row, and ``Unavailable`` if the machine is too busy."""
    upload = call.file0
    written, last = await _read(upload, folder, words(call.columns, call.corrections or ()))
    match last:
        case {"leads": int() as leads, "campaigns": dict() as campaigns}:
            return LeadFile(Lines(written, leads), leads, campaigns, upload.described)
        case {"wrong": int() as count, "first": list() as first}:
            raise _refusal(count, first)
    raise _unreadable(last)


async def preview(call: LeadFileCall, folder: Path) -> LeadLook:
    """Examine a file. Raises ``InvalidInput`` if it is not a table, and ``Unavailable`` if the machine is too busy."""
    written, last = await _read(call.file0, folder, words(call.columns, call.corrections or (), way="look"))
    match last:
        case {"people": int() as people, "campaigns": dict() as campaigns, "missing": missing}:
            wrong = [{**row, **reason_of(find_title(row["reason"]))} for row in last["wrong_rows"]]
            preview = {**last, "missing": missing and _sentence(missing), "wrong_rows": wrong}
            of_campaigns = Lines(written, last["campaign_rows"], skipped=people)
            return LeadLook(Lines(written, people), preview, campaigns, of_campaigns)
    raise _unreadable(last)


async def _read(upload: Upload, folder: Path, started: Sequence[str]) -> tuple[BinaryIO, Any]:
    # Kept as long as the upload, because a transaction may be retried.
    written: BinaryIO = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 (it is closed with the upload)
    upload.close_with(written)
    async with _AT_ONCE:
        with upload.open() as file:
            try:
                await run_sandboxed_file(started, source=file, output=written, seconds=CLOCK_SECONDS)
            except Unavailable as error:
                raise Unavailable(TOO_BUSY, source="file0", retry_after=error.retry_after) from None
    return written, _last(written)


def _unreadable(last: Any) -> InvalidInput:
    match last:
        case {"error": str() as why, "step": str() as step}:
            title = read_title(_sentence(why), otherwise="lead_file_unreadable")
            return InvalidInput(Problem(title, "file0", step or None))
    return InvalidInput(_TOO_MUCH, source="file0")


def _last(written: BinaryIO) -> Any:
    """Return the parser's last line, None if it ended before it wrote one."""
    size = written.seek(0, os.SEEK_END)
    written.seek(max(0, size - _LAST_LINE))
    lines = written.read().splitlines(keepends=True)
    if not lines or not lines[-1].endswith(b"\n"):
        return None
    with suppress(ValueError):
        return json.loads(lines[-1])
    return None


def _refusal(count: int, first: list[dict[str, Any]]) -> InvalidInput:
    rows = [(wrong_row["row"], wrong_row["column"], find_title(wrong_row["reason"])) for wrong_row in first]
    named = [title_of("lead_cell_invalid", count=row, where=column, what=why) for row, column, why in rows]
    remaining_lines = [title_of("lead_rows_left", count=count - len(named))] if count > len(named) else []
    lines = [*named, *remaining_lines]
    summary = Problem(wrong_rows(count), "", "\n".join(lines), details=lines)
    cells = [
        Problem(title_of("lead_row_invalid", count=row, what=why), f"file0.{row}.{column}") for row, column, why in rows
    ]
    return InvalidInput(summary, *cells)


def _sentence(why: str) -> str:
    """Return a parser's message as a sentence about the file."""
    return as_sentence(why.replace("the input", "The file", 1))
