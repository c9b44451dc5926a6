"""docs/deploy/nginx.conf in a real nginx: failover, certificates, headers and private paths."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

CONFIGURATION = Path(__file__).parents[3] / "docs/deploy/nginx.conf"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or "nginx"
_MAIN = """\
{user} daemon off; pid {folder}/pid; error_log stderr; worker_processes 1;
events {{}}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/careops.conf;
}}
"""


class Upstream(ThreadingHTTPServer):
    """A server behind the proxy that records what reaches it, and can break a request off after reading it."""

    def __init__(self, *, breaks_off: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.breaks_off = breaks_off
        self.requests: list[tuple[str, str]] = []
        self.headers: dict[str, str] = {}
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()


class _Handler(BaseHTTPRequestHandler):
    server: Upstream

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append((self.command, self.path))
        self.server.headers = {name.lower(): value for name, value in self.headers.items()}
        if self.server.breaks_off:
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    do_POST = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Tests read what arrived, not a log."""


class Proxy:
    """nginx on free ports, in front of the given upstream ports."""

    def __init__(self, folder: Path, upstreams: list[int]) -> None:
        self.folder, self.plain, self.tls = folder, _free_port(), _free_port()
        (folder / "acme/.well-known/acme-challenge").mkdir(parents=True)
        _make_certificate(folder)
        text = CONFIGURATION.read_text("utf-8")
        servers = "".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;\n" for port in upstreams)
        for old, new in {
            "server 127.0.0.1:8000 max_fails=1 fail_timeout=2s;": servers,
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen [::]:80;": "",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.tls} ssl;",
            "listen [::]:443 ssl http2;": "",
            "/etc/letsencrypt/live/careops.example": str(folder),
            "/var/www/html": str(folder / "acme"),
        }.items():
            assert old in text, f"{old} is not in {CONFIGURATION.name}"
            text = text.replace(old, new)
        (folder / "careops.conf").write_text(text)
        (folder / "nginx.conf").write_text(_MAIN.format(folder=folder, user="user root;" if os.geteuid() == 0 else ""))

    def start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen([NGINX, "-e", "stderr", "-p", self.folder, "-c", "nginx.conf"])  # noqa: S603 (nginx)
        for _ in range(200):
            with socket.socket() as probe:
                probe.settimeout(1)
                if probe.connect_ex(("127.0.0.1", self.tls)) == 0:
                    return process
            assert process.poll() is None, "nginx refused its configuration"
            threading.Event().wait(0.05)
        raise AssertionError("nginx does not listen")

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None, *, tls: bool = True) -> Answer:
        context = ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))
        context.check_hostname = False
        connection = (
            http.client.HTTPSConnection("127.0.0.1", self.tls, timeout=20, context=context)
            if tls
            else http.client.HTTPConnection("127.0.0.1", self.plain, timeout=20)
        )
        connection.request(method, path, body=b"{}" if method == "POST" else None, headers=headers or {})
        answer = connection.getresponse()
        received = Answer(answer.status, answer.getheader("Location", ""), answer.read())
        connection.close()
        return received


class Answer(tuple[int, str, bytes]):
    """Status, Location and body of an answer."""

    def __new__(cls, status: int, location: str, body: bytes) -> Answer:
        return super().__new__(cls, (status, location, body))

    @property
    def status(self) -> int:
        return self[0]


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def _make_certificate(folder: Path) -> None:
    subprocess.run(  # noqa: S603 (openssl, with arguments of this file)
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-subj", "/CN=careops.example", "-days", "2", "-keyout", folder / "privkey.pem"),
            *("-out", folder / "fullchain.pem"),
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip


class Stand:
    """Upstreams and one nginx in front of them; all are stopped when the test ends."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack

    def upstream(self, *, breaks_off: bool = False) -> Upstream:
        server = self._stack.enter_context(Upstream(breaks_off=breaks_off))
        self._stack.callback(server.shutdown)
        return server

    def proxy(self, *ports: int) -> Proxy:
        proxy = Proxy(self._folder, list(ports))
        process = proxy.start()
        self._stack.callback(process.wait, 20)
        self._stack.callback(process.terminate)
        return proxy


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with ExitStack() as stack:
        yield Stand(tmp_path, stack)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_requests_use_the_other_server_during_a_restart(stand: Stand, method: str) -> None:
    running = stand.upstream()
    proxy = stand.proxy(_free_port(), running.server_port)
    assert [proxy.ask(method, "/api/clinics").status for _ in range(12)] == [200] * 12
    assert running.requests == [(method, "/api/clinics")] * 12


def test_sent_post_is_not_sent_to_a_second_server(stand: Stand) -> None:
    first, second = stand.upstream(breaks_off=True), stand.upstream(breaks_off=True)
    proxy = stand.proxy(first.server_port, second.server_port)
    assert proxy.ask("POST", "/api/clinics").status == 502
    assert len(first.requests) + len(second.requests) == 1
    assert proxy.ask("GET", "/api/clinics").status == 502


def test_certificates_are_created_and_renewed_over_plain_http(stand: Stand) -> None:
    upstream = stand.upstream()
    proxy = stand.proxy(upstream.server_port)
    (proxy.folder / "acme/.well-known/acme-challenge/token").write_text("proof")
    assert proxy.ask("GET", "/.well-known/acme-challenge/token", tls=False) == Answer(200, "", b"proof")
    moved = proxy.ask("GET", "/clinics?page=2", tls=False)
    assert moved[:2] == (301, "https://careops.example/clinics?page=2")
    assert upstream.requests == []


def test_client_cannot_forge_its_address_or_read_private_paths(stand: Stand) -> None:
    upstream = stand.upstream()
    proxy = stand.proxy(upstream.server_port)
    proxy.ask("GET", "/", {"X-Forwarded-For": "9.9.9.9", "X-Forwarded-Proto": "http", "Host": "careops.example"})
    assert upstream.headers["x-forwarded-for"] == "127.0.0.1"
    assert upstream.headers["x-forwarded-proto"] == "https"
    assert upstream.headers["host"] == "careops.example"
    assert [proxy.ask("GET", path).status for path in ("/metrics", "/ready", "/ready/x")] == [404] * 3
