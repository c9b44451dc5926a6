"""Undo of bulk runs: the audit events name the run, and a change request restores what it replaced."""

from __future__ import annotations

from uuid import uuid4

import pytest
from server.tests.support.change_requests import apply_now, modules_of, targets_of
from server.tests.support.examples import example
from server.tests.support.stage import BILLING, SUPER, Stage

from careops import AsyncCareOps, Conflict, bulk
from careops.calls.modules import ActivateSpecModule
from careops.calls.news import DeleteNewsArticles
from careops_server.areas.change_requests.preview import supported_bindings
from careops_server.core.pipeline.audit_parameters import event_key
from careops_server.routes import ROUTES

pytestmark = pytest.mark.own
SUPPORTED = supported_bindings(ROUTES)


async def switched(stage: Stage, client: AsyncCareOps, clinics: list[int], batch: int = 500) -> str:
    """Switch a module on in a bulk run, and return the run's id."""
    change = bulk.SwitchModule(stage.module_ids["Billing"], active=True)
    run = await bulk.apply(client, change, bulk.parse_ids(clinics), batch=batch)
    return run.header.id


def test_each_call_has_its_own_event() -> None:
    assert len({event_key(binding.call) for binding in SUPPORTED.values()}) == len(SUPPORTED)


@pytest.mark.parametrize("batch", [1, 500])
async def test_run_is_undone_by_a_request_except_later_edits(stage: Stage, batch: int) -> None:
    client, other = await stage.signed_in(), await stage.signed_in(BILLING)
    clinics = [await stage.clinic() for _ in range(4)]
    billing = stage.module_ids["Billing"]
    await client.modules.activate(clinic_id=clinics[3], module_id=billing)
    run = await switched(stage, client, clinics, batch)
    events = [event for event in await stage.events("module.activate") if event["parameters"].get("run_id") == run]
    assert {event["clinic_id"] for event in events} == set(clinics[:3]), "one that was as wanted has no event"
    await other.modules.deactivate(clinic_id=clinics[0], module_id=billing)
    undo = await client.change_requests.undo_run(run=run, title="Undo: modules on Billing")
    assert (undo.request.undoes_run, undo.request.undoes, undo.request.excluded) == (run, None, 0)
    assert (undo.request.title, undo.request.targets) == ("Undo: modules on Billing", 3)
    await other.modules.deactivate(clinic_id=clinics[1], module_id=billing)
    ended = (await apply_now(stage, client, undo)).request
    outcomes = {target.resource_id: target.outcome for target in await targets_of(client, undo)}
    assert outcomes == {str(clinics[0]): "unchanged", str(clinics[1]): "unchanged", str(clinics[2]): "done"}
    assert (ended.status, ended.differences) == ("applied", 0)
    assert [await modules_of(client, clinic) for clinic in clinics] == [[], [], [], ["Billing"]]
    with pytest.raises(Conflict) as refusal:
        await client.change_requests.undo_run(run=run)
    assert (refusal.value.code, refusal.value.problems[0].detail) == ("change_request_undone", str(undo.request.id))


async def test_resumed_run_is_undone_again(stage: Stage) -> None:
    client, clinics = await stage.signed_in(), [await stage.clinic() for _ in range(2)]
    run = await switched(stage, client, clinics[:1])
    await apply_now(stage, client, await client.change_requests.undo_run(run=run))
    wire = ActivateSpecModule(clinic_id=clinics[1], module_id=stage.module_ids["Billing"]).to_wire()
    async with stage.http(headers={**await stage.bearer(), "careops-run-id": run}) as http:
        await http.request(wire.method, f"/api{wire.path}", json=wire.body)
    again = await client.change_requests.undo_run(run=run)
    assert (await apply_now(stage, client, again)).request.done == 1
    assert await modules_of(client, clinics[1]) == []


async def test_a_field_that_someone_has_edited_since_stays_and_names_the_person(stage: Stage) -> None:
    client, other = await stage.signed_in(), await stage.signed_in()
    edited, untouched = [await stage.user(stage.phone()) for _ in range(2)]
    run = await bulk.apply(client, bulk.SetUserStatus("INACTIVE"), bulk.parse_ids([edited, untouched]))
    await other.users.update(user_id=edited, user_status="BLOCKED")
    undo = await apply_now(stage, client, await client.change_requests.undo_run(run=run.header.id))
    by_user = {target.resource_id: target for target in await targets_of(client, undo)}
    assert {id: target.outcome for id, target in by_user.items()} == {str(edited): "kept", str(untouched): "done"}
    [conflict] = by_user[str(edited)].conflicts
    assert (conflict.field, conflict.current, conflict.changed_by) == ("user_status", "BLOCKED", f"Staff {SUPER[-2:]}")
    assert (await client.users.read(user_id=untouched)).user.status == "ACTIVE"


