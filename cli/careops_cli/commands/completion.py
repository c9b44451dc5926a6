"""``careops completion``: shell completion."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from careops_cli.framework.click_extensions import Area
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
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh, fish, powershell or pwsh.")],
    install: Annotated[bool, typer.Option("--install", help="Install the script for the shell.")] = False,
) -> Message | None:
    """Set up shell completion.

    Prints the script for a shell, or installs it.
    """
    from typer._completion_shared import get_completion_script

    if install:
        return Message(installed(shell))
    typer.echo(get_completion_script(prog_name="careops", complete_var="_CAREOPS_COMPLETE", shell=shell))
    return None


def installed(shell: str | None) -> str:
    """Install the completion for a shell (the current one if None) and return where."""
    from typer._completion_shared import install

    name, where = install(shell=shell, prog_name="careops", complete_var="_CAREOPS_COMPLETE")
    loaded = f", and {_LOADED_BY[name]} loads it" if name in _LOADED_BY else ""
    return f"Completion for {name} is in {where}{loaded}. Open a new terminal to use it."


_LOADED_BY = {"bash": "~/.bashrc", "zsh": "~/.zshrc"}
"""Files to which a line is added."""
