"""The login throttle under many concurrent attempts."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
from server.tests.support.stage import PASSWORD, Stage, running_app

from careops_server.core.auth.login_throttle import network_prefix

WRONG = "wrong wrong wrong"
pytestmark = pytest.mark.own


@pytest.fixture(autouse=True)
async def _nothing_counted(stage: Stage) -> AsyncIterator[None]:
    yield
    await stage.sql("delete from sign_in_failures")
    await stage.sql("delete from sign_in_addresses")


async def attempt(http: httpx.AsyncClient, phone: str, password: str = WRONG) -> int:
    """Try to sign in. Return the status."""
    form = {"user_signin_form": {"phone_number": phone, "password": password}}
    return (await http.post("/api/auth/sign_in", json=form)).status_code


async def staff(stage: Stage) -> str:
    """Create a member of staff. Return the phone number."""
    phone = stage.phone()
    await stage.user(phone, "customer_care")
    return phone


@pytest.mark.proves("SEC-02.concurrent", "SEC-02.right-password")
async def test_concurrent_wrong_passwords_are_limited_to_ten_over_all_workers(stage: Stage, database_url: str) -> None:
    phone = await staff(stage)
    async with AsyncExitStack() as stack:
        second = await stack.enter_async_context(running_app(stage.settings, database_url))
        transport = httpx.ASGITransport(second, raise_app_exceptions=False)
        other = await stack.enter_async_context(httpx.AsyncClient(transport=transport, base_url="http://test"))
        http = await stack.enter_async_context(stage.http())
        statuses = Counter(await asyncio.gather(*(attempt((http, other)[n % 2], phone) for n in range(100))))
        assert statuses[401] == 10
        assert statuses[429] + statuses[503] == 90  # a busy machine may reject the last of them
        assert await attempt(http, phone, PASSWORD) == 429


@pytest.mark.proves("SEC-02.address")
async def test_phones_from_one_address_are_limited_to_fifty(stage: Stage) -> None:
    async with stage.http() as http:
        statuses = Counter(await asyncio.gather(*(attempt(http, stage.phone()) for _ in range(80))))
        while (status := await attempt(http, stage.phone())) != 429:
            statuses[status] += 1
    assert statuses[401] == 50


async def test_office_of_sixty_signs_in_at_once(stage: Stage) -> None:
    phones = [await staff(stage) for _ in range(60)]
    async with stage.http() as http:

        async def enter(phone: str) -> int:
            status = 503
            for _ in range(50):  # a busy machine answers 503, and clients retry
                status = await attempt(http, phone, PASSWORD)
                if status != 503:
                    break
            return status

        assert Counter(await asyncio.gather(*map(enter, phones))) == {200: 60}


@pytest.mark.proves("SEC-04.crowd")
async def test_many_sign_ins_leave_connections_to_other_requests(stage: Stage) -> None:
    database = stage.services.database
    most = 0

    async def watch() -> None:
        nonlocal most
        while True:
            most = max(most, database.pool.in_use)
            await asyncio.sleep(0)

    phone = await staff(stage)
    watching = asyncio.create_task(watch())
    async with stage.http() as http:
        await asyncio.gather(*(attempt(http, phone) for _ in range(60)))
    watching.cancel()
    assert most <= 5


@pytest.mark.proves("SEC-04.connection")
async def test_password_check_holds_no_database_connection(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[int] = []
    really = stage.services.passwords.matches

    async def matches(stored: str | None, password: str) -> bool:
        held.append(stage.services.database.pool.in_use)
        return await really(stored, password)

    monkeypatch.setattr(stage.services.passwords, "matches", matches)
    async with stage.http() as http:
        assert await attempt(http, await staff(stage), PASSWORD) == 200
    assert held == [0]


async def test_attempt_of_a_killed_worker_counts(stage: Stage) -> None:
    phone = await staff(stage)
    for _ in range(10):
        await stage.services.throttle.admit(phone, "198.51.100.7")
    await stage.sql("update sign_in_failures set failed_at = failed_at - interval '30 s'")
    async with stage.http() as http:
        assert await attempt(http, phone, PASSWORD) == 429


@pytest.mark.parametrize("address", ["2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:0:dead:beef:0:1"])
def test_ipv6_network_is_one_address(address: str) -> None:
    assert network_prefix(address) == "2001:db8::/64"


@pytest.mark.proves("SEC-04.strangers")
async def test_distributed_guesses_lock_out_unknown_addresses_only(stage: Stage) -> None:
    phone = await staff(stage)
    async with stage.http() as http:
        assert await attempt(http, phone, PASSWORD) == 200  # the address is now a known one of the account
        await stage.sql("insert into sign_in_failures (key) select 'all' from generate_series(1, 1000)")
        assert await attempt(http, phone, PASSWORD) == 200
        await stage.sql("update sign_in_addresses set address = '203.0.113.77'")
        assert await attempt(http, phone, PASSWORD) == 429
