"""All commands: each file of ``commands/`` that declares an ``Area``, under the file's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from careops_cli.framework.click_extensions import CONTEXT, Group, LazyCommand
from careops_cli.framework.global_options import plain_options
from careops_cli.framework.help_topics import MORE

if TYPE_CHECKING:
    from careops_cli.framework.typer_types import Context, HelpFormatter

FIRST_PANELS: Mapping[str, tuple[str, ...]] = {
    "First steps": ("serve", "login", "whoami", "doctor"),
    "Daily work": ("today", "find", "follow-ups", "notes", "timeline", "requests"),
    "Platform": (
        *("clinics", "modules", "doctors", "users", "payments", "subscriptions", "news", "leads", "broadcasts"),
        "audit",
    ),
    "Scripts and operation": ("call", "keys", "events", "jobs", "backup"),
}
"""Commands of the first help page; ``careops help commands`` lists all."""
PANELS: Mapping[str, tuple[str, ...]] = {
    "Account": ("login", "logout", "whoami", "password", "profiles"),
    "Platform": (),
    "Installation": ("serve", "worker", "service", "doctor", "db", "backup", "demo", "admin", "keys", "jobs", "runs"),
    "More": ("alias", "completion", "contract", "help", "man"),
}
"""All commands. Those that are not listed are in the panel of the platform."""
REMOVED: Mapping[str, Mapping[str, str]] = {
    "1.1": {
        "broadcasts approve": "requests approve",
        "broadcasts decline": "requests object",
        "broadcasts proposals": "requests list",
        "requests retry": "requests propose-again",
        "requests take-over": "requests propose-again",
    },
    "1.2": {
        "drafts forget": "call DeleteDraft",
        "drafts list": "call ListDrafts",
        "flags": "modules",
        "mentions list": "notes mentions",
        "mentions read": "notes read-mentions",
        "modules activate": "modules on",
        "modules deactivate": "modules off",
        "news-insights": "news",
        "presence list": "call ListPresence",
        "recents forget": "call ForgetRecent",
        "recents list": "call ListRecents",
        "recents pin": "call KeepRecent",
        "recents unpin": "call KeepRecent",
        "requests add-freeze": "freezes add",
        "requests disable-policy": "policies disable",
        "requests edit-policies": "policies edit",
        "requests enable-policy": "policies enable",
        "requests freezes": "freezes list",
        "requests policies": "policies list",
        "requests remove-freeze": "freezes remove",
        "requests targets": "requests show --targets",
        "views delete": "call DeleteView",
        "views list": "call ListViews",
        "views show": "call ListViews",
        "weekly-news": "news weekly",
    },
}
"""Removed names of commands by version, with the command to use instead."""
_REPLACEMENTS: Final = {old: new for names in REMOVED.values() for old, new in names.items()}
_FOLDER = Path(__file__).parent / "commands"
_DECLARED = re.compile(r'^app = Area\("(.+)"\)$', re.MULTILINE)


@cache
def commands() -> Mapping[str, LazyCommand]:
    """Return all commands by name, from the text of the files in ``commands/`` without importing them."""
    commands = {}
    for path in sorted(_FOLDER.glob("*.py")):
        declared = _DECLARED.search(path.read_text("utf-8"))
        if declared:  # a file without a declaration is part of another
            commands[path.stem.replace("_", "-")] = LazyCommand(f"careops_cli.commands.{path.stem}", declared[1])
    return {name: commands[name] for names in _panels(commands).values() for name in names}


def _panels(names: Iterable[str]) -> dict[str, list[str]]:
    elsewhere = {name for panel in PANELS.values() for name in panel}
    about_the_platform = [name for name in names if name not in elsewhere]
    return {title: list(panel) or about_the_platform for title, panel in PANELS.items()}


class Root(Group):
    """Group of the command ``careops``."""

    @property
    def lazy(self) -> Mapping[str, LazyCommand]:
        return commands()

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Resolve a command, after expanding an alias. Raises ``CliError`` for a removed one."""
        words = list(args)
        if args[0] not in self.lazy:
            from careops_cli.framework.aliases import expand

            words = expand(args)
        for old in (words[0], " ".join(words[:2])):
            if new := _REPLACEMENTS.get(old):
                from careops_cli.framework.errors import USAGE, CliError

                raise CliError(f"careops {old} is removed", next_step=f"Use: careops {new} --help", code=USAGE)
        return super().resolve_command(ctx, words)

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Print the first commands and where to find everything else."""
        for title, names in FIRST_PANELS.items():
            self.write_panel(formatter, title, names)
        with formatter.section("More"):
            formatter.write_dl(MORE)

    @property
    def panels(self) -> Mapping[str, Sequence[str]]:
        return _panels(self.lazy)


def root() -> Root:
    """Return the root command without importing its commands."""
    return Root(
        name="careops",
        help="Administer a healthcare platform from the command line.",
        params=[*plain_options(_only_at_the_root, _act)],
        context_settings=CONTEXT,
        rich_markup_mode=None,
    )


def _act(context: typer.Context, option: typer.CallbackParam, value: Any) -> Any:
    if value and not context.resilient_parsing:
        if option.name == "version":
            from careops.build import describe_version

            typer.echo(f"careops {describe_version()}")
        else:
            from careops_cli.commands.completion import install_script

            typer.echo(install_script(context))
        raise typer.Exit
    return value


def _only_at_the_root(
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Show the version and its commit.")] = False,
    install_completion: Annotated[
        bool, typer.Option("--install-completion", is_eager=True, help="Install Tab completion for this shell.")
    ] = False,
) -> None: ...
