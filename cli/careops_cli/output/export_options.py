"""Options of the commands that export a list to a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from careops.resource_names import ARE, Noun
from careops_cli.framework import completion
from careops_cli.framework.options import options_of

if TYPE_CHECKING:
    from careops_cli.output.export import Kind
    from careops_cli.output.results import Message

ExportKind = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="KIND",
        help="Format, if the file name does not show it: csv, xlsx or jsonl.",
        autocompletion=completion.words("csv", "xlsx", "jsonl"),
    ),
]
Replace = Annotated[bool, typer.Option("--replace", help="Overwrite an existing file.")]


@dataclass(frozen=True, kw_only=True)
class ExportOptions:
    """Target and format of an export, as typed."""

    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="File to write, ending in .csv, .xlsx or .jsonl; - for stdout.")
    ]
    kind: ExportKind = None
    replace: Replace = False

    def resolve_format(self, context: typer.Context) -> Kind:
        """Return the format of the file. Raises ``CliError`` if it is unknown, or if the file cannot be written."""
        from careops_cli.output import export

        file_format = export.resolve_format(self.file, self.kind, options_of(context))
        export.check_target(self.file, replace=self.replace)
        return file_format

    def summary(self, noun: Noun, count: int) -> Message | None:
        """Return a sentence about the number of exported records; None if they went to stdout."""
        from careops_cli.output.results import Message

        if str(self.file) == "-":
            return None
        return Message(f"{noun.count_text(count, ARE)} in {self.file}.")
