"""Tables for terminals. The only module that imports rich."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Final, TextIO

from careops_cli.framework.errors import safe_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_GAP: Final = 3
_TEXT_WIDTH: Final = 18
_MOMENT: Final = re.compile(
    r"\b[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})(?!\w)"
)
_SHOWN_MOMENT: Final = re.compile(r"[0-9-]{10} [0-9:]{8}")


def print_table(
    titles: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    spare: Sequence[str] | None = None,
    zone: tzinfo,
    tints: Mapping[str, Mapping[str, str]] | None = None,
) -> list[str]:
    """Print a table in the width of the terminal, one line per row. Long texts end in ``…``; numbers, ids and addresses
    are never cut.

    If it is still too wide, columns are omitted: first those in ``spare``, in that order, then from the right. Returns
    their names. With None all columns are printed and texts are wrapped, because the reasons in a report must be
    readable.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    cells = [[_in_zone(cell, zone) for cell in row] for row in rows]
    if not cells:
        return []
    console = _console()
    shown = list(titles)
    if spare is not None:
        shown = _fitting(titles, cells, spare, console.width)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    places = [place for place, title in enumerate(titles) if title in shown]
    for place in places:
        column = [row[place] for row in cells]
        no_wrap = spare is not None and not _is_text(column)
        least = _least_width(titles[place], column) if spare is not None and len(places) > 1 else None
        # The title of a column that is never cut may take two lines, because a narrow terminal would cut it.
        widest = least if no_wrap and not _all_fit(places, titles, cells, console.width) else None
        head = Text(titles[place].replace("_", " "), no_wrap=False, overflow="fold")
        table.add_column(head, overflow="fold", no_wrap=no_wrap, min_width=least, max_width=widest)
    coloured = [(place, (tints or {}).get(titles[place], {})) for place in places]
    for row in cells:
        texts = [_text(row[place], tint.get(row[place], "")) for place, tint in coloured]
        for text in texts if spare is not None else ():
            # Set on the cell only: on the column, rich would treat it as a minimum width.
            text.no_wrap, text.overflow = True, "ellipsis"
        table.add_row(*texts)
    with console.capture() as drawn:
        console.print(table)
    paged(drawn.get(), console.height)
    return [title for title in titles if title not in shown]


def paged(text: str, height: int) -> None:
    """Print a text. If it is longer than the screen, use ``PAGER`` (less) on an interactive terminal."""
    command = shlex.split(os.environ.get("PAGER", "less"))
    if text.count("\n") < height or not command or not (_is_screen(sys.stdin) and _is_screen(sys.stdout)):
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    try:
        # Keep colours, and keep the text on the screen after the pager exits.
        environment = {"LESS": "FRX", **os.environ}
        with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as pager:  # noqa: S603 (the PAGER of the user)
            with suppress(BrokenPipeError):  # the user quit the pager early
                pager.communicate(text.encode())
    except OSError:  # the program does not exist
        sys.stdout.write(text)


def _is_screen(stream: TextIO) -> bool:
    try:
        return os.isatty(stream.fileno())
    except (OSError, ValueError):
        return False


def _fitting(titles: Sequence[str], cells: Sequence[Sequence[str]], spare: Sequence[str], width: int) -> list[str]:
    """Return the columns that fit into the width, at least one."""
    widths = {title: _least_width(title, [row[place] for row in cells]) for place, title in enumerate(titles)}
    shown = list(titles)
    leaving = [*(title for title in spare if title in shown), *reversed([t for t in titles if t not in spare])]
    for title in leaving:
        if sum(widths[name] + _GAP for name in shown) <= width or len(shown) == 1:
            break
        shown.remove(title)
    for title in reversed(leaving):  # a narrow column may fit after a wide one was omitted
        if title not in shown and sum(widths[name] + _GAP for name in (*shown, title)) <= width:
            shown.append(title)
    return [title for title in titles if title in shown]


def _all_fit(places: Sequence[int], titles: Sequence[str], cells: Sequence[Sequence[str]], width: int) -> bool:
    """Return True if every column has room for its title and its widest cell."""
    from rich.cells import cell_len

    widest = (max(len(titles[place]), *(cell_len(row[place]) for row in cells)) for place in places)
    return sum(each + _GAP for each in widest) <= width


def _least_width(title: str, column: Sequence[str]) -> int:
    """Return the minimum width: the longest word and a ``…`` for texts, the full width for other values."""
    from rich.cells import cell_len

    longest = max(cell_len(cell) for cell in column)
    if _is_text(column):
        words = max((cell_len(word) for cell in column for word in cell.split()), default=0)
        longest = min(longest, max(words + 1, _TEXT_WIDTH))
    return max(longest, *(len(word) for word in title.split("_")))


def _is_text(column: Iterable[str]) -> bool:
    """Return True if lines can be broken at blanks."""
    return any(" " in cell.strip() and not _SHOWN_MOMENT.fullmatch(cell) for cell in column)


def _in_zone(cell: str, zone: tzinfo) -> str:
    """Convert times to the zone; other values are unchanged."""
    return _MOMENT.sub(lambda moment: _local(moment[0], zone), cell)


def _local(moment: str, zone: tzinfo) -> str:
    return datetime.fromisoformat(moment.replace("Z", "+00:00")).astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def print_record(fields: Sequence[tuple[str, str]], *, zone: tzinfo) -> None:
    """Print a record with names on the left and values on the right."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in fields:
        table.add_row(_text(name.replace("_", " ")), _text(_in_zone(value, zone)))
    _console().print(table)


def _console() -> Console:
    from rich.console import Console

    # Without colour, bold letters are also unwanted in logs, but rich would keep them.
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(file=sys.stdout, highlight=False, emoji=False, color_system=None if plain else "auto")


def _text(value: str, style: str = "") -> Text:
    """Return the value as plain text: without markup for brackets and without terminal controls."""
    from rich.text import Text

    return Text(safe_text(value), style=style)
