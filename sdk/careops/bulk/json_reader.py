"""Read rows from JSON, including the output of ``--json`` and exports as JSON lines.

A list of objects becomes a table with their keys as columns. A list of ids becomes a table with one untitled column.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, BinaryIO, Final

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.targets import Cell

MAX_BYTES: Final = 64 << 20
"""Maximum size of a JSON list, which is read at once. JSON lines have no limit."""
_BEGINNINGS: Final = ("[", "{")


def is_json(head: str) -> bool:
    """Return True if a text with this beginning is JSON."""
    return head.lstrip("\ufeff \t\r\n").startswith(_BEGINNINGS)


def object_rows(file: BinaryIO, name: str, encoding: str) -> Iterator[tuple[int, list[Cell]]]:
    """Yield row numbers and cells, with the titles as row 0. Raises ``TargetsUnreadable``."""
    columns: dict[str, None] = {}
    for _, value in _values(file, name, encoding):
        columns.update(dict.fromkeys(value if isinstance(value, dict) else ()))
    if columns:
        yield 0, [*columns]
    for number, value in _values(file, name, encoding):
        if isinstance(value, dict) is not bool(columns):
            raise TargetsUnreadable(
                f"{name} holds objects and other things, from entry {number} on",
                next_step="Give a list of ids, or of objects whose keys are the columns.",
            )
        yield number, [_cell(value.get(title)) for title in columns] if columns else [_cell(value)]


def _values(file: BinaryIO, name: str, encoding: str) -> Iterator[tuple[int, Any]]:
    """Yield the entries of a list with their positions, or of lines with their numbers."""
    file.seek(0)
    text = io.TextIOWrapper(file, encoding)
    number = 0
    try:
        if text.read(4096).lstrip("\ufeff \t\r\n").startswith("["):
            text.seek(0)
            content = text.read(MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise TargetsUnreadable(f"{name} is a very long list", next_step="Write it as JSON lines, or as CSV.")
            yield from enumerate(json.loads(content.removeprefix("\ufeff")), start=1)
            return
        text.seek(0)
        for number, line in enumerate(text, start=1):
            if line.strip("\ufeff \t\r\n"):
                yield number, json.loads(line.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        where = f"line {number}" if number else "it"
        raise TargetsUnreadable(
            f"{name} is no JSON, or JSON lines: {where} cannot be read: {error}",
            next_step="It begins as JSON does; a table is better CSV.",
        ) from None
    finally:
        with suppress(ValueError):  # an abandoned reader may have closed the file already
            text.detach()


def _cell(value: Any) -> Cell:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else value
