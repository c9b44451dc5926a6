"""The job process: it exists while there are jobs, and is replaced if it dies."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.tests.faults.cluster import CHEAP
from server.tests.faults.server_process import Served, until
from server.tests.support.job_queue import OWNER, Queue

from careops import CareOps
from careops.calls.change_requests import ChangeRequest
from careops_server.demo import DEMO_PASSWORD, create_demo_data
from careops_server.processes.job_worker import UNKNOWN


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    tmp_path.chmod(0o711)  # as root, PostgreSQL runs as another user
    running = Served(tmp_path / "data", {**CHEAP, "CAREOPS_WORKERS": "1", "job_answer_seconds": "0"})
    running.start()
    yield running
    running.stop()


def test_job_process_starts_on_demand_and_after_a_kill(served: Served) -> None:
    queue = Queue(served)
    with queue.connection:
        assert queue.processes() == []
        first = queue.ask()
        until(lambda: queue.problem(first) == UNKNOWN, "the job was seen")
        [process] = queue.processes()
        process.kill()
        second = queue.ask()
        until(lambda: queue.problem(second) == UNKNOWN, "the job was seen")
        [another] = queue.processes()
        assert another.pid != process.pid
    served.stop()
    assert not another.is_running()


CLINICS = 40
"""Clinics of one owner: enough that the process is killed before it completes the job."""
OF_EACH = """
    select count(*), min(payments), max(payments), min(referrals), max(referrals), min(visits) from (
        select m.total_doctor_referrals as referrals,
            (select count(*) from payments p where p.clinic_id = c.id) as payments,
            (select count(*) from audit_events e where e.clinic_id = c.id and e.key = 'appointment.create') as visits
        from clinics c join clinic_metrics m on m.clinic_id = c.id
        where c.user_id = (select id from users where phone_number = '9876543210')
    ) each
