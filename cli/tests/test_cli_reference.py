"""Every command is documented with examples that work, and the generated page is current."""

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
from careops_cli.reference import PAGE, commands, main, page
from careops_cli.root import PANELS, root
from careops_cli.root import commands as top_level

ALL = dict(commands())
COMMANDS = """
alias delete
alias list
alias set
    admin create
    admin reset-password
    alarms list
    audit accept
    audit export
    audit logs
    audit purge
    audit public-key
    audit rotate-key
    audit seal
    audit summary
    audit verify
    backup create
    backup key
    backup list
    backup prune
    backup restore
    backup verify
    broadcasts approve
    broadcasts decline
    broadcasts devices
    broadcasts list
    broadcasts proposals
    broadcasts relogin
    broadcasts web-upgrade
    call
    campaigns activate
    campaigns deactivate
    campaigns link
    campaigns list
    campaigns set-platform
    campaigns set-status
    campaigns show
    care-cities add
    care-cities delete
    care-cities edit
    care-cities import
    care-cities list
    care-cities move
    clinic-admins create
    clinic-admins delete
    clinic-admins list
    clinic-doctors add
    clinic-doctors invite
    clinic-doctors upload-photo
    clinics account-number
    clinics create-hospital
    clinics export
    clinics list
    clinics set-location
    clinics show
    completion
    contract check
    data-generation clinics
    data-generation cms
    data-generation growth
    data-generation list
    db check
    db migrate
    db role
    db start
    devices delete
    devices list
    doctor
    doctors dossier
    doctors list
    doctors show
    doctors unverify
    doctors upload-certificate
    doctors verify
    drafts forget
    drafts list
    events
    find
    flags off
    flags on
    jobs cancel
    jobs list
    jobs retry
    jobs show
    help
    keys create
    keys list
    keys revoke
    keys rotate
    labs export
    labs list
    labs show
    leads check
    leads export
    leads import
    leads known-before
    leads list
    leads undo
    leads uploads
    login
    logout
    man
    modules activate
    modules changes
    modules deactivate
    modules list
    password change
    payments add-manual
    payments list
    pharmacies export
    pharmacies list
    pharmacies show
    profiles add
    profiles list
    profiles remove
    profiles set
    profiles use
    promo-codes create
    promo-codes delete
    promo-codes edit
    promo-codes import
    promo-codes list
    recents forget
    recents list
    recents pin
    recents unpin
    referrals export
    referrals list
    referrals show
    release-notes create
    release-notes delete
    release-notes edit
    release-notes list
    release-notes new
    release-notes publish
    runs forget
    runs list
    runs resume
    runs show
runs undo
    schedules add
    schedules export
    schedules import
    schedules list
    serve
    service install
    sessions end
    sessions list
    subscriptions add-manual
    subscriptions list
    subscriptions payments
    subscriptions plans
    news add
    news delete
    news edit
    news export
    news feeds
    news fetch
    news import
    news list
    news publish
    news restore
    news show
    news duplicates
    news-insights interests
    news-insights merge-tags
    news-insights stats
    news-insights tags
    weekly-news best
    weekly-news move
    weekly-news remove
    weekly-news set
    weekly-news show
    universities add
    universities edit
    universities import
    universities list
    users list
    users set-flag
    users set-status
    users show
    views delete
    views list
    views show
    whoami
    worker
    demo create
    demo extend
    demo live
"""


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text("utf-8") == page(), "Run: python -m careops_cli.reference"
    assert main(["--check"]) == 0


def test_the_commands_there_are() -> None:
    listed = {line.strip() for line in COMMANDS.strip().splitlines()}
    there = {path.removeprefix("careops ") for path in ALL}
    assert there - listed == set(), "a new command also gets a line in COMMANDS of cli/tests/test_cli_reference.py"
    assert listed - there == set(), "these commands are gone; scripts use them"


def test_every_file_of_commands_is_found_or_a_part_of_another() -> None:
    modules = [import_module(f"careops_cli.commands.{module.name}") for module in iter_modules(package.__path__)]
    declared = {module.__name__ for module in modules if isinstance(getattr(module, "app", None), Area)}
    assert {entry.module for entry in top_level().values()} == declared, 'declare it as: app = Area("…"), on one line'
    assert {name for names in PANELS.values() for name in names} <= top_level().keys()


@pytest.mark.parametrize("name", top_level())
def test_a_summary_read_from_the_file_is_the_commands_own(name: str) -> None:
    entry = top_level()[name]
    found = entry.load(name)
    assert found.get_short_help_str(200) == entry.summary
    assert root().get_command(typer.Context(root(), info_name="careops"), name) is not None


@pytest.mark.parametrize("path", ALL)
def test_every_command_and_parameter_is_explained(path: str, careops: CareOpsCommand) -> None:
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
def test_a_help_is_as_people_write(path: str, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    """The help has no words of the parser, no markup, and only examples may exceed 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    text, _, _ = careops(*path.split()[1:], "--help").out.partition("\nExamples:")
    usage, _, rest = text.partition("\n\n")
    assert _USAGE.fullmatch(usage.removeprefix(f"Usage: {path} "))
    assert " range" not in rest
    assert "<=" not in rest
    assert ">=" not in rest
    assert "required]" not in rest.partition("\n\nOptions:")[0], "the usage line shows which arguments are required"
    assert "``" not in rest
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
def test_a_command_knows_its_columns_before_it_does_anything(path: str) -> None:
    """A typo in --columns must be found before the record is created."""
    apart = {f"careops {line}" for line in f"{KNOWN_LATER}{SAID}".split("\n") if line}
    assert bool(ALL[path].columns) is not (path in apart), "say columns=(…) where the verb is declared"


def _examples() -> list[tuple[str, str]]:
    return [(path, line) for path, command in ALL.items() for line in command.examples]


@pytest.mark.parametrize(("path", "line"), _examples())
def test_every_example_is_a_command_line_that_parses(
    path: str, line: str, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
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
