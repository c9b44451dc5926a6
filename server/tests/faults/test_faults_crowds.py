"""Many connections of one address or requests of one user do not affect others."""

from __future__ import annotations

import json
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from server.tests.faults.cluster import Scene, send
from server.tests.faults.conftest import OpenScene
from server.tests.faults.server_process import until
from server.tests.support.faulty_clients import closed, waits

from careops.calls.clinics import ListClinics

STRANGER = "127.0.0.2"


@pytest.fixture(scope="module")
def scene(open_scene: OpenScene) -> Scene:
    """Two workers with shared counters."""
    limits = {"CAREOPS_WORKERS": "2", "CAREOPS_READS_PER_MINUTE": "300", "session_check_seconds": "60"}
    return open_scene(limits)


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def line(scene: Scene, stack: ExitStack, address: str = STRANGER) -> socket.socket:
    """A connection from another address."""
    opened = stack.enter_context(socket.socket())
    opened.bind((address, 0))
    opened.settimeout(30)
    opened.connect(scene.address)
    return opened


@pytest.mark.proves("SEC-34.connections", "SEC-34.crowd")
def test_address_has_fifty_connections_over_all_workers(scene: Scene, lines: ExitStack) -> None:
    live, a_list = waits(scene)
    opened = [line(scene, lines) for _ in range(80)]
    for connection in opened:
        connection.sendall(b"GET /live HTTP/1.1\r\nhost: a\r\n\r\n")
    answers = Counter(connection.recv(12) for connection in opened)
    assert answers == {b"HTTP/1.1 200": 50, b"HTTP/1.1 429": 30}
    live_meanwhile, list_meanwhile = waits(scene)
    assert live_meanwhile < 2 * live + 0.02
    assert list_meanwhile < 2 * a_list + 0.02
    for connection in opened:
        connection.close()

    def welcome_again() -> bool:
        again = line(scene, lines)
        again.sendall(b"GET /live HTTP/1.1\r\nhost: a\r\n\r\n")
        return again.recv(12) == b"HTTP/1.1 200"

    until(welcome_again, "room for a connection")


@pytest.mark.proves("FAULT-31.silent")
def test_silent_connection_is_closed_after_ten_seconds(scene: Scene, lines: ExitStack) -> None:
    silent = line(scene, lines, "127.0.0.3")
    spoken = line(scene, lines, "127.0.0.3")
    spoken.sendall(b"GET /live HTTP/1.1\r\nhost: a\r\n\r\n")
    assert spoken.recv(65536).startswith(b"HTTP/1.1 200")
    begun = time.monotonic()
    until(lambda: closed(silent), "the silent connection closed", 30)
    assert time.monotonic() - begun > 5
    spoken.setblocking(True)
    spoken.sendall(b"GET /live HTTP/1.1\r\nhost: a\r\n\r\n")
    assert spoken.recv(65536).startswith(b"HTTP/1.1 200"), "one that was used may rest for longer"


@pytest.mark.proves("SEC-34.bodies")
def test_missing_body_is_answered_with_408_and_closed(scene: Scene, lines: ExitStack) -> None:
    slow = line(scene, lines, "127.0.0.4")
    slow.settimeout(90)
    slow.sendall(
        b"POST /api/auth/refresh HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"
    )
    answer = b""
    while chunk := slow.recv(65536):
        answer += chunk
    assert answer.startswith(b"HTTP/1.1 408 "), "it is the client who is late; 503 would count against the server"


@pytest.mark.proves("SEC-35.workers")
def test_user_budget_is_shared_by_all_workers(scene: Scene) -> None:
    clients = [scene.http() for _ in range(6)]
    answers = [send(client, ListClinics(perpage=1)) for _ in range(60) for client in clients]
    statuses = Counter(answer.status_code for answer in answers)
    assert set(statuses) == {200, 429}
    assert statuses[200] <= 300, "whatever worker was asked"
    assert int(answers[-1].headers["retry-after"]) >= 1
    metrics = clients[0].get(f"{scene.served.url}/metrics").text
    assert 'careops_requests_limited_total{budget="reads"}' in metrics
    assert json.loads(answers[-1].content)["success"] is False
