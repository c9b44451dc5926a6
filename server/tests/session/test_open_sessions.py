"""Open sessions of a user: the user and super admins can list and end them (SEC-16)."""

from __future__ import annotations

import pytest
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage

from careops import AsyncCareOps, Forbidden, NotFound, Unauthorized
from careops.calls.session import OpenSession
from careops_server.areas.session.user_agents import browser_of, system_of

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"


async def newcomer(stage: Stage) -> tuple[str, int]:
    """Create a member of staff. Return phone number and user id."""
    phone = stage.phone()
    return phone, await stage.user(phone, "customer_care")


async def enter(stage: Stage, phone: str) -> AsyncCareOps:
    """Sign in with a new session."""
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    return client


async def enter_by_browser(stage: Stage, phone: str) -> None:
    """Sign in with a new browser session."""
    form = {"country_code": "91", "phone_number": phone, "password": PASSWORD}
    async with stage.http(headers={"user-agent": FIREFOX}) as http:
        answer = await http.post("/api/auth/sign_in", json={"user_signin_form": form})
    assert answer.status_code == 200


def the_other(sessions: list[OpenSession]) -> OpenSession:
    (other,) = (session for session in sessions if not session.current)
    return other


@pytest.mark.proves("SEC-16.see", "SEC-16.end")
async def test_own_sessions_are_listed_and_ended(stage: Stage) -> None:
    phone, _ = await newcomer(stage)
    client = await enter(stage, phone)
    await enter_by_browser(stage, phone)
    page = await client.session.list()
    assert page.total_records == 2
    assert [session.browser for session in page.items if session.current] == ["careops"]
    other = the_other(page.items)
    assert (other.browser, other.system, other.user_agent) == ("Firefox", "Windows", FIREFOX)
    assert other.ip_address
    assert other.started_at <= other.last_used_at
    await client.session.end(session_id=other.id)
    assert [session.current for session in (await client.session.list()).items] == [True]
    with pytest.raises(NotFound):
        await client.session.end(session_id=other.id)


@pytest.mark.proves("SEC-16.end")
async def test_ended_session_is_refused(stage: Stage) -> None:
    phone, _ = await newcomer(stage)
    ended, other = await enter(stage, phone), await enter(stage, phone)
    await ended.session.end(session_id=the_other((await ended.session.list()).items).id)
    with pytest.raises(Unauthorized):
        await other.clinics.list()
    tokens = other.tokens.load()
    assert tokens is not None
    with pytest.raises(Unauthorized):
        await stage.client().session.refresh(refresh_token=tokens.refresh_token)
    assert await ended.clinics.list()


@pytest.mark.proves("SEC-16.super-admin", "SEC-16.colleagues")
async def test_sessions_of_colleagues_are_ended_by_super_admins_only(stage: Stage) -> None:
    phone, user_id = await newcomer(stage)
    theirs = await enter(stage, phone)
    (session,) = (await theirs.session.list()).items
    for colleague in (CARE, BILLING):
        client = await enter(stage, colleague)
        with pytest.raises(NotFound):
            await client.session.end(session_id=session.id)
        for refused_call in (client.session.list(user_id=user_id), client.session.end_others(user_id=user_id)):
            with pytest.raises(Forbidden):
                await refused_call
    assert await theirs.clinics.list()
    admin = await enter(stage, SUPER)
    assert [listed.id for listed in (await admin.session.list(user_id=user_id)).items] == [session.id]
    await admin.session.end(session_id=session.id)
    with pytest.raises(Unauthorized):
        await theirs.clinics.list()
    event = (await stage.events("session.end"))[-1]
    assert (event["event_status"], event["actor_id"]) == ("SUCCESS", stage.user_ids[SUPER])
    assert event["before"]["user_id"] == user_id
    assert (await admin.session.list(user_id=user_id)).items == []


@pytest.mark.proves("SEC-16.end-others")
async def test_other_sessions_end_at_once(stage: Stage) -> None:
    phone, user_id = await newcomer(stage)
    current, *others = [await enter(stage, phone) for _ in range(3)]
    assert (await current.session.end_others()).ended == 2
    for other in others:
        with pytest.raises(Unauthorized):
            await other.clinics.list()
    events = await stage.events("session.end_others")
    assert (await current.session.end_others()).ended == 0
    assert await stage.events("session.end_others") == events
    admin = await enter(stage, SUPER)
    assert (await admin.session.end_others(user_id=user_id)).ended == 1
    with pytest.raises(Unauthorized):
        await current.clinics.list()
    assert await admin.clinics.list()


@pytest.mark.own
async def test_unusable_sessions_are_not_listed(stage: Stage) -> None:
    phone, _ = await newcomer(stage)
    client = await enter(stage, phone)
    await enter(stage, phone)
    await enter(stage, phone)
    first, second = (session.id for session in (await client.session.list()).items if not session.current)
    await stage.sql("update sessions set created_at = now() - interval '13 hours' where number = :id", id=first)
    await stage.sql("update sessions set last_used_at = now() - interval '46 minutes' where number = :id", id=second)
    assert [session.current for session in (await client.session.list()).items] == [True]
    for over in (first, second):
        with pytest.raises(NotFound):
            await client.session.end(session_id=over)


@pytest.mark.parametrize(
    ("user_agent", "browser", "system"),
    [
        (FIREFOX, "Firefox", "Windows"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0"
            " Safari/537.36 Edg/142.0.0.0",
            "Edge",
            "Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile"
            " Safari/537.36",
            "Chrome",
            "Android",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0"
            " Chrome/130.0.0.0 Mobile Safari/537.36",
            "Samsung Internet",
            "Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
            " Version/26.0 Mobile/15E148 Safari/604.1",
            "Safari",
            "iPhone",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0"
            " Safari/605.1.15",
            "Safari",
            "macOS",
        ),
        ("careops-sdk/0.1.0", "careops", None),
        ("", None, None),
    ],
)
def test_client_is_named_by_its_user_agent(user_agent: str, browser: str | None, system: str | None) -> None:
    assert (browser_of(user_agent), system_of(user_agent)) == (browser, system)
