"""HTTP of ``CareOps`` and ``AsyncCareOps``: requests, and handling of all responses."""

from __future__ import annotations

import gzip
import re

import httpx
import pytest
from sdk.tests.clients.client_platform import SESSION, URL, Answer, Platform, async_client, silent, sync_client

from careops import (
    AsyncCareOps,
    CareOps,
    ConnectionFailed,
    InvalidInput,
    InvalidResponse,
    NotFound,
    NotSent,
    ServerError,
)
from careops.calls.modules import ActivateSpecModule, ListSpecModules
from careops.calls.session import SignIn
from careops.client.transport import AsyncHttp, Http
from careops.contract import Empty


def unreachable(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("connection refused", request=request)


def damaged(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, content=gzip.compress(b"{}")[:-6] + b"xxxxxx", headers={"content-encoding": "gzip"})


@pytest.mark.parametrize(
    ("answer", "kind", "sent"),
    [
        (silent, ConnectionFailed, 3),
        (unreachable, ConnectionFailed, 3),
        (damaged, ConnectionFailed, 3),
        (lambda request: httpx.Response(200, html="<h1>Sign in to the Wi-Fi</h1>"), InvalidResponse, 1),
        (lambda request: httpx.Response(200), InvalidResponse, 1),
        (lambda request: httpx.Response(200, content=b"\xff\xfe\x00"), InvalidResponse, 1),
        (lambda request: httpx.Response(200, content=b"[" * 100_000), InvalidResponse, 1),
        (lambda request: httpx.Response(302, headers={"location": "http://elsewhere.test"}), InvalidResponse, 1),
        (lambda request: httpx.Response(502, html="<h1>Bad gateway</h1>"), ServerError, 3),
        (lambda request: httpx.Response(404, html="<h1>nginx</h1>"), NotFound, 1),
    ],
    ids=["silent", "unreachable", "damaged", "page", "empty", "binary", "deep", "redirect", "gateway", "not found"],
)
async def test_every_answer_is_a_typed_error(
    platform: Platform, answer: Answer, kind: type[Exception], sent: int
) -> None:
    platform.answers["/spec_modules"] = answer
    with pytest.raises(kind) as error:
        sync_client(platform, tokens=SESSION).modules.list()
    assert type(error.value) is kind
    with pytest.raises(kind):
        await async_client(platform, tokens=SESSION).modules.list()
    assert platform.request_counts == {"/spec_modules": 2 * sent}


async def test_post_without_key_is_repeated_only_if_unsent(platform: Platform) -> None:
    call = ActivateSpecModule(clinic_id=41, module_id=2)
    path = call.to_wire().path
    for answer, sent in ((silent, 1), (unreachable, 3)):
        platform.answers[path] = answer
        platform.request_counts.clear()
        with pytest.raises(ConnectionFailed):
            sync_client(platform, tokens=SESSION).send(call)
        with pytest.raises(ConnectionFailed):
            await async_client(platform, tokens=SESSION).send(call)
        assert platform.request_counts == {path: 2 * sent}


async def test_own_idempotency_key_travels(platform: Platform) -> None:
    call = ActivateSpecModule(clinic_id=41, module_id=2)
    assert sync_client(platform, tokens=SESSION).send(call, idempotency_key="import-42") == Empty()
    assert await async_client(platform, tokens=SESSION).send(call, idempotency_key="import-42") == Empty()
    assert [request.headers["idempotency-key"] for request in platform.seen] == ["import-42"] * 2
    assert [request.content for request in platform.seen] == [b""] * 2


async def test_wrong_address_is_not_requested() -> None:
    for client in (CareOps, AsyncCareOps):
        with pytest.raises(InvalidInput, match="is not the address of an API"):
            client("platform.test/api")


async def test_timeouts_are_explicit() -> None:
    waits = [
        client._http._http.timeout
        for client in (CareOps(), AsyncCareOps(), CareOps(timeout=2), AsyncCareOps(timeout=60))
    ]
    assert [(wait.connect, wait.read) for wait in waits] == [(5, 30), (5, 30), (2, 2), (5, 60)]


async def test_closed_client_refuses_requests(platform: Platform) -> None:
    with sync_client(platform, tokens=SESSION) as client:
        pass
    async with async_client(platform, tokens=SESSION) as aclient:
        pass
    with pytest.raises(NotSent, match="closed"):
        client.send(ListSpecModules())
    with pytest.raises(NotSent, match="closed"):
        await aclient.send(ListSpecModules())


async def test_additional_headers_are_sent_for_the_gateway(platform: Platform) -> None:
    from careops.client.request_flow import Reply, SendRequest

    step = SendRequest(SignIn(phone_number="9000000001", password="x").to_wire())
    http = Http(URL, transport=httpx.MockTransport(platform), headers={"x-forwarded-for": "10.0.0.1"})
    ahttp = AsyncHttp(URL, transport=httpx.MockTransport(platform), headers={"x-forwarded-for": "10.0.0.1"})
    for reply in (http.send(step), await ahttp.send(step)):
        assert isinstance(reply, Reply)
        assert reply.status == 200
    for request in platform.seen:
        assert request.headers["x-forwarded-for"] == "10.0.0.1"
        assert re.fullmatch(r"careops-sdk\S*", request.headers["user-agent"])
    http.close()
    await ahttp.close()
