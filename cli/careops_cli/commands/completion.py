"""``careops completion``: shell completion."""

from __future__ import annotations

import io
from contextlib import redirect_stdout, suppress
from typing import Annotated, Literal

import typer

from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import CliError
from careops_cli.output.results import Message

app = Area("Set up shell completion.")

Shell = Literal["bash", "zsh", "fish", "powershell", "pwsh"]


@app.verb(
    "completion",
    examples=[
        "careops completion bash > ~/.local/share/bash-completion/completions/careops",
        "careops completion zsh --install",
        "careops completion fish > ~/.config/fish/completions/careops.fish",
    ],
)
def completion(
    context: typer.Context,
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh, fish, powershell or pwsh.")],
    install: Annotated[bool, typer.Option("--install", help="Install the script for the shell.")] = False,
) -> Message | None:
    """Set up shell completion.

    Prints the script for a shell, or installs it.
    """
    from typer.completion import show_callback

    if install:
        return Message(install_script(context, shell))
    with suppress(SystemExit):
        show_callback(context, context.command.params[0], shell)
    return None


def install_script(context: typer.Context, shell: str | None = None) -> str:
    """Install the completion for a shell (the current one if None) and return the result as a sentence."""
    from typer.completion import install_callback

    printed = io.StringIO()
    try:
        with redirect_stdout(printed), suppress(SystemExit):
            install_callback(context, context.command.params[0], shell or True)
    except typer.Exit:
        raise CliError(printed.getvalue()) from None
    result = printed.getvalue().partition("\n")[0]
    file = _LOADED_BY.get(result.partition(" ")[0])
    return f"{result}{f', and {file} loads it' if file else ''}. Open a new terminal to use it."


_LOADED_BY = {"bash": "~/.bashrc", "zsh": "~/.zshrc"}
"""Files to which a line is added."""
