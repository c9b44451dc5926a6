"""Options of all commands, before or after the command's name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import typer

Format = Literal["auto", "json", "csv", "jq", "template"]


@dataclass
class Options:
    """Values of the shared options."""

    profile: str | None = None
    url: str | None = None
    json: bool = False
    csv: bool = False
    columns: str | None = None
    jq: str | None = None
    template: str | None = None
    utc: bool = False
    verbose: bool = False
    quiet: bool = False
    web: bool = False
    columns_are_known: bool = False
    """True if the command itself has checked ``columns`` already."""

    @property
    def format(self) -> Format:
        """Format of the output; ``auto`` is a table on a terminal and TSV in a pipe."""
        formats = [name for name in ("json", "csv", "jq", "template") if getattr(self, name)]
        if len(formats) > 1 and formats != ["json", "jq"]:
            raise typer.BadParameter(f"Choose one of --{' and --'.join(formats)}.")
        if self.jq is not None:
            return "jq"
        if self.template is not None:
            return "template"
        if self.json:
            return "json"
        return "csv" if self.csv else "auto"

    @property
    def chosen_columns(self) -> tuple[str, ...]:
        """Names in ``--columns``; empty if not given."""
        return tuple(name.strip() for name in (self.columns or "").split(",") if name.strip())


def options_of(context: typer.Context) -> Options:
    """Return the shared options of the running command."""
    options = context.obj
    return options if isinstance(options, Options) else Options()
