"""Database outages, stalls and overload return 503 within seconds, and the server recovers by itself."""

from __future__ import annotations

import os
import signal
import threading
from functools import partial
from typing import Any

import httpx
import pytest
from server.tests.faults.cluster import Scene, Work, new_key, new_phone, send, sign_up, timed
from server.tests.faults.server_process import until

from careops.calls.clinics import ListClinics, ReadClinic, UpdateClinic
from careops.contract import Call

LIST = ListClinics(perpage=10)
GIVEN_UP = 5.0
"""Seconds after which a request gives up on a silent database. A faster answer did not run into this timeout."""


def busy_refusal(answer: httpx.Response) -> None:
    """Assert that a 503 tells a client when to retry."""
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/json"
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json()["request_id"]


def back_soon(scene: Scene) -> None:
    """Assert that requests are answered again within one request timeout."""
    client = scene.http()
    assert until(lambda: send(client, LIST).status_code == 200, "answers again") < GIVEN_UP
    assert send(client, sign_up(new_phone()), new_key()).status_code == 200


@pytest.mark.proves("FAULT-1.load", "REL-3")
def test_restart_under_load_causes_only_503_answers(scene: Scene) -> None:
    with Work(scene).going_on() as work:
        until(lambda: work.acknowledged, "work goes on")
        scene.postgres.stop()
        scene.postgres.start()
        back_soon(scene)
        done = len(work.acknowledged)
        until(lambda: len(work.acknowledged) > done, "work goes on again")
    work.assert_polite()
    scene.reckon(work.acknowledged)


@pytest.mark.proves("FAULT-1.idle")
def test_restart_between_requests_is_unnoticed(scene: Scene) -> None:
    client = scene.http()
    assert send(client, LIST).status_code == 200
    scene.postgres.stop()
    scene.postgres.start()
    for _ in range(8):
        assert send(client, LIST).status_code == 200
    assert send(client, sign_up(new_phone()), new_key()).status_code == 200


@pytest.mark.proves("SEC-56", "FAULT-3.killed", "FAULT-3.kept", "REL-1")
def test_killed_postmaster_loses_no_acknowledged_write(scene: Scene) -> None:
    with Work(scene).going_on() as work:
        until(lambda: len(work.acknowledged) >= 5, "work goes on")
        os.kill(scene.postgres.pid, signal.SIGKILL)
        until(lambda: 503 in work.statuses, "the loss is noticed")
        scene.postgres.start()
        back_soon(scene)
    work.assert_polite()
    scene.reckon(work.acknowledged)


@pytest.mark.proves("FAULT-3.process")
def test_crashed_backend_ends_all_backends_which_recover(scene: Scene) -> None:
    with Work(scene).going_on() as work:
        until(lambda: len(work.acknowledged) >= 3, "work goes on")
        mine = "select pid from pg_stat_activity where application_name = 'careops' and datname = current_database()"
        os.kill(scene.sql(mine)[0][0], signal.SIGKILL)
        done = len(work.acknowledged)
        until(lambda: len(work.acknowledged) > done + 2, "work goes on again")
    work.assert_polite()
    scene.reckon(work.acknowledged)


@pytest.mark.proves("FAULT-3.query")
def test_query_of_a_terminated_backend_is_retried(scene: Scene) -> None:
    answers: list[httpx.Response] = []
    client = scene.http()
    with scene.locked() as lock:
        reader = threading.Thread(target=lambda: answers.append(send(client, LIST)))
        reader.start()
        until(scene.waiting, "the query runs")
        scene.sql(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'careops'"
            " and datname = current_database() and state = 'active'"
        )
        lock.rollback()
        reader.join()
    assert answers[0].status_code == 200


