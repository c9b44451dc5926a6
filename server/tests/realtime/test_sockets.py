"""Realtime events over the WebSocket: once and in order, from any worker, only to permitted users."""

from __future__ import annotations

import asyncio
import gc
import itertools
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import orjson
import pytest
from pydantic import SecretStr
from server.tests.support.sockets import closed_with, listening, raised, receive, served
from server.tests.support.stage import CARE, PASSWORD, SUPER, UNLIMITED, Stage
from sqlalchemy import text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from careops import AsyncCareOps, CareOps, Forbidden, InvalidInput
from careops.calls.realtime import MAX_MESSAGE_LENGTH, SOCKET_TOO_MANY, SOCKET_TOO_SLOW
from careops.constants import SOCKET_FORBIDDEN, SOCKET_INVALID, SOCKET_OVER
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.http.sanic_types import SanicApp
from careops_server.core.pipeline import websocket
from careops_server.core.principal import OutgoingEvent
from careops_server.core.realtime import hub, queries
from careops_server.testing.postgres import TestPostgres

pytestmark = pytest.mark.own
_marks = itertools.count()
RIGHTS_SECONDS = hub.RIGHTS_SECONDS  # the tests check sessions more often


@pytest.fixture(scope="module")
async def worker(
    stage: Stage, settings: Settings, postgres: TestPostgres, database_url: str
) -> AsyncIterator[tuple[SanicApp, str]]:
    """Another worker on the stage's database, on a real socket."""
    patient = settings.model_copy(update={**UNLIMITED, "sockets_per_user": 12})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub, "RIGHTS_SECONDS", 0.2)
        async with served(patient, postgres.served(database_url)) as running:
            yield running


async def token_of(stage: Stage, phone: str = SUPER) -> str:
    return (await stage.bearer(phone))["authorization"].removeprefix("Bearer ")


def frame_tasks() -> list[asyncio.Task[Any]]:
    """Tasks of the server that handle frames of WebSockets."""
    return [task for task in asyncio.all_tasks() if "async_data_received" in repr(task.get_coro())]


