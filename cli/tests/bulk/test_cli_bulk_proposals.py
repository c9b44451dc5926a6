"""``--propose`` of every bulk command: one change request instead of changes."""

from __future__ import annotations

import json
import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, detail

from careops.calls import all_calls
from careops.calls.campaigns import ReadAdCampaign
from careops.calls.change_requests import Canary, ChangeRequestDetail, CreateChangeRequest
from careops.calls.clinics import ClinicDetail, ReadClinic
from careops.calls.modules import ActivateSpecModule, ListSpecModules
from careops.calls.news import ReadNewsArticle
from careops.calls.runs import StartRun
from careops.contract import Call
from careops.error_codes import title_of
from careops.errors import ApprovalRequired, NotFound, Problem
from careops_cli.reference import commands

FROM = datetime(2098, 12, 31, 20, 30, tzinfo=UTC)
DETAIL = ChangeRequestDetail.model_validate(CreateChangeRequest.example.answer)
TITLE, REASON = "Winter camp", "They signed the contract"
TEXTS = ("--propose", "--title", TITLE, "--reason", REASON)
FILES = {
    "cities.csv": "name,latitude,longitude\nMoga,30.81,75.17\n",
    "codes.csv": "name,percent,expiry,single_use\nDIWALI,20,2099-12-31,no\n",
    "hours.csv": "clinic_id,doctor_id,days,start,end\n41,12,Fri,09:00,10:00\n",
    "universities.csv": "name,rank\nPunjab Agricultural University,7\n",
}
PROPOSED = {
    "campaigns activate": ("7", "UpdateAdCampaign"),
    "campaigns deactivate": ("--where ended=true", "UpdateAdCampaign"),
    "campaigns set-status": ("CANCELLED 7", "UpdateAdCampaign"),
    "campaigns set-platform": ("google 7 --campaign-id 9 --customer-id 1234567890", "UpdateAdCampaign"),
    "care-cities import": ("--from cities.csv", "CreateCareCity"),
    "clinic-doctors add": ("41 9812345670 --fees 500", "AddClinicDoctor"),
    "clinic-doctors invite": ("41 9812345671 --name Asha --fees 450 --patients-per-hour 4", "AddClinicDoctor"),
    "clinics set-location": (
        "41 --address Mall --city Ludhiana --state Punjab --zipcode 141001 --latitude 30.9 --longitude 75.8",
        "UpdateClinic",
    ),
    "doctors unverify": ("12", "VerifyDoctor"),
    "doctors verify": ("12 --reason 'Checked with IMA'", "VerifyDoctor"),
    "modules on": ("7 41", "ActivateSpecModule"),
    "modules off": ("2 41", "DeactivateSpecModule"),
    "news delete": ("5", "DeleteNewsArticles"),
    "news publish": ("5", "PublishNewsArticles"),
    "promo-codes import": ("--from codes.csv", "CreatePromoCode"),
    "schedules add": ("41 12 --days Fri --start 09:00 --end 10:00", "AddSchedule"),
    "schedules import": ("--from hours.csv", "AddSchedule"),
    "universities import": ("--from universities.csv", "CreateUniversity"),
    "users set-flag": ("growth off 7", "UpdateUser"),
    "users set-status": ("BLOCKED 7", "UpdateUser"),
    "payments add-manual": ("41 pay_L0nSsccovt6zyq order_L0nS83FfCHaWqX", "AddManualPayment"),
}
"""Arguments of each command, and the call that it proposes."""
REFUSED = {
    "clinics create-hospital": "--from hospitals.csv",
    "data-generation cms": "9815000041",
    "data-generation growth": "9815000041",
    "leads import": "leads.csv --clinic 41",
    "news import": "--from articles.csv",
}
"""Arguments of each command whose calls no request can contain."""


@pytest.fixture(autouse=True)
def records(platform: Platform, home: Path) -> None:
    """Answer every read with its example, and store the tables."""
    for call in all_calls():
        if not call.route.mutates and not call.route.answer.file:
            platform.answer(call, example_of(call))
    platform.answer(ListSpecModules, MODULES)
    platform.answer(ReadClinic, lambda call: detail(call.id))
    platform.answer(ReadAdCampaign, example_of(ReadAdCampaign, active=False))
    platform.answer(ReadNewsArticle, example_of(ReadNewsArticle, published=False))
    platform.answer(CreateChangeRequest, DETAIL)
    for name, text in FILES.items():
        (home / name).write_text(text)


def example_of(call: type[Call[Any]], **values: Any) -> Any:
    answer = call.read_answer(call.route.answer.write(call.example.answer))
    return answer.model_copy(update=values) if values else answer


def mutations(platform: Platform) -> list[Any]:
    return [call for call in platform.received if call.route.mutates and not isinstance(call, StartRun)]


def test_every_bulk_command_is_listed_here() -> None:
    bulk = {path.removeprefix("careops ") for path, command in commands() if _has(command, "resume")}
    assert bulk == PROPOSED.keys() | REFUSED.keys()
    can_propose = {path.removeprefix("careops ") for path, command in commands() if _has(command, "propose")}
    assert can_propose == bulk | {"runs undo"}


