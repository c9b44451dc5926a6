"""Own passwords: initial choice, change and confirmation."""

from __future__ import annotations

import pytest
from server.tests.support.own_password import NEW, enter, newcomer
from server.tests.support.stage import PASSWORD, Stage

from careops import Forbidden, InvalidInput, TooManyRequests, Unauthorized
from careops.calls.session import ChangePassword
from careops.constants import MUST_CHANGE


@pytest.mark.proves("SEC-07.change")
async def test_one_time_password_only_allows_its_change(stage: Stage) -> None:
    phone, user_id = await newcomer(stage, one_time=True)
    client = await enter(stage, phone)
    for refused_call in (client.clinics.list(), client.users.update(user_id=user_id, growth_enabled=True)):
        with pytest.raises(Forbidden) as refused:
            await refused_call
        assert refused.value.source == MUST_CHANGE
    # A gateway learns this only from the platform's error.
    assert (await client.session.read()).must_change_password is stage.knows_before
    await client.session.change_password(old_password=PASSWORD, new_password=NEW)
    assert (await client.clinics.list()).items is not None
    assert await enter(stage, phone, NEW)


@pytest.mark.proves("SEC-15.password")
async def test_changed_password_ends_every_other_session(stage: Stage) -> None:
    phone, _ = await newcomer(stage)
    thief, owner = await enter(stage, phone), await enter(stage, phone)
    await owner.session.change_password(old_password=PASSWORD, new_password=NEW)
    with pytest.raises(Unauthorized):
        await thief.clinics.list()
    assert await owner.clinics.list()
    with pytest.raises(Unauthorized):
        await enter(stage, phone, PASSWORD)


@pytest.mark.proves("SEC-06.own-password")
@pytest.mark.parametrize(
    ("old", "new", "source"),
    [
        ("not my password at all", NEW, "old_password"),
        (PASSWORD, "welcome123456789", "new_password"),
        (PASSWORD, "too short", "new_password"),
        (PASSWORD, PASSWORD, "new_password"),
    ],
)
async def test_invalid_password_change_is_refused_by_field(stage: Stage, old: str, new: str, source: str) -> None:
    phone, _ = await newcomer(stage)
    client = await enter(stage, phone)
    async with stage.http() as http:
        tokens = client.tokens.load()
        assert tokens is not None
        answer = await http.post(
            "/api/careops/session/password",
            json={"old_password": old, "new_password": new},
            headers={"authorization": f"Bearer {tokens.auth_token}"},
        )
    assert answer.status_code == 422
    assert [problem["source"] for problem in answer.json()["errors"]] == [source]
    assert await enter(stage, phone)


async def test_repeated_change_after_a_lost_answer_succeeds(stage: Stage) -> None:
    phone, _ = await newcomer(stage)
    client = await enter(stage, phone)
    call = ChangePassword(old_password=PASSWORD, new_password=NEW)
    for _ in range(2):
        await client.send(call, idempotency_key="change-of-password")


@pytest.mark.own
async def test_guessing_the_old_password_is_throttled(stage: Stage) -> None:
    phone, _ = await newcomer(stage)
    client = await enter(stage, phone)
    for _ in range(5):
        with pytest.raises(InvalidInput):
            await client.session.change_password(old_password="wrong wrong wrong", new_password=NEW)
        with pytest.raises(InvalidInput):
            await client.confirm("wrong wrong wrong")
    with pytest.raises(TooManyRequests):
        await client.confirm(PASSWORD)
    await stage.sql("delete from sign_in_failures")
