"""Leases of a killed job process: the next process resumes its jobs before they would expire."""

from __future__ import annotations

from pathlib import Path

import pytest
from server.tests.faults.cluster import CHEAP
from server.tests.faults.server_process import Served, until
from server.tests.support.job_queue import OWNER, Queue

from careops import CareOps
from careops_server.demo import DEMO_PASSWORD, create_demo_data

RESUMED_SECONDS = 5


@pytest.mark.own
def test_killed_job_process_is_replaced_and_its_job_resumed_within_five_seconds(tmp_path: Path) -> None:
    tmp_path.chmod(0o711)  # as root, PostgreSQL runs as another user
    served = Served(tmp_path / "data", {**CHEAP, "CAREOPS_WORKERS": "1", "job_answer_seconds": "0"})
    served.start()
    try:
        queue = Queue(served)
        create_demo_data(queue.database_url, size=3, trail=False)
        queue.connection.execute(
            "with owner as (insert into users (name, phone_number, user_status)"
            " values ('Owner', %s, 'ACTIVE') returning id)"
            " insert into clinics (name, user_id) select 'Clinic ' || n, owner.id from owner, generate_series(1, 40) n",
            [OWNER],
        )
        with queue.connection, CareOps(f"{served.url}/api") as client:
            client.sign_in("9000000001", DEMO_PASSWORD)
            job_id = client.data_generation.cms(phone_number=OWNER).job_id
            until(lambda: bool(queue.row("select done > 2 from jobs where id = %s", job_id)[0]), "the job has begun")
            [process] = queue.processes()
            process.kill()
            (killed_at,) = queue.row("select clock_timestamp()")
            until(
                lambda: bool(queue.row("select attempt > 1 from jobs where id = %s", job_id)[0]), "the job is resumed"
            )
            (seconds,) = queue.row("select extract(epoch from clock_timestamp() - %s)::float8", killed_at)
            assert seconds < RESUMED_SECONDS
            until(lambda: queue.row("select state from jobs where id = %s", job_id)[0] == "done", "the job is done")
    finally:
        served.stop()
