"""Broadcasts whose approval a policy requires, or the setting."""

from __future__ import annotations

import pytest
from server.tests.support.broadcasts import devices
from server.tests.support.policies import policies_as_before, policy, save
from server.tests.support.stage import Stage

pytestmark = [pytest.mark.own, pytest.mark.usefixtures(policies_as_before.__name__)]


async def test_a_policy_requires_approval_from_its_number_of_devices(stage: Stage) -> None:
    client = await stage.signed_in()
    await devices(stage, "cms", 3)
    for least, needs_approval in ((4, False), (3, True)):
        await save(stage, policy("SendWebUpgrade", "devices", at_least=least, roles=["super_admin"]))
        assert (await client.broadcasts.reach(app_type="cms")).needs_approval is needs_approval
        assert not (await client.broadcasts.reach()).needs_approval
    assert (await client.broadcasts.web_upgrade(app_type="cms")).proposal_id
    await save(stage, policy("SendWebUpgrade", "devices", at_least=3, roles=["super_admin"], enabled=False))
    assert (await client.broadcasts.web_upgrade(app_type="cms")).broadcast_id


async def test_the_smaller_number_of_policy_and_setting_counts(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    client = await stage.signed_in()
    await devices(stage, "patient", 3)
    await save(stage, policy("SendWebUpgrade", "devices", at_least=3, roles=["super_admin"]))
    for setting, needs_approval in ((None, True), (4, True), (0, True)):
        monkeypatch.setattr(stage.services.settings, "broadcasts_approved_from", setting)
        assert (await client.broadcasts.reach(app_type="patient")).needs_approval is needs_approval
    await save(stage, policy("SendWebUpgrade", "devices", at_least=4, roles=["super_admin"]))
    for setting, needs_approval in ((3, True), (4, False)):
        monkeypatch.setattr(stage.services.settings, "broadcasts_approved_from", setting)
        assert (await client.broadcasts.reach(app_type="patient")).needs_approval is needs_approval
