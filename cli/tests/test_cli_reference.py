"""Every command is documented with examples that work, and what is generated from them is current."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pkgutil import iter_modules

import pytest
import typer
from cli.tests.command_line import CareOpsCommand

import careops_cli.commands as package
from careops_cli.framework.click_extensions import Area, Command
from careops_cli.framework.errors import OK
from careops_cli.reference import commands, main, page
from careops_cli.root import PANELS, root
from careops_cli.root import commands as top_level

ALL = dict(commands())


def test_page_has_every_command() -> None:
    assert re.findall(r"^## (careops .+)$", page(), re.MULTILINE) == list(ALL)


def test_generated_names_for_completion_are_current() -> None:
    assert main(["--check"]) == 0, "Run: python -m careops_cli.reference"


def test_every_file_of_commands_is_a_group_or_a_part() -> None:
    modules = [import_module(f"careops_cli.commands.{module.name}") for module in iter_modules(package.__path__)]
    declared = {module.__name__ for module in modules if isinstance(getattr(module, "app", None), Area)}
    assert {entry.module for entry in top_level().values()} == declared, 'declare it as: app = Area("…"), on one line'
    assert {name for names in PANELS.values() for name in names} <= top_level().keys()


@pytest.mark.parametrize("name", top_level())
def test_summary_in_the_file_is_that_of_the_command(name: str) -> None:
    entry = top_level()[name]
    command = entry.load(name)
    assert command.get_short_help_str(200) == entry.summary
    assert root().get_command(typer.Context(root(), info_name="careops"), name) is not None


@pytest.mark.parametrize("path", ALL)
def test_every_command_and_parameter_has_a_help(path: str, careops: CareOpsCommand) -> None:
    command = ALL[path]
    assert command.help
    assert command.examples
    assert all(getattr(param, "help", None) for param in command.own_params)
    run = careops(*path.split()[1:], "--help")
    assert run.code == 0
    assert run.out.startswith(f"Usage: {path} ")
    joined = run.out.replace(" \\\n      ", " ")  # a shell joins an example that is longer than the terminal
    assert command.examples[-1] in joined


_USAGE = re.compile(r"\[OPTIONS\](\s+(\[[A-Z_|=]+\]|[A-Z_|=]+)(\.\.\.)?)*")


@pytest.mark.parametrize("path", ALL)
def test_help_has_the_style_of_sentences(path: str, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    """The help has no words of the parser, no markup, and only examples may exceed 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    text, _, _ = careops(*path.split()[1:], "--help").out.partition("\nExamples:")
    usage, _, description = text.partition("\n\n")
    assert _USAGE.fullmatch(usage.removeprefix(f"Usage: {path} "))
    assert " range" not in description
    assert "<=" not in description
    assert ">=" not in description
    assert "required]" not in description.partition("\n\nOptions:")[0], (
        "the usage line shows which arguments are required"
    )
    assert "``" not in description
    assert [line for line in text.splitlines() if len(line) > 80] == []


KNOWN_LATER = """
call
leads export
news export
referrals export
runs show
"""
"""Commands whose output depends on the request. They check the columns themselves, before the request."""
SAID = """
alias delete
alias set
completion
db start
help
logout
man
password change
profiles add
profiles remove
profiles set
profiles use
runs forget
serve
worker
"""
"""Commands without data as output."""


@pytest.mark.parametrize("path", ALL)
def test_command_declares_its_columns_before_it_runs(path: str) -> None:
    """A typo in --columns must be found before the record is created."""
    apart = {f"careops {line}" for line in f"{KNOWN_LATER}{SAID}".split("\n") if line}
    assert bool(ALL[path].columns) is not (path in apart), "say columns=(…) where the verb is declared"


def _examples() -> list[tuple[str, str]]:
    return [(path, line) for path, command in ALL.items() for line in command.examples]


@pytest.mark.parametrize(("path", "line"), _examples())
def test_every_example_parses(path: str, line: str, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(line)
    arguments = words[words.index("careops", words.index("|") if words[0] == "pass" else 0) + 1 :]
    ends = [arguments.index(end) for end in ("|", ">", "&&") if end in arguments]
    parsed: list[str] = []

    def record(command: Command, context: typer.Context) -> int:
        parsed.append(context.command_path)
        return OK

    monkeypatch.setattr(Command, "invoke", record)
    run = careops(*arguments[: min(ends, default=len(arguments))])
    assert (run.code, run.err) == (OK, "")
    assert len(parsed) == 1
