"""Scene of fault tests: a server with data behind a proxy, continuous requests, and a final check."""

from __future__ import annotations

import itertools
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import psycopg
from argon2 import PasswordHasher
from server.tests.faults.server_process import Served, until
from server.tests.faults.standby import Follower
from server.tests.support.stage import UNLIMITED

from careops.calls.clinics import ListClinics, SignUpHospital
from careops.calls.session import SignIn
from careops.contract import Call
from careops_server.core.configuration.constants import Constants
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.embedded_postgres.server import LocalPostgres
from careops_server.testing.fault_proxy import FaultProxy

PASSWORD = "correct horse battery staple"
STAFF = "9000000001"
SECRET = "only-for-tests-" * 3
_phones = itertools.count(9_200_000_000)
_keys = itertools.count(1)

CHEAP = {
    "hash_memory_kib": "8",
    "hash_rounds": "1",
    "CAREOPS_SECRET": SECRET,
    "failures_per_address": "100000",
    **{name if hasattr(Constants, name) else f"CAREOPS_{name.upper()}": str(n) for name, n in UNLIMITED.items()},
}


def new_key() -> str:
    """Return a new idempotency key."""
    return f"fault-key-{next(_keys):06}"


def new_phone() -> str:
    """Return an unused phone number."""
    return str(next(_phones))


def sign_up(phone: str) -> SignUpHospital:
    """Sign up a hospital with this phone number."""
    return SignUpHospital(
        name=f"Hospital {phone}", phone_number=phone, password="a long enough password", email=f"d{phone}@green.example"
    )


def send(client: httpx.Client, call: Call[Any], key: str | None = None) -> httpx.Response:
    """Send a call once and return its response, also with an error status."""
    wire = call.to_wire()
    headers = {"idempotency-key": key} if key else {}
    return client.request(wire.method, wire.path, params=dict(wire.query), json=wire.body, headers=headers)


@dataclass
class Scene:
    """A server (``served``), its PostgreSQL, and the proxy between the two."""

    postgres: LocalPostgres
    database: str
    proxy: FaultProxy
    served: Served
    token: str = ""
    elsewhere: Follower | None = None
    """The replica that has the database after a failover."""
    _clients: list[httpx.Client] = field(default_factory=list)

    def set(self) -> None:
        """Create a signed-in member of staff and forty clinics."""
        hashed = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
        if not self.sql("select 1 from users where phone_number = %s", STAFF):
            self.sql(
                "with u as (insert into users (name, phone_number, password_hash, user_status)"
                " values ('Asha', %s, %s, 'ACTIVE') returning id)"
                " insert into user_accounts (user_id, account_type) select id, 'super_admin' from u",
                STAFF,
                hashed,
            )
            self.sql("insert into clinics (name) select 'Clinic ' || n from generate_series(1, 40) n")
        self.sign_in()

    def sign_in(self) -> None:
        """Start a session."""
        with httpx.Client(base_url=f"{self.served.url}/api", timeout=10) as client:
            answer = send(client, SignIn(phone_number=STAFF, password=PASSWORD))
        assert answer.status_code == 200, answer.text
        self.token = SignIn.read_answer(answer.json()).auth_token

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of the server."""
        return "127.0.0.1", int(self.served.url.rpartition(":")[2])

    def http(self, *, timeout: float = 30) -> httpx.Client:
        """A signed-in client without retries; closed with the scene."""
        headers = {"authorization": f"Bearer {self.token}"}
        client = httpx.Client(base_url=f"{self.served.url}/api", headers=headers, timeout=timeout)
        self._clients.append(client)
        return client

    def close(self) -> None:
        """Close all connections and clients."""
        for client in self._clients:
            client.close()
        self._clients.clear()

    @contextmanager
    def beside(self) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """Open a connection that bypasses the proxy; uncommitted work is rolled back."""
        with psycopg.connect(driver_url((self.elsewhere or self.postgres).url_of(self.database))) as connection:
            yield connection
            connection.rollback()

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a committed statement that bypasses the proxy, and return its rows."""
        with self.beside() as connection:
            cursor = connection.execute(statement.encode(), values or None)
            rows = cursor.fetchall() if cursor.description else []
            connection.commit()
            return rows

    def busy(self) -> int:
        """Number of statements of the server that PostgreSQL is running."""
        statement = (
            "select count(*) from pg_stat_activity"
            " where application_name = 'careops' and datname = current_database() and state = 'active'"
        )
        return int(self.sql(statement)[0][0])

    def waiting(self) -> int:
        """Number of statements of the server that wait for a lock."""
        statement = (
            "select count(*) from pg_stat_activity"
            " where application_name = 'careops' and datname = current_database() and wait_event_type = 'Lock'"
        )
        return int(self.sql(statement)[0][0])

    def open_transactions(self) -> int:
        """Number of open transactions of the server."""
        statement = (
            "select count(*) from pg_stat_activity"
            " where application_name = 'careops' and datname = current_database() and xact_start is not null"
        )
        return int(self.sql(statement)[0][0])

    @contextmanager
    def locked(self, table: str = "clinics") -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """Lock a table, so that every statement on it waits."""
        with self.beside() as connection:
            connection.execute(f"lock table {table} in access exclusive mode".encode())
            yield connection

    def events(self, phone: str) -> int:
        """Number of audit events for the sign-up of the hospital with this phone number."""
        statement = (
            "select count(*) from audit_events"
            " where key = 'hospital.create' and event_status = 'SUCCESS' and after->>'phone_number' = %s"
        )
        return int(self.sql(statement, phone)[0][0])

    def hospitals(self, phone: str) -> int:
        """Number of hospitals owned by the user with this phone number."""
        statement = "select count(*) from clinics c join users u on u.id = c.user_id where u.phone_number = %s"
        return int(self.sql(statement, phone)[0][0])

    def reckon(self, acknowledged: Sequence[str] = ()) -> None:
        """Check the invariants: acknowledged changes exist once, and rows match audit events one to one."""
        written = Counter(
            row[0]
            for row in self.sql(
                "select u.phone_number from clinics c join users u on u.id = c.user_id where c.is_hospital"
            )
        )
        audited = Counter(
            row[0]
            for row in self.sql(
                "select after->>'phone_number' from audit_events where key = 'hospital.create'"
                " and event_status = 'SUCCESS'"
            )
        )
        assert written == audited, "every change has exactly one audit event, and no event is without a change"
        assert set(written.values()) <= {1}
        lost = set(acknowledged) - set(written)
        assert not lost, f"acknowledged and gone: {lost}"


