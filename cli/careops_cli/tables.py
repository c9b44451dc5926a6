"""Tables for people at a terminal. The only module that knows rich."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from careops_cli.failures import safe_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def print_table(titles: Iterable[str], rows: Iterable[Sequence[str]]) -> None:
    """A table as wide as the terminal; long texts are wrapped, never cut."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for title in titles:
        table.add_column(title.replace("_", " "), overflow="fold")
    shown = False
    for row in rows:
        table.add_row(*(_text(cell) for cell in row))
        shown = True
    if shown:
        _console().print(table)


def print_record(fields: Sequence[tuple[str, str]]) -> None:
    """Names on the left, values on the right."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in fields:
        table.add_row(_text(name.replace("_", " ")), _text(value))
    _console().print(table)


def _console() -> Console:
    from rich.console import Console

    return Console(file=sys.stdout, highlight=False, emoji=False)


def _text(value: str) -> Text:
    """The value itself: brackets in a name are no markup, and nothing in it moves the cursor."""
    from rich.text import Text

    return Text(safe_text(value))
