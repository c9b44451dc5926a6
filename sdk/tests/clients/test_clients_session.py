"""``CareOps`` and ``AsyncCareOps`` sign in and out."""

from __future__ import annotations

import json

import httpx
import pytest
from sdk.tests.clients.client_platform import (
    SESSION,
    Platform,
    async_client,
    refused,
    silent,
    sync_client,
)

from careops import ConnectionFailed, InvalidToken, Unauthorized
from careops.calls.session import stored_account_type


@pytest.mark.parametrize(
    ("held", "stored"),
    [
        (["super_admin"], "super_admin"),
        (["customer_care"], "customer_care"),
        (["billing_admin"], "billing_admin"),
        (["customer_care", "billing_admin"], "billing_admin"),  # decision A-1
        (["customer_care", "super_admin", "billing_admin"], "super_admin"),
        (["patient", "customer_care"], "customer_care"),
        (["patient"], ""),
        (["owner", "consultant", "staff", "admin"], ""),  # roles of the audit trail, which grant nothing here
        ([], ""),
    ],
)
async def test_sign_in_stores_the_session_and_its_account_type(
    platform: Platform, held: list[str], stored: str
) -> None:
    platform.accounts = held
    assert (stored_account_type(set(held)) or "") == stored
    with sync_client(platform) as client:
        assert client.sign_in("+91 90000 00001", "a password").user.name == "Harpreet"
    async with async_client(platform) as aclient:
        assert (await aclient.sign_in("9000000001", "a password")).auth_token == "token-1"
    for store in (client.tokens, aclient.tokens):
        tokens = store.load()
        assert tokens is not None
        assert (tokens.auth_token, tokens.refresh_token, tokens.account_type) == ("token-1", "refresh-1", stored)
        assert tokens.user["phone_number"] == "9000000001"


async def test_sign_in_sends_the_documented_form_and_no_token(platform: Platform) -> None:
    sync_client(platform, tokens=SESSION).sign_in("+91 90000 00001", " kept as typed ")
    await async_client(platform, tokens=SESSION).sign_in("09000000001", " kept as typed ")
    form = {"country_code": "91", "phone_number": "9000000001", "password": " kept as typed "}
    for request in platform.seen:
        assert json.loads(request.content) == {"user_signin_form": form}
        assert "authorization" not in request.headers
        assert request.headers["content-type"] == "application/json"


async def test_failed_sign_in_keeps_the_previous_session(platform: Platform) -> None:
    platform.answers["/auth/sign_in"] = lambda request: refused(401, "Wrong")
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    with pytest.raises(Unauthorized, match="Wrong"):
        client.sign_in("9000000001", "x")
    with pytest.raises(Unauthorized, match="Wrong"):
        await aclient.sign_in("9000000001", "x")
    assert client.tokens.load() == aclient.tokens.load() == SESSION
    assert platform.request_counts == {"/auth/sign_in": 2}


@pytest.mark.parametrize("status", [200, 401])
async def test_sign_out_deletes_a_session_unknown_to_the_server(platform: Platform, status: int) -> None:
    if status == 401:
        platform.answers["/careops/sign_out"] = platform.answers["/auth/refresh"] = lambda request: refused(401, "Over")
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    for _ in range(2):  # the second time without a session
        client.sign_out()
        await aclient.sign_out()
    assert client.tokens.load() is None
    assert aclient.tokens.load() is None
    assert platform.request_counts["/careops/sign_out"] == 2


async def test_sign_out_deletes_the_session_while_the_platform_is_away(platform: Platform) -> None:
    platform.answers["/careops/sign_out"] = silent
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    with pytest.raises(ConnectionFailed):
        client.sign_out()
    with pytest.raises(ConnectionFailed):
        await aclient.sign_out()
    assert client.tokens.load() is None
    assert aclient.tokens.load() is None


async def test_request_without_token_is_not_sent(platform: Platform) -> None:
    with pytest.raises(InvalidToken):
        sync_client(platform).clinics.list()
    with pytest.raises(InvalidToken):
        await async_client(platform).clinics.list()
    assert platform.seen == []


async def test_client_with_another_token_keeps_shared_connections_open(platform: Platform) -> None:
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    with client.acting_as("token-1") as guest:
        assert len(guest.modules.list()) == 1
    async with aclient.acting_as("token-1") as aguest:
        assert len(await aguest.modules.list()) == 1
    assert len(client.modules.list()) == len(await aclient.modules.list()) == 1


async def test_clients_keep_no_cookies(platform: Platform) -> None:
    cookies = [("set-cookie", "session=one"), ("set-cookie", "wide=two; domain=.platform.test; path=/")]
    pages = {"success": True, "data": {"clinics": []}, "total_records": 0, "total_pages": 0}
    platform.answers["/admin/clinics"] = lambda _: httpx.Response(200, json=pages, headers=cookies)
    with sync_client(platform, tokens=SESSION) as client:
        client.clinics.list()
        client.clinics.list()
    async with async_client(platform, tokens=SESSION) as aclient:
        await aclient.clinics.list()
        await aclient.clinics.list()
    assert [request.headers.get("cookie") for request in platform.seen] == [None] * 4
