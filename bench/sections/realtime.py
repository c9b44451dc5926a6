"""Delivery of events to open sockets: a thousand on one process, two processes, and very many events."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median, quantiles

from bench.config import Config
from bench.load import Target
from bench.processes import largest_megabytes
from bench.report import Findings, Goal
from bench.servers import client_of, our_server
from bench.sockets import Ear, listening
from careops.calls.referrals import CHANNEL, NEW
from careops_server.demo import DEMO_PASSWORD

_CLINICS = 5_000
_SETTLE_SECONDS = 2.0
_MAX_DELAY_SECONDS = 30.0
"""Time after which an event counts as lost."""


@dataclass(frozen=True)
class Heard:
    """Events that sockets received, compared with those sent."""

    times: list[float]
    """Milliseconds from the call that reported a referral to each socket."""
    lost: int
    rate: float
    """Sent events per second."""

    @property
    def p99(self) -> float:
        """99th percentile over all events and sockets."""
        return quantiles(self.times, n=100)[98]


def measure(setting: Config) -> Findings:
    """Measure one process with a thousand sockets, two with a few, and the same two under load."""
    many = 200 if setting.quick else 1_000
    with setting.worlds.copy(_CLINICS) as url:
        with our_server(url, postgres=setting.worlds.pid, workers=1) as ours, _program(ours, "one") as app:
            crowd, (idle, megabytes) = asyncio.run(_crowd(app, ours, many, setting))
        with our_server(url, postgres=setting.worlds.pid) as ours, _program(ours, "two") as app:
            few = asyncio.run(_few(app, ours, setting.requests(200)))
            storm = asyncio.run(_storm(app, ours, setting.seconds(30)))
    findings = Findings(
        "Events",
        "Referrals are taken in by the call of the platform's apps, one at a time and later ten; milliseconds from "
        "before that call until a socket of the channel has the event, over all sockets and events.",
        numbers=[("", "sockets", "events/s", "p50 ms", "p99 ms", "lost")],
    )
    rows = (("one process", many, crowd), ("two processes", 20, few), ("two processes, a storm", 20, storm))
    for name, sockets, latencies in rows:
        values = (
            f"{latencies.rate:.0f}",
            f"{median(latencies.times):.1f}",
            f"{latencies.p99:.1f}",
            str(latencies.lost),
        )
        findings.numbers.append((name, str(sockets), *values))
    lost = crowd.lost + few.lost + storm.lost
    findings.goals = [
        Goal(f"An event at {many:,} sockets of one process, p99", f"{crowd.p99:.0f} ms", "", crowd.p99, 250, "ms"),
        Goal(f"A worker with {many:,} sockets", f"{megabytes:.0f} MB", f"{idle:.0f} MB (idle)", megabytes, 120, "MB"),
        Goal("An event at sockets of two processes, p99", f"{few.p99:.0f} ms", "", few.p99, 100, "ms"),
        Goal("A referral at a socket while 200 a second come, p99", f"{storm.p99:.0f} ms", "", storm.p99, 250, "ms"),
        Goal("The same, referrals a second", f"{storm.rate:.0f}/s", "", storm.rate, 195, "/s", at_least=True),
        Goal("Events that any socket missed", str(lost), "", lost, 0, ""),
    ]
    return findings


class Program:
    """Connection of an API client with its key."""

    def __init__(self, port: int, token: str, name: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._token, self._name, self._reported = token, name, 0

    def tell(self, count: int) -> None:
        """Report new referrals."""
        doctors = {"referred_by_doctor": {"name": "Harleen Gill"}, "referred_to_doctor": {"name": "Arjun Rao"}}
        at = datetime.now(UTC).isoformat()
        names = [f"{self._name}-{self._reported + n}" for n in range(count)]
        self._reported += count
        body = json.dumps({"referrals": [{"unique_id": name, **doctors, "changed_at": at} for name in names]})
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        self._connection.request("POST", "/api/careops/referrals", body, headers)
        answer = self._connection.getresponse()
        answer_body = answer.read()
        if answer.status != 200 or json.loads(answer_body)["data"]["added"] != count:
            raise RuntimeError(f"{count} referrals were answered with {answer.status}: {answer_body[:300]!r}")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


async def _crowd(app: Program, ours: Target, many: int, setting: Config) -> tuple[Heard, tuple[float, float]]:
    """Measure delivery to many sockets, and the memory of the process before and after."""
    idle = largest_megabytes(ours.roots[0])
    async with listening(ours, CHANNEL, many) as ears:
        await asyncio.sleep(_SETTLE_SECONDS)
        latencies = await _latencies(app, ears, calls=setting.requests(60), each=1, every=0.5)
        return latencies, (idle, largest_megabytes(ours.roots[0]))


async def _few(app: Program, ours: Target, calls: int) -> Heard:
    async with listening(ours, CHANNEL, 20) as ears:
        return await _latencies(app, ears, calls=calls, each=1, every=0.05)


async def _storm(app: Program, ours: Target, seconds: float) -> Heard:
    async with listening(ours, CHANNEL, 20) as ears:
        return await _latencies(app, ears, calls=round(seconds * 20), each=10, every=0.05)


async def _latencies(app: Program, ears: list[Ear], *, calls: int, each: int, every: float) -> Heard:
    """Report referrals in batches and wait until all sockets have received all of them."""
    await asyncio.to_thread(app.tell, 1)
    before = await _all_have(ears, 1)
    began = time.perf_counter()
    sent = await asyncio.to_thread(_tell, app, calls, each, every)
    rate = calls * each / (time.perf_counter() - began)
    await _all_have(ears, before + calls * each)
    times = []
    lost = calls * each * len(ears)
    for ear in ears:
        if ear.closed:
            raise RuntimeError(f"a socket was closed: {ear.closed}")
        events = [(at, message) for at, message in ear.events if message["event"] == NEW][before:]
        referral_ids = {message["data"]["referral_id"] for _, message in events}
        if len(referral_ids) < len(events):
            raise RuntimeError("an event came twice")
        lost -= len(referral_ids)
        times += [(at - sent[number // each]) * 1000 for number, (at, _) in enumerate(events)]
    return Heard(times, lost, rate)


async def _all_have(ears: list[Ear], count: int) -> int:
    """Return the number of events per socket once it is complete, or after a timeout."""
    until = time.monotonic() + _MAX_DELAY_SECONDS
    while True:
        least = min(len(ear.events) for ear in ears)
        if least >= count or time.monotonic() > until:
            return least
        await asyncio.sleep(0.02)


def _tell(app: Program, calls: int, each: int, every: float) -> list[float]:
    """Return the time of each call; calls keep their schedule while answers are fast enough."""
    began, sent = time.perf_counter(), []
    for number in range(calls):
        time.sleep(max(0.0, began + number * every - time.perf_counter()))
        sent.append(time.perf_counter())
        app.tell(each)
    return sent


@contextmanager
def _program(ours: Target, name: str) -> Iterator[Program]:
    with client_of(ours) as client:
        client.confirm(DEMO_PASSWORD)
        key = client.keys.create(name=name, scopes=["referrals:write"], expires_in_days=1, per_minute=60_000)
    program = Program(ours.port, key.token, name)
    try:
        yield program
    finally:
        program.close()
