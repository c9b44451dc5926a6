"""Approval policies: what they cover at every door, the approvals that a request needs, and how they are managed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from server.tests.support.change_requests import activate, apply_now, change, modules_of, propose
from server.tests.support.examples import example
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.policies import (
    another_super_admin,
    named,
    policies_as_before,
    policies_to_save,
    policy,
    save,
)
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import ApprovalRequired, Conflict, Forbidden, InvalidInput, NotFound, PreconditionFailed, bulk
from careops.calls.changes import ChangeTarget
from careops.calls.clinics import UpdateClinic
from careops.calls.modules import ActivateSpecModule, DeactivateSpecModule
from careops.models.approval_policies import PolicyToSave
from careops.scopes import is_batchable, scope_of
from careops_server.areas.change_requests import apply
from careops_server.areas.change_requests.preview import supported_bindings
from careops_server.core.approvals.looser_lists import LOOSENING_CALLS
from careops_server.processes.job_worker import drain
from careops_server.routes import ROUTES

pytestmark = [pytest.mark.own, pytest.mark.usefixtures(policies_as_before.__name__)]
SUPPORTED = supported_bindings(ROUTES)
VERSIONED = {name for name, binding in SUPPORTED.items() if binding.call.route.against is not None} - LOOSENING_CALLS
"""Calls that accept ``If-Match``. Those that loosen are tested with their lists."""
_READS = {binding.call.__name__ for binding in ROUTES if not binding.call.route.mutates}
NOT_COVERED: Mapping[str, str] = {
    "sessions and passwords": """
        SignIn RefreshSession SignOut ChangePassword ConfirmSession EndSession EndOtherSessions ResetPassword
        SignUpHospital CreateClinicAdmin
    """,
    "files and pictures": """
        PresignUploads CreateNewsArticle UploadLeads UndoLeadUpload ExportLeads ExportList
    """,
    "settings of one person": """
        MarkWhatsNewRead CreateView UpdateView DeleteView SaveLayout SaveDraft DeleteDraft KeepRecent ForgetRecent
        ClaimNextItem ClaimItem ReleaseItem SnoozeItem UnsnoozeItem AnnouncePresence EndPresence
    """,
    "reports of apps, and reads that are recorded": """
        ReportDevices AddNewsEvents ReportReferrals AddAuditEvents ShowAccountNumber
    """,
    "jobs, runs and keys": """
        FetchRss PreviewNewsFeeds CreateCmsData CreateGrowthData RetryJob CancelJob StartRun CreateKey RotateKey
        RevokeKey
    """,
    "words about a record, which change nothing of it": """
        CreateNote UpdateNote DeleteNote MarkMentionsRead CreateFollowUp UpdateFollowUp CloseFollowUp ReopenFollowUp
        HandOverFollowUps
    """,
    "a batch is checked as the call that it contains": "ApplyBatch",
    "change requests and policies themselves": """
        PauseChangeRequest ResumeChangeRequest StopChangeRequest ProposeAgain WithdrawReview MarkChangeRequestRead
        DismissObjection
        CreateChangeRequest ReviseChangeRequest ApproveChangeRequest ObjectToChangeRequest ApplyChangeRequest
        CloseChangeRequest UndoChangeRequest UndoRun BypassChangeRequest ReviewBypass
    """,
}
"""Calls that no policy can cover, with the reason."""


async def successes(stage: Stage) -> int:
    """Return the number of changes so far."""
    counted: int = await stage.sql("select count(*) from audit_events where event_status = 'SUCCESS'")
    return counted


def test_every_call_can_be_covered_or_has_a_reason() -> None:
    reasons = {name for names in NOT_COVERED.values() for name in names.split()}
    assert not reasons & (SUPPORTED.keys() | _READS)
    unanswered = {binding.call.__name__ for binding in ROUTES} - reasons - SUPPORTED.keys() - _READS
    assert unanswered == set(), "a new call: can a policy cover it? If not, state the reason in NOT_COVERED"


@pytest.mark.parametrize("condition", ["always", "targets"])
@pytest.mark.parametrize("name", sorted(SUPPORTED.keys() - LOOSENING_CALLS))
async def test_no_route_bypasses_a_policy(stage: Stage, name: str, condition: str) -> None:
    kind = SUPPORTED[name].call
    call, scope = await example(stage, kind), scope_of(kind)
    await save(stage, policy(name, condition, **({"at_least": 1} if condition == "targets" else {})))
    doors = {"a person": await stage.signed_in(SUPER)}
    if scope:
        doors["a key"] = await stage.program(scope, "changes:write", "change_requests:write")
    before = await successes(stage)
    for client in doors.values():
        refused = []
        with pytest.raises(ApprovalRequired) as single:
            await client.send(call)
        refused.append(single.value)
        if is_batchable(kind):
            target = ChangeTarget(key=f"covered-{stage.phone()}", parameters=call.parameters)
            with pytest.raises(ApprovalRequired) as batch:
                await client.changes.apply(change=name, targets=[target])
            refused.append(batch.value)
        for error in refused:
            assert error.code == "approval_required"
            assert error.change_request == {"title": name, "changes": [{"call": name, "parameters": call.parameters}]}
            assert error.problems[0].policy is not None
            assert (error.problems[0].policy["call"], error.problems[0].policy["condition"]) == (name, condition)
    assert await successes(stage) == before
    detail = await doors["a person"].change_requests.create(**refused[0].change_request, reason="As agreed")
    assert detail.labels == ["needs_approval"]
    with pytest.raises(Conflict) as unapproved:
        await doors["a person"].change_requests.apply(**named(detail))
    assert unapproved.value.code == "change_request_needs_approval"


@pytest.mark.parametrize("condition", ["always", "targets"])
@pytest.mark.parametrize("name", sorted(VERSIONED))
async def test_outdated_version_is_refused_before_a_policy(stage: Stage, name: str, condition: str) -> None:
    client, call = await stage.signed_in(SUPER), await example(stage, SUPPORTED[name].call)
    await save(stage, policy(name, condition, **({"at_least": 1} if condition == "targets" else {})))
    before = await successes(stage)
    with pytest.raises(PreconditionFailed) as outdated:
        await client.send(call, if_match="of-an-older-release")
    with pytest.raises(ApprovalRequired):
        await client.send(call, if_match=outdated.value.version)
    assert await successes(stage) == before


async def test_batch_is_parsed_once_for_all_its_policies(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    client, call, counted = await stage.signed_in(), await example(stage, UpdateClinic), Counter[str]()
    await save(stage, policy("UpdateClinic"), policy("UpdateClinic", "targets", at_least=2))
    parse = UpdateClinic.from_parameters

    def count(parameters: Mapping[str, Any]) -> UpdateClinic:
        counted["parsed"] += 1
        return parse(parameters)

    monkeypatch.setattr(UpdateClinic, "from_parameters", count)
    with pytest.raises(ApprovalRequired):
        await client.changes.apply(
            change="UpdateClinic", targets=[ChangeTarget(key=f"once-{stage.phone()}", parameters=call.parameters)]
        )
    assert counted["parsed"] == 2, "once for the handler, and once for the policies"


async def test_unknown_record_is_refused_before_a_policy(stage: Stage) -> None:
    await save(stage, policy("UpdateClinic"))
    with pytest.raises(NotFound):
        await (await stage.signed_in()).clinics.update(id=10**9, rooms_count=4)


@pytest.mark.parametrize("name", ["CreatePromoCode", "UpdatePromoCode"])
async def test_a_number_of_a_field_is_compared(stage: Stage, name: str) -> None:
    client, call = await stage.signed_in(), await example(stage, SUPPORTED[name].call)
    await save(stage, policy(name, "field", field="discount_percentage", at_least=30))
    for percentage in (30, 31):
        with pytest.raises(ApprovalRequired) as refused:
            await client.send(call.model_copy(update={"discount_percentage": percentage}))
        assert "discount_percentage of 30 or more" in (refused.value.problems[0].detail or "")
    await client.send(call.model_copy(update={"discount_percentage": 29}))


async def test_ending_the_access_of_staff_is_covered_and_that_of_others_is_not(stage: Stage) -> None:
    client = await stage.signed_in()
    await save(stage, policy("UpdateUser", "staff_blocked", roles=["super_admin"]))
    member, other = await stage.user(stage.phone(), "customer_care"), await stage.user(stage.phone())
    for status in ("BLOCKED", "INACTIVE"):
        with pytest.raises(ApprovalRequired):
            await client.users.update(user_id=member, user_status=status)
    await client.users.update(user_id=other, user_status="BLOCKED")
    await client.users.update(user_id=member, growth_enabled=True)
    request = await propose(client, change("UpdateUser", user_id=member, user_status="BLOCKED"))
    assert request.labels == ["needs_approval"]
    await (await another_super_admin(stage)).change_requests.approve(**named(request))
    assert (await apply_now(stage, client, request)).request.status == "applied"
    assert await stage.sql("select user_status from users where id = :id", id=member) == "BLOCKED"


async def test_a_large_change_cannot_be_split(stage: Stage) -> None:
    client, other = await stage.signed_in(), await stage.signed_in(CARE)
    module = stage.module_ids["Billing"]
    clinics = [await stage.clinic() for _ in range(8)]
    await save(stage, policy("ActivateSpecModule", "targets", at_least=3))

    async def batch(*chosen: int) -> None:
        await client.changes.apply(
            change="ActivateSpecModule",
            targets=[
                ChangeTarget(key=f"split-{stage.phone()}", parameters={"clinic_id": clinic_id, "module_id": module})
                for clinic_id in chosen
            ],
        )

    with pytest.raises(ApprovalRequired):
        await batch(*clinics[:3])
    await client.modules.activate(clinic_id=clinics[0], module_id=module)
    with pytest.raises(ApprovalRequired) as refused:
        await batch(*clinics[1:3])
    assert len(refused.value.change_request["changes"]) == 2
    await batch(clinics[1])
    with pytest.raises(ApprovalRequired):
        await client.modules.activate(clinic_id=clinics[2], module_id=module)
    await other.modules.activate(clinic_id=clinics[3], module_id=module)
    await stage.sql("update approval_counts set counted_at = counted_at - interval '61 minutes'")
    await client.modules.activate(clinic_id=clinics[2], module_id=module)


async def test_concurrent_changes_are_counted_once_each(stage: Stage) -> None:
    client, module = await stage.signed_in(), stage.module_ids["Billing"]
    clinics = [await stage.clinic() for _ in range(8)]
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    ended = await asyncio.gather(
        *(client.modules.activate(clinic_id=clinic, module_id=module) for clinic in clinics), return_exceptions=True
    )
    assert sum(isinstance(outcome, ApprovalRequired) for outcome in ended) == 5
    assert [len(await modules_of(client, clinic)) for clinic in clinics].count(1) == 3


async def test_a_bulk_run_is_refused_before_its_first_change(stage: Stage) -> None:
    client, module = await stage.signed_in(), stage.module_ids["Billing"]
    clinics = [await stage.clinic() for _ in range(4)]
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    with pytest.raises(ApprovalRequired):
        await bulk.apply(client, bulk.SwitchModule(module, active=True), bulk.parse_ids(clinics))
    assert [await modules_of(client, clinic) for clinic in clinics] == [[]] * 4
    run = await bulk.apply(client, bulk.SwitchModule(module, active=True), bulk.parse_ids(clinics[:3]))
    assert run.counts[bulk.Outcome.DONE] == 3


@pytest.mark.parametrize(("targets", "status"), [("4", 409), ("3", 200), ("-4", 200), ("²", 200), ("9" * 40, 200)])
async def test_a_run_names_its_records_by_a_number(stage: Stage, targets: str, status: int) -> None:
    await save(stage, policy("ActivateSpecModule", "targets", at_least=4))
    wire = ActivateSpecModule(clinic_id=await stage.clinic(), module_id=stage.module_ids["Billing"]).to_wire()
    async with stage.http(headers=await stage.bearer()) as http:
        headers = {b"careops-run-targets": targets.encode()}
        answer = await http.request(wire.method, f"/api{wire.path}", json=wire.body, headers=headers)
    assert answer.status_code == status


async def test_each_id_of_a_list_counts_as_a_record(stage: Stage) -> None:
    client = await stage.signed_in()
    await save(stage, policy("DeleteNewsArticles", "targets", at_least=2))
    call = SUPPORTED["DeleteNewsArticles"].call
    first, second = [(await example(stage, call)).parameters["ids"] for _ in range(2)]
    request = await propose(client, change("DeleteNewsArticles", ids=first))
    assert request.labels == []
    request = await propose(client, change("DeleteNewsArticles", ids=f"{first},{second}"))
    assert request.labels == ["needs_approval"]
    with pytest.raises(ApprovalRequired):
        await client.news.delete(ids=[int(first), int(second)])
    await client.news.delete(ids=[int(first), 10**9])


async def test_a_repeated_request_has_its_first_answer(stage: Stage) -> None:
    client, module = await stage.signed_in(), stage.module_ids["Billing"]
    clinics = [await stage.clinic() for _ in range(2)]
    targets = [
        ChangeTarget(key=f"again-{stage.phone()}", parameters={"clinic_id": clinic, "module_id": module})
        for clinic in clinics
    ]
    await client.changes.apply(change="ActivateSpecModule", targets=targets)
    call = DeactivateSpecModule(clinic_id=clinics[0], module_id=module)
    await client.send(call, idempotency_key="deactivated-once")
    await save(stage, policy("ActivateSpecModule"), policy("DeactivateSpecModule"))
    again = await client.changes.apply(change="ActivateSpecModule", targets=targets)
    assert [outcome.repeated for outcome in again] == [True, True]
    await client.send(call, idempotency_key="deactivated-once")


async def test_a_change_that_no_policy_covers_is_made(stage: Stage) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    await save(stage, policy("UpdateClinic"), policy("ActivateSpecModule", enabled=False))
    await client.modules.activate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    assert await modules_of(client, clinic) == ["Billing"]
    assert (await propose(client, activate(stage, await stage.clinic()))).required_approvals == []


async def test_a_request_is_applied_with_the_approvals_of_its_policies(stage: Stage) -> None:
    author, client, billing = await stage.signed_in(CARE), await stage.signed_in(), await stage.signed_in(BILLING)
    clinic = await stage.clinic()
    await save(stage, policy("ActivateSpecModule", approvals=2, roles=["super_admin", "billing_admin"]))
    request = await propose(author, activate(stage, clinic))
    [required] = request.required_approvals
    assert (required.call, required.condition, required.approvals, required.missing) == (
        *("ActivateSpecModule", "always", 2, 2),
    )
    await billing.change_requests.approve(**named(request))
    other_phone = stage.phone()
    await stage.user(other_phone, "customer_care")
    await (await stage.signed_in(other_phone)).change_requests.approve(**named(request))
    seen = await author.change_requests.read(request_id=request.request.id)
    assert (seen.labels, seen.required_approvals[0].approved_by) == (["needs_approval"], [f"Staff {BILLING[-2:]}"])
    assert [item.label async for item in client.change_requests.each(only="needs_approval")] == ["needs_approval"]
    with pytest.raises(Conflict) as refused:
        await author.change_requests.apply(**named(request))
    [problem] = refused.value.problems
    assert problem.detail == "ActivateSpecModule needs 2 approvals by super_admin or billing_admin"
    await client.change_requests.approve(**named(request))
    assert (await apply_now(stage, author, request)).request.status == "applied"
    assert await modules_of(client, clinic) == ["Billing"]


async def test_number_of_open_requests_costs_the_list_no_statements(stage: Stage, statements: list[str]) -> None:
    author, reviewer = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    await save(stage, policy("ActivateSpecModule"), policy("ActivateSpecModule", "targets", at_least=2))
    counts, labels = [], []
    for count in (1, 2):
        requests = [await propose(author, activate(stage, await stage.clinic())) for _ in range(count)]
        await reviewer.change_requests.approve(**named(requests[0]))
        statements.clear()
        page = await author.change_requests.list(status="open")
        counts.append(
            sum("change_request" in statement for statement in statements)
        )  # without those of background tasks
        labels.append([item.label for item in page.items])
    assert labels == [[None], ["needs_approval", None, None]]
    assert counts[0] == counts[1] > 0


async def test_only_active_approvers_with_their_role_count(stage: Stage) -> None:
    author, phone = await stage.signed_in(CARE), stage.phone()
    user_id = await stage.user(phone, "billing_admin")
    await save(stage, policy("ActivateSpecModule", roles=["billing_admin"]))
    request = await propose(author, activate(stage, await stage.clinic()))
    await (await stage.signed_in(phone)).change_requests.approve(**named(request))
    for statement in (
        "update users set user_status = 'BLOCKED' where id = :id",
        "update user_accounts set account_type = 'customer_care' where user_id = :id",
    ):
        await stage.sql(statement, id=user_id)
        with pytest.raises(Conflict):
            await author.change_requests.apply(**named(request))
        await stage.sql("update users set user_status = 'ACTIVE' where id = :id", id=user_id)
    await stage.sql("update user_accounts set account_type = 'billing_admin' where user_id = :id", id=user_id)
    assert (await apply_now(stage, author, request)).request.status == "applied"


async def test_the_stricter_of_then_and_now_wins(stage: Stage) -> None:
    author, client, billing = await stage.signed_in(CARE), await stage.signed_in(), await stage.signed_in(BILLING)
    await save(stage, policy("ActivateSpecModule"))
    tightened, loosened = [await propose(author, activate(stage, await stage.clinic())) for _ in range(2)]
    await billing.change_requests.approve(**named(tightened))
    await save(stage, policy("ActivateSpecModule", roles=["super_admin"]))
    with pytest.raises(Conflict):
        await author.change_requests.apply(**named(tightened))
    await client.change_requests.approve(**named(tightened))
    assert (await apply_now(stage, author, tightened)).request.status == "applied"
    await save(stage)
    await drain(stage.services)
    seen = await author.change_requests.read(request_id=loosened.request.id)
    assert (seen.request.status, seen.labels) == ("open", ["needs_approval"])
    with pytest.raises(Conflict):
        await author.change_requests.apply(**named(loosened))
    revised = await author.change_requests.revise(
        request_id=loosened.request.id,
        title="Billing",
        reason="They signed the contract",
        changes=[activate(stage, await stage.clinic())],
    )
    assert revised.labels == []


async def test_an_approval_that_is_withdrawn_during_the_run_ends_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply, "PART", 1)
    author, billing = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    await save(stage, policy("ActivateSpecModule"))
    request = await propose(author, *[activate(stage, await stage.clinic()) for _ in range(2)])
    await billing.change_requests.approve(**named(request))
    await author.change_requests.apply(**named(request))
    await killed_after_a_step(stage, apply.JOB_NAME)
    await stage.sql("delete from change_request_reviews where request_id = :id", id=request.request.id)
    await drain(stage.services)
    ended = await author.change_requests.read(request_id=request.request.id)
    assert (ended.request.status, ended.request.done) == ("partly_applied", 1)
    assert ended.request.end_reason == "needs_approval"


async def test_the_shipped_policies_are_off_except_those_of_broadcasts(stage: Stage) -> None:
    policies = (await (await stage.signed_in(CARE)).change_requests.policies()).policies
    assert {shipped_policy.call for shipped_policy in policies if shipped_policy.enabled} == {
        "SendWebUpgrade",
        "SendRelogin",
    }
    assert {
        (shipped_policy.call, shipped_policy.condition, shipped_policy.at_least)
        for shipped_policy in policies
        if not shipped_policy.enabled
    } == {
        *((f"{verb}SpecModule", "targets", 50) for verb in ("Activate", "Deactivate")),
        ("UpdateClinicSettings", "targets", 50),
        *((f"{verb}PromoCode", "field", most) for verb in ("Create", "Update") for most in (30, 5000)),
        ("DeleteClinicAdmin", "always", None),
        ("DeleteAllDevices", "always", None),
        ("UpdateUser", "staff_blocked", None),
    }


async def test_the_shipped_policies_can_be_switched_on(stage: Stage) -> None:
    shipped = (await (await stage.signed_in()).change_requests.policies()).policies
    await save(stage, *(shipped_policy.model_copy(update={"enabled": True}) for shipped_policy in shipped))
    assert all(
        saved_policy.enabled for saved_policy in (await (await stage.signed_in()).change_requests.policies()).policies
    )


async def test_saving_policies_is_recorded_and_finds_conflicts(stage: Stage) -> None:
    client = await stage.signed_in()
    read = await client.change_requests.policies()
    await save(stage, policy("DeletePromoCode", roles=["super_admin"]))
    event = (await stage.events("approval_policies.save"))[-1]
    saved = {"approvals": 1, "roles": ["super_admin"], "enabled": True}
    assert event["after"]["DeletePromoCode always"] == saved
    assert event["before"]["DeletePromoCode always"] is None
    with pytest.raises(PreconditionFailed):
        await client.send(policies_to_save(policy("DeletePromoCode", roles=["super_admin"])), if_match=read.version)
    for other in (CARE, BILLING):
        with pytest.raises(Forbidden):
            await (await stage.signed_in(other)).change_requests.save_policies(policies=[])


async def test_policies_without_an_effect_are_refused(stage: Stage) -> None:
    client = await stage.signed_in()
    cases: list[tuple[str, list[dict[str, Any]]]] = [
        ("policies.0.call", [{"call": "SignUpHospital", "condition": "always"}]),
        ("policies.0.call", [{"call": "ReadClinic", "condition": "always"}]),
        ("policies.0.condition", [{"call": "UpdateClinic", "condition": "devices", "at_least": 5}]),
        ("policies.0.condition", [{"call": "UpdateClinic", "condition": "staff_blocked"}]),
        ("policies.0.at_least", [{"call": "UpdateClinic", "condition": "targets"}]),
        ("policies.0.at_least", [{"call": "UpdateClinic", "condition": "always", "at_least": 5}]),
        ("policies.0.field", [{"call": "UpdateClinic", "condition": "field", "at_least": 5}]),
        ("policies.0.field", [{"call": "UpdateClinic", "condition": "field", "at_least": 5, "field": "clinic_name"}]),
        ("policies.0.at_least", [{"call": "SendRelogin", "condition": "devices"}]),
        ("policies.1", [{"call": "UpdateClinic", "condition": "always"}] * 2),
    ]
    await save(stage)
    before = await client.change_requests.policies()
    for source, policies in cases:
        with pytest.raises(InvalidInput) as refused:
            await client.send(
                policies_to_save(*(policy(**{"roles": ["super_admin"], **values}) for values in policies))
            )
        assert refused.value.problems[0].source == source
    assert await client.change_requests.policies() == before


async def test_policy_with_too_few_reviewers_is_refused(stage: Stage) -> None:
    client = await stage.signed_in()
    await save(stage)
    await stage.sql(
        "update user_accounts set account_type = 'patient' where account_type = 'billing_admin' and user_id <> :id",
        id=stage.user_ids[BILLING],
    )
    for status in ("ACTIVE", "ACTIVE", "BLOCKED"):
        await stage.user(stage.phone(), "billing_admin", status=status)

    def rule(call: str, approvals: int, **fields: Any) -> PolicyToSave:
        return policy(call, roles=["billing_admin"], approvals=approvals, **fields)

    await client.send(policies_to_save(rule("DeleteDevice", 2)))
    with pytest.raises(InvalidInput) as refused:
        await client.send(policies_to_save(rule("DeleteDevice", 3)))
    [problem] = refused.value.problems
    assert (problem.source, problem.code) == ("policies.0.approvals", "approval_policy_unreachable")
    assert problem.detail == "2", "one of the three is the author"
    with pytest.raises(InvalidInput):
        await client.send(policies_to_save(rule("DeleteDevice", 2), rule("DeleteAllDevices", 3)))
    await client.send(policies_to_save(rule("DeleteDevice", 2), rule("DeleteAllDevices", 3, enabled=False)))


async def test_policy_for_those_without_permission_is_refused(stage: Stage) -> None:
    client = await stage.signed_in()
    await save(stage)
    with pytest.raises(InvalidInput) as refused:
        await client.send(policies_to_save(policy("DeleteDevice", roles=["customer_care"])))
    assert (refused.value.code, refused.value.problems[0].detail) == ("approval_policy_unreachable", "0")


async def test_stored_policy_with_too_few_reviewers_stays(stage: Stage) -> None:
    client = await stage.signed_in()
    await save(stage, policy("DeleteDevice"))
    await stage.sql("update approval_policies set approvals = 5, roles = array['billing_admin']")
    [stored] = (await client.change_requests.policies()).policies
    await client.send(policies_to_save(stored, policy("DeleteAllDevices")))


async def test_other_workers_use_new_policies_within_a_second(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    client, clinic = await stage.signed_in(), await stage.clinic()
    await client.modules.activate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    await stage.sql(
        "insert into approval_policies values ('DeactivateSpecModule', 'always', '', null, 1,"
        " array['super_admin'], true)"
    )
    until = stage.services.policies.valid_until
    assert 0 < until <= asyncio.get_running_loop().time() + 1
    monkeypatch.setattr(stage.services.policies, "valid_until", 0.0)
    with pytest.raises(ApprovalRequired):
        await client.modules.deactivate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
