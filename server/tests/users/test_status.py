"""Permissions for blocking users."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from server.tests.support.stage import BILLING, PASSWORD, SUPER, Stage

from careops import Conflict, Forbidden
from careops_server.areas.users.handlers import LAST_SUPER, SUPERS_ONLY


@pytest.fixture(autouse=True)
async def _one_super_admin(stage: Stage) -> AsyncIterator[None]:
    yield
    await stage.sql("delete from users where id <> all(:ids)", ids=list(stage.user_ids.values()))
    await stage.sql("update users set user_status = 'ACTIVE'")
    stage.forget_sessions()


async def test_billing_admin_cannot_block_a_super_admin(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    with pytest.raises(Forbidden, match=SUPERS_ONLY):
        await client.users.update(user_id=stage.user_ids[SUPER], user_status="BLOCKED")
    assert await (await stage.signed_in(SUPER)).session.read()


async def test_super_admin_blocks_and_unblocks_another(stage: Stage) -> None:
    other = await stage.user(stage.phone(), "super_admin", "billing_admin")
    client = await stage.signed_in(SUPER)
    await client.users.update(user_id=other, user_status="BLOCKED")
    with pytest.raises(Forbidden):
        await (await stage.signed_in(BILLING)).users.update(user_id=other, user_status="ACTIVE")
    await client.users.update(user_id=other, user_status="ACTIVE")


async def test_own_status_cannot_be_changed(stage: Stage) -> None:
    await stage.user(stage.phone(), "super_admin")
    with pytest.raises(Conflict):
        await (await stage.signed_in(SUPER)).users.update(user_id=stage.user_ids[SUPER], user_status="INACTIVE")


async def test_concurrent_mutual_blocks_leave_one(stage: Stage) -> None:
    phone = stage.phone()
    other = await stage.user(phone, "super_admin")
    first, second = await stage.signed_in(SUPER), stage.client()
    await second.sign_in(phone, PASSWORD)
    outcomes = await asyncio.gather(
        first.users.update(user_id=other, user_status="BLOCKED"),
        second.users.update(user_id=stage.user_ids[SUPER], user_status="BLOCKED"),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, Exception) for outcome in outcomes) == 1
    active = "select count(*) from users u join user_accounts a on a.user_id = u.id"
    assert await stage.sql(f"{active} where account_type = 'super_admin' and user_status = 'ACTIVE'") == 1


@pytest.mark.own
async def test_last_super_admin_stays_despite_a_stale_session(stage: Stage) -> None:
    phone = stage.phone()
    other = await stage.user(phone, "super_admin")
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    stage.services.sessions._settings = stage.settings.model_copy(update={"session_check_seconds": 60})
    assert await client.session.read()  # now cached in this worker
    await stage.sql("update users set user_status = 'BLOCKED' where id = :id", id=other)
    with pytest.raises(Conflict, match=LAST_SUPER):
        await client.users.update(user_id=stage.user_ids[SUPER], user_status="BLOCKED")
    stage.services.sessions._settings = stage.settings
