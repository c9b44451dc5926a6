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
REMOVED_IN: Final = "1.2"
"""Version without the old names of commands."""
RENAMED: Mapping[str, str] = {
    "flags": "modules",
    "mentions list": "notes mentions",
    "mentions read": "notes read-mentions",
    "modules activate": "modules on",
    "modules deactivate": "modules off",
    "news-insights": "news",
    "weekly-news": "news weekly",
    "requests policies": "policies list",
    "requests edit-policies": "policies edit",
    "requests enable-policy": "policies enable",
    "requests disable-policy": "policies disable",
    "requests freezes": "freezes list",
    "requests add-freeze": "freezes add",
    "requests remove-freeze": "freezes remove",
    "requests targets": "requests show --targets",
}
"""Old names of commands, which work until ``REMOVED_IN``."""
FORMER: Mapping[str, str] = {
    "drafts list": "call ListDrafts",
    "drafts forget": "call DeleteDraft",
    "presence list": "call ListPresence",
    "recents list": "call ListRecents",
    "recents pin": "call KeepRecent",
    "recents unpin": "call KeepRecent",
    "recents forget": "call ForgetRecent",
    "views list": "call ListViews",
    "views show": "call ListViews",
    "views delete": "call DeleteView",
}
"""Commands of the console's own calls, which work until ``REMOVED_IN`` without being listed, with the call of each."""
REMOVED: Mapping[str, str] = {
    "requests retry": "requests propose-again",
    "requests take-over": "requests propose-again",
    "broadcasts proposals": "requests list",
    "broadcasts approve": "requests approve",
    "broadcasts decline": "requests object",
}
"""Names of removed commands, with the command that replaces each in another way."""
_FORMER_AREAS: Final = frozenset(name.split()[0] for name in FORMER)
_FOLDER = Path(__file__).parent / "commands"
_DECLARED = re.compile(r'^app = Area\("(.+)"\)$', re.MULTILINE)


@cache
def _declared_commands() -> Mapping[str, LazyCommand]:
    commands = {}
    for path in sorted(_FOLDER.glob("*.py")):
        declared = _DECLARED.search(path.read_text("utf-8"))
        if declared:  # a file without a declaration is part of another
            commands[path.stem.replace("_", "-")] = LazyCommand(f"careops_cli.commands.{path.stem}", declared[1])
    return commands


@cache
def commands() -> Mapping[str, LazyCommand]:
    """Return all commands by name, from the text of the files in ``commands/`` without importing them."""
    commands = {name: command for name, command in _declared_commands().items() if name not in _FORMER_AREAS}
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
        """Resolve a command, after expanding an alias."""
        from careops_cli.framework.errors import USAGE, CliError, print_note

        words = list(args)
        if args[0] not in self.lazy:
            from careops_cli.framework.aliases import expand

            words = expand(args)
        for count in (1, 2):
            old = " ".join(words[:count])
            if old in REMOVED:
                step = f"Use: careops {REMOVED[old]} --help"
                raise CliError(f"careops {old} is removed", next_step=step, code=USAGE)
            new = RENAMED.get(old) or FORMER.get(old)
            if new and not ctx.resilient_parsing:
                print_note(f"careops {old} is now careops {new}; the old name works until careops {REMOVED_IN}.")
            if old in RENAMED:
                words = [*RENAMED[old].split(), *words[count:]]
        return super().resolve_command(ctx, words)

    def get_command(self, ctx: Context, cmd_name: str) -> Any:
        """Return a command, also a former one."""
        if cmd_name in _FORMER_AREAS:
            return _declared_commands()[cmd_name].load(cmd_name)
        return super().get_command(ctx, cmd_name)

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