def _has(command: Any, option: str) -> bool:
    return any(param.name == option for param in command.params)


@pytest.mark.parametrize("command", PROPOSED)
def test_propose_option_makes_one_request_and_no_change(
    platform: Platform, careops: CareOpsCommand, command: str
) -> None:
    words, call = PROPOSED[command]
    texts = [word.replace("--reason", "--request-reason") if command == "doctors verify" else word for word in TEXTS]
    schedule = ["--apply-from", "2099-01-01T02:00", "--apply-until", "2099-01-02T02:00", "--canary", "1"]
    schedule += ["--canary-wait", "20", "--after", "3", "--on-conflict", "stop"]
    run = careops(*command.split(), *shlex.split(words), *texts, *schedule, "--json")
    assert run.code == 0, run.err
    assert json.loads(run.out)["id"] == DETAIL.request.id
    [request] = mutations(platform)
    assert (request.title, request.reason, [change.call for change in request.changes]) == (TITLE, REASON, [call])
    assert (request.apply_from, request.canary) == (FROM, Canary(targets=1, wait_minutes=20))
    assert (request.apply_until, request.after, request.on_conflict) == (FROM + timedelta(days=1), 3, "stop")


@pytest.mark.parametrize("command", REFUSED)
def test_calls_that_no_request_can_contain_are_refused(
    platform: Platform, careops: CareOpsCommand, home: Path, command: str
) -> None:
    run = careops(*command.split(), *REFUSED[command].split(), *TEXTS)
    assert run.code == 2
    assert "A change request cannot contain" in run.err
    assert mutations(platform) == []
    assert list(home.rglob("*.secret")) == []


@pytest.mark.parametrize(
    "words",
    [("--dry-run",), ("--resume", "x"), ("--journal", "x"), ("--one",), ("--expect", "1")],
    ids=" ".join,
)
def test_propose_option_excludes_options_of_a_run(
    platform: Platform, careops: CareOpsCommand, words: tuple[str, ...]
) -> None:
    run = careops("modules", "on", "7", "41", *TEXTS, *words)
    assert (run.code, f"cannot be combined with {words[0]}" in run.err) == (2, True)
    assert mutations(platform) == []


def test_request_texts_and_propose_option_need_each_other(platform: Platform, careops: CareOpsCommand) -> None:
    assert "--propose needs --reason" in careops("modules", "on", "7", "41", *TEXTS[:3]).err
    assert "--after needs --propose" in careops("modules", "on", "7", "41", "--after", "3", "--yes").err
    assert "--title needs --propose" in careops("modules", "on", "7", "41", "--title", TITLE, "--yes").err
    assert "--request-reason" in careops("doctors", "verify", "12", "--reason", "Checked with IMA", *TEXTS[:3]).err
    assert mutations(platform) == []


def test_rows_without_a_change_are_left_out_and_named(platform: Platform, careops: CareOpsCommand) -> None:
    def read(call: ReadClinic) -> ClinicDetail:
        if call.id > 50:
            raise NotFound("There is no clinic with this id")
        return detail(call.id).model_copy(update={"clinic_spec_modules": []} if call.id == 3 else {})

    platform.answer(ReadClinic, read)
    run = careops("modules", "on", "2", "1", "3", "99", "x", *TEXTS, "--columns", "id,title")
    assert (run.code, run.out) == (3, f"id\t{DETAIL.request.id}\ntitle\t{DETAIL.request.title}\n")
    assert run.err.splitlines() == [
        "Row 3 (99) is left out: There is no clinic with this id",
        "Row 4 (x) is left out: an id is a whole number of 1 or more",
        "1 unchanged, 1 failed, 1 invalid, 1 proposed.",
        f"Apply it with: careops requests apply {DETAIL.request.id}",
    ]
    [request] = mutations(platform)
    assert [change.parameters for change in request.changes] == [{"clinic_id": 3, "module_id": 2}]


def test_proposal_without_a_change_makes_no_request(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("modules", "on", "2", "1", "3", *TEXTS)
    assert (run.code, run.err) == (0, "There is nothing to propose.\n2 unchanged.\n")
    assert mutations(platform) == []


def test_columns_are_those_of_the_request(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("modules", "on", "7", "41", *TEXTS, "--columns", "target").code == 2
    assert careops("modules", "on", "7", "41", "--yes", "--columns", "digest").code == 2
    assert mutations(platform) == []


def test_reviewers_come_first_if_approvals_are_needed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreateChangeRequest, DETAIL.model_copy(update={"labels": ["needs_approval"]}))
    run = careops("modules", "on", "7", "41", *TEXTS)
    assert "Others approve it first: careops requests approve 7" in run.err


def test_a_covered_run_names_the_option(platform: Platform, careops: CareOpsCommand) -> None:
    problem = Problem(title_of("approval_required"), detail="ActivateSpecModule needs 1 approval by super_admin")
    platform.answer(ActivateSpecModule, ApprovalRequired(problem))
    run = careops("modules", "on", "7", "41", "42", "--yes")
    assert run.code == 1
    assert "Propose it: add --propose --title TEXT --reason TEXT to the command." in run.err
    assert len(platform.calls(ActivateSpecModule)) == 1
