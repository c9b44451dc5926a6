"""What Tab offers: names that the platform or this machine knows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES

from careops.calls.modules import ListSpecModules


def offered(typed: str, shell: str = "bash") -> list[str]:
    """What Tab offers at the end of a line."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "_CAREOPS_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(typed.count(" ")),
    }
    command = [sys.executable, "-m", "careops_cli"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 (ours)
    assert run.stderr == ""
    return run.stdout.split("\n")[:-1] if run.stdout.strip() else []


@pytest.fixture(autouse=True)
def state(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where journals and names are kept."""
    monkeypatch.setenv("CAREOPS_STATE_DIR", str(home / "state"))
    return home / "state"


def test_modules_are_asked_for_once_a_day(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListSpecModules, MODULES)
    names = [module.name for module in MODULES]
    assert offered("careops modules activate ") == [name.replace(" ", "\\ ") for name in names]
    assert offered("careops modules deactivate La") == ["Lab\\ Reports"]
    assert len(platform.got(ListSpecModules)) == 1


def test_a_platform_that_is_away_offers_nothing(careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAREOPS_URL", "http://127.0.0.1:9/api")
    assert offered("careops modules activate ") == []


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("careops clinics list --columns na", ["name"]),
        ("careops modules list --columns id,", ["id,name"]),
        ("careops modules activate Billing --where sta", ["state="]),
        ("careops users set-status ACTIVE --where act", ["active_users="]),
        ("careops call ListClinics search_text=x search", []),
        ("careops call ListClinics is_h", ["is_hospital="]),
        ("careops profiles use loc", ["local"]),
        ("careops clinics list --profile loc", ["local"]),
        ("careops help env", ["environment"]),
        ("careops runs show ", []),
    ],
)
def test_what_this_machine_knows(typed: str, names: list[str], careops: CareOpsCommand) -> None:
    assert offered(typed) == names


def test_runs_and_journals(state: Path, careops: CareOpsCommand) -> None:
    (state / "runs").mkdir(parents=True)
    journal = state / "runs" / "2026-11-21-114503-modules.jsonl"
    journal.write_text('{"careops_journal": 1, "command": "modules"}\n')
    assert offered("careops runs resume 2026") == ["2026-11-21-114503-modules"]
    assert offered(f"careops modules activate --resume {state}/r") == [str(journal)]