async def test_unread_messages_leave_no_task(
    stage: Stage, place: tuple[SanicApp, str], caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(5):
        client = await connect(f"ws://{place[1]}/api/realtime")
        for message in ("no hello", "unread", "unread"):
            await client.send(message)
        client.transport.abort()
    async with listening(place[1], token=await token_of(stage), channels=["news"]) as later:
        await receive(later)  # the server has read what came before
    async with asyncio.timeout(20):
        await asyncio.gather(*frame_tasks(), return_exceptions=True)
    gc.collect()
    assert "Task was destroyed" not in caplog.text


@pytest.fixture
async def place(stage: Stage, worker: tuple[SanicApp, str]) -> tuple[SanicApp, str]:
    """The other worker, once it has read the events of the tests before."""
    await wait_until_read(stage, worker[1])
    return worker


async def wait_until_read(stage: Stage, address: str) -> None:
    """Wait until a worker has read all events. It sends events that it reads later after "ready"."""
    async with listening(address, token=await token_of(stage), channels=["admin"]) as client:
        while (await receive(client))["event"] != "ready":
            pass
        mark = f"mark-{next(_marks)}"
        await raised(stage.services, "admin", mark)
        while (await receive(client))["event"] != mark:
            pass


@pytest.mark.proves("SEC-17.socket")
async def test_event_of_one_worker_is_delivered_by_another(stage: Stage, place: tuple[SanicApp, str]) -> None:
    async with listening(place[1], token=await token_of(stage, CARE), channels=["admin", "referrals"]) as client:
        assert (await receive(client))["event"] == "ready"
        await raised(stage.services, "jobs", "progress")
        await raised(stage.services, "referrals", "new_referral", referral_id=7)
        event = await receive(client)
        assert (event["channel"], event["event"], event["data"]) == ("referrals", "new_referral", {"referral_id": 7})


async def test_events_of_the_last_milliseconds_are_sent_first_to_a_client_without_an_id(
    stage: Stage, place: tuple[SanicApp, str]
) -> None:
    await raised(stage.services, "admin", "deployment", build="recent")
    await raised(stage.services, "jobs", "progress")
    await wait_until_read(stage, place[1])
    hello = {"token": await token_of(stage), "channels": ["admin"]}
    async with listening(place[1], **hello, recent_ms=60_000) as client:
        replayed = []
        while (message := await receive(client))["event"] != "ready":
            replayed.append(message)
        deployments = [message["data"] for message in replayed if message["event"] == "deployment"]
        assert deployments[-1] == {"build": "recent"}
        assert {message["channel"] for message in replayed} == {"admin"}
    async with listening(place[1], **hello) as client:
        assert (await receive(client))["event"] == "ready"
    await stage.services.database.change(
        lambda connection: connection.execute(text("update realtime_events set raised_at = raised_at - interval '2 h'"))
    )
    async with listening(place[1], **hello, recent_ms=60_000) as client:
        assert (await receive(client))["event"] == "ready"


async def test_long_transaction_does_not_predate_its_events(stage: Stage) -> None:
    async def change(connection: Connection) -> float:
        await connection.execute(text("select pg_sleep(0.05)"))
        await queries.raise_events(connection, [OutgoingEvent("admin", "deployment", {})])
        age = "select extract(epoch from max(raised_at) - now()) from realtime_events"
        return float((await connection.execute(text(age))).scalar_one())

    assert await stage.services.database.change(change) >= 0.05


@pytest.mark.proves("FAULT-44.once")
async def test_reconnected_client_receives_missed_events_once_in_order(
    stage: Stage, place: tuple[SanicApp, str]
) -> None:
    token = await token_of(stage)
    async with listening(place[1], token=token, channels=["admin"]) as client:
        last = (await receive(client))["id"]
    for number in range(5):
        await raised(stage.services, "admin", "deployment", build=number)
    async with listening(place[1], token=token, channels=["admin"], since=last) as client:
        await raised(stage.services, "admin", "deployment", build=5)
        messages = [await receive(client) for _ in range(7)]
    events = [message for message in messages if message["event"] != "ready"]
    assert [event["data"]["build"] for event in events] == [0, 1, 2, 3, 4, 5]
    assert [event["id"] for event in events] == sorted(event["id"] for event in events)


async def test_ids_become_visible_in_order(stage: Stage) -> None:
    """Ids become visible in order: a later event waits for the commit of an earlier one."""
    pool = stage.services.database.pool

    async def raise_second() -> None:
        async with pool.transaction() as connection:
            await queries.raise_events(connection, [OutgoingEvent("admin", "second", {})])

    async with pool.transaction() as connection:
        await queries.raise_events(connection, [OutgoingEvent("admin", "first", {})])
        later = asyncio.create_task(raise_second())
        waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
        while not await stage.sql(waiting):
            assert not later.done()
    await later
    rows = await stage.rows("select event from realtime_events where event in ('first', 'second') order by id")
    assert [row["event"] for row in rows] == ["first", "second"]


@pytest.mark.proves("FAULT-44.resync")
async def test_client_behind_the_retention_receives_a_resync(stage: Stage, place: tuple[SanicApp, str]) -> None:
    for _ in range(3):
        await raised(stage.services, "admin", "old")
    await wait_until_read(stage, place[1])
    await stage.sql("delete from realtime_events where id <> (select max(id) from realtime_events where event = 'old')")
    async with listening(place[1], token=await token_of(stage), channels=["admin"], since=1) as client:
        assert (await receive(client))["event"] == "resync"
        assert (await receive(client))["event"] == "old"
        assert (await receive(client))["event"] == "ready"


async def test_channels_can_be_added_later(stage: Stage, place: tuple[SanicApp, str]) -> None:
    async with listening(place[1], token=await token_of(stage), channels=["admin"]) as client:
        last = (await receive(client))["id"]
        await raised(stage.services, "referrals", "new_referral", referral_id=1)
        await client.send(orjson.dumps({"channels": ["referrals"], "since": last}).decode())
        # The order depends on how far that worker has read.
        assert {(await receive(client))["event"] for _ in range(2)} == {"ready", "new_referral"}
        await raised(stage.services, "admin", "deployment")
        await raised(stage.services, "referrals", "update_referral", referral_id=1)
        assert (await receive(client))["event"] == "update_referral"


@pytest.mark.proves("SEC-41.session", "SEC-41.size", "SEC-41.form")
@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("no json", SOCKET_INVALID),
        ("[]", SOCKET_INVALID),
        ('{"token": "x", "channels": ["admin"], "more": 1}', SOCKET_INVALID),
        ('{"token": "x", "channels": []}', SOCKET_INVALID),
        ('{"token": "x", "channels": ["everything"]}', SOCKET_INVALID),
        ('{"token": "x", "channels": ["admin"], "since": -1}', SOCKET_INVALID),
        ('{"token": "x", "channels": ["admin"]}', SOCKET_OVER),
        ('{"channels": ["admin"]}', SOCKET_OVER),
        ("x" * (MAX_MESSAGE_LENGTH + 1), 1009),
    ],
)
async def test_invalid_message_closes_the_socket(place: tuple[SanicApp, str], message: str, code: int) -> None:
    async with connect(f"ws://{place[1]}/api/realtime") as client:
        await client.send(message)
        assert await closed_with(client) == code


async def test_channel_requires_its_permission(stage: Stage, place: tuple[SanicApp, str]) -> None:
    async with listening(place[1], token=await token_of(stage, CARE), channels=["admin", "app:cms"]) as client:
        assert await closed_with(client) == SOCKET_FORBIDDEN