@pytest.mark.parametrize("phone", [SUPER, BILLING])
async def test_a_value_changed_there_and_back_is_undone_and_names_the_person(stage: Stage, phone: str) -> None:
    client, editor = await stage.signed_in(SUPER), await stage.signed_in(phone)
    user, clinic = await stage.user(stage.phone()), await stage.clinic()
    users = await bulk.apply(client, bulk.SetUserStatus("INACTIVE"), bulk.parse_ids([user]))
    clinics = await switched(stage, client, [clinic])
    for status in ("BLOCKED", "INACTIVE"):
        await editor.users.update(user_id=user, user_status=status)
    billing = stage.module_ids["Billing"]
    await editor.modules.deactivate(clinic_id=clinic, module_id=billing)
    await editor.modules.activate(clinic_id=clinic, module_id=billing)
    for run, field in ((users.header.id, "user_status"), (clinics, "Billing")):
        undo = await apply_now(stage, client, await client.change_requests.undo_run(run=run))
        assert (undo.request.done, undo.request.kept, undo.request.differences) == (1, 0, 0)
        [conflict] = (await targets_of(client, undo))[0].conflicts
        assert (conflict.field, conflict.kept, conflict.changed_by) == (field, False, f"Staff {phone[-2:]}")
    assert (await client.users.read(user_id=user)).user.status == "ACTIVE"
    assert await modules_of(client, clinic) == []


async def test_only_the_account_of_a_run_undoes_it(stage: Stage) -> None:
    run = await switched(stage, await stage.signed_in(), [await stage.clinic()])
    for client in (await stage.signed_in(BILLING), await stage.program("change_requests:write", "modules:write")):
        with pytest.raises(Conflict) as refused:
            await client.change_requests.undo_run(run=run)
        assert (refused.value.problems[0].code, refused.value.problems[0].detail) == ("run_nothing_to_undo", "0")


async def test_a_program_proposes_the_undo_of_its_run(stage: Stage) -> None:
    client = await stage.program("change_requests:write", "change_requests:read", "modules:write", "clinics:read")
    run = await switched(stage, client, [await stage.clinic()])
    assert (await client.change_requests.undo_run(run=run)).request.targets == 1


async def test_events_of_apps_belong_to_no_run(stage: Stage) -> None:
    client, clinic, run = await stage.signed_in(), await stage.clinic(), uuid4().hex
    await client.modules.activate(clinic_id=clinic, module_id=stage.module_ids["Billing"])
    await stage.sql(
        "insert into audit_events (occurred_at, key, event_status, actor_id, actor_name, actor_type, clinic_id,"
        " resource_type, resource_id, before, after, parameters, sent_by)"
        " select now(), key, event_status, actor_id, actor_name, actor_type, clinic_id, resource_type, resource_id,"
        " before, after, parameters || jsonb_build_object('run_id', cast(:run as text)), 'app' from audit_events"
        " where clinic_id = :clinic and key = 'module.activate'",
        run=run,
        clinic=clinic,
    )
    with pytest.raises(Conflict):
        await client.change_requests.undo_run(run=run)


async def test_changes_without_an_inverse_are_left_out(stage: Stage) -> None:
    client, call = await stage.signed_in(), await example(stage, DeleteNewsArticles)
    run = await bulk.apply(client, bulk.DeleteNews(), bulk.parse_ids(call.parameters["ids"].split(",")))
    assert run.counts[bulk.Outcome.DONE] == 1
    with pytest.raises(Conflict) as refused:
        await client.change_requests.undo_run(run=run.header.id)
    assert refused.value.problems[0].detail == "1"


@pytest.mark.parametrize("run", ["x", "5F2C8A1E9B3D4706", "a" * 65, "5f2c8a1e9b3d4706,x"])
async def test_malformed_run_id_is_ignored(stage: Stage, run: str) -> None:
    clinic = await stage.clinic()
    wire = ActivateSpecModule(clinic_id=clinic, module_id=stage.module_ids["Billing"]).to_wire()
    async with stage.http(headers={**await stage.bearer(), "careops-run-id": run}) as http:
        assert (await http.request(wire.method, f"/api{wire.path}", json=wire.body)).status_code == 200
    [event] = [event for event in await stage.events("module.activate") if event["clinic_id"] == clinic]
    assert "run_id" not in event["parameters"]