@dataclass
class Work:
    """Continuous requests from a few threads, and all their outcomes."""

    scene: Scene
    reads: list[httpx.Response] = field(default_factory=list)
    writes: list[httpx.Response] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    _end: threading.Event = field(default_factory=threading.Event)
    _done: list[int] = field(default_factory=lambda: [0, 0, 0])

    @contextmanager
    def going_on(self) -> Iterator[Work]:
        """Send about 20 requests a second while the block runs."""
        acts = (self._read, self._read, self._write)
        threads = [threading.Thread(target=self._repeat, args=each) for each in enumerate(acts)]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            self._end.set()
            for thread in threads:
                thread.join()

    def goes_on(self) -> None:
        """Wait until every thread has completed a request that started after this call."""
        before = list(self._done)
        until(lambda: all(now >= then + 2 for now, then in zip(self._done, before, strict=True)), "work goes on")

    @property
    def statuses(self) -> Counter[int]:
        return Counter(answer.status_code for answer in [*self.reads, *self.writes])

    def answered_since(self, number: int) -> int:
        """Number of requests after the first ``number`` that were answered with 200."""
        return sum(answer.status_code == 200 for answer in self.reads[number:])

    def assert_polite(self) -> None:
        """Assert that every request got 200, or 503 with JSON and Retry-After."""
        assert not self.broken, self.broken
        assert set(self.statuses) <= {200, 503}, self.statuses
        for answer in [*self.reads, *self.writes]:
            if answer.status_code == 503:
                assert int(answer.headers["retry-after"]) >= 1
                assert answer.json()["success"] is False

    def _repeat(self, number: int, act: Callable[[httpx.Client], None]) -> None:
        with httpx.Client(
            base_url=f"{self.scene.served.url}/api",
            headers={"authorization": f"Bearer {self.scene.token}"},
            timeout=30,
        ) as client:
            while not self._end.wait(0.13):
                try:
                    act(client)
                except httpx.TransportError as error:
                    self.broken.append(repr(error))
                self._done[number] += 1

    def _read(self, client: httpx.Client) -> None:
        self.reads.append(send(client, ListClinics(perpage=10)))

    def _write(self, client: httpx.Client) -> None:
        phone = new_phone()
        answer = send(client, sign_up(phone), new_key())
        self.writes.append(answer)
        if answer.status_code == 200:
            self.acknowledged.append(phone)


def timed(request: Callable[[], httpx.Response]) -> tuple[httpx.Response, float]:
    """Return an answer and the seconds it took."""
    start = time.monotonic()
    answer = request()
    return answer, time.monotonic() - start
