"""``careops runs``: which runs there are, what they did, and how to go on."""

from __future__ import annotations

import json
import shlex
import threading
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, detail

from careops.calls.clinics import ReadClinic
from careops.calls.modules import ActivateSpecModule, ListSpecModules
from careops.calls.session import RefreshSession
from careops.contract import Done
from careops.errors import Unauthorized

LABS = ("modules", "activate", "Lab Reports")


def cut_off(platform: Platform, careops: CareOpsCommand) -> None:
    """A run over four clinics whose session ends after two."""
    left = threading.Semaphore(2)

    def activate(call: ActivateSpecModule) -> Done:
        if not left.acquire(blocking=False):
            raise Unauthorized
        return Done()

    platform.answer(ListSpecModules, MODULES)
    platform.answer(RefreshSession, Unauthorized())
    platform.answer(ReadClinic, lambda call: detail(call.id))
    platform.answer(ActivateSpecModule, activate)
    assert careops(*LABS, "1", "2", "3", "4", "--yes", "--concurrency", "1").code == 4
    platform.answer(ActivateSpecModule, Done())


@pytest.mark.proves("FAULT-20")
def test_a_run_that_was_cut_off_is_found_and_gone_on_with(platform: Platform, careops: CareOpsCommand) -> None:
    cut_off(platform, careops)
    [listed] = json.loads(careops("runs", "list", "--json").out)
    assert (listed["command"], listed["platform"], listed["state"]) == ("modules", platform.url, "unfinished")
    shown = json.loads(careops("runs", "show", listed["run"][:10], "--json").out)
    assert (shown["targets"], shown["done"], shown["open"]) == (4, 2, 2)
    again = careops(*shlex.split(shown["go_on"])[1:])
    assert again.code == 0
    [finished] = json.loads(careops("runs", "list", "--json").out)
    assert finished["state"] == "finished"
    assert json.loads(careops("runs", "show", listed["run"], "--json").out)["go_on"] is None


def test_a_run_is_resumed_by_its_name(platform: Platform, careops: CareOpsCommand) -> None:
    cut_off(platform, careops)
    [listed] = json.loads(careops("runs", "list", "--json").out)
    again = careops("runs", "resume", listed["run"][:10], "--json")
    assert (again.code, [row["outcome"] for row in json.loads(again.out)]) == (0, ["done"] * 4)
    assert "careops modules activate 'Lab Reports' --resume" in again.err
    finished = careops("runs", "resume", listed["run"])
    assert (finished.code, finished.out) == (2, "")
    assert "nothing is left to do" in finished.err


def test_a_run_that_fails_again_ends_as_its_command_would(platform: Platform, careops: CareOpsCommand) -> None:
    cut_off(platform, careops)
    platform.answer(ActivateSpecModule, Unauthorized())
    assert careops("runs", "resume", "2").code == 4


def test_a_run_is_forgotten_when_it_is_agreed_to(platform: Platform, careops: CareOpsCommand, state: Path) -> None:
    cut_off(platform, careops)
    [journal] = state.rglob("*.jsonl")
    assert careops("runs", "forget", journal.stem).code == 2
    assert journal.exists()
    assert careops("runs", "forget", journal.stem, "--yes").code == 0
    assert not journal.exists()
    assert careops("runs", "list").err == "No runs found.\n"


def test_a_run_that_is_not_there(careops: CareOpsCommand) -> None:
    run = careops("runs", "show", "yesterday")
    assert (run.code, run.err) == (2, "error: There is no run 'yesterday'. Run: careops runs list\n")
