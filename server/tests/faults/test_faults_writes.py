"""A change happens exactly once or not at all, regardless of lost answers, clients or connections."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections import Counter
from typing import Any

import httpx
import pytest
from server.tests.faults.cluster import PASSWORD, STAFF, Scene, new_key, new_phone, send, sign_up
from server.tests.faults.server_process import until

from careops import CareOps, InvalidInput, MemoryTokens, Retries, Tokens
from careops.calls.clinics import UpdateClinic
from careops.contract import Call
from careops_server.testing.fault_proxy import FaultProxy


def as_bytes(scene: Scene, call: Call[Any], key: str) -> bytes:
    """The bytes of a request."""
    wire = call.to_wire()
    body = json.dumps(wire.body).encode()
    lines = [
        f"{wire.method} /api{wire.path} HTTP/1.1",
        "host: careops.example",
        f"authorization: Bearer {scene.token}",
        f"idempotency-key: {key}",
        "content-type: application/json",
        f"content-length: {len(body)}",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def status_of(scene: Scene, request: bytes) -> int:
    """Send a request on a new connection. Return the status of the answer."""
    reader, writer = await asyncio.open_connection(*scene.address)
    writer.write(request)
    status = int((await reader.readline()).split()[1])
    writer.close()
    return status


@pytest.mark.proves("REL-2.row", "REL-2.event")
async def test_thousand_submits_with_one_key_make_one_hospital(scene: Scene) -> None:
    phone, key = new_phone(), new_key()
    request = as_bytes(scene, sign_up(phone), key)
    at_once = asyncio.Semaphore(250)

    async def submit() -> int:
        async with at_once:
            return await status_of(scene, request)

    statuses = Counter(await asyncio.gather(*(submit() for _ in range(1000))))
    # A request without a connection within two seconds gets 503; there are no other errors.
    assert set(statuses) <= {200, 503}, statuses
    assert statuses[200]
    assert scene.hospitals(phone) == scene.events(phone) == 1


@pytest.mark.proves("FAULT-23.concurrent")
def test_key_in_use_waits_for_the_first_answer(scene: Scene) -> None:
    phone, key = new_phone(), new_key()
    answers: list[httpx.Response] = []
    with scene.locked() as lock:
        both = [threading.Thread(target=lambda: answers.append(send(scene.http(), sign_up(phone), key))) for _ in "12"]
        for thread in both:
            thread.start()
        until(lambda: scene.waiting() == 2, "both are under way")
        lock.rollback()
        for thread in both:
            thread.join()
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert scene.hospitals(phone) == scene.events(phone) == 1


@pytest.mark.proves("FAULT-2.database")
def test_commit_with_a_lost_answer_is_settled_by_its_key(scene: Scene) -> None:
    phone, key, client = new_phone(), new_key(), scene.http()
    scene.proxy.drop_response(b"COMMIT\0")
    first = send(client, sign_up(phone), key)
    assert first.status_code == 503
    assert scene.hospitals(phone) == 1, "the commit had gone through"
    assert send(client, sign_up(phone), key).status_code == 200
    assert scene.hospitals(phone) == scene.events(phone) == 1
    statement = "select count(*) from audit_events where event_status = 'FAILED' and parameters->>'phone_number' = %s"
    assert scene.sql(statement, phone) == [(0,)], "nothing says that it failed, because it did not"


@pytest.mark.proves("FAULT-2.client")
def test_answer_lost_before_the_client_is_settled_by_its_key(scene: Scene) -> None:
    phone = new_phone()
    with FaultProxy(scene.address) as line:
        url = f"http://127.0.0.1:{line.port}/api"
        with CareOps(url, tokens=MemoryTokens(), retries=Retries(first_wait=0.01)) as client:
            client.sign_in(STAFF, PASSWORD)
            line.drop_response(b"POST /api/admin/users/sign_up")
            client.send(sign_up(phone))
        assert line.accepted >= 2, "it was sent again on another connection"
    assert scene.hospitals(phone) == scene.events(phone) == 1


@pytest.mark.proves("SEC-56", "FAULT-24.change")
@pytest.mark.parametrize("reset", [False, True])
def test_disconnected_client_leaves_nothing_incomplete(scene: Scene, reset: bool) -> None:
    phone, key = new_phone(), new_key()
    with scene.locked() as lock:
        with socket.create_connection(scene.address) as client:
            client.sendall(as_bytes(scene, sign_up(phone), key))
            until(scene.waiting, "the transaction is in the middle")
            if reset:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        lock.rollback()
    until(lambda: scene.open_transactions() == 0, "nothing is left open")
    assert scene.hospitals(phone) == scene.events(phone)
    assert send(scene.http(), sign_up(phone), key).status_code == 200
    assert scene.hospitals(phone) == scene.events(phone) == 1


@pytest.mark.proves("FAULT-13.deadlock")
def test_deadlock_is_retried(scene: Scene) -> None:
    key, client = new_key(), scene.http()
    answers: list[httpx.Response] = []
    user_id = scene.sql("select id from users where phone_number = %s", STAFF)[0][0]
    before = deadlocks(scene)
    with scene.beside() as other:
        other.execute("set deadlock_timeout = '60s'")  # so that PostgreSQL ends the server's transaction
        other.execute("select 1 from clinics where id = 2 for update")
        writer = threading.Thread(target=lambda: answers.append(send(client, UpdateClinic(id=2, beds_count=7), key)))
        writer.start()
        until(scene.waiting, "the server waits for the clinic")
        # The server holds its key and waits for the clinic; now this connection holds the clinic and waits for the key.
        other.execute(
            "insert into idempotency_keys (user_id, key, call, fingerprint) values (%s, %s, 'another', '')",
            (user_id, key),
        )
        other.rollback()
        writer.join()
    assert answers[0].status_code == 200
    until(lambda: deadlocks(scene) > before, "there was one")
    assert scene.sql("select beds_count from clinics where id = 2") == [(7,)]
    statement = "select count(*) from audit_events where key = 'clinic.update' and after->>'beds_count' = '7'"
    assert scene.sql(statement) == [(1,)]


def deadlocks(scene: Scene) -> int:
    """Number of deadlocks that PostgreSQL has resolved."""
    return int(scene.sql("select deadlocks from pg_stat_database where datname = current_database()")[0][0])


@pytest.mark.proves("FAULT-13.lock")
def test_held_lock_is_answered_with_503(scene: Scene) -> None:
    client, key = scene.http(), new_key()
    with scene.beside() as other:
        other.execute("select 1 from clinics where id = 3 for update")
        answer = send(client, UpdateClinic(id=3, beds_count=9), key)
        assert answer.status_code == 503
        assert answer.elapsed.total_seconds() < 10
    assert send(client, UpdateClinic(id=3, beds_count=9), key).status_code == 200


@pytest.mark.proves("FAULT-23.crash")
def test_key_of_another_request_is_refused_after_a_crash(scene: Scene) -> None:
    key = new_key()
    with CareOps(f"{scene.served.url}/api", tokens=MemoryTokens(Tokens(scene.token))) as client:
        client.send(sign_up(new_phone()), idempotency_key=key)
        scene.postgres.stop()
        scene.postgres.start()
        with pytest.raises(InvalidInput) as refused:
            client.send(sign_up(new_phone()), idempotency_key=key)
    assert refused.value.source == "idempotency-key"
