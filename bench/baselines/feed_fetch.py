"""Fetch of feeds from a host on this machine, under a public internet address that only this process resolves.

``python -m bench.baselines.feed_fetch``: reads the job as JSON from standard input; writes counts and CPU time as JSON.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import tempfile
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import Process
from pathlib import Path
from typing import Any

import httpcore

from bench.processes import free_port
from careops_server.areas.feeds.queries import feed_states as standing_of_feeds
from careops_server.areas.feeds.schedule import enqueue_due_feeds
from careops_server.core.configuration.feeds import Feed
from careops_server.core.configuration.settings import Settings
from careops_server.core.feeds.fetcher import HttpSource
from careops_server.core.feeds.ssrf_guard import GuardedBackend, dial
from careops_server.core.observability.logs import configure_logs
from careops_server.core.services import Services
from careops_server.processes.job_worker import drain

_PUBLIC = "93.184.215.14"
"""Address of the feed hosts' names; connections to it reach our host."""


def main() -> None:
    """Run the job from standard input."""
    configure_logs(level="error")  # standard output carries the results
    job: dict[str, Any] = json.load(sys.stdin)
    port = free_port()
    host = Process(target=_serve, args=(port, job["name"], job["items"]), daemon=True)
    host.start()
    try:
        result = asyncio.run(_fetched(job, port))
    finally:
        host.kill()
    sys.stdout.write(json.dumps(result))


async def _fetched(job: dict[str, Any], port: int) -> dict[str, float]:
    async def resolved(host: str, port_number: int) -> list[str]:
        return [_PUBLIC]

    async def dialled(address: str, port_number: int, seconds: float | None) -> httpcore.AsyncNetworkStream:
        return await dial("127.0.0.1", port, seconds)

    feeds = tuple(
        Feed(name=f"{job['name']} {n}", address=f"http://feeds.example/{n}", hours=1, tags=("Fetched",))
        for n in range(job["feeds"])
    )
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), feeds=feeds).model_copy(update={"database_seconds": 60})
        services = replace(
            Services.start(settings, job["database"]),
            feed_source=lambda address: HttpSource(GuardedBackend(resolve=resolved, dial=dialled)),
        )
        try:
            before, began = _cpu(), time.perf_counter()
            if set(await enqueue_due_feeds(services)) != {feed.name for feed in feeds}:
                raise RuntimeError("some of the feeds are not due")
            await drain(services)
            cpu, seconds = _cpu() - before, time.perf_counter() - began
            standing = await services.database.read(standing_of_feeds)
        finally:
            await services.stop()
    went = [standing[feed.name] for feed in feeds]
    if problems := [row["problem"] for row in went if row["problem"]]:
        raise RuntimeError(problems[0])
    return {"new": sum(row["new_count"] for row in went), "cpu": cpu, "seconds": seconds}


def _cpu() -> float:
    """Return the CPU time of this process and its ended children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _serve(port: int, name: str, items: int) -> None:
    """Serve feeds; every second one supports conditional requests."""
    documents: dict[str, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            tag = f'"{name}"' if int(self.path[1:]) % 2 == 0 else None
            if tag and self.headers["if-none-match"] == tag:
                self.send_response(304)
                self.end_headers()
                return
            if self.path not in documents:
                documents[self.path] = _document(f"{name} {self.path[1:]}", items)
            body = documents[self.path]
            self.send_response(200)
            self.send_header("content-type", "application/rss+xml")
            self.send_header("content-length", str(len(body)))
            if tag:
                self.send_header("etag", tag)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Write no log."""

    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


def _document(name: str, items: int) -> bytes:
    text = "Doctors have looked at it for a year. Their advice: ask early, measure often, write it down. " * 6
    items_xml = (
        f"<item><title>{name}, number {n}</title><link>http://feeds.example/{name.replace(' ', '-')}/{n}</link>"
        f"<guid>{name}-{n}</guid><pubDate>Fri, 20 Nov 2026 06:00:00 GMT</pubDate>"
        f"<description>&lt;p&gt;{text}&lt;/p&gt;&lt;p&gt;Number {n}.&lt;/p&gt;</description></item>"
        for n in range(items)
    )
    head = f"<title>{name}</title><link>http://feeds.example/</link>"
    return f'<?xml version="1.0"?><rss version="2.0"><channel>{head}{"".join(items_xml)}</channel></rss>'.encode()


if __name__ == "__main__":
    main()
