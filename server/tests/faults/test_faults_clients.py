"""Clients that are slow, silent or gone cost themselves something, and nobody else."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

import psutil
import pytest
from server.tests.faults.scene import Scene, send, timed
from server.tests.faults.served import until

from careops.calls.clinics import ListClinics


@pytest.fixture
def lines(scene: Scene) -> Iterator[list[socket.socket]]:
    """Two hundred connections that say nothing."""
    with ExitStack() as stack:
        yield [stack.enter_context(socket.create_connection(scene.address, 5)) for _ in range(200)]


def closed(line: socket.socket) -> bool:
    """Whether the server has closed a connection (whatever it said before)."""
    line.setblocking(False)
    try:
        while line.recv(4096):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def assert_others_are_served(scene: Scene) -> None:
    """A list is answered as quickly as ever; generous, for busy machines."""
    client = scene.http(timeout=5)
    for _ in range(5):
        answer, seconds = timed(lambda: send(client, ListClinics()))
        assert answer.status_code == 200
        assert seconds < 2


def test_a_header_that_dribbles_is_cut_off(scene: Scene) -> None:
    with socket.create_connection(scene.address, 5) as line:
        line.sendall(b"GET /live HTTP/1.1\r\n")
        start = time.monotonic()
        end = threading.Event()

        def dribble() -> None:
            while not end.wait(0.3):
                try:
                    line.send(b"x")
                except OSError:
                    return

        dribbling = threading.Thread(target=dribble)
        dribbling.start()
        try:
            until(lambda: closed(line), "the connection closed", 14)
        finally:
            end.set()
            dribbling.join()
        assert 8 < time.monotonic() - start < 13


def test_many_half_sent_headers_do_not_stop_others_and_are_closed(scene: Scene, lines: list[socket.socket]) -> None:
    for line in lines:
        line.sendall(b"GET /api/admin/clinics HTTP/1.1\r\nhost: careops.example\r\n")
    assert_others_are_served(scene)
    until(lambda: all(closed(line) for line in lines), "all closed", 14)


def test_idle_connections_do_not_stop_others(scene: Scene, lines: list[socket.socket]) -> None:
    assert_others_are_served(scene)
    for line in lines[:20]:
        line.sendall(b"GET /live HTTP/1.1\r\nhost: careops.example\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"


def test_clients_that_do_not_read_their_answers_do_not_stop_others(scene: Scene) -> None:
    scene.sql("insert into clinics (name) select 'Many ' || n from generate_series(1, 460) n")
    worker = scene.served.workers()[0]
    assert_others_are_served(scene)
    before = rss(worker)
    request = (
        f"GET /api/admin/clinics?perpage=500 HTTP/1.1\r\nhost: careops.example\r\n"
        f"authorization: Bearer {scene.token}\r\n\r\n"
    ).encode()
    with ExitStack() as stack:
        for _ in range(60):
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(scene.address)
            line.sendall(request)
            assert line.recv(8) == b"HTTP/1.1"  # the answer is made, and the rest of it is never fetched
        assert_others_are_served(scene)
        assert rss(worker) - before < 100 * 2**20
    assert_others_are_served(scene)


def test_a_client_that_resets_its_connections_leaves_nothing_behind(scene: Scene) -> None:
    worker = scene.served.workers()[0]
    assert_others_are_served(scene)
    before = worker.num_fds()
    request = f"GET /api/admin/clinics HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {scene.token}\r\n\r\n".encode()
    for _ in range(50):
        with socket.create_connection(scene.address, 5) as line:
            line.sendall(request)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    until(lambda: worker.num_fds() <= before + 4, "its connections are gone")
    assert_others_are_served(scene)


def rss(process: psutil.Process) -> int:
    """Memory a process holds, in bytes."""
    used: int = process.memory_info().rss
    return used