@asynccontextmanager
async def open_socket(
    stage: Stage, place: tuple[SanicApp, str], account_type: str = "customer_care"
) -> AsyncIterator[tuple[int, str, ClientConnection]]:
    """A new user's id and phone number, and a WebSocket of a session that the test does not use otherwise."""
    phone = stage.phone()
    user_id = await stage.user(phone, account_type)
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    tokens = client.tokens.load()
    assert tokens is not None
    async with listening(place[1], token=tokens.auth_token, channels=["admin"]) as listener:
        assert (await receive(listener))["event"] == "ready"
        yield user_id, phone, listener


@pytest.mark.proves("SEC-15.socket-check")
def test_session_checks_run_within_five_seconds() -> None:
    assert RIGHTS_SECONDS < 5


@pytest.mark.proves("SEC-15.blocked-socket")
async def test_socket_of_blocked_user_is_closed(stage: Stage, place: tuple[SanicApp, str]) -> None:
    async with open_socket(stage, place) as (user_id, _, listener):
        await (await stage.signed_in(SUPER)).users.update(user_id=user_id, user_status="BLOCKED")
        assert await closed_with(listener) == SOCKET_OVER


@pytest.mark.proves("SEC-15.account-socket")
async def test_socket_after_change_of_account_type_is_closed(stage: Stage, place: tuple[SanicApp, str]) -> None:
    async with open_socket(stage, place, "super_admin") as (user_id, _, listener):
        await stage.sql("update user_accounts set account_type = 'customer_care' where user_id = :id", id=user_id)
        assert await closed_with(listener) == SOCKET_OVER


@pytest.mark.proves("SEC-15.no-account-socket")
async def test_socket_of_user_without_account_is_closed(stage: Stage, place: tuple[SanicApp, str]) -> None:
    async with open_socket(stage, place) as (user_id, _, listener):
        await stage.sql("delete from user_accounts where user_id = :id", id=user_id)
        assert await closed_with(listener) == SOCKET_OVER


@pytest.mark.proves("SEC-15.password-socket")
async def test_socket_after_password_change_elsewhere_is_closed(stage: Stage, place: tuple[SanicApp, str]) -> None:
    async with open_socket(stage, place) as (_, phone, listener):
        owner = stage.client()
        await owner.sign_in(phone, PASSWORD)
        await owner.session.change_password(old_password=PASSWORD, new_password="monsoon rain on tin roofs")
        assert await closed_with(listener) == SOCKET_OVER


@pytest.mark.proves("SEC-41.end")
async def test_socket_of_ended_session_is_closed(stage: Stage, place: tuple[SanicApp, str]) -> None:
    async with open_socket(stage, place) as (user_id, _, listener):
        await stage.sql("update sessions set ended_at = now() where user_id = :id", id=user_id)
        assert await closed_with(listener) == SOCKET_OVER


