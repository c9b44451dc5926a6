"""A gateway in front of a platform whose answers the test sets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import httpx
import pytest
from server.tests.support.stage import Stage, running_app

from careops import AsyncCareOps, Retries
from careops_server.core.configuration.settings import Settings
from careops_server.testing.postgres import TestPostgres

SIGNED_IN = {
    "success": True,
    "data": {
        "user": {
            "id": 7,
            "name": "Gurpreet",
            "phone_number": "9000000001",
            "user_accounts": [{"account_type": "super_admin"}],
        },
    },
    "auth_token": "upstream-token",
    "refresh_token": "upstream-refresh",
}
Answer = Callable[[httpx.Request], httpx.Response]


@pytest.fixture(scope="module")
def answer() -> list[Answer]:
    """The current answer of the platform."""
    return [lambda _: httpx.Response(500)]


@pytest.fixture(scope="module")
async def front(answer: list[Answer], settings: Settings, postgres: TestPostgres) -> AsyncIterator[Stage]:
    """A gateway whose platform accepts any sign-in and gives the test's answer to everything else."""

    def platform(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/auth/sign_in"):
            return httpx.Response(200, json=SIGNED_IN)
        return answer[0](request)

    upstream = AsyncCareOps("http://platform/api", retries=Retries(attempts=1), transport=httpx.MockTransport(platform))
    url = postgres.new_database()
    async with running_app(settings, url, upstream=upstream) as app:
        yield Stage(app, app, settings)
    postgres.drop(url)
