"""``careops help``: topics, and the help of any command."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.help_topics import TOPICS
from careops_cli.framework.resolve import suggestion

app = Area("Show help about a topic or a command.")


@app.verb("help", examples=["careops help", "careops help environment", "careops help modules activate"])
def show_help(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TOPIC]",
            help="environment, exit-codes, files, bulk, formatting; or a command.",
            autocompletion=completion.topics,
        ),
    ] = None,
) -> None:
    """Show help about a topic or a command.

    For a command it is the output of --help.
    """
    from careops_cli.framework.options import Options
    from careops_cli.root import commands, root

    path = words or []
    if path and path[0] in TOPICS:
        typer.echo(TOPICS[path[0]], nl=False)
        return
    if path and path[0] not in commands():
        names = [*TOPICS, *commands()]
        step = suggestion(path[0], names) or f"Topics: {', '.join(TOPICS)}; or a command."
        raise CliError(f"There is no topic or command {path[0]!r}", next_step=step, code=USAGE)
    root().main([*path, "--help"], prog_name="careops", standalone_mode=False, obj=Options())
