"""On a stop signal, the server finishes requests that have begun."""

from __future__ import annotations

import threading

import httpx
import pytest
from server.tests.faults.cluster import Work, new_key, new_phone, send, sign_up
from server.tests.faults.conftest import OpenScene
from server.tests.faults.server_process import SECONDS, until


@pytest.mark.proves("FAULT-17.requests", "FAULT-17.code", "REL-7")
def test_request_in_flight_is_finished_before_the_stop(open_scene: OpenScene) -> None:
    scene = open_scene({"CAREOPS_WORKERS": "2"})
    assert scene.served.process is not None
    phone, client = new_phone(), scene.http()
    answers: list[httpx.Response] = []
    with scene.locked() as lock:
        writer = threading.Thread(target=lambda: answers.append(send(client, sign_up(phone), new_key())))
        writer.start()
        until(scene.waiting, "the request is in the middle")
        scene.served.process.terminate()
        until(lambda: refused(scene.served.url), "no new requests are taken")
        assert scene.waiting() == 1
        lock.rollback()
        writer.join()
    assert answers[0].status_code == 200
    assert scene.served.process.wait(SECONDS) == 0
    assert scene.hospitals(phone) == 1
    scene.reckon([phone])


@pytest.mark.proves("FAULT-17.requests", "FAULT-17.code", "REL-7")
def test_stop_under_load_loses_nothing(open_scene: OpenScene) -> None:
    scene = open_scene({"CAREOPS_WORKERS": "2"})
    assert scene.served.process is not None
    with Work(scene).going_on() as work:
        until(lambda: len(work.acknowledged) >= 3, "work goes on")
        scene.served.process.terminate()
        assert scene.served.process.wait(SECONDS) == 0
    scene.reckon(work.acknowledged)
    assert set(work.statuses) <= {200, 503}
    scene.served.start()
    scene.sign_in()
    assert send(scene.http(), sign_up(new_phone()), new_key()).status_code == 200


def refused(url: str) -> bool:
    """Return True if a new request is rejected: by a closed port or with a 503."""
    try:
        return httpx.get(f"{url}/live", timeout=1).status_code == 503
    except httpx.ConnectError:
        return True
    except httpx.TransportError:
        return False
