"""Slow, silent or vanished clients do not affect other clients."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import pytest
from server.tests.faults.cluster import Scene, send, timed
from server.tests.faults.server_process import until
from server.tests.support.faulty_clients import closed, rss

from careops.calls.clinics import ListClinics

Connect = Callable[[int], list[socket.socket]]
FIVE_HUNDRED_LONG_CLINICS = """
    insert into clinics (name, email, phone_number, address_line_1, address_line_2, city, state)
    select repeat('न', 120), 'desk@long.example', '9887366946', repeat('म', 500), repeat('प', 500), repeat('ल', 500),
           'Punjab'
    from generate_series(1, 500)
"""


@pytest.fixture
def connect(scene: Scene) -> Iterator[Connect]:
    """Open a number of connections with small receive buffers; they are closed after the test."""
    with ExitStack() as stack:

        def open_socket() -> socket.socket:
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            # Simulates a network: on loopback the kernel would buffer megabytes.
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
            line.settimeout(30)
            line.connect(scene.address)
            return line

        yield lambda number: [open_socket() for _ in range(number)]


def sip(line: socket.socket) -> None:
    """Read a little of the answer, if any."""
    line.setblocking(False)
    with suppress(BlockingIOError, ConnectionResetError):
        line.recv(1000)


def assert_others_are_served(scene: Scene) -> None:
    """Assert that a list is answered long before the attack above ends; the limit is generous for busy machines."""
    client = scene.http()
    for _ in range(5):
        answer, seconds = timed(lambda: send(client, ListClinics()))
        assert answer.status_code == 200
        assert seconds < 4


@pytest.mark.proves("SEC-34.headers")
def test_slow_header_is_cut_off(scene: Scene) -> None:
    start = time.monotonic()
    with socket.create_connection(scene.address, 30) as line:
        line.sendall(b"GET /live HTTP/1.1\r\n")
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
            until(lambda: closed(line), "the connection closed")
        finally:
            end.set()
            dribbling.join()
        assert 8 < time.monotonic() - start < 30, "a dribble of 0.3 s would go on for ever"


@pytest.mark.proves("SEC-34.half-sent", "FAULT-31.headers", "FAULT-31.headers-clients")
def test_eight_hundred_partial_headers_delay_no_others_and_are_closed(scene: Scene, connect: Connect) -> None:
    lines = connect(800)
    for line in lines:
        line.sendall(b"GET /api/admin/clinics HTTP/1.1\r\nhost: careops.example\r\n")
    begun = time.monotonic()
    rounds = 0
    while lines := [line for line in lines if not closed(line)]:
        assert time.monotonic() - begun < 40, f"{len(lines)} are still open"
        assert_others_are_served(scene)
        rounds += 1
    assert rounds, "others were served while they were there"


@pytest.mark.proves("FAULT-31.idle-clients")
def test_idle_connections_delay_no_others(scene: Scene, connect: Connect) -> None:
    lines = connect(200)
    assert_others_are_served(scene)
    for line in lines[:20]:
        line.sendall(b"GET /live HTTP/1.1\r\nhost: careops.example\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"


@pytest.mark.proves("FAULT-30.list-clients", "FAULT-30.list-memory")
def test_hundred_slow_readers_delay_no_others(scene: Scene, connect: Connect) -> None:
    scene.sql(FIVE_HUNDRED_LONG_CLINICS)
    worker = scene.served.workers()[0]
    largest = len(send(scene.http(), ListClinics(perpage=500)).content)
    assert largest > 2 * 2**20
    before = most = rss(worker)
    lines = connect(100)
    for line in lines:
        line.sendall(get(scene, "/api/admin/clinics?perpage=500"))
        assert line.recv(12) == b"HTTP/1.1 200", "the answer is made, and comes as slowly as it is fetched"
        most = max(most, rss(worker))
    for _ in range(10):
        assert_others_are_served(scene)
        for line in lines:
            sip(line)
        most = max(most, rss(worker))
    assert most - before < 100 * 2**20
    # Data in kernel buffers still arrives, so only the log shows how many connections were given up.
    left = scene.served.log.read_text().count("slow client disconnected")
    assert 50 < left < 95, "who was waited for the longest, and not more than had to be"


@pytest.mark.proves("FAULT-24.connections")
def test_connection_resets_leave_nothing_behind(scene: Scene) -> None:
    worker, client = scene.served.workers()[0], scene.http()
    assert send(client, ListClinics()).status_code == 200
    before = worker.num_fds()
    for _ in range(50):
        with socket.create_connection(scene.address, 30) as line:
            line.sendall(get(scene, "/api/admin/clinics"))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    def back_to_normal() -> bool:
        # A cancelled database connection is closed by Python's garbage collector, so create garbage. Meanwhile the pool
        # may have opened its four connections.
        assert send(client, ListClinics(perpage=500)).status_code == 200
        return worker.num_fds() <= before + 4

    until(back_to_normal, "its connections are gone")


def get(scene: Scene, path: str) -> bytes:
    """The bytes of a signed-in GET request."""
    return f"GET {path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {scene.token}\r\n\r\n".encode()