"""


@pytest.mark.proves("FAULT-18.job")
def test_killed_generation_loses_and_repeats_nothing(served: Served) -> None:
    queue = Queue(served)
    create_demo_data(queue.database_url, size=3, trail=False)
    queue.connection.execute(
        "with owner as (insert into users (name, phone_number, user_status)"
        " values ('Owner', %s, 'ACTIVE') returning id)"
        " insert into clinics (name, user_id) select 'Clinic ' || n, owner.id from owner, generate_series(1, %s) n",
        [OWNER, CLINICS],
    )
    referrals = queue.row("select count(*) from referrals")[0]
    with queue.connection, CareOps(f"{served.url}/api") as client:
        client.sign_in("9000000001", DEMO_PASSWORD)
        job_id = client.data_generation.cms(phone_number=OWNER).job_id
        for parts in (15, 50):

            def reached(parts: int = parts) -> bool:
                return bool(queue.row("select done >= %s from jobs where id = %s", parts, job_id)[0])

            until(reached, f"{parts} parts are done")
            [process] = queue.processes()
            process.kill()
            process.wait()
            state, done = queue.row("select state, done from jobs where id = %s", job_id)
            assert (state, done < 3 * CLINICS) == ("running", True), "killed in the middle"
        until(lambda: queue.row("select state from jobs where id = %s", job_id)[0] == "done", "the job is done")
        job = client.jobs.read(job_id=job_id or 0)
        assert (job.done, job.total, job.attempt) == (3 * CLINICS, 3 * CLINICS, 3)
        # Another attempt draws other payments and referrals, but the same number of them.
        assert queue.row(OF_EACH)[:5] == (CLINICS, 25, 25, 8, 8)
        assert queue.row(OF_EACH)[5] > 0
        assert queue.row("select count(*) from referrals")[0] - referrals == 8 * CLINICS
        assert queue.row("select count(*) from audit_events where key = 'data_generation.cms'") == (1,)


TARGETS = 10_000
KILLS = 20
KILLED_RUN_SECONDS = 150
EDITED = 100
"""Clinics whose number of rooms is changed, instead of a module."""


@pytest.mark.long
def test_change_request_of_ten_thousand_and_its_undo_survive_twenty_kills(served: Served) -> None:
    queue = Queue(served)
    create_demo_data(queue.database_url, size=3, trail=False)
    queue.connection.execute(
        "insert into clinics (name) select 'Clinic ' || n from generate_series(1, %s) n", [TARGETS]
    )
    ids = [
        id for (id,) in queue.connection.execute("select id from clinics where name ~ '^Clinic [0-9]+$' order by id")
    ]
    with queue.connection, CareOps(f"{served.url}/api", deadline=300) as client:
        client.sign_in("9000000001", DEMO_PASSWORD)
        with client.proposal(title="Feedback for all", reason="Trial") as proposal:
            for id in ids[EDITED:]:
                proposal.modules.activate(clinic_id=id, module_id=10)
            for id in ids[:EDITED]:
                proposal.clinics.update(id=id, rooms_count=12)
        request = _planned_with_a_kill(queue, client, proposal.request)
        groups = client.change_requests.read(request_id=request.id).groups
        assert (request.targets, groups[0].count) == (TARGETS, TARGETS - EDITED)
        ended = _apply_with_kills(queue, client, request)
        assert (ended.status, ended.done, ended.left) == ("applied", TARGETS, 0)
        assert _applied(queue, "module.activate", request) == (TARGETS - EDITED, TARGETS - EDITED)
        assert _applied(queue, "clinic.update", request) == (EDITED, EDITED)
        edited, switched_back, deleted = ids[:5], ids[-5:], ids[-8:-5]
        for id in edited:
            client.clinics.update(id=id, rooms_count=7)
        for id in switched_back:
            client.modules.deactivate(clinic_id=id, module_id=10)
        for table, column in (("clinic_spec_modules", "clinic_id"), ("clinics", "id")):
            queue.connection.execute(f"delete from {table} where {column} = any(%s)".encode(), [deleted])  # noqa: S608
        undo = _planned_with_a_kill(queue, client, client.change_requests.undo(request_id=request.id).request)
        undo = _apply_with_kills(queue, client, undo)
        assert (undo.status, undo.done, undo.kept, undo.failed, undo.unchanged) == (
            *("partly_applied", TARGETS - 13, 5, 3),
            5,
        )
        assert undo.done + undo.kept + undo.failed + undo.unchanged == ended.done
        until(lambda: _read(client, undo).differences is not None, "the records are checked")
        assert _read(client, undo).differences == 0
        restored = TARGETS - EDITED - 8
        assert _applied(queue, "module.deactivate", undo) == (restored, restored)
        assert _applied(queue, "clinic.update", undo) == (EDITED - 5, EDITED - 5)
        on = "select count(*) from clinic_spec_modules where spec_module_id = 10 and clinic_id = any(%s)"
        assert queue.row(on, ids) == (0,)


def _planned_with_a_kill(queue: Queue, client: CareOps, request: ChangeRequest) -> ChangeRequest:
    """Kill the job process that plans a request after its first part, and return the planned request."""
    until(lambda: _read(client, request).planned > 0, "a part is planned")
    for process in queue.processes():
        process.kill()
        process.wait()
    assert _read(client, request).planned < TARGETS, "killed in the middle"
    until(lambda: _read(client, request).job_id is None, "all changes are planned")
    return _read(client, request)


def _apply_with_kills(queue: Queue, client: CareOps, request: ChangeRequest) -> ChangeRequest:
    """Apply a request, kill its job process many times, and return the request at the end of the run.

    In between, the run is paused and resumed, while its job may be running.
    """
    began = time.monotonic()
    job_id = client.change_requests.apply(request_id=request.id, digest=request.digest).request.job_id
    done = 0
    for number in range(KILLS):
        if number == KILLS // 2:
            client.change_requests.pause(request_id=request.id, digest=request.digest)
            job_id = client.change_requests.resume(request_id=request.id, digest=request.digest).request.job_id
            done = 0

        def moved(job_id: int | None = job_id, done: int = done) -> bool:
            return bool(queue.row("select done > %s from jobs where id = %s", done, job_id)[0])

        until(moved, "a part is done")
        for process in queue.processes():
            process.kill()
            process.wait()
        [done] = queue.row("select done from jobs where id = %s", job_id)
        assert done < TARGETS, "killed in the middle"
    until(lambda: queue.row("select state from jobs where id = %s", job_id)[0] == "done", "the job is done")
    assert time.monotonic() - began < KILLED_RUN_SECONDS
    return _read(client, request)


def _read(client: CareOps, request: ChangeRequest) -> ChangeRequest:
    return client.change_requests.read(request_id=request.id).request


def _applied(queue: Queue, key: str, request: ChangeRequest) -> tuple[Any, ...]:
    """Count the events of a request, and their clinics."""
    counts = "select count(*), count(distinct clinic_id) from audit_events where key = %s and event_status = 'SUCCESS'"
    return queue.row(f"{counts} and parameters ->> 'change_request_id' = %s", key, str(request.id))
