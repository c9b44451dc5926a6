"""``careops man``: manual pages."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Annotated

import typer

from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.output.results import Message, on_terminal

app = Area("Show the manual, or install its pages.")


@app.verb(
    "man",
    examples=[
        "careops man",
        "careops man modules",
        "careops man --into ~/.local/share/man/man1",
        "careops man clinics > careops-clinics.1",
    ],
)
def man(
    area: Annotated[str | None, typer.Argument(metavar="[AREA]", help="Only the commands of this area.")] = None,
    into: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Folder to write all pages to.")] = None,
) -> Message | None:
    """Show the manual, or install its pages.

    On a terminal man displays it; in a pipe its source is printed.
    """
    from careops_cli.framework.man_pages import names, page
    from careops_cli.framework.resolve import suggestion

    if into is not None and area is None:
        if into.exists() and not into.is_dir():
            raise CliError(f"{into} is no folder", next_step="Name another.", code=USAGE)
        into.mkdir(parents=True, exist_ok=True)
        for name in names():
            (into / f"{name}.1").write_text(page(name), "utf-8")
        return Message(f"{len(names())} pages are in {into}. Read them with: man careops")
    if into is not None:
        raise typer.BadParameter("--into writes every page: omit the area.")
    page_name = f"careops-{area}" if area else "careops"
    if page_name not in names():
        areas = [name.removeprefix("careops-") for name in names()[1:]]
        step = suggestion(area or "", areas) or "See: careops --help"
        raise CliError(f"There is no manual of {area!r}", next_step=step, code=USAGE)
    program = shutil.which("man")
    if on_terminal() and program:
        subprocess.run([program, "-l", "-"], input=page(page_name), text=True, check=False)  # noqa: S603 (the man of the user)
    else:
        typer.echo(page(page_name), nl=False)
    return None
