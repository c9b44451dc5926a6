"""Reset of a user's password by a super admin: who may do it, and what the new password permits."""

from __future__ import annotations

import pytest
from server.tests.support.own_password import NEW, enter, grow_old, newcomer
from server.tests.support.stage import CARE, PASSWORD, SUPER, Stage

from careops import Conflict, Forbidden, NotFound, Unauthorized
from careops.constants import STEP_UP_REQUIRED


@pytest.mark.proves("SEC-21")
async def test_reset_needs_password_of_last_five_minutes(stage: Stage) -> None:
    phone, _ = await newcomer(stage, "super_admin")
    _, user_id = await newcomer(stage)
    client = await enter(stage, phone)
    await grow_old(stage)
    with pytest.raises(Forbidden) as refused:
        await client.users.reset_password(user_id=user_id)
    assert refused.value.source == STEP_UP_REQUIRED
    await client.confirm(PASSWORD)
    assert (await client.users.reset_password(user_id=user_id)).password


@pytest.mark.proves("SEC-07.reset")
async def test_reset_gives_one_time_password(stage: Stage) -> None:
    phone, user_id = await newcomer(stage)
    theirs = await enter(stage, phone)
    admin = await enter(stage, SUPER)
    password = (await admin.users.reset_password(user_id=user_id)).password
    with pytest.raises(Unauthorized):
        await theirs.clinics.list()
    with pytest.raises(Unauthorized):
        await enter(stage, phone, PASSWORD)
    client = await enter(stage, phone, password)
    with pytest.raises(Forbidden):
        await client.clinics.list()
    await client.session.change_password(old_password=password, new_password=NEW)
    assert await client.clinics.list()
    assert password not in str(await stage.rows("select * from idempotency_keys"))
    assert password not in str(await stage.events())


async def test_reset_by_customer_care_or_of_oneself_is_refused(stage: Stage) -> None:
    _, user_id = await newcomer(stage)
    with pytest.raises(Forbidden):
        await (await enter(stage, CARE)).users.reset_password(user_id=user_id)
    admin = await enter(stage, SUPER)
    with pytest.raises(Conflict):
        await admin.users.reset_password(user_id=stage.user_ids[SUPER])
    with pytest.raises(NotFound):
        await admin.users.reset_password(user_id=999_999)
