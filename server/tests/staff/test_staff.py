"""The list of staff: who may sign in, by name, and the lookup by ids."""

from __future__ import annotations

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops_server.areas.staff.queries import NamedStaff, find_staff


@pytest.mark.own
async def test_active_staff_are_listed_by_name(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    staff = await client.staff.list()
    types = {member.id: member.account_type for member in staff}
    assert types[stage.user_ids[SUPER]] == "super_admin"
    assert types[stage.user_ids[BILLING]] == "billing_admin"
    assert [member.name.lower() for member in staff] == sorted(member.name.lower() for member in staff)


@pytest.mark.own
async def test_other_users_are_not_listed(stage: Stage) -> None:
    clinic_user = await stage.user("9111111101", "clinic")
    blocked = await stage.user("9111111102", "customer_care")
    await stage.sql("update users set user_status = 'BLOCKED' where id = :id", id=blocked)
    listed = {member.id for member in await (await stage.signed_in(CARE)).staff.list()}
    assert listed.isdisjoint({clinic_user, blocked})


@pytest.mark.own
async def test_highest_account_type_is_listed(stage: Stage) -> None:
    user_id = await stage.user("9111111103", "customer_care")
    await stage.sql("update users set name = 'Zorawar Two 100%' where id = :id", id=user_id)
    await stage.sql("insert into user_accounts (user_id, account_type) values (:id, 'billing_admin')", id=user_id)
    client = await stage.signed_in(SUPER)
    [member] = await client.staff.list(search_text="zorawar two 100%")
    assert (member.id, member.account_type) == (user_id, "billing_admin")
    assert await client.staff.list(search_text="zorawar_two") == []


@pytest.mark.own
async def test_staff_are_found_by_ids(stage: Stage) -> None:
    care, nobody = stage.user_ids[CARE], 99_999_999
    async with stage.services.database.pool.transaction() as connection:
        members = await find_staff(connection, [care, care, nobody])
        assert await find_staff(connection, [care], elsewhere=True) == {}
    [(user_id, (name, account_type))] = members.items()
    assert (user_id, account_type) == (care, "customer_care")
    assert members[care] == NamedStaff(name, account_type)
