"""Changes of a user: flags for all staff, the status for billing staff and super admins only."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import Forbidden, NotFound


async def test_flags_of_user_are_switched_by_customer_care(stage: Stage) -> None:
    user_id = await stage.user(stage.phone())
    await (await stage.signed_in(CARE)).users.update(user_id=user_id, growth_enabled=True)
    (user,) = await stage.rows("select growth_enabled, packages_enabled from users where id = :id", id=user_id)
    assert user == {"growth_enabled": True, "packages_enabled": False}


@pytest.mark.proves("SEC-25.forbidden", "SEC-25.unchanged")
async def test_status_of_user_needs_billing_rights(stage: Stage) -> None:
    user_id = await stage.user(stage.phone())
    with pytest.raises(Forbidden) as refused:
        await (await stage.signed_in(CARE)).users.update(user_id=user_id, user_status="BLOCKED", growth_enabled=True)
    assert refused.value.source == "user_status"
    (user,) = await stage.rows("select user_status, growth_enabled from users where id = :id", id=user_id)
    assert user == {"user_status": "ACTIVE", "growth_enabled": False}
    await (await stage.signed_in(BILLING)).users.update(user_id=user_id, user_status="BLOCKED")
    assert await stage.sql("select user_status from users where id = :id", id=user_id) == "BLOCKED"


@pytest.mark.proves("SEC-25.unchanged")
@pytest.mark.parametrize("body", [{"account_type": "super_admin"}, {"is_admin": True}, {"password_hash": "x"}, {}])
async def test_unsettable_fields_of_user_change_nothing(stage: Stage, body: dict[str, Any]) -> None:
    user_id = await stage.user(stage.phone())
    before = await stage.rows("select * from users where id = :id", id=user_id)
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.put(f"/api/admin/users/{user_id}", json=body)
    assert answer.status_code == 422
    assert await stage.rows("select * from users where id = :id", id=user_id) == before


async def test_change_of_unknown_user_is_not_found(stage: Stage) -> None:
    with pytest.raises(NotFound):
        await (await stage.signed_in(SUPER)).users.update(user_id=10**9, growth_enabled=True)
