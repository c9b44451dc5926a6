"""Failover of two PostgreSQL servers: the server continues with the new primary without losing changes.

External tools detect the loss and promote (Patroni, repmgr, a cloud); here the test does.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import psycopg
import pytest
from server.tests.faults.cluster import Scene, Work, new_key, new_phone, send, sign_up
from server.tests.faults.replica_pair import Pair, serving
from server.tests.faults.server_process import until
from server.tests.faults.standby import NAME

from careops import CareOps
from careops.calls.clinics import ListClinics
from careops.calls.realtime import Event
from careops_server.core.backup.pg_dump import dump
from careops_server.core.configuration.dsn import as_psycopg, driver_url
from careops_server.core.database.migrate import migrate
from careops_server.core.diagnostics.database import hosts
from careops_server.core.embedded_postgres.credentials import SERVER
from careops_server.processes.job_worker import UNKNOWN

LIST = ListClinics(perpage=10)
MAX_SECONDS = 5.0
"""Seconds after the promotion in which requests may still get 503."""


@pytest.fixture(scope="module")
def failing(pair: Pair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server with the addresses of both."""
    environment = {
        "CAREOPS_DATABASE_URL": pair.address(SERVER),
        "CAREOPS_DATABASE_OWNER_URL": pair.address("postgres"),
    }
    with serving(pair, tmp_path_factory.mktemp("pair") / "data", environment) as scene:
        yield scene


@pytest.mark.proves("REL-1", "FAULT-1.failover")
def test_lost_primary_causes_503_answers_until_the_promotion(pair: Pair, failing: Scene) -> None:
    scene = failing
    owner = as_psycopg(pair.address("postgres"))
    assert hosts(owner).state == "warn", "no replica is waited for yet"
    pair.set("synchronous_standby_names", NAME)
    until(lambda: scene.sql("select 1 from pg_stat_replication where sync_state = 'sync'"), "the replica is waited for")
    assert hosts(owner).state == "ok"

    received: list[Event] = []
    listening = CareOps(f"{scene.served.url}/api").acting_as(scene.token)
    threading.Thread(target=lambda: received.extend(listening.events(["jobs"])), daemon=True).start()
    job = "insert into jobs (kind, parameters) values ('tests.none', '{}') returning id"
    first = scene.sql(job)[0][0]
    until(lambda: any(event.data["job_id"] == first for event in received), "the event is heard")

    client = scene.http()
    tried: list[tuple[str, str]] = []

    def answer_is_lost() -> bool:  # or the answer to another commit: the job process commits, too
        tried.append((new_phone(), new_key()))
        scene.proxy.drop_response(b"COMMIT\0")
        return send(client, sign_up(tried[-1][0]), tried[-1][1]).status_code == 503

    until(answer_is_lost, "the answer to a change is lost")
    lost, key = tried[-1]
    with Work(scene).going_on() as work:
        until(lambda: len(work.acknowledged) >= 5, "work goes on")
        os.kill(pair.primary.pid, signal.SIGKILL)
        # Its host accepts connections and never answers, like a host without power: each attempt runs into its timeout.
        scene.proxy.target = str(pair.follower.socket)
        scene.proxy.blackhole()
        until(lambda: 503 in work.statuses, "the loss is noticed")
        pair.follower.sql("select pg_promote()")
        promoted = time.monotonic()
        until(lambda: send(client, LIST).status_code == 200, "lists are answered")
        until(lambda: send(client, sign_up(lost), key).status_code == 200, "the lost answer is given")
        assert time.monotonic() - promoted < MAX_SECONDS
        done = len(work.acknowledged)
        until(lambda: len(work.acknowledged) > done + 3, "work goes on")
    work.assert_polite()
    scene.elsewhere = pair.follower
    scene.reckon([*work.acknowledged, lost])
    assert scene.events(lost) == 1

    second = scene.sql(job)[0][0]
    until(lambda: any(event.data["job_id"] == second for event in received), "the event is heard from the new primary")
    assert scene.sql("select problem from jobs where id = %s", second) == [(UNKNOWN,)]
    log = scene.served.log.read_text()
    assert '"event":"database failover detected"' in log
    assert '"event":"failed"' not in log
    finding = hosts(owner)
    assert (finding.state, "cannot be reached" in finding.found) == ("warn", True)
    # Other processes continue with the new primary, too.
    assert migrate(owner) == ()
    with psycopg.connect(driver_url(owner)) as connection:
        connection.execute("set transaction isolation level repeatable read")
        snapshot = connection.execute("select pg_export_snapshot()").fetchone()
        assert snapshot is not None
        assert b"".join(dump(owner, snapshot[0])).startswith(b"PGDMP")
