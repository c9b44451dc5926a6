"""Hostile requests: generated from the OpenAPI document, and raw bytes on a real socket."""

from __future__ import annotations

from typing import Any

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
from server.tests.support.live_server import Live

from careops.document.openapi import openapi_document

DOCUMENT = openapi_document()
# These would end the session of the other calls; separate tests cover them.
del DOCUMENT["paths"]["/careops/sign_out"]
del DOCUMENT["paths"]["/careops/sessions/{session_id}"]
for _operations in DOCUMENT["paths"].values():
    for _operation in _operations.values():
        del _operation["responses"]["default"]  # otherwise any status would be valid
schema = schemathesis.openapi.from_dict(DOCUMENT)


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=20,
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


HOST = b"Host: x\r\n"


@pytest.mark.proves("SEC-33")
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
    answer = live.says(request_bytes)
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
            status = 413  # closed before the body was sent
    assert status == 413
    assert httpx.get(f"{live.url}/live").status_code == 200


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/assets/../../settings.py", "/%2e%2e/%2e%2e/etc/passwd"])
def test_paths_never_reach_files(live: Live, path: str) -> None:
    answer = live.says(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert b"root:" not in answer
    assert b"class Settings" not in answer