@pytest.mark.proves("SEC-41.silence", "SEC-41.rate")
async def test_silent_and_flooding_clients_are_disconnected(
    stage: Stage, place: tuple[SanicApp, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "HELLO_SECONDS", 0.05)
    async with connect(f"ws://{place[1]}/api/realtime") as silent:
        assert await closed_with(silent) == SOCKET_TOO_SLOW
    monkeypatch.undo()
    async with listening(place[1], token=await token_of(stage), channels=["admin"]) as talkative:
        for _ in range(websocket.MESSAGES_PER_MINUTE + 1):
            await talkative.send('{"channels": ["admin"]}')
        assert await closed_with(talkative) == SOCKET_TOO_MANY


async def test_failed_replay_disconnects_the_client(
    stage: Stage, place: tuple[SanicApp, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the socket would stay open after an internal error, without the requested events."""

    async def broken(*_: object) -> list[object]:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(websocket.Socket, "_between", broken)
    token = await token_of(stage)
    async with listening(place[1], token=token, channels=["admin"]) as client:
        last = (await receive(client))["id"]
    async with listening(place[1], token=token, channels=["admin"], since=last) as client:
        assert await closed_with(client) == 1011


async def test_slow_reader_is_disconnected_and_others_receive_everything(
    stage: Stage, place: tuple[SanicApp, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "MAX_WAITING", 8)
    token = await token_of(stage)
    address, port = place[1].split(":")
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((address, int(port)))
        deaf.setblocking(False)
        async with connect(
            f"ws://{place[1]}/api/realtime",
            sock=deaf,
            max_queue=1,
            ping_interval=None,
            compression=None,
            close_timeout=0.1,
        ) as stuck:
            await stuck.send(orjson.dumps({"token": token, "channels": ["admin"]}).decode())
            assert (await receive(stuck))["event"] == "ready"
            stuck.transport.pause_reading()
            async with listening(place[1], token=token, channels=["admin"]) as client:
                assert (await receive(client))["event"] == "ready"
                for number in range(400):
                    await raised(stage.services, "admin", "long", number=number, text="x" * 16_000)
                    assert (await receive(client))["data"]["number"] == number
                listeners = place[0].ctx.services.hub._listeners
                assert len(listeners) == 1, "whoever is behind by that much is left"
            stuck.transport.abort()


async def test_sockets_of_a_user_are_limited(stage: Stage, place: tuple[SanicApp, str]) -> None:
    token = await token_of(stage)
    clients = [await connect(f"ws://{place[1]}/api/realtime") for _ in range(13)]
    for client in clients[:-1]:
        await client.send(orjson.dumps({"token": token, "channels": ["admin"]}).decode())
        assert (await receive(client))["event"] == "ready"
    await clients[-1].send(orjson.dumps({"token": token, "channels": ["admin"]}).decode())
    assert await closed_with(clients[-1]) == SOCKET_TOO_MANY
    for client in clients:
        await client.close()


@pytest.mark.proves("SEC-41.origin")
async def test_other_origins_and_plain_requests_are_refused(place: tuple[SanicApp, str]) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://{place[1]}/api/realtime", origin="http://evil.example")  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403
    async with httpx.AsyncClient() as http:
        assert (await http.get(f"http://{place[1]}/api/realtime")).status_code == 426


@pytest.mark.proves("FAULT-44.database")
async def test_lost_database_connection_loses_no_events(stage: Stage, place: tuple[SanicApp, str]) -> None:
    async with listening(place[1], token=await token_of(stage), channels=["admin"]) as client:
        assert (await receive(client))["event"] == "ready"
        ended = await stage.sql(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'careops-events'"
        )
        assert ended >= 1
        await raised(stage.services, "admin", "deployment", build="after")
        assert (await receive(client))["data"] == {"build": "after"}


async def test_events_are_read_from_any_position_without_a_socket(stage: Stage) -> None:
    client: AsyncCareOps = await stage.signed_in(CARE)
    before = (await client.realtime.list(channels=["admin"])).latest
    await raised(stage.services, "admin", "deployment", build="x")
    await raised(stage.services, "jobs", "progress")
    page = await client.realtime.list(channels=["admin", "referrals"], since=before)
    assert [(event.event, event.data) for event in page.events] == [("deployment", {"build": "x"})]
    assert (await client.realtime.list(channels=["admin"], since=page.latest)).events == []


async def test_client_continues_after_a_lost_socket_and_a_refreshed_session(
    stage: Stage, place: tuple[SanicApp, str]
) -> None:
    async with AsyncCareOps(f"http://{place[1]}/api") as client:
        await client.sign_in(CARE, PASSWORD)
        tokens = client.tokens.load()
        assert tokens is not None
        since = (await client.realtime.list(channels=["admin"])).latest
        # An invalid token is renewed before the socket is opened again.
        client.tokens.save(replace(tokens, auth_token=tokens.auth_token[:-4] + "AAAA"))
        stream = aiter(client.events(["admin"], since=since))
        await raised(stage.services, "admin", "deployment", build="one")
        async with asyncio.timeout(10):
            assert (await anext(stream)).data == {"build": "one"}
            for listener in list(place[0].ctx.services.hub._listeners):
                listener.close(1001, "the server stops")
            await raised(stage.services, "admin", "deployment", build="two")
            await raised(stage.services, "admin", "deployment", build="three")
            assert [(await anext(stream)).data for _ in range(2)] == [{"build": "two"}, {"build": "three"}]
        with pytest.raises(Forbidden):
            await anext(aiter(client.events(["jobs"])))


async def test_synchronous_client_receives_the_same_events(stage: Stage, place: tuple[SanicApp, str]) -> None:
    def follow() -> dict[str, Any]:
        with CareOps(f"http://{place[1]}/api") as client:
            client.sign_in(CARE, PASSWORD)
            return next(client.events(["referrals"], since=0)).data

    await raised(stage.services, "referrals", "new_referral", referral_id=9)
    assert "referral_id" in await asyncio.to_thread(follow)


@pytest.mark.proves("SEC-17.socket-log")
async def test_tokens_are_not_logged() -> None:
    hello = websocket.hello_in('{"token": "abc", "channels": ["admin"]}')
    assert isinstance(hello.token, SecretStr)
    assert "abc" not in repr(hello)


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ('{"channels": ["news"], "channels": ["admin"]}', "json_repeated_key"),
        ('{"since": NaN, "channels": ["admin"]}', "json_constant"),
        ("[" * 20_000, "json_too_deep"),
        ('{"channels": ', "socket_message_invalid"),
    ],
)
def test_ambiguous_socket_message_is_rejected(message: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        websocket.hello_in(message)
    assert refused.value.problems[0].code == code
