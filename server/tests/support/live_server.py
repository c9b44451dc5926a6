"""A server with demo data on a real socket, for bytes that no HTTP client sends."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from careops import CareOps


@dataclass(frozen=True)
class Live:
    """Address of the server, and a super admin's token."""

    url: str
    token: str

    @property
    def address(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        return str(parts.hostname), int(parts.port or 0)

    def says(self, request: bytes, *, stays: bool = False) -> bytes:
        """Return the server's answer to raw bytes until it closes; unless stays, half-close after sending."""
        answer = b""
        # A server that closes before reading the whole request resets the connection, before or after we have read the
        # answer.
        with socket.create_connection(self.address, timeout=60) as connection, suppress(ConnectionError):
            connection.sendall(request)
            if not stays:
                connection.shutdown(socket.SHUT_WR)
            while chunk := connection.recv(65536):
                answer += chunk
        return answer


@contextmanager
def live_server() -> Iterator[Live]:
    """Run a server until the block ends."""
    command = [sys.executable, "-m", "careops_server.testing.server"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603 (our own module)
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        with CareOps(f"{url}/api") as client:
            token = client.sign_in("9000000001", "demo-world-password").auth_token
        yield Live(url, token)
        process.communicate(b"")
