"""Fake hosted service: a real HTTP server with answers set by the test."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass
class Asked:
    """One received request."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass
class HostedService:
    """Received requests, and the next answer: a status with JSON or text, or a timeout."""

    url: str = ""
    status: int = 200
    answer: Any = None
    requests: list[Asked] = field(default_factory=list)
    silent: bool = False
    released: threading.Event = field(default_factory=threading.Event)


@contextmanager
def hosted_service() -> Iterator[HostedService]:
    """The service on its own port, until the test ends."""
    service = HostedService()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def _answer(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            body = json.loads(self.rfile.read(length)) if length else None
            parts = urlsplit(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.requests.append(Asked(self.command, parts.path, dict(parse_qsl(parts.query)), headers, body))
            if service.silent:
                service.released.wait()
                return
            text = service.answer if isinstance(service.answer, str) else json.dumps(service.answer)
            self.send_response(service.status)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Do not print requests into the test's output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        service.released.set()
        server.shutdown()
        server.server_close()
        thread.join()
