"""Shell completion of names from the platform and this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, clinic

from careops.calls.clinics import Clinic, ListClinics
from careops.calls.modules import ListSpecModules
from careops.calls.recents import ListRecents, Recent
from careops.contract import Page
from careops.scopes import known_scopes as scopes_of_the_contract
from careops_cli.framework.completion import LISTS
from careops_cli.framework.completion_data import FILE, choices_of, known_scopes, to_json
from careops_cli.reference import commands


def offered(typed: str, shell: str = "bash") -> list[str]:
    """Return the completions at the end of a line, as the shell's script reads them."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "_CAREOPS_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(typed.count(" ")),
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    command = [sys.executable, "-m", "careops_cli"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 (fixed command)
    assert run.stderr == ""
    return run.stdout.split("\n")[:-1] if run.stdout.strip() else []


@pytest.fixture
def state(home: Path) -> Path:
    """Return the folder of journals and cached names."""
    return home / "state"


def test_modules_are_requested_once_a_day(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListSpecModules, MODULES)
    names = [module.name for module in MODULES]
    flags = ["ipd", "surgery", "abdm"]
    assert offered("careops modules on ") == [*flags, *(name.replace(" ", "\\ ") for name in names)]
    assert offered("careops clinics list --module ") == [name.replace(" ", "\\ ") for name in names]
    assert offered("careops modules off La") == ["Lab\\ Reports"]
    assert len(platform.calls(ListSpecModules)) == 1


def test_offline_platform_offers_nothing(careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAREOPS_URL", "http://127.0.0.1:9/api")
    assert offered("careops modules on P") == []


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("careops clinics list --columns na", ["name"]),
        ("careops modules list --columns id,", ["id,name"]),
        ("careops modules on Billing --where sta", ["state="]),
        ("careops users set-status ACTIVE --where act", ["active_users="]),
        ("careops news publish --where spec", ["speciality="]),
        ("careops call ListClin", ["ListClinicAdmins", "ListClinics", "ListClinicsOfNumber"]),
        ("careops call list_clinics is_h", ["is_hospital="]),
        ("careops call NoSuchCall is_h", []),
        ("careops call ListClinics search_text=x search", []),
        ("careops call ListClinics is_h", ["is_hospital="]),
        ("careops profiles use loc", ["local"]),
        ("careops clinics list --profile loc", ["local"]),
        ("careops help env", ["environment"]),
        ("careops doctors list --status ver", ["verified"]),
        ("careops doctors verify 12 --reason ", ["Checked\\ with\\ College", "Checked\\ with\\ IMA"]),
        ("careops campaigns set-status C", ["COMPLETED", "CANCELLED"]),
        ("careops campaigns set-platform goo", ["google"]),
        ("careops news list --type P", ["PHARMA"]),
        ("careops audit logs --user-type st", ["staff"]),
        ("careops clinics export - --as j", ["jsonl"]),
        ("careops labs export - --as x", ["xlsx"]),
        ("careops events --channel app:do", ["app:doctor"]),
        ("careops keys create ci --scope campaigns:", ["campaigns:read", "campaigns:write"]),
        ("careops runs show ", []),
    ],
)
def test_local_names_are_offered(typed: str, names: list[str], careops: CareOpsCommand) -> None:
    assert offered(typed) == names


@pytest.mark.parametrize(
    ("typed", "shell", "words"),
    [
        ("careops call ListDoctors filter_text=ver", "fish", ["filter_text=verified"]),
        ("careops call ListDoctors filter_text = ver", "bash", ["verified"]),  # bash splits words at the equals sign
        ("careops call ListClinics is_hospital =", "bash", ["true", "false"]),
        ("careops call ListClinics search_text=ver", "fish", []),
        ("careops modules on ipd --where is_hospital=t", "fish", ["is_hospital=true"]),
        ("careops modules on ipd --where state=P", "fish", []),
    ],
)
def test_values_of_a_parameter_are_offered(typed: str, shell: str, words: list[str], careops: CareOpsCommand) -> None:
    assert [line.split("\t")[0] for line in offered(typed, shell)] == words


def test_generated_choices_match_the_contract() -> None:
    """Completion uses a generated copy of the contract, which must match."""
    assert set(known_scopes()) == scopes_of_the_contract()
    for call, parameter in (
        *(("ListDoctors", "filter_text"), ("VerifyDoctor", "verification_reason")),
        *(("UpdateAdCampaign", "campaign_status"), ("CreateNewsArticle", "news_type")),
        *(("CreateNewsArticle", "event_type"), ("ReadTimeline", "groups")),
    ):
        assert choices_of(call, parameter)


def test_clinics_are_offered_by_id_and_by_name(platform: Platform, careops: CareOpsCommand) -> None:
    opened = {"opened_at": "2026-11-20T09:30:00Z", "kind": "clinic"}
    recents = [
        Recent.model_validate({**opened, "record_id": 41, "name": "Basant Avenue Clinic", "place": "Ludhiana"}),
        Recent.model_validate({**opened, "record_id": 407, "name": "Navjeevan"}),
        Recent.model_validate({**opened, "record_id": 44, "name": "Dr Asha", "kind": "doctor"}),
    ]
    platform.answer(ListRecents, recents)
    platform.answer(ListClinics, Page[Clinic].of([clinic(7)], total=1, perpage=20))
    assert offered("careops clinics show 4") == ["41  Basant Avenue Clinic, Ludhiana", "407  Navjeevan"]
    assert offered("careops clinics show 41") == ["41"]
    assert offered("careops clinics show 4", "fish")[0].split() == ["41", "Basant", "Avenue", "Clinic,", "Ludhiana"]
    assert offered("careops modules on Billing 40") == ["407"]
    assert len(platform.calls(ListRecents)) == 1
    for _ in range(2):  # pressing Tab twice
        assert offered("careops payments list clin") == ["7"]
    [request] = platform.calls(ListClinics)
    assert request.search_text == "clin"
    assert offered("careops campaigns activate ") == []


def test_filter_option_completes_filters_of_each_list() -> None:
    areas = {path.split()[1] for path, command in commands() if any(param.name == "where" for param in command.params)}
    assert areas == LISTS.keys()


def test_generated_names_of_the_contract_are_current() -> None:
    assert FILE.read_text("utf-8") == to_json(), "Run: python -m careops_cli.reference"


def test_runs_and_journals_are_offered(state: Path, careops: CareOpsCommand) -> None:
    (state / "runs").mkdir(parents=True)
    journal = state / "runs" / "2026-11-21-114503-modules.jsonl"
    journal.write_text('{"careops_journal": 1, "command": "modules"}\n')
    assert offered("careops runs resume 2026") == ["2026-11-21-114503-modules"]
    assert offered(f"careops modules on --resume {state}/r") == [str(journal)]
