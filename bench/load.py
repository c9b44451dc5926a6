"""Load generator with a few keep-alive connections and sequential requests. Its own CPU time is not counted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING

from bench.processes import cpu_seconds

if TYPE_CHECKING:
    from bench.config import Config


@dataclass(frozen=True)
class Target:
    """Server under test: port, root process ids for the CPU time, and requests."""

    name: str
    port: int
    roots: Sequence[int]
    path_of: Callable[[int], str]
    """Return the path of the n-th request."""
    headers: Mapping[str, str]
    method: str = "GET"


@dataclass(frozen=True)
class Round:
    """Result of one burst on one target."""

    cpu_ms: float
    """CPU of server and database per request."""
    rate: float
    p50_ms: float
    p99_ms: float
    bytes: int


@dataclass(frozen=True)
class Measured:
    """Medians of a target's rounds."""

    cpu_ms: float
    rate: float
    p50_ms: float
    p99_ms: float


async def ask(target: Target, path: str) -> bytes:
    """Return the body of one answer over a new connection."""
    line = Line(target.port)
    try:
        return await line.exchange(request_for(target, path))
    finally:
        line.close()


async def burst(target: Target, *, requests: int, connections: int, start: int, every: float = 0) -> Round:
    """Send requests and measure their cost; each connection sends at most one per ``every`` seconds."""
    numbers = iter(range(start, start + requests))
    before, began = cpu_seconds(*target.roots), time.perf_counter()
    late = [every * number / connections for number in range(connections)]
    parts = await asyncio.gather(*(_connection(target, numbers, every, wait) for wait in late))
    seconds = time.perf_counter() - began
    spent = cpu_seconds(*target.roots) - before
    times = sorted(ms for latencies, _ in parts for ms in latencies)
    size = sum(size for _, size in parts)
    p99 = quantiles(times, n=100)[98] if len(times) > 1 else times[0]
    return Round(spent * 1000 / requests, requests / seconds, median(times), p99, size // requests)


def run_comparison(setting: Config, targets: Sequence[Target], *counts: int, every: float = 0) -> dict[str, Measured]:
    """Compare the targets. ``counts`` are the numbers of requests per round: one for all targets, or one for each."""
    each = counts * len(targets) if len(counts) == 1 else counts
    requests = {target.name: setting.requests(number) for target, number in zip(targets, each, strict=True)}
    return asyncio.run(
        compare(targets, rounds=setting.rounds, connections=setting.connections, requests=requests, every=every)
    )


async def compare(
    targets: Sequence[Target], *, rounds: int, connections: int, requests: Mapping[str, int], every: float = 0
) -> dict[str, Measured]:
    """Run rounds of all targets in turn, so that other load affects all of them, and return medians.

    Each target continues its sequence of requests over all rounds, without repetition.
    """
    starts = dict.fromkeys(requests, 0)

    async def ask_on(target: Target, count: int) -> Round:
        burst_round = await burst(
            target, requests=count, connections=connections, start=starts[target.name], every=every
        )
        starts[target.name] += count
        return burst_round

    for target in targets:
        await ask_on(target, max(2 * connections, requests[target.name] // 4))
    by_target: dict[str, list[Round]] = {target.name: [] for target in targets}
    for _ in range(rounds):
        for target in targets:
            by_target[target.name].append(await ask_on(target, requests[target.name]))
    return {name: _medians(each) for name, each in by_target.items()}


def _medians(rounds: Sequence[Round]) -> Measured:
    return Measured(
        median(r.cpu_ms for r in rounds),
        median(r.rate for r in rounds),
        median(r.p50_ms for r in rounds),
        median(r.p99_ms for r in rounds),
    )


async def _connection(target: Target, numbers: Iterator[int], every: float, late: float) -> tuple[list[float], int]:
    times: list[float] = []
    size = 0
    line = Line(target.port)
    try:
        await asyncio.sleep(late)
        for number in numbers:
            payload = request_for(target, target.path_of(number))
            began = time.perf_counter()
            size += len(await line.exchange(payload))
            took = time.perf_counter() - began
            times.append(took * 1000)
            if took < every:
                await asyncio.sleep(every - took)
    finally:
        line.close()
    return times, size


def request_for(target: Target, path: str) -> bytes:
    """Return the bytes of a request."""
    length = {} if target.method == "GET" else {"content-length": "0"}
    headers = "".join(f"{name}: {value}\r\n" for name, value in {**target.headers, **length}.items())
    return f"{target.method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{headers}\r\n".encode()


class Line:
    """Keep-alive connection that reconnects if the server closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def exchange(self, payload: bytes) -> bytes:
        """Send a request and return the body of its answer. Raises ``RuntimeError`` for any status but 200."""
        self._ends = self._ends or await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._ends
        writer.write(payload)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines if ": " in line)
        body = await reader.readexactly(int(fields["content-length"]))
        if " 200 " not in status:
            raise RuntimeError(f"{payload[:200]!r} was answered with {status}: {body[:300]!r}")
        if fields.get("connection") == "close":
            self.close()
        return body

    def close(self) -> None:
        """Close the connection."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None
