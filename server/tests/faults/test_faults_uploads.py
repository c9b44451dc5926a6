"""A failure in the middle of a lead upload: all of its rows are stored or none, with one event."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Final

import httpx
import psycopg
import pytest
from server.tests.faults.cluster import Scene, new_key
from server.tests.faults.server_process import until

LEADS: Final = 3_000
_IN_THE_MIDDLE: Final = f"98{LEADS // 2:08}"
Harm = Callable[[Scene], None]


def content() -> bytes:
    rows = "".join(f"Lead {number},98{number:08}\n" for number in range(LEADS))
    return f"first_name,phone_number\n{rows}".encode()


def upload(scene: Scene, clinic_id: int, key: str) -> httpx.Response:
    return scene.http().post(
        f"/admin/clinics/{clinic_id}/lead_uploads/upload",
        files={"file0": ("leads.csv", content(), "text/csv")},
        headers={"idempotency-key": key},
    )


def counts(scene: Scene, clinic_id: int) -> tuple[int, int, int]:
    """Number of leads of the clinic, of its uploads, and of their successful audit events."""
    ((leads, uploads, events),) = scene.sql(
        "select (select count(*) from leads where clinic_id = %s),"
        " (select count(*) from lead_uploads where clinic_id = %s),"
        " (select count(*) from audit_events"
        "  where clinic_id = %s and key = 'lead.upload' and event_status = 'SUCCESS')",
        *(clinic_id,) * 3,
    )
    return leads, uploads, events


def kill_the_server(scene: Scene) -> None:
    for process in (*scene.served.workers(), scene.served.supervisor):
        process.kill()
    assert scene.served.process is not None
    scene.served.process.wait()


def kill_the_worker(scene: Scene) -> None:
    for process in scene.served.workers():
        process.kill()


def kill_the_database(scene: Scene) -> None:
    os.kill(scene.postgres.pid, signal.SIGKILL)


@pytest.mark.proves("SEC-51.whole")
@pytest.mark.parametrize("harm", [kill_the_worker, kill_the_server, kill_the_database], ids=lambda harm: harm.__name__)
def test_killed_upload_is_stored_completely_or_not_at_all(scene: Scene, harm: Harm) -> None:
    ((clinic_id,),) = scene.sql("insert into clinics (name) values ('Clinic of leads') returning id")
    key, outcomes = new_key(), list[int]()

    def send() -> None:
        try:
            outcomes.append(upload(scene, clinic_id, key).status_code)
        except httpx.TransportError:
            outcomes.append(0)

    # Another transaction inserts one of the leads and stays open, so the upload waits with half of its rows written.
    held = psycopg.connect(scene.postgres.url_of(scene.database).replace("postgresql+psycopg", "postgresql"))
    held.execute("insert into leads (clinic_id, phone_number) values (%s, %s)", [clinic_id, _IN_THE_MIDDLE])
    sender = threading.Thread(target=send)
    sender.start()
    until(scene.waiting, "the upload is in the middle")
    harm(scene)
    sender.join()
    assert outcomes[0] in (0, 502, 503), "nobody was told that it worked"
    if harm is kill_the_database:
        scene.postgres.start()
    held.close()
    if harm is kill_the_server:
        scene.served.start()
    until(scene.served.ready, "all is well")
    until(lambda: scene.open_transactions() == 0, "nothing of the first try is left open")
    assert counts(scene, clinic_id) == (0, 0, 0)

    until(lambda: upload(scene, clinic_id, key).status_code == 200, "the same file again, with the same key")
    assert counts(scene, clinic_id) == (LEADS, 1, 1)
