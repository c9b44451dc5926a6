"""A browser session is bound to its browser: tokens copied from local storage are useless elsewhere (SEC-18)."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from server.tests.support.browsers import PAGE, bearer, begun, form
from server.tests.support.stage import CARE, SUPER, Stage

from careops_server.core.auth.session_binding import SessionBinding
from careops_server.core.configuration.settings import Settings


async def read(http: httpx.AsyncClient, tokens: dict[str, Any], **headers: str) -> int:
    return (await http.get("/api/careops/session", headers={**bearer(tokens), **headers})).status_code


async def refresh(http: httpx.AsyncClient, tokens: dict[str, Any]) -> httpx.Response:
    return await http.post("/api/auth/refresh", json={"refresh_token": tokens["refresh_token"]}, headers=PAGE)


@pytest.mark.proves("SEC-18")
async def test_both_tokens_work_in_their_browser_only(stage: Stage) -> None:
    async with stage.http() as browser, stage.http() as thief:
        tokens = await begun(browser)
        assert await read(browser, tokens) == 200
        assert await read(thief, tokens) == 401
        assert await read(thief, tokens, cookie=f"careops-00000000={'x' * 43}") == 401
        refused = await refresh(thief, tokens)
        assert (refused.status_code, refused.json()["errors"][0]["source"]) == (401, "refresh_token")
        # The thief's attempts did not use up the token.
        renewed = await refresh(browser, tokens)
        assert renewed.status_code == 200
        assert await read(browser, renewed.json()) == 200
        assert await read(thief, renewed.json()) == 401


@pytest.mark.proves("SEC-18")
async def test_worker_with_a_cached_session_requires_the_cookie(stage: Stage) -> None:
    sessions = stage.services.sessions
    trusting = sessions._settings.model_copy(update={"session_check_seconds": 60})
    async with stage.http() as browser, stage.http() as thief:
        tokens = await begun(browser)
        before, sessions._settings = sessions._settings, trusting
        try:
            assert await read(browser, tokens) == 200
            assert await read(thief, tokens) == 401
            assert await read(browser, tokens) == 200
        finally:
            sessions._settings = before


async def test_second_browser_of_a_user_has_another_session(stage: Stage) -> None:
    async with stage.http() as client, stage.http() as other:
        first, second = await begun(client), await begun(other)
        assert await read(client, second) == 401
        assert await read(other, first) == 401
        assert await read(other, second) == 200


async def test_new_sign_in_sets_a_new_cookie(stage: Stage) -> None:
    async with stage.http() as browser:
        await begun(browser)
        before = dict(browser.cookies)
        await begun(browser, SUPER)
        assert browser.cookies.keys() == before.keys()
        assert dict(browser.cookies) != before


async def test_cookie_is_for_this_server_and_hidden_from_scripts(stage: Stage) -> None:
    async with stage.http() as browser:
        body = form(CARE)
        answer = await browser.post("/api/auth/sign_in", json=body, headers=PAGE)
        (cookie,) = answer.headers.get_list("set-cookie")
        _, *attributes = cookie.split("; ")
        assert attributes == ["Path=/", "Max-Age=43200", "HttpOnly", "SameSite=Strict"]
        wrong = await browser.post("/api/auth/sign_in", json=form(CARE, "wrong"), headers=PAGE)
        assert "set-cookie" not in wrong.headers


async def test_script_needs_no_cookie(stage: Stage) -> None:
    async with stage.http() as script, stage.http() as elsewhere:
        body = form(CARE)
        answer = await script.post("/api/auth/sign_in", json=body)
        assert "set-cookie" not in answer.headers
        assert await read(elsewhere, answer.json()) == 200
        # A page that receives these tokens from a script may use them as well.
        assert await read(elsewhere, answer.json(), origin="http://test") == 200


@pytest.mark.proves("SEC-40.origin", "SEC-40.cookie")
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://test.evil.example"}, 403),
        ({"origin": "http://evil.example", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "http://other.test", "sec-fetch-site": "same-site"}, 403),
        ({"origin": "https://behind.a.proxy", "sec-fetch-site": "same-origin"}, 200),
        ({"origin": "http://test"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({}, 200),
    ],
)
async def test_pages_of_other_sites_are_refused(stage: Stage, headers: dict[str, str], status: int) -> None:
    async with stage.http() as http:
        body = form(CARE)
        answer = await http.post("/api/auth/sign_in", json=body, headers=headers)
        assert answer.status_code == status
        assert ("set-cookie" in answer.headers) == (status == 200 and "origin" in headers)


def test_cookie_name_is_of_the_installation_and_survives_a_new_secret(settings: Settings) -> None:
    cookie, cookie_hash = SessionBinding(settings).new_cookie()
    assert SessionBinding(settings).cookie_hashes(f"theme=dark; {cookie.partition(';')[0]}; careops-other=1") == (
        cookie_hash,
    )
    another = settings.model_copy(update={"secret": SecretStr("another secret " * 4)})
    another.__dict__.pop("signing_keys", None)
    assert SessionBinding(another).cookie_hashes(cookie.partition(";")[0]) == ()
    rotated = another.model_copy(update={"previous_secret": settings.secret})
    rotated.__dict__.pop("signing_keys", None)
    assert SessionBinding(rotated).cookie_hashes(cookie.partition(";")[0]) == (cookie_hash,)


def test_other_hosts_cannot_set_the_cookie_over_https(settings: Settings) -> None:
    cookie, _ = SessionBinding(settings.model_copy(update={"https": True})).new_cookie()
    assert cookie.startswith("__Host-careops-")
    assert cookie.endswith("; Secure")