@pytest.mark.proves("FAULT-6.busy", "FAULT-6.alive", "REL-5")
def test_exhausted_pool_is_reported_within_two_seconds(scene: Scene) -> None:
    client = scene.http()
    with scene.locked() as lock:
        waiting = [threading.Thread(target=send, args=(scene.http(), ReadClinic(id=1))) for _ in range(4)]
        for thread in waiting:
            thread.start()
        until(lambda: scene.waiting() == 4, "the pool is exhausted")
        answer, seconds = timed(lambda: send(client, LIST))
        busy_refusal(answer)
        assert seconds < 4, "the locks themselves are given up after four"
        alive, seconds = timed(lambda: httpx.get(f"{scene.served.url}/live", timeout=30))
        assert alive.status_code == 200
        assert seconds < 2, "it does not wait for the pool"
        lock.rollback()
        for thread in waiting:
            thread.join()
    back_soon(scene)


@pytest.mark.proves("FAULT-7", "REL-6")
def test_silent_database_is_abandoned_within_five_seconds(scene: Scene) -> None:
    clients = [scene.http() for _ in range(6)]
    for client in clients:
        assert send(client, LIST).status_code == 200
    outcomes: list[tuple[httpx.Response, float]] = []
    calls: list[Call[Any]] = [LIST, sign_up(new_phone())] * 3
    scene.proxy.blackhole()

    def ask(client: httpx.Client, call: Call[Any]) -> None:
        outcomes.append(timed(lambda: send(client, call, new_key())))

    asking = [threading.Thread(target=ask, args=pair) for pair in zip(clients, calls, strict=True)]
    for thread in asking:
        thread.start()
    assert scene.served.alive()
    for thread in asking:
        thread.join()
    for answer, seconds in outcomes:
        busy_refusal(answer)
        assert seconds < 2 * GIVEN_UP
    assert not scene.served.ready()
    scene.proxy.restore()
    # The old connections never recover, so no request may get one of them.
    back_soon(scene)
    for client in clients:
        answer, seconds = timed(partial(send, client, LIST))
        assert answer.status_code == 200
        assert seconds < GIVEN_UP


@pytest.mark.proves("FAULT-8")
def test_half_open_connections_are_closed_at_the_first_error(scene: Scene) -> None:
    clients = [scene.http() for _ in range(4)]
    filled = threading.Event()

    def keep_asking(client: httpx.Client) -> None:
        # A request that fails because a health check holds a connection is repeated.
        while not filled.is_set():
            send(client, LIST)

    with scene.locked():
        fill = [threading.Thread(target=keep_asking, args=(client,)) for client in clients]
        for thread in fill:
            thread.start()
        # The fourth may be in use by the audit log's sealing, which runs every three seconds.
        until(lambda: scene.busy() >= 3, "three connections are open")
        filled.set()
    for thread in fill:
        thread.join()
    scene.proxy.blackhole()
    scene.proxy.restore()
    answer, seconds = timed(lambda: send(clients[0], LIST))
    assert answer.status_code in (200, 503)
    assert seconds < 2 * GIVEN_UP
    back_soon(scene)


@pytest.mark.proves("FAULT-9.slow")
def test_slow_database_only_delays_answers(scene: Scene) -> None:
    client = scene.http()
    scene.proxy.latency = 0.15
    answer, seconds = timed(lambda: send(client, LIST))
    assert answer.status_code == 200
    assert seconds > 0.3
    assert send(client, UpdateClinic(id=1, beds_count=20)).status_code == 200
    scene.proxy.latency, scene.proxy.rate = 0.0, 20_000
    assert send(client, LIST).status_code == 200


@pytest.mark.proves("FAULT-9.broken")
def test_cut_network_is_repaired_without_errors(scene: Scene) -> None:
    with Work(scene).going_on() as work:
        for reset in (False, True) * 3:
            work.goes_on()  # for every thread, because a request is retried only once
            scene.proxy.cut(reset=reset)
    work.assert_polite()
    assert all(answer.status_code == 200 for answer in work.reads)
    scene.reckon(work.acknowledged)
