"""``careops help``: topics that are true, and the help of any command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand

import careops
import careops_cli
from careops_cli import failures
from careops_cli.topics import EXIT_CODES, TOPICS, VARIABLES


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_is_told(topic: str, careops: CareOpsCommand) -> None:
    run = careops("help", topic)
    assert (run.code, run.out, run.err) == (0, TOPICS[topic], "")
    assert max(map(len, run.out.splitlines())) <= 120


def test_the_variables_are_those_that_are_read() -> None:
    folders = [Path(str(package.__file__)).parent for package in (careops, careops_cli)]
    texts = [path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py") if path.name != "topics.py"]
    read = {name for text in texts for name in re.findall(r'environ\.get\(\s*"([A-Z_]+)"', text)}
    assert {name for name in read if name.startswith("CAREOPS_")} <= VARIABLES.keys()
    assert {name for name in VARIABLES if name.startswith("CAREOPS_")} <= read


def test_the_exit_codes_are_those_there_are() -> None:
    names = ("OK", "FAILED", "USAGE", "PARTLY", "SIGN_IN", "DECLINED", "INTERRUPTED")
    assert {getattr(failures, name) for name in names} == EXIT_CODES.keys()


def test_a_command_is_told_about(careops: CareOpsCommand) -> None:
    assert careops("help", "modules", "activate").out == careops("modules", "activate", "--help").out
    told = careops("help")
    assert told.code == 0
    assert "Topics: careops help environment | exit-codes" in told.out


def test_what_there_is_no_help_about(careops: CareOpsCommand) -> None:
    run = careops("help", "enviroment")
    assert run.code == 2
    assert "Did you mean 'environment'?" in run.err
