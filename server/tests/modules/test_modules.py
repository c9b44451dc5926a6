"""Switching modules and flags of a clinic."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import InvalidInput, NotFound


async def active(stage: Stage, clinic_id: int) -> list[str]:
    """The names of a clinic's active modules."""
    clinic = await (await stage.signed_in(CARE)).clinics.read(id=clinic_id)
    return [module.name for module in clinic.clinic_spec_modules]


async def test_modules_are_listed_by_name_in_the_documented_form(stage: Stage) -> None:
    modules = await (await stage.signed_in(CARE)).modules.list()
    assert [module.name for module in modules] == ["Billing", "Telemedicine"]
    async with stage.http() as http:
        answer = (await http.get("/api/spec_modules", headers=await stage.bearer())).json()
    assert answer["data"][0] == {"id": modules[0].id, "attributes": {"id": modules[0].id, "name": "Billing"}}


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_can_switch_a_module(stage: Stage, phone: str) -> None:
    client, clinic_id, module_id = await stage.signed_in(phone), await stage.clinic(), stage.module_ids["Billing"]
    await client.modules.activate(clinic_id=clinic_id, module_id=module_id)
    assert await active(stage, clinic_id) == ["Billing"]
    await client.modules.activate(clinic_id=clinic_id, module_id=module_id)
    assert await active(stage, clinic_id) == ["Billing"]
    await client.modules.deactivate(clinic_id=clinic_id, module_id=module_id)
    await client.modules.deactivate(clinic_id=clinic_id, module_id=module_id)
    assert await active(stage, clinic_id) == []


@pytest.mark.own
async def test_audit_trail_has_only_changed_values(stage: Stage) -> None:
    client, clinic_id, module_id = await stage.signed_in(CARE), await stage.clinic(), stage.module_ids["Billing"]
    await client.modules.deactivate(clinic_id=clinic_id, module_id=module_id)
    for _ in range(2):
        await client.modules.activate(clinic_id=clinic_id, module_id=module_id)
        await client.modules.update_settings(clinic_id=clinic_id, ipd_enabled=True)
    first, second = [e for e in await stage.events() if e["clinic_id"] == clinic_id]
    assert (first["before"], first["after"]) == ({"Billing": False}, {"Billing": True})
    assert (second["before"], second["after"]) == ({"ipd_enabled": False}, {"ipd_enabled": True})


async def test_concurrent_switches_of_one_module_keep_exact_totals(stage: Stage) -> None:
    client, clinic_id, module_id = await stage.signed_in(CARE), await stage.clinic(), stage.module_ids["Billing"]
    await asyncio.gather(*(client.modules.activate(clinic_id=clinic_id, module_id=module_id) for _ in range(20)))
    assert await active(stage, clinic_id) == ["Billing"]
    total = await stage.sql(
        "select sum(total) from clinic_totals where dimension = 'module' and key = :key", key=str(module_id)
    )
    counted = await stage.sql("select count(*) from clinic_spec_modules where spec_module_id = :id", id=module_id)
    assert total == counted


@pytest.mark.parametrize("verb", ["activate", "deactivate"])
async def test_unknown_clinic_or_module_is_refused(stage: Stage, verb: str) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    switch = getattr(client.modules, verb)
    with pytest.raises(NotFound) as refused:
        await switch(clinic_id=clinic_id, module_id=10**6)
    assert refused.value.source == "module_id"
    with pytest.raises(NotFound) as refused:
        await switch(clinic_id=10**9, module_id=stage.module_ids["Billing"])
    assert refused.value.source == "clinic_id"


async def test_switched_flag_leaves_others_unchanged(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic(abdm_enabled=True)
    await client.modules.update_settings(clinic_id=clinic_id, ipd_enabled=True, surgery_enabled=True)
    await client.modules.update_settings(clinic_id=clinic_id, surgery_enabled=False)
    clinic = await client.clinics.read(id=clinic_id)
    assert (clinic.ipd_enabled, clinic.surgery_enabled, clinic.abdm_enabled) == (True, False, True)
    last = (await stage.events("clinic.settings"))[-1]
    assert last["after"] == {"surgery_enabled": False}
    if stage.knows_before:
        assert last["before"] == {"surgery_enabled": True}


@pytest.mark.proves("SEC-26.flags")
@pytest.mark.parametrize(
    ("value", "source"),
    [
        ({}, ""),
        ({"is_hospital": True}, "is_hospital"),
        ({"care_package_enabled": True}, "care_package_enabled"),
        ({"__class__": True}, "__class__"),
        ({"ipd_enabled": "maybe"}, "ipd_enabled"),
        ({"ipd_enabled": None}, ""),
        ([], "settings"),
        ("x", "settings"),
        (None, "settings"),
    ],
)
async def test_unknown_setting_is_refused_and_changes_nothing(stage: Stage, value: Any, source: str) -> None:
    clinic_id = await stage.clinic()
    before = await stage.rows("select * from clinics where id = :id", id=clinic_id)
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.post(f"/api/clinics/{clinic_id}/clinic_settings", json={"settings": value})
    assert answer.status_code == 422
    assert source in [problem["source"] for problem in answer.json()["errors"]]
    assert await stage.rows("select * from clinics where id = :id", id=clinic_id) == before


async def test_sdk_refuses_an_empty_switch_before_sending(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    with pytest.raises(InvalidInput, match="at least one flag"):
        await client.modules.update_settings(clinic_id=1)
