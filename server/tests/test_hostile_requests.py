"""Requests nobody would write by hand: generated from the document, and raw bytes on a real socket."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from careops import CareOps
from careops.openapi import openapi_document


@dataclass(frozen=True)
class Live:
    """A server on a real socket, with the demo world."""

    url: str
    token: str

    @property
    def address(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        return str(parts.hostname), int(parts.port or 0)


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    """One server for this module."""
    command = [sys.executable, "-m", "careops_server.testing.server"]
    environment = {**os.environ, "CAREOPS_HASH_MEMORY_KIB": "8", "CAREOPS_HASH_ROUNDS": "1"}
    with subprocess.Popen(  # noqa: S603 (our own module)
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        with CareOps(f"{url}/api") as client:
            token = client.sign_in("9000000001", "demo-world-password").auth_token
        yield Live(url, token)
        process.communicate(b"")


DOCUMENT = openapi_document()
# Signing out would end the session the other calls need; its own tests cover it.
del DOCUMENT["paths"]["/careops/sign_out"]
schema = schemathesis.openapi.from_dict(DOCUMENT)


@schema.parametrize()
@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_generated_request_breaks_the_contract(case: schemathesis.Case[Any], live: Live) -> None:
    response = case.call(base_url=f"{live.url}/api", headers={"Authorization": f"Bearer {live.token}"})
    case.validate_response(
        response,
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ],
    )


def said(live: Live, request: bytes) -> bytes:
    """What the server answers to raw bytes, until it closes or falls silent."""
    answer = b""
    # Who closes on a request it has not read to its end resets the connection, before or after we have read the answer.
    with socket.create_connection(live.address, timeout=60) as connection, suppress(ConnectionError):
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(65536):
            answer += part
    return answer


HOST = b"Host: x\r\n"


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /api/auth/sign_in HTTP/1.1\r\n" + HOST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        b"POST /api/auth/sign_in HTTP/1.1\r\n" + HOST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
        b"POST /api/auth/sign_in HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
        b"POST /api/auth/sign_in HTTP/1.1\r\n" + HOST + b"Content-Length: x\r\n\r\n",
        b"POST /api/auth/sign_in HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"GET /live HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
    ],
    ids=["garbage", "no host", "two framings", "two lengths", "minus", "no number", "odd encoding", "huge header"],
)
def test_malformed_http_is_refused(live: Live, request_bytes: bytes) -> None:
    answer = said(live, request_bytes)
    assert not answer or answer.startswith(b"HTTP/1.1 4"), answer[:200]
    assert httpx.get(f"{live.url}/live").status_code == 200


def test_ten_megabytes_are_refused_before_they_are_read(live: Live) -> None:
    body = b'{"user_signin_form": {"password": "' + b"x" * 10_000_000 + b'"}}'
    with httpx.Client(timeout=60) as http:
        try:
            status = http.post(
                f"{live.url}/api/auth/sign_in", content=body, headers={"content-type": "application/json"}
            ).status_code
        except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
            status = 413  # closed while we were still sending
    assert status == 413
    assert httpx.get(f"{live.url}/live").status_code == 200


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/assets/../../settings.py", "/%2e%2e/%2e%2e/etc/passwd"])
def test_no_path_reaches_a_file(live: Live, path: str) -> None:
    answer = said(live, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert b"root:" not in answer
    assert b"class Settings" not in answer
