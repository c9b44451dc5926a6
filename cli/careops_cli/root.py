"""All commands: each file of ``commands/`` that declares an ``Area`` is one, by the file's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops_cli.groups import CONTEXT, Group, Lazy
from careops_cli.shared_options import plain_options, shared_options

if TYPE_CHECKING:
    from typer._click import Command as AnyCommand
    from typer._click import Context, Parameter

PANELS: Mapping[str, tuple[str, ...]] = {
    "Who you are": ("login", "logout", "whoami", "password", "profiles"),
    "The platform": (),
    "This installation": (
        *("serve", "worker", "service", "doctor", "db", "backup", "world", "admin", "keys", "jobs", "runs"),
        *("alias", "completion", "help", "man"),
    ),
}
"""Where the help shows a command; those that stand nowhere are about the platform."""
_FOLDER = Path(__file__).parent / "commands"
_DECLARED = re.compile(r'^app = Area\("(.+)"\)$', re.MULTILINE)


@cache
def commands() -> Mapping[str, Lazy]:
    """Every command by its name, as it lies in ``commands/``: read, not imported."""
    found = {}
    for path in sorted(_FOLDER.glob("*.py")):
        declared = _DECLARED.search(path.read_text("utf-8"))
        if declared:  # what declares none is a part of another
            found[path.stem.replace("_", "-")] = Lazy(f"careops_cli.commands.{path.stem}", declared[1])
    return {name: found[name] for names in _panels(found).values() for name in names}


def _panels(names: Iterable[str]) -> dict[str, list[str]]:
    elsewhere = {name for panel in PANELS.values() for name in panel}
    about_the_platform = [name for name in names if name not in elsewhere]
    return {title: list(panel) or about_the_platform for title, panel in PANELS.items()}


class Root(Group):
    """``careops`` itself."""

    @property
    def lazy(self) -> Mapping[str, Lazy]:
        return commands()

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, AnyCommand | None, list[str]]:
        """As any group does it; an alias in the place of a command is written out first."""
        from careops_cli.aliases import expanded

        return super().resolve_command(ctx, expanded(args, self.lazy))

    @property
    def panels(self) -> Mapping[str, Sequence[str]]:
        return _panels(self.lazy)


def root() -> Root:
    """The whole command line, nothing of it imported yet."""
    return Root(
        name="careops",
        help="Run a healthcare platform from the terminal: find clinics, switch their modules, make any call.",
        epilog="First steps: careops serve, careops login, careops clinics list. More: careops help environment",
        no_args_is_help=True,
        params=[*plain_options(_only_at_the_root, _act), *shared_options()],
        context_settings=CONTEXT,
        rich_markup_mode=None,
    )


def _act(context: Context, option: Parameter, value: Any) -> Any:
    if value and not context.resilient_parsing:
        if option.name == "version":
            from careops import __version__

            typer.echo(f"careops {__version__}")
        else:
            from careops_cli.commands.completion import installed

            typer.echo(installed(None))
        raise typer.Exit
    return value


def _only_at_the_root(
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Show the version.")] = False,
    install_completion: Annotated[
        bool, typer.Option("--install-completion", is_eager=True, help="Complete commands with Tab in this shell.")
    ] = False,
) -> None: ...
