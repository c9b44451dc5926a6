"""A record that is named alone is changed by one ordinary call, with the row of a run."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from cli.tests.bulk.rows import rows
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, detail

import careops
import careops_cli
from careops.calls.clinics import ClinicDetail, ReadClinic
from careops.calls.modules import ActivateSpecModule, ListSpecModules
from careops.contract import Empty
from careops.errors import ApprovalRequired, Conflict, ServerError, Unavailable

MAX_CALLS, MAX_FILES = 350, 30
SOURCES = tuple(str(Path(package.__file__ or "").parent) for package in (careops, careops_cli))
ON = ("modules", "on", "lab reports", "4")


@pytest.fixture
def clinic(platform: Platform) -> Platform:
    """Set up a platform of clinics without Lab Reports."""
    platform.answer(ListSpecModules, MODULES)
    platform.answer(ReadClinic, lambda call: detail(call.id))
    platform.answer(ActivateSpecModule, Empty())
    return platform


def profile(run: Callable[[], object]) -> tuple[int, set[str]]:
    """Return the number of calls of functions of the program, and their files."""
    files: list[str] = []

    def count(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(SOURCES):
            files.append(frame.f_code.co_filename)

    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(None)
    return len(files), set(files)


def test_change_of_one_record_needs_few_functions(clinic: Platform, careops: CareOpsCommand) -> None:
    careops(*ON)  # imports
    calls, files = profile(lambda: careops(*ON))
    assert (calls <= MAX_CALLS, len(files) <= MAX_FILES) == (True, True), (calls, sorted(files))


def test_change_of_one_record_sends_no_run(clinic: Platform, careops: CareOpsCommand) -> None:
    run = careops(*ON, "--json")
    assert json.loads(run.out) == [{"row": 1, "target": 4, "outcome": "done", "reason": "Lab Reports: off → on"}]
    assert (run.code, run.err) == (0, "1 done.\n")
    assert [type(call) for call in clinic.received] == [ListSpecModules, ReadClinic, ActivateSpecModule]


@pytest.mark.parametrize("option", [("--batch", "5"), ("--concurrency", "2"), ("--patience", "3")])
def test_option_of_a_run_prints_the_same_row(
    clinic: Platform, careops: CareOpsCommand, option: tuple[str, str]
) -> None:
    single = careops(*ON)
    assert careops(*ON, *option) == single


def test_simultaneous_change_of_someone_else_is_unchanged(clinic: Platform, careops: CareOpsCommand) -> None:
    active: list[bool] = []

    def refuse(_: ActivateSpecModule) -> Conflict:
        active.append(True)
        return Conflict("Busy")

    def read(call: ReadClinic) -> ClinicDetail:
        record = detail(call.id)
        labs = [module.model_copy(update={"spec_module_id": 7}) for module in record.clinic_spec_modules]
        return record.model_copy(update={"clinic_spec_modules": labs}) if active else record

    clinic.answer(ReadClinic, read)
    clinic.answer(ActivateSpecModule, refuse)
    run = careops(*ON)
    assert rows(run) == [["1", "4", "unchanged", "somebody else was quicker"]]
    assert run.code == 0


@pytest.mark.parametrize(
    ("refusal", "reason"),
    [(Conflict("Not now"), "Not now"), (ServerError("Broken", status=500), "Broken [request req-12345678]")],
)
def test_refusal_is_the_reason_of_the_row(
    clinic: Platform, careops: CareOpsCommand, refusal: Exception, reason: str
) -> None:
    clinic.answer(ActivateSpecModule, refusal)
    run = careops(*ON)
    assert rows(run) == [["1", "4", "failed", reason]]
    assert (run.code, run.err) == (1, "1 failed.\n")


def test_required_approval_names_the_options_of_a_proposal(clinic: Platform, careops: CareOpsCommand) -> None:
    clinic.answer(ActivateSpecModule, ApprovalRequired())
    run = careops(*ON)
    assert (run.code, run.out) == (1, "")
    assert "Propose it: add --propose --title TEXT --reason TEXT to the command." in run.err


def test_unavailable_platform_is_awaited_for_about_five_seconds(
    clinic: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    clinic.answer(ReadClinic, Unavailable())
    run = careops("modules", "on", "ipd", "4")
    assert (run.code, run.out) == (1, "")
    assert "The service is busy" in run.err
    assert 2.5 < sum(waits) < 5.5
