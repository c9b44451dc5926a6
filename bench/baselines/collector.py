"""Trace collector: ``python -m bench.baselines.collector PORT``. Accepts and discards everything."""

from __future__ import annotations

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Taken(BaseHTTPRequestHandler):
    """Handler for one batch of spans."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer that the collector is ready."""
        self._answer()

    def do_POST(self) -> None:
        """Accept and discard spans."""
        self.rfile.read(int(self.headers["content-length"]))
        self._answer()

    def log_message(self, *words: object) -> None:
        """Write no log."""

    def _answer(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Taken).serve_forever()
