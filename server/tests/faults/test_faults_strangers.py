"""Expensive requests of one client do not slow down others."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import httpx
import pytest
from server.tests.faults.cluster import PASSWORD, STAFF, Scene
from server.tests.faults.conftest import OpenScene
from server.tests.support.faulty_clients import rss, waits

MARKS = "a" + "\u0315" * 130_000 + "\u0334" * 130_000
KEYS = {f"k{number}": 1 for number in range(70_000)}
FORGED = b'{"level":"info","event":"audit_trail_sealed","head":"999:FORGED"}'


def sign_in(scene: Scene) -> int:
    """A password of combining marks, whose normalization once took minutes."""
    form = {"phone_number": "9000000001", "password": MARKS}
    body = json.dumps({"user_signin_form": form}, ensure_ascii=False).encode()
    return _post(scene, "/api/auth/sign_in", body)


def sign_in_within_limits(scene: Scene) -> int:
    """The same in a body within the size limit."""
    form = {"phone_number": "9000000001", "password": MARKS[:3_500]}
    body = json.dumps({"user_signin_form": form}, ensure_ascii=False).encode()
    return _post(scene, "/api/auth/sign_in", body)


def sign_in_right(scene: Scene) -> int:
    """A correct sign-in."""
    form = {"country_code": "91", "phone_number": STAFF, "password": PASSWORD}
    return _post(scene, "/api/auth/sign_in", json.dumps({"user_signin_form": form}).encode())


def search(scene: Scene) -> int:
    """The same text as a search term."""
    query = {"index": "specialities", "size": 5, "query": {"match": {"name": MARKS}}}
    return _post(scene, "/api/_search", json.dumps(query, ensure_ascii=False).encode())


def unknown_keys(scene: Scene) -> int:
    """A megabyte of unknown keys, which once produced an error message each."""
    return _post(scene, "/api/auth/refresh", json.dumps(KEYS).encode())


def unknown_keys_within_limits(scene: Scene) -> int:
    """As many unknown keys as a body before sign-in can contain."""
    return _post(scene, "/api/auth/refresh", json.dumps({f"k{number}": 1 for number in range(600)}).encode())


def invented_methods(scene: Scene) -> int:
    """Unknown HTTP methods, which once created one metric each."""
    status = 0
    with httpx.Client(base_url=scene.served.url, timeout=30) as client:
        for number in range(20):
            status = client.request(f"GET-{threading.get_ident() % 10_000}-{number}", "/live").status_code
    return status


def control_characters(scene: Scene) -> int:
    """Control characters, which once injected lines into the log."""
    with socket.create_connection(scene.address, 30) as line:
        line.sendall(b"GET /\0\n" + FORGED + b"\n HTTP/1.1\r\nHost: a\r\n\r\n")
        return int(line.recv(12).split(b" ")[1])


ATTACKS = [
    # Before sign-in, a body is limited to 8 KiB; the rest is not read.
    (sign_in, 413),
    (search, 413),
    (unknown_keys, 413),
    (sign_in_within_limits, 422),
    (unknown_keys_within_limits, 422),
    (invented_methods, 400),
    (control_characters, 400),
]


@pytest.fixture(scope="module")
def scene(open_scene: OpenScene) -> Scene:
    """One worker, so that only the attack can delay other requests."""
    return open_scene()


@pytest.mark.proves("SEC-32.other-clients")
@pytest.mark.parametrize(("attack", "status"), ATTACKS, ids=[attack.__name__ for attack, _ in ATTACKS])
def test_attack_delays_no_other_requests(scene: Scene, attack: Callable[[Scene], int], status: int) -> None:
    worker = scene.served.workers()[0]
    before = waits(scene)
    memory = rss(worker)
    with going_on(scene, attack) as answers:
        live_meanwhile, list_meanwhile = waits(scene)
    # The machine has other load: take the slower of before and after as idle.
    after = waits(scene)
    live, a_list = max(before[0], after[0]), max(before[1], after[1])
    assert set(answers) == {status}
    # At most twice the idle time; differences of a few milliseconds are noise.
    assert live_meanwhile < 2 * live + 0.02
    assert list_meanwhile < 2 * a_list + 0.02
    assert scene.served.workers()[0].pid == worker.pid
    assert rss(worker) - memory < 30 * 2**20


@pytest.mark.proves("SEC-04.hashes")
@pytest.mark.long
def test_three_hundred_concurrent_sign_ins_delay_no_others(open_scene: OpenScene) -> None:
    hashing = {"hash_memory_kib": "19456", "hash_rounds": "2", "hash_slots": "2"}
    scene = open_scene({**hashing, "requests_at_once": "1000"})
    worker = scene.served.workers()[0]
    before = waits(scene)
    memory = rss(worker)
    with ThreadPoolExecutor(300) as people:
        signing_in = [people.submit(sign_in_right, scene) for _ in range(300)]
        _, list_meanwhile = waits(scene)
        under_way = sum(not future.done() for future in signing_in)
        statuses = {future.result() for future in signing_in}
    after = waits(scene)
    assert under_way, "others were served before all of them were in"
    assert 200 in statuses
    assert statuses <= {200, 429, 503}, "who would have to wait for too long is told so"
    assert list_meanwhile < 2 * max(before[1], after[1]) + 0.02
    assert rss(worker) - memory < 2 * 20 * 2**20


@pytest.mark.proves("SEC-62.lines")
def test_log_has_one_json_line_per_event_and_none_of_attackers(scene: Scene) -> None:
    control_characters(scene)
    lines = scene.served.log.read_text().splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines if line)
    assert not [line for line in lines if json.loads(line)["event"] == "audit_trail_sealed" and "FORGED" in line]
    assert max(map(len, lines)) < 25_000
    assert "Traceback" not in "".join(lines)


@contextmanager
def going_on(scene: Scene, attack: Callable[[Scene], int]) -> Iterator[list[int]]:
    """Repeat the attack in one thread, each time after the previous answer. Yields the list of statuses."""
    answers: list[int] = []
    end = threading.Event()

    def repeat() -> None:
        while not end.is_set():
            answers.append(attack(scene))
            end.wait(0.1)

    with ThreadPoolExecutor(1) as strangers:
        stranger = strangers.submit(repeat)
        while not answers and not stranger.done():
            end.wait(0.02)
        try:
            yield answers
        finally:
            end.set()
            stranger.result()


def _post(scene: Scene, path: str, body: bytes) -> int:
    with httpx.Client(base_url=scene.served.url, timeout=60) as client, suppress(httpx.WriteError):
        return client.post(path, content=body, headers={"content-type": "application/json"}).status_code
    return 0
