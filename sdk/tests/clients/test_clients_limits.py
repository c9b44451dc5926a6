"""Limits of answers in time and size, and logs of requests."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from careops import AsyncCareOps, CareOps, ConnectionFailed, MemoryTokens, Retries, Tokens, Unavailable
from careops.calls.clinics import ListClinics
from careops.calls.modules import ListSpecModules

TOKENS = Tokens("token-of-somebody")
MODULES = {"success": True, "data": []}


@pytest.fixture
def dripping() -> Iterator[str]:
    """Start a platform that sends a byte every 50 ms without end."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def drip(connection: socket.socket) -> None:
        with connection:
            connection.recv(65536)
            try:
                connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n")
                while not over.wait(0.05):
                    connection.sendall(b" ")
            except OSError:
                pass  # the client has disconnected

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=drip, args=(connection,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/api"
    over.set()
    listening.close()


def test_slow_body_ends_at_the_deadline(dripping: str) -> None:
    started = time.monotonic()
    with (
        CareOps(dripping, tokens=MemoryTokens(TOKENS), deadline=0.4) as client,
        pytest.raises(ConnectionFailed, match="deadlin"),
    ):
        client.send(ListSpecModules())
    assert time.monotonic() - started >= 0.4


async def test_asynchronous_slow_body_ends_at_the_deadline(dripping: str) -> None:
    async with AsyncCareOps(dripping, tokens=MemoryTokens(TOKENS), deadline=0.4) as client:
        with pytest.raises(ConnectionFailed, match="deadline"):
            await client.send(ListSpecModules())


async def test_deadline_can_be_shortened_for_one_call(dripping: str) -> None:
    with CareOps(dripping, tokens=MemoryTokens(TOKENS)) as client, pytest.raises(ConnectionFailed, match="deadline"):
        client.within(0.4).modules.list()
    async with AsyncCareOps(dripping, tokens=MemoryTokens(TOKENS)) as aclient:
        with pytest.raises(ConnectionFailed, match="deadline"):
            await aclient.within(0.4).modules.list()


def test_waits_and_retries_count_against_the_deadline() -> None:
    requests = []

    def busy(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(503, json={"success": False, "errors": []}, headers={"retry-after": "5"})

    client = CareOps(
        "http://platform.example/api",
        tokens=MemoryTokens(TOKENS),
        deadline=3,
        retries=Retries(attempts=9),
        transport=httpx.MockTransport(busy),
    )
    with pytest.raises(Unavailable):  # raised at once, because there is no time for a retry
        client.send(ListSpecModules())
    assert len(requests) == 1


def endless(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, headers={"content-type": "application/json"}, stream=Endless())


class Endless(httpx.SyncByteStream, httpx.AsyncByteStream):
    """Endless blanks, counted."""

    sent = 0

    def __iter__(self) -> Iterator[bytes]:
        while True:
            Endless.sent += 1000
            yield b" " * 1000

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece


def test_endless_answer_is_abandoned_once() -> None:
    Endless.sent = 0
    transport = httpx.MockTransport(endless)
    client = CareOps("http://p.example/api", tokens=MemoryTokens(TOKENS), longest_answer=10_000, transport=transport)
    with pytest.raises(ConnectionFailed, match="longer than 10,000 bytes"):
        client.send(ListSpecModules())
    assert Endless.sent == 11_000, "left at the first piece too many, and not asked for again"

    async def without_blocking() -> None:
        other = AsyncCareOps(
            "http://p.example/api", tokens=MemoryTokens(TOKENS), longest_answer=10_000, transport=transport
        )
        with pytest.raises(ConnectionFailed, match="longer than 10,000 bytes"):
            await other.send(ListSpecModules())

    asyncio.run(without_blocking())


def test_log_of_requests_contains_no_content(caplog: pytest.LogCaptureFixture) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        page = {"success": True, "data": {"clinics": [], "total_records": 0}}
        return httpx.Response(200, json=page, headers={"x-request-id": "r-7"})

    client = CareOps("http://p.example/api", tokens=MemoryTokens(TOKENS), transport=httpx.MockTransport(answer))
    with caplog.at_level(logging.DEBUG, logger="careops"):
        page = client.send(ListClinics(search_text="Navjeevan"))
    assert page.request_id == "r-7"
    (line,) = [record.getMessage() for record in caplog.records if record.name == "careops"]
    assert line.startswith("GET /admin/clinics: 200 in ")
    assert line.endswith("request r-7")
    assert "Navjeevan" not in caplog.text
    assert "token-of-somebody" not in caplog.text
