"""Staff behind a gateway: the people who signed in through it."""

from __future__ import annotations

from server.tests.support.stage import Stage


async def test_gateway_lists_signed_in_users_as_staff(front: Stage) -> None:
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    await client.sign_in("9000000001", "whatever it is")
    [member] = await client.staff.list(search_text="gur")
    assert (member.id, member.name, member.account_type) == (7, "Gurpreet", "super_admin")
