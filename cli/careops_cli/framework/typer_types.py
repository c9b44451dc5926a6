"""Types of Typer that its public modules do not name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

Context: TypeAlias = Any
"""``typer.Context`` in a method that overrides one of Typer.

Typer declares these methods with the private base class of ``typer.Context``, so a checker refuses the public class.
"""


class HelpFormatter(Protocol):
    """Writer of a help page."""

    width: int
    current_indent: int

    def write(self, string: str) -> None:
        """Write a text as it is."""

    def write_text(self, text: str) -> None:
        """Write a paragraph, wrapped and indented."""

    def write_dl(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write a table of terms and their meaning."""

    def section(self, name: str) -> AbstractContextManager[None]:
        """Write a heading, and indent the text below it."""
