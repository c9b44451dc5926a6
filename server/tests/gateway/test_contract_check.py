"""`careops contract check`: our own server keeps the contract; a platform that does not is found out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from careops import CareOps, MemoryTokens, Tokens
from careops.conformance import check


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Our own server with the demo world."""
    environment = {**os.environ, "CAREOPS_HASH_MEMORY_KIB": "8", "CAREOPS_HASH_ROUNDS": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "careops_server.testing.server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["url"] + "/api"
        process.communicate(b"")


def test_our_own_server_keeps_every_call(url: str) -> None:
    with CareOps(url) as client:
        client.sign_in("9000000001", "demo-world-password")
        findings = list(check(client, write=True))
    assert [finding for finding in findings if finding.verdict == "differs"] == []
    assert {finding.asked for finding in findings} >= {
        "as documented",
        "without a token",
        "unknown id",
        "nonsense body",
    }


def test_read_only_sends_nothing_that_could_change_anything(url: str) -> None:
    sent: list[str] = []

    def platform(request: httpx.Request) -> httpx.Response:
        sent.append(request.method)
        return httpx.get(f"{url}/nothing")

    with CareOps(url, tokens=MemoryTokens(Tokens("t")), transport=httpx.MockTransport(platform)) as client:
        list(check(client))
    assert set(sent) == {"GET"}


def test_what_differs_is_named() -> None:
    def platform(request: httpx.Request) -> httpx.Response:
        if "authorization" not in request.headers:
            return httpx.Response(200, html="<form>sign in</form>")
        if request.url.path == "/admin/clinics" and request.url.params.get("page") == "0":
            return httpx.Response(500, json={"success": False, "errors": []})
        if request.url.path == "/admin/clinics":
            clinic = {"id": 4, "name": "A", "colour": "green"}
            return httpx.Response(200, json={"success": True, "data": {"clinics": [clinic]}})
        if request.url.path == "/spec_modules":
            return httpx.Response(200, json={"success": True, "data": [{"id": 1, "attributes": {"id": 1}}]})
        return httpx.Response(404, json={"success": False, "errors": [{"source": "id", "title": "Unknown"}]})

    tokens = MemoryTokens(Tokens("t"))
    with CareOps("http://platform", tokens=tokens, transport=httpx.MockTransport(platform)) as client:
        found = {(f.call, f.asked): f for f in check(client)}
    assert "total_records is missing" in found["ListClinics", "as documented"].why
    assert "unknown field data.clinics[].colour" in found["ListClinics", "as documented"].why
    assert "Name is required" in found["ListSpecModules", "as documented"].why
    assert found["ListClinics", "page 0"].why.startswith("expected 400 or 422, got 500")
    assert found["ListClinics", "without a token"].verdict == "differs"
    assert found["ReadClinic", "unknown id"].verdict == "kept"
    assert found["UpdateClinic", "as documented"].verdict == "not tried"
