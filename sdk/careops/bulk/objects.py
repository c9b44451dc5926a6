"""Rows of JSON: what ``--json`` and an export as JSON lines wrote, read again.

A list of objects is a table whose columns are their keys; a list of ids is a table of one column without a title.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, BinaryIO, Final

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.targets import Cell

MOST_BYTES: Final = 64 << 20
"""What a list may be long: it is read at once. Lines may be as many as there are."""
_BEGINNINGS: Final = ("[", "{")


def is_json(head: str) -> bool:
    """Whether a text that begins like this is JSON."""
    return head.lstrip("\ufeff \t\r\n").startswith(_BEGINNINGS)


def object_rows(file: BinaryIO, name: str, encoding: str) -> Iterator[tuple[int, list[Cell]]]:
    """Numbers and cells; the titles first, as row 0. Raises ``TargetsUnreadable``."""
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
    """The entries of a list with their places, or of lines with their numbers."""
    file.seek(0)
    text = io.TextIOWrapper(file, encoding)
    number = 0
    try:
        if text.read(4096).lstrip("\ufeff \t\r\n").startswith("["):
            text.seek(0)
            content = text.read(MOST_BYTES + 1)
            if len(content) > MOST_BYTES:
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
        with suppress(ValueError):  # whoever wanted no more has closed the file
            text.detach()


def _cell(value: Any) -> Cell:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else value
