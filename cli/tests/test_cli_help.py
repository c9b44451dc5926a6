"""``careops help``: correct topics, and the help of any command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand

import careops
import careops_cli
from careops_cli.framework import errors
from careops_cli.framework.click_extensions import Command
from careops_cli.framework.global_options import shared_options
from careops_cli.framework.help_topics import EXIT_CODES, TOPICS, VARIABLES
from careops_cli.reference import commands
from careops_cli.root import FIRST_PANELS
from careops_cli.root import commands as top_level


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_is_printed(topic: str, careops: CareOpsCommand) -> None:
    run = careops("help", topic)
    assert (run.code, run.out, run.err) == (0, TOPICS[topic], "")
    assert max(map(len, run.out.splitlines())) <= 120


def test_listed_variables_are_those_that_are_read() -> None:
    folders = [Path(str(package.__file__)).parent for package in (careops, careops_cli)]
    texts = [path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py") if path.name != "topics.py"]
    read = {name for text in texts for name in re.findall(r'environ\.get\(\s*"([A-Z_]+)"', text)}
    assert {name for name in read if name.startswith("CAREOPS_")} <= VARIABLES.keys()
    assert {name for name in VARIABLES if name.startswith("CAREOPS_")} <= read


def test_listed_exit_codes_are_those_in_use() -> None:
    names = ("OK", "FAILED", "USAGE", "PARTLY", "SIGN_IN", "DECLINED", "CONFIGURATION", "INTERRUPTED")
    assert {getattr(errors, name) for name in names} == EXIT_CODES.keys()


def test_help_of_a_command_is_its_help_page(careops: CareOpsCommand) -> None:
    assert careops("help", "modules", "on").out == careops("modules", "on", "--help").out


def test_first_page_fits_a_screen_and_links_everything(
    careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    first = careops("help")
    assert (first.code, first.out) == (0, careops("--help").out)
    assert len(first.out.splitlines()) <= 50
    assert len([name for names in FIRST_PANELS.values() for name in names]) == 25
    listed = careops("help", "commands")
    assert set(re.findall(r"^  ([a-z-]+)  ", listed.out, re.MULTILINE)) == top_level().keys()
    options = careops("help", "options").out
    assert all(option.opts[-1] in options for option in shared_options())
    for topic in (*TOPICS, "commands", "options"):
        assert topic in first.out


@pytest.mark.parametrize("name", top_level())
def test_help_of_a_group_has_at_most_40_lines(
    name: str, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert isinstance(dict(commands()).get(f"careops {name}"), Command) or (
        len(careops(name, "--help").out.splitlines()) <= 40
    )


def test_unknown_topic_suggests_the_nearest(careops: CareOpsCommand) -> None:
    run = careops("help", "enviroment")
    assert run.code == 2
    assert "Did you mean 'environment'?" in run.err


def test_help_groups_options_and_names_columns(careops: CareOpsCommand) -> None:
    text = careops("modules", "on", "--help").out
    sections = re.findall(r"^(\w.*):$", text, re.MULTILINE)
    assert sections == [
        *("Arguments", "Options", "Options for targets", "Options of the run (more: careops help bulk)"),
        *("Options of a change request", "Columns", "Examples"),
    ]
    assert "\n  row, target, outcome, reason\n" in text
    assert text.endswith("\nOptions of every command, such as --json: careops help options\n")


def test_help_states_required_options_and_defaults(careops: CareOpsCommand) -> None:
    create = careops("keys", "create", "--help").out
    assert re.search(r"--expires DAYS .*\[required\]$", create, re.MULTILINE)
    assert re.search(r"--per-minute N +Requests per minute\.  \[default: 600\]$", create, re.MULTILINE)
    activate = careops("modules", "on", "--help").out
    assert "[default: 16; 1 to 100]" in activate
    assert "[default: clinic_id or id]" in activate


def test_help_of_a_group_points_to_its_commands(careops: CareOpsCommand) -> None:
    text = careops("clinics", "--help").out
    assert text.endswith("\n\n  Options and examples of a command: careops clinics COMMAND --help\n")


@pytest.mark.parametrize("width", [60, 80])
def test_examples_fit_the_terminal(careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    text = careops("clinic-admins", "create", "--help").out.partition("Examples:\n")[2].partition("\n\nOptions")[0]
    assert max(map(len, text.splitlines())) <= width
    joined = " ".join(line.removesuffix("\\").strip() for line in text.splitlines())
    for example in dict(commands())["careops clinic-admins create"].examples:
        assert example in " ".join(joined.split()), "a shell reads it as one command"


def test_negative_number_is_reported_as_id(careops: CareOpsCommand) -> None:
    run = careops("clinics", "show", "-1")
    assert (run.code, "-1 is neither an option nor an id: ids are whole numbers of 1 or more" in run.err) == (2, True)
