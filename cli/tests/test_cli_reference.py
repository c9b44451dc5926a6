"""Every command is documented, with examples that work, and the page about them is fresh."""

from __future__ import annotations

import shlex

import pytest
import typer
from cli.tests.command_line import CareOpsCommand

from careops_cli.groups import Command
from careops_cli.options import Options
from careops_cli.reference import PAGE, commands, main, page
from careops_cli.root import COMMANDS, root

ALL = dict(commands())


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text("utf-8") == page(), "Run: python -m careops_cli.reference"
    assert main(["--check"]) == 0


def test_the_commands_there_are() -> None:
    assert [path.removeprefix("careops ") for path in ALL] == [
        "login",
        "logout",
        "whoami",
        "profiles list",
        "profiles add",
        "profiles use",
        "profiles remove",
        "clinics list",
        "clinics show",
        "clinics create-hospital",
        "clinics set-location",
        "clinics export",
        "modules list",
        "modules activate",
        "modules deactivate",
        "flags on",
        "flags off",
        "clinic-admins list",
        "clinic-admins create",
        "clinic-admins delete",
        "clinic-doctors add",
        "clinic-doctors invite",
        "payments list",
        "payments add-manual",
        "audit summary",
        "audit logs",
        "audit export",
        "audit seal",
        "audit verify",
        "contract check",
        "call",
        "serve",
        "doctor",
        "db migrate",
        "db check",
        "db start",
        "world create",
        "admin create",
        "completion",
    ]


def test_summaries_in_the_table_are_the_commands_own() -> None:
    context = typer.Context(root(), info_name="careops")
    for name, entry in COMMANDS.items():
        found = entry.load(name)
        assert found.get_short_help_str(200) == entry.summary, name
        assert root().get_command(context, name) is not None


@pytest.mark.parametrize("path", ALL)
def test_every_command_and_parameter_is_explained(path: str, careops: CareOpsCommand) -> None:
    command = ALL[path]
    assert command.help
    assert command.examples
    assert all(getattr(param, "help", None) for param in command.own_params)
    run = careops(*path.split()[1:], "--help")
    assert run.code == 0
    assert run.out.startswith(f"Usage: {path} ")
    assert command.examples[-1] in run.out


def _examples() -> list[tuple[str, str]]:
    return [(path, line) for path, command in ALL.items() for line in command.examples]


@pytest.mark.parametrize(("path", "line"), _examples())
def test_every_example_is_a_command_line_that_parses(path: str, line: str) -> None:
    words = shlex.split(line)
    arguments = words[words.index("careops", words.index("|") if words[0] == "pass" else 0) + 1 :]
    ends = [arguments.index(end) for end in ("|", ">", "&&") if end in arguments]
    arguments = arguments[: min(ends, default=len(arguments))]
    top = root()
    with top.make_context("careops", list(arguments), obj=Options()) as context:
        group, rest = top, [*context._protected_args, *context.args]
        while True:
            name, command, rest = group.resolve_command(context, rest)
            assert command is not None
            if isinstance(command, Command):
                command.make_context(name, rest, parent=context)
                return
            group = command  # type: ignore[assignment]  # what is no command is a group
