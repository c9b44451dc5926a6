"""``careops policies``, ``careops freezes`` and ``careops requests bypass``: approvals of change requests."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.change_requests import (
    BypassChangeRequest,
    ChangeRequestDetail,
    CreateChangeRequest,
    ListChangeRequests,
    ReadApprovalPolicies,
    ReadChangeRequest,
    ReadFreezePeriods,
    ReviewBypass,
    SaveApprovalPolicies,
    SaveFreezePeriods,
)
from careops.calls.clinic_admins import DeleteClinicAdmin
from careops.contract import Empty, Page
from careops.error_codes import title_of
from careops.errors import ApprovalRequired, Problem
from careops.models.approval_policies import ApprovalPolicies, FreezePeriods

POLICIES = ApprovalPolicies.model_validate(ReadApprovalPolicies.example.answer)
DETAIL = ChangeRequestDetail.model_validate(ReadChangeRequest.example.answer)
FREEZES = FreezePeriods.model_validate(ReadFreezePeriods.example.answer)


@pytest.fixture(autouse=True)
def policies(platform: Platform) -> None:
    platform.answer(ReadApprovalPolicies, POLICIES)
    platform.answer(ReadFreezePeriods, FREEZES)
    platform.answer(ReadChangeRequest, DETAIL)
    platform.answer(BypassChangeRequest, ChangeRequestDetail.model_validate(BypassChangeRequest.example.answer))
    for call in (SaveApprovalPolicies, SaveFreezePeriods, ReviewBypass):
        platform.answer(call, Empty())


def test_policies_are_listed_edited_and_switched(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    assert careops("policies", "list", "--columns", "call,condition,at_least,enabled").out == (
        "ActivateSpecModule\ttargets\t50\tyes\n"
    )
    file = tmp_path / "policies.json"
    file.write_text(careops("policies", "list", "--json").out)
    assert careops("policies", "edit", str(file)).code == 2, "it asks first"
    assert careops("policies", "edit", str(file), "--yes").code == 0
    assert careops("policies", "disable", "ActivateSpecModule", "--yes").code == 0
    assert careops("policies", "enable", "ActivateSpecModule").code == 0
    saved = [call.policies[0] for call in platform.calls(SaveApprovalPolicies)]
    assert [policy.enabled for policy in saved] == [True, False, True]
    assert {(policy.call, policy.at_least) for policy in saved} == {("ActivateSpecModule", 50)}


def test_an_unknown_policy_and_a_wrong_file_are_refused(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    assert careops("policies", "enable", "UpdateClinic").code == 2
    file = tmp_path / "wrong.json"
    for content in ("{}", "no json"):
        file.write_text(content)
        assert careops("policies", "edit", str(file), "--yes").code == 2
    assert careops("policies", "edit", str(tmp_path / "missing.json"), "--yes").code == 2
    assert platform.calls(SaveApprovalPolicies) == []


def test_freeze_periods_use_indian_time(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("freezes", "list", "--columns", "reason").out == "Yearly invoices are written\n"
    options = ("--from", "2027-01-01T00:00", "--until", "2027-01-02T00:00Z", "--reason", "Audit")
    assert careops("freezes", "add", *options).code == 0
    assert careops("freezes", "remove", "2026-12-01T00:00", "--yes").code == 0
    assert careops("freezes", "remove", "2026-12-01T00:01", "--yes").code == 2
    assert careops("freezes", "remove", "tomorrow", "--yes").code == 2
    added, removed = [call.periods for call in platform.calls(SaveFreezePeriods)]
    assert [period.reason for period in added] == ["Yearly invoices are written", "Audit"]
    assert added[1].starts_at == datetime(2026, 12, 31, 18, 30, tzinfo=UTC)
    assert removed == []


def test_a_request_is_applied_in_an_emergency_and_reviewed(platform: Platform, careops: CareOpsCommand) -> None:
    reason = "Billing is down in Ludhiana"
    assert careops("requests", "bypass", "7", "--reason", reason).code == 2, "it asks first"
    run = careops("requests", "bypass", "7", "--reason", reason, "--yes", "--json")
    assert json.loads(run.out) == {"request_id": 7, "status": "applying", "job_id": 31}
    [call] = platform.calls(BypassChangeRequest)
    assert (call.request_id, call.reason, call.digest) == (7, reason, DETAIL.request.digest)
    assert careops("requests", "bypass", "7", "--reason", "Too short", "--yes").code == 1
    assert careops("requests", "review-bypass", "7", "--comment", "Right").code == 0
    assert [review.comment for review in platform.calls(ReviewBypass)] == ["Right"]
    platform.answer(ListChangeRequests, lambda call: Page.of([], total=0, perpage=call.perpage))
    assert careops("requests", "list", "--review-owed").code == 0
    assert platform.calls(ListChangeRequests)[0].review_owed is True


def test_show_names_the_approvals_of_each_policy(careops: CareOpsCommand) -> None:
    run = careops("requests", "show", "7", "--template", "{required_approvals}")
    assert "ActivateSpecModule (always): 1 of 1 by super_admin or billing_admin" in run.out


def test_covered_change_names_the_next_step(platform: Platform, careops: CareOpsCommand) -> None:
    problem = Problem(title_of("approval_required"), detail="DeleteClinicAdmin needs 1 approval by super_admin")
    platform.answer(DeleteClinicAdmin, ApprovalRequired(problem))
    run = careops("call", "DeleteClinicAdmin", "clinic_id=41", "admin_id=7")
    assert run.code == 1
    assert "DeleteClinicAdmin needs 1 approval by super_admin" in run.err
    assert "careops requests propose" in run.err


def test_covered_change_can_be_proposed_from_its_error(platform: Platform, careops: CareOpsCommand) -> None:
    change = {"call": "DeleteClinicAdmin", "parameters": {"clinic_id": 41, "admin_id": 7}}
    needed = {"title": "DeleteClinicAdmin", "changes": [change]}
    platform.answer(DeleteClinicAdmin, ApprovalRequired(Problem(title_of("approval_required"), change_request=needed)))
    platform.answer(CreateChangeRequest, DETAIL)
    refused = careops("call", "DeleteClinicAdmin", "clinic_id=41", "admin_id=7", "--json")
    body = json.loads(refused.err)["change_request"]
    assert body == needed
    proposed = careops("requests", "propose", "-", "--reason", "She has left", stdin=json.dumps(body))
    assert proposed.code == 0
    [sent] = platform.calls(CreateChangeRequest)
    assert (sent.title, sent.reason, [sent_change.parameters for sent_change in sent.changes]) == (
        *("DeleteClinicAdmin", "She has left"),
        [change["parameters"]],
    )
