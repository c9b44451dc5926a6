"""``careops alias``: aliases of long command lines."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import Noun
from careops_cli.framework import aliases, completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.resolve import suggestion
from careops_cli.output.results import Message, Table, field_columns

app = Area("Manage aliases for command lines.")

COLUMNS = ("name", "command")
Name = Annotated[str, typer.Argument(metavar="NAME", help="The alias.", autocompletion=completion.alias_names)]


@app.verb("list", examples=["careops alias list", "careops alias list --json"], columns=COLUMNS)
def list_aliases() -> Table:
    """List the aliases and their commands."""
    items = [{"name": name, "command": words} for name, words in aliases.load().items()]
    return Table(items, field_columns(*COLUMNS), noun=Noun("alias", "aliases"))


@app.verb(
    "set",
    examples=["careops alias set punjab 'clinics list --state Punjab --columns id,name,city'"],
)
def set_alias(
    name: Name,
    command: Annotated[str, typer.Argument(metavar="COMMAND", help="The command in quotes, without careops.")],
) -> Message:
    """Create or change an alias of a command line.

    Additional words are appended: careops punjab --hospital. An alias cannot replace a command.
    """
    from careops_cli.root import commands

    aliases.check_alias(name, command, commands())
    aliases.save({**aliases.load(), name: command})
    return Message(f"careops {name} is careops {command}")


@app.verb("delete", examples=["careops alias delete punjab"])
def delete_alias(name: Name) -> Message:
    """Delete an alias."""
    stored_aliases = dict(aliases.load())
    if name not in stored_aliases:
        raise CliError(f"There is no alias {name!r}", next_step=suggestion(name, stored_aliases), code=USAGE)
    words = stored_aliases.pop(name)
    aliases.save(stored_aliases)
    return Message(f"Forgotten: {name} was {words}")
