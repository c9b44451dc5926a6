"""`careops contract check`: our own server passes; a platform that breaks the contract fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from careops import CareOps, InvalidToken, MemoryTokens, Tokens
from careops.calls import all_calls
from careops.calls.clinics import NO_CLINIC, Clinic, Location
from careops.conformance import check
from careops.contract import STAFF, Call, Example, Get, Model, Page, PageParams
from careops.contract.envelopes import array_in, object_in

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Our own server with demo data."""
    with subprocess.Popen(
        [sys.executable, "-m", "careops_server.testing.server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["url"] + "/api"
        process.communicate(b"")


def test_own_server_fulfils_every_call(url: str) -> None:
    with CareOps(url) as client:
        client.sign_in("9000000001", "demo-world-password")
        findings = list(check(client, write=True))
    assert [finding for finding in findings if finding.verdict == "differs"] == []
    assert [finding.call for finding in findings if finding.verdict == "not tried"] == []
    assert {finding.asked for finding in findings} == {
        "as documented",
        "last page",
        "empty page",
        "page 0",
        "without a token",
        "unknown id",
        "nonsense body",
    }


def test_read_only_check_sends_no_changes(url: str) -> None:
    sent: list[tuple[str, str]] = []

    def platform(request: httpx.Request) -> httpx.Response:
        sent.append((request.method, request.url.path))
        return httpx.get(f"{url}/nothing")

    with CareOps(url, tokens=MemoryTokens(Tokens("t")), transport=httpx.MockTransport(platform)) as client:
        list(check(client))
    harmless = {("POST", f"/api{call.route.path}") for call in all_calls() if call.route.safe}
    assert {request for request in sent if request[0] != "GET"} <= harmless


def test_differences_are_named() -> None:
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
        return httpx.Response(404, json={"success": False, "errors": [{"source": "id", "title": NO_CLINIC}]})

    tokens = MemoryTokens(Tokens("t"))
    with CareOps("http://platform", tokens=tokens, transport=httpx.MockTransport(platform)) as client:
        results = {(f.call, f.asked): f for f in check(client)}
    assert "total_records is missing" in results["ListClinics", "as documented"].why
    assert "unknown field data.clinics[].colour" in results["ListClinics", "as documented"].why
    assert "data[].attributes.name is missing" in results["ListSpecModules", "as documented"].why
    assert results["ListClinics", "page 0"].why.startswith("status is 500, not 400 or 422")
    assert results["ListClinics", "without a token"].verdict == "differs"
    assert results["ReadClinic", "unknown id"].verdict == "kept"
    assert results["UpdateClinic", "as documented"].verdict == "not tried"


def answered(payload: object) -> str:
    """Return the finding for a platform that answers the clinics list with this."""
    platform = httpx.MockTransport(lambda request: httpx.Response(200, json=payload))
    with CareOps("http://platform", tokens=MemoryTokens(Tokens("t")), transport=platform) as client:
        return next(f.why for f in check(client) if (f.call, f.asked) == ("ListClinics", "as documented"))


CLINIC = Clinic(id=4, name="A").model_dump(mode="json")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"id": "253"}, 'data.clinics[].id is "253", not integer'),
        ({"id": 253.0}, "data.clinics[].id is 253.0, not integer"),
        ({"is_hospital": 1}, "data.clinics[].is_hospital is 1, not boolean"),
        ({"location": {"city": 5}}, "data.clinics[].location.city is 5, not string or null"),
        ({"location": {**Location().model_dump(), "pin": "1"}}, "unknown field data.clinics[].location.pin"),
        ({"name": None}, "data.clinics[].name is null, not string"),
    ],
)
def test_types_and_fields_are_compared_at_every_depth(changed: dict[str, object], message: str) -> None:
    page = {"success": True, "data": {"clinics": [CLINIC, {**CLINIC, **changed}]}, "total_records": 2, "total_pages": 1}
    assert message in answered(page)


def test_missing_field_and_textual_total_are_reported() -> None:
    gone = {name: value for name, value in CLINIC.items() if name != "ipd_enabled"}
    page = {"success": True, "data": {"clinics": [gone]}, "total_records": "1", "total_pages": 1}
    assert "data.clinics[].ipd_enabled is missing" in answered(page)
    assert 'total_records is "1", not integer' in answered(page)


def test_missing_session_is_raised() -> None:
    with CareOps("http://platform") as client, pytest.raises(InvalidToken):
        list(check(client))


class City(Model):
    id: int
    """Id of the city."""


class ListCities(PageParams, Call[Page[City]]):
    route = Get("/admin/cities", access=STAFF, answer=array_in("data"))
    example = Example(call={}, answer={"items": [{"id": 7}], "total_records": 1})


class ReadCity(Call[City]):
    route = Get("/cities/{city_id}", access=STAFF, answer=object_in("data"))
    example = Example(call={"city_id": 7}, answer={"id": 7})

    city_id: int


def test_id_is_found_in_the_list_despite_an_irregular_plural() -> None:
    paths: list[str] = []

    def platform(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.path)
        listed = request.url.path == "/admin/cities"
        answer = {"data": [{"id": 31}], "total_records": 1} if listed else {"data": {"id": 31}}
        return httpx.Response(200, json={"success": True, **answer})

    tokens = MemoryTokens(Tokens("t"))
    with CareOps("http://platform", tokens=tokens, transport=httpx.MockTransport(platform)) as client:
        results = {(f.call, f.asked): f for f in check(client, calls=[ReadCity, ListCities])}
    assert results["ReadCity", "as documented"].verdict == "kept"
    assert "/cities/31" in paths
