"""Cookies that the platform behind a gateway sets for one user never reach another."""

from __future__ import annotations

import json

import httpx
from server.tests.gateway.conftest import SIGNED_IN
from server.tests.support.stage import Stage, running_app

from careops import AsyncCareOps, Retries
from careops_server.core.configuration.settings import Settings
from careops_server.testing.postgres import TestPostgres

NO_CLINICS = {"success": True, "data": {"clinics": [], "page": 1, "total_pages": 0, "total_records": 0}}


async def test_cookie_of_another_user_is_not_sent(settings: Settings, postgres: TestPostgres) -> None:
    requests: list[tuple[str, str | None]] = []

    def platform(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/auth/sign_in"):
            phone = json.loads(request.content)["user_signin_form"]["phone_number"]
            cookies = [
                ("set-cookie", f"_platform_session=session-of-{phone}; path=/"),
                ("set-cookie", f"balancer=node-of-{phone}; path=/; domain=platform"),
            ]
            tokens = {"auth_token": f"token-of-{phone}", "refresh_token": f"refresh-of-{phone}"}
            return httpx.Response(200, json={**SIGNED_IN, **tokens}, headers=cookies)
        requests.append((request.headers["authorization"], request.headers.get("cookie")))
        return httpx.Response(200, json=NO_CLINICS, headers=[("set-cookie", "later=one; path=/")])

    upstream = AsyncCareOps("http://platform/api", retries=Retries(attempts=1), transport=httpx.MockTransport(platform))
    url = postgres.new_database()
    async with running_app(settings, url, upstream=upstream) as app:
        stage = Stage(app, app, settings)
        first, second = stage.client(), stage.client()
        await first.sign_in("9000000001", "whatever it is")
        await second.sign_in("9000000002", "whatever it is")
        async with stage.http() as http:
            for phone in ("9000000001", "9000000002", "9000000001"):
                await http.get("/api/admin/clinics", headers={"authorization": f"Bearer token-of-{phone}"})
    postgres.drop(url)
    assert requests == [(f"Bearer token-of-900000000{n}", None) for n in (1, 2, 1)]
