"""Time and actor of the last change of each module and flag of a clinic."""

from __future__ import annotations

import pytest
from server.tests.support.stage import CARE, SUPER, Stage

from careops import NotFound


async def test_each_switch_has_its_last_change(stage: Stage) -> None:
    care, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    billing, telemedicine = stage.module_ids["Billing"], stage.module_ids["Telemedicine"]
    assert await care.modules.list_changes(clinic_id=clinic_id) == []
    await care.modules.activate(clinic_id=clinic_id, module_id=billing)
    await care.modules.update_settings(clinic_id=clinic_id, ipd_enabled=True, abdm_enabled=False)
    boss = await stage.signed_in(SUPER)
    for _ in range(6):
        await boss.modules.activate(clinic_id=clinic_id, module_id=telemedicine)
        await boss.modules.deactivate(clinic_id=clinic_id, module_id=telemedicine)
    changes = await care.modules.list_changes(clinic_id=clinic_id)
    # ABDM was off already, so nothing changed.
    assert [(change.name, change.module_id, change.active) for change in changes] == [
        ("Billing", billing, True),
        ("Telemedicine", telemedicine, False),
        ("ipd_enabled", None, True),
    ]
    by = {change.name: change.changed_by for change in changes}
    assert by["Billing"] == by["ipd_enabled"] != by["Telemedicine"]
    assert changes[0].changed_at < changes[1].changed_at


async def test_switches_of_other_clinics_and_refused_ones_are_not_listed(stage: Stage) -> None:
    care, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    await care.modules.activate(clinic_id=await stage.clinic(), module_id=stage.module_ids["Billing"])
    with pytest.raises(NotFound):
        await care.modules.activate(clinic_id=clinic_id, module_id=999_999)
    assert await care.modules.list_changes(clinic_id=clinic_id) == []


async def test_a_clinic_that_does_not_exist_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound):
        await (await stage.signed_in(CARE)).modules.list_changes(clinic_id=999_999_999)


async def test_events_of_apps_cannot_break_the_list(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await stage.sql(
        """
        insert into audit_events (occurred_at, clinic_id, key, event_status, parameters) values
            (now(), :id, 'module.activate', 'SUCCESS', '{"module_id": "x"}'),
            (now(), :id, 'module.activate', 'SUCCESS', null),
            (now(), :id, 'clinic.settings', 'SUCCESS', '[1]')
        """,
        id=clinic_id,
    )
    assert await (await stage.signed_in(CARE)).modules.list_changes(clinic_id=clinic_id) == []
