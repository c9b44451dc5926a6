"""``careops help``: topics, and the help of any command."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area, write_options
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.global_options import shared_options
from careops_cli.framework.help_topics import ALL_TOPICS, TOPICS
from careops_cli.framework.resolve import suggestion

app = Area("Show help about a topic or a command.")


@app.verb("help", examples=["careops help", "careops help commands", "careops help modules on"])
def show_help(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TOPIC]",
            help=f"{', '.join(ALL_TOPICS)}; or a command.",
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
    if path == ["commands"]:
        typer.echo(_list_commands(context), nl=False)
        return
    if path == ["options"]:
        formatter = context.make_formatter()
        write_options(formatter, context, "Options of every command", shared_options())
        typer.echo(formatter.getvalue(), nl=False)
        return
    if path and path[0] in TOPICS:
        typer.echo(TOPICS[path[0]], nl=False)
        return
    if path and path[0] not in commands():
        step = suggestion(path[0], [*ALL_TOPICS, *commands()]) or f"Topics: {', '.join(ALL_TOPICS)}; or a command."
        raise CliError(f"There is no topic or command {path[0]!r}", next_step=step, code=USAGE)
    root().main([*path, "--help"], prog_name="careops", standalone_mode=False, obj=Options())


def _list_commands(context: typer.Context) -> str:
    from careops_cli.root import root

    formatter = context.make_formatter()
    top = root()
    for title, names in top.panels.items():
        top.write_panel(formatter, title, names)
    return formatter.getvalue()
