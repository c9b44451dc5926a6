"""Calls with the same effect: a policy for one of them covers and counts them all."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from server.tests.support.change_requests import activate, change, propose
from server.tests.support.examples import example
from server.tests.support.policies import policies_as_before, policy, save
from server.tests.support.stage import CARE, Stage

from careops import ApprovalRequired
from careops.calls import all_calls
from careops.calls.clinic_doctors import UpdateClinicDoctor
from careops.calls.devices import DeleteDevice
from careops.calls.doctors import UpdateDoctor
from careops.calls.news import CreateNewsArticle, UpdateNewsArticle
from careops.calls.payments import AddManualPayment
from careops.calls.subscriptions import AddManualSubscription
from careops.contract import Call

pytestmark = [pytest.mark.own, pytest.mark.usefixtures(policies_as_before.__name__)]


def test_calls_of_one_effect_are_declared() -> None:
    groups = defaultdict(set)
    for call in all_calls():
        if call.route.same_effect is not None:
            groups[call.route.same_effect].add(call.__name__)
    assert groups == {
        "access_ended": {"UpdateUser", "ResetPassword"},
        "clinic_features": {"ActivateSpecModule", "DeactivateSpecModule", "UpdateClinicSettings"},
        "doctor_updated": {"UpdateDoctor", "UpdateClinicDoctor"},
        "devices_deleted": {"DeleteDevice", "DeleteAllDevices"},
        "manual_payment": {"AddManualPayment", "AddManualSubscription"},
        "news_published": {"PublishNewsArticles", "CreateNewsArticle", "UpdateNewsArticle"},
    }


def test_condition_of_an_effect_names_a_field_of_its_call() -> None:
    conditions = [(call, call.route.effect_when) for call in all_calls() if call.route.effect_when is not None]
    assert [when[0] for call, when in conditions if when[0] not in call.model_fields] == []


async def test_policy_for_all_devices_covers_a_single_one(stage: Stage) -> None:
    client, call = await stage.signed_in(), await example(stage, DeleteDevice)
    await save(stage, policy("DeleteAllDevices"))
    with pytest.raises(ApprovalRequired) as refused:
        await client.send(call)
    request = await client.change_requests.create(**refused.value.change_request, reason="A lost phone")
    assert request.labels == ["needs_approval"]


async def test_saving_as_published_is_covered_like_publishing(stage: Stage) -> None:
    client, call = await stage.signed_in(), await example(stage, UpdateNewsArticle)
    await save(stage, policy("PublishNewsArticles"))
    with pytest.raises(ApprovalRequired) as refused:
        await client.send(call.model_copy(update={"published": True}))
    request = await client.change_requests.create(**refused.value.change_request, reason="It was proofread")
    assert request.labels == ["needs_approval"]
    await client.send(call.model_copy(update={"published": False}))


async def test_new_published_article_is_covered_without_a_body(stage: Stage) -> None:
    client, call = await stage.signed_in(), await example(stage, CreateNewsArticle)
    await save(stage, policy("PublishNewsArticles"))
    with pytest.raises(ApprovalRequired) as refused:
        await client.send(call.model_copy(update={"published": True}))
    assert refused.value.change_request == {}
    assert "a super admin proposes PublishNewsArticles" in (refused.value.problems[0].detail or "")


@pytest.mark.parametrize(
    ("covered", "other"),
    [(AddManualPayment, AddManualSubscription), (UpdateDoctor, UpdateClinicDoctor)],
    ids=lambda call: call.__name__,
)
async def test_other_call_of_the_effect_is_proposed(
    stage: Stage, covered: type[Call[Any]], other: type[Call[Any]]
) -> None:
    client, call = await stage.signed_in(), await example(stage, other)
    await save(stage, policy(covered.__name__))
    with pytest.raises(ApprovalRequired) as refused:
        await client.send(call)
    request = await client.change_requests.create(**refused.value.change_request, reason="As agreed")
    assert (request.labels, request.required_approvals[0].call) == (["needs_approval"], covered.__name__)


async def test_new_password_of_staff_is_covered_without_a_body(stage: Stage) -> None:
    client = await stage.signed_in()
    member, other = await stage.user(stage.phone(), "customer_care"), await stage.user(stage.phone())
    await save(stage, policy("UpdateUser", "staff_blocked", roles=["super_admin"]))
    with pytest.raises(ApprovalRequired) as refused:
        await client.users.reset_password(user_id=member)
    assert refused.value.change_request == {}
    assert "in an emergency a super admin proposes UpdateUser" in (refused.value.problems[0].detail or "")
    await client.users.update(user_id=other, growth_enabled=True)


async def test_changes_of_one_effect_count_together(stage: Stage) -> None:
    client, clinics = await stage.signed_in(CARE), [await stage.clinic() for _ in range(3)]
    await save(stage, policy("UpdateClinicSettings", "targets", at_least=3))
    for clinic in clinics[:2]:
        await client.modules.activate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    with pytest.raises(ApprovalRequired):
        await client.modules.update_settings(clinic_id=clinics[2], ipd_enabled=True)
    request = await propose(
        client, activate(stage, clinics[2]), change("UpdateClinicSettings", clinic_id=clinics[2], ipd_enabled=True)
    )
    assert request.labels == ["needs_approval"]


async def test_equal_freeze_periods_are_refused(stage: Stage) -> None:
    period = {"starts_at": "2098-11-30T18:30:00Z", "ends_at": "2098-12-02T18:30:00Z", "reason": "Invoices"}
    problem = await stage.refused("PUT", "/api/careops/freeze_periods", {"periods": [period, period]})
    assert problem["source"] == "periods.1.ends_at"
