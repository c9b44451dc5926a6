"""Lists from a replica that lags, fails and recovers: always answered, and including the user's own changes."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from server.tests.faults.cluster import PASSWORD, STAFF, Scene, send
from server.tests.faults.conftest import through
from server.tests.faults.replica_pair import Pair, serving
from server.tests.faults.server_process import until

from careops.calls.clinics import ListClinics
from careops.calls.modules import UpdateClinicSettings
from careops.calls.session import SignIn
from careops_server.core.diagnostics.database import replica
from careops_server.core.embedded_postgres.credentials import SERVER
from careops_server.core.embedded_postgres.server import DATABASE

NEAR, LEFT = "replica in use", "replica out of use"
LIST = ListClinics(perpage=10)


@pytest.fixture(scope="module")
def reading(pair: Pair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server that writes to the primary and reads lists from the replica."""
    environment = {
        "CAREOPS_DATABASE_URL": through(pair.proxies[0], pair.primary.url_of(DATABASE, role=SERVER)),
        "CAREOPS_DATABASE_OWNER_URL": through(pair.proxies[0], pair.primary.url_of(DATABASE)),
        "CAREOPS_DATABASE_READ_URL": through(pair.proxies[1], pair.follower.url_of(DATABASE, role=SERVER)),
        "CAREOPS_JOBS_HERE": "false",
    }
    with serving(pair, tmp_path_factory.mktemp("reading") / "data", environment) as scene:
        yield scene


@pytest.fixture
def browser(reading: Scene) -> Iterator[httpx.Client]:
    """A client signed in as a browser."""
    headers = {"origin": reading.served.url}
    with httpx.Client(base_url=f"{reading.served.url}/api", headers=headers, timeout=30) as client:
        answer = send(client, SignIn(phone_number=STAFF, password=PASSWORD))
        client.headers["authorization"] = f"Bearer {SignIn.read_answer(answer.json()).auth_token}"
        yield client


def test_lagging_or_lost_replica_fails_no_list(pair: Pair, reading: Scene, browser: httpx.Client) -> None:
    def shown() -> dict[int, bool]:
        """Return the flag of each clinic on the first page."""
        answer = send(browser, LIST)
        assert answer.status_code == 200, answer.text
        return {clinic.id: bool(clinic.ipd_enabled) for clinic in LIST.read_answer(answer.json()).items}

    def metric(what: str) -> int:
        return reading.served.log.read_text().count(f'"event":"{what}"')

    def looked_up() -> int:
        rows = pair.follower.sql(
            "select idx_scan + seq_scan from pg_stat_user_tables where relname = 'clinics'", DATABASE
        )
        return int(str(rows[0][0]))

    def comes_from_there() -> bool:
        shown()
        return looked_up() > before

    until(lambda: shown() and metric(NEAR) == 1, "the replica is near")
    before = looked_up()
    until(comes_from_there, "the replica's rows are read")

    pair.follower.sql("select pg_wal_replay_pause()")
    changed, flag = next(iter(shown().items()))
    assert send(browser, UpdateClinicSettings(clinic_id=changed, ipd_enabled=not flag)).status_code == 200
    until(lambda: shown()[changed] is not flag and metric(LEFT) == 1, "a replica that lags is left")
    pair.follower.sql("select pg_wal_replay_resume()")
    until(lambda: shown() and metric(NEAR) == 2, "it is near again")
    assert shown()[changed] is not flag

    pair.proxies[1].blackhole()  # its host lost power
    until(lambda: shown() and metric(LEFT) == 2, "one that is silent is left")
    pair.proxies[1].restore()
    until(lambda: shown() and metric(NEAR) == 3, "it is near again")

    address = pair.follower.url_of(DATABASE)
    with reading.beside() as primary:
        assert replica(address, primary).state == "ok"
        itself = replica(pair.primary.url_of(DATABASE), primary)
        assert (itself.state, itself.found) == ("fail", "replicates no primary: it may be another database")

    pair.follower.stop()
    until(lambda: shown() and metric(LEFT) == 3, "one that is gone is left")
    with reading.beside() as primary:
        assert replica(address, primary).state == "warn"
    pair.follower.begin()
    until(lambda: shown() and metric(NEAR) == 4, "it is near again")
    assert '"event":"failed"' not in reading.served.log.read_text()
