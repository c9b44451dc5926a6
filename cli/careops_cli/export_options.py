"""The options of every command that writes a list into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from careops_cli import completing

ExportFile = Annotated[Path, typer.Argument(metavar="FILE", help="Ends with .csv, .xlsx or .jsonl; - is stdout.")]
ExportKind = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="KIND",
        help="csv, xlsx or jsonl, whatever the file's name.",
        autocompletion=completing.words("csv", "xlsx", "jsonl"),
    ),
]
Replace = Annotated[bool, typer.Option("--replace", help="Replace the file when it is there.")]
