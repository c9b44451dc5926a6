"""TLS: a client trusts the right certificates, and loads them only for https://."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from careops import AsyncCareOps, CareOps, ConnectionFailed, MemoryTokens, Retries, Tokens
from careops.calls.modules import ListSpecModules


class _Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps(ListSpecModules.write_answer([])).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Create a key and a self-signed certificate of 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a platform")])
    today = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / "platform.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(secret + certificate.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.fixture
def address(certificate: Path) -> Iterator[str]:
    """Start a platform with https://."""
    server = HTTPServer(("127.0.0.1", 0), _Answers)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"https://127.0.0.1:{server.server_port}/api"
    server.shutdown()
    server.server_close()
    thread.join()


ONCE = Retries(attempts=1)


def attempts(address: str) -> int:
    with CareOps(address, tokens=MemoryTokens(Tokens("token")), retries=ONCE) as client:
        return len(client.modules.list()) + len(client.modules.list())


async def asked_later(address: str) -> int:
    async with AsyncCareOps(address, tokens=MemoryTokens(Tokens("token")), retries=ONCE) as client:
        return len(await client.modules.list()) + len(await client.modules.list())


def test_configured_certificate_is_trusted(address: str, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert attempts(address) == 0
    assert asyncio.run(asked_later(address)) == 0


def test_unknown_certificate_is_refused(address: str) -> None:
    with pytest.raises(ConnectionFailed, match="certificate of the platform is not trusted") as refusal:
        attempts(address)
    assert "SSL_CERT_FILE" in refusal.value.next_step
    with pytest.raises(ConnectionFailed, match="certificate of the platform is not trusted"):
        asyncio.run(asked_later(address))


def test_certificates_are_loaded_once_for_encrypted_connections(
    address: str, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    contexts: list[ssl.SSLContext] = []

    def make() -> ssl.SSLContext:
        contexts.append(ssl.create_default_context(cafile=str(certificate)))
        return contexts[-1]

    monkeypatch.setattr(httpx, "create_ssl_context", make)
    with pytest.raises(ConnectionFailed):
        attempts("http://127.0.0.1:9/api")
    assert contexts == []
    assert attempts(address) == 0
    assert len(contexts) == 1
