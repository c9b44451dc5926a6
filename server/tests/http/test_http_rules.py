"""HTTP layer: malformed bodies, unusual requests, headers of every answer, and no information leaks."""

from __future__ import annotations

import json
import time
from base64 import b64encode
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from pydantic import SecretStr
from server.tests.support.stage import Stage, running_app

from careops import __version__
from careops.build import find_commit
from careops.constants import SMALL_BODY_LIMIT
from careops_server.core.configuration.settings import Settings
from careops_server.core.http.responses import SECURITY_HEADERS

SIGN_IN = "/api/auth/sign_in"
SIGNED_IN_CALL = "/api/admin/basic_universities"


@pytest.mark.proves("SEC-32.malformed", "SEC-63.request-id")
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"nonsense", 400),
        (b'{"a": NaN}', 400),
        (b'{"a": 1, "a": 2}', 400),
        (b"\xff\xfe", 400),
        (b'{"user_signin_form": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400),
        (b'{"user_signin_form": ' + b"[" * 40 + b"]" * 40 + b"}", 422),
        (b'{"user_signin_form": {' + b",".join(b'"k%d": 1' % n for n in range(80_000)) + b"}}", 422),
        (b'{"user_signin_form": [' + b",".join([b"1"] * 400_000) + b"]}", 422),
        (b'{"user_signin_form": [' + b",".join([b"[]"] * 300_000) + b"]}", 400),
        (b"[]", 422),
        (b'"x"', 422),
        (b"1", 422),
        (b"null", 422),
        (b"", 422),
        (b"{}", 422),
        (b'{"user_signin_form": {"phone_number": "9000000001", "password": "a\\u0000b"}}', 422),
        (b'{"user_signin_form": {"phone_number": "9000000001", "password": "a\\ud800b"}}', 422),
        (b'{"user_signin_form": {"phone_number": {"$ne": 1}, "password": ["x"]}}', 422),
        (b'{"user_signin_form": {"phone_number": 1e400, "password": true}}', 422),
    ],
)
async def test_malformed_body_is_refused(stage: Stage, body: bytes, status: int) -> None:
    # A call without sign-in rejects a long body before it is parsed.
    path = SIGN_IN if len(body) <= SMALL_BODY_LIMIT else SIGNED_IN_CALL
    async with stage.http(headers={"content-type": "application/json", **await stage.bearer()}) as http:
        answer = await http.post(path, content=body)
    assert answer.status_code == status
    assert answer.json()["success"] is False
    assert answer.json()["errors"][0]["title"]
    assert answer.json()["request_id"] == answer.headers["x-request-id"]


@pytest.mark.proves("SEC-40.json")
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_other_content_type_is_refused(stage: Stage, kind: str) -> None:
    async with stage.http() as http:
        answer = await http.post(SIGN_IN, content=b"{}", headers={"content-type": kind})
    assert answer.status_code == 415


async def test_number_outside_the_range_is_refused_and_recorded(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.post("/api/admin/basic_universities", json={"name": "PGIMER", "rank": 10**40})
    assert answer.status_code == 422
    assert float((await stage.events())[-1]["parameters"]["rank"]) == 1e40


@pytest.mark.proves("SEC-25.unknown")
async def test_unknown_keys_are_refused_by_name(stage: Stage) -> None:
    form = {"phone_number": "9000000001", "password": "x"}
    async with stage.http() as http:
        inside = await http.post(SIGN_IN, json={"user_signin_form": {**form, "remember_me": True}})
        beside = await http.post(SIGN_IN, json={"user_signin_form": form, "extra": 1})
    assert [problem["source"] for problem in inside.json()["errors"]] == ["remember_me"]
    assert [problem["source"] for problem in beside.json()["errors"]] == ["extra"]


@pytest.mark.proves("SEC-32.short-answer")
async def test_unknown_keys_without_number_get_a_short_answer(stage: Stage) -> None:
    async with stage.http() as http:
        hundred = await http.post("/api/auth/refresh", json={f"k{n}": 1 for n in range(100)})
        keys = {f"k{n}": 1 for n in range(93_000)}
        thousands = await http.post(SIGNED_IN_CALL, json=keys, headers=await stage.bearer())
        response = await http.get("/api/careops/banks/SBIN0001234?" + "&".join(f"k{n}=1" for n in range(2000)))
    assert [problem["title"] for problem in hundred.json()["errors"]][-1] == "There are 81 more problems"
    assert len(hundred.json()["errors"]) == 21
    assert thousands.json()["errors"] == [
        {
            "source": "body",
            "title": "An object can have at most 256 keys",
            "code": "too_many_keys",
            "parameters": {"count": 256},
        }
    ]
    assert max(len(hundred.content), len(thousands.content), len(response.content)) < 3000


@pytest.mark.proves("SEC-63.form")
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("POST", "/api/nothing", 404),
        ("DELETE", "/clinics", 405),
        ("DELETE", "/api/admin/clinics", 405),
        ("PATCH", "/api/admin/clinics/1", 405),
        ("TRACE", "/api/spec_modules", 405),
        ("OPTIONS", "/api/admin/clinics", 405),
        ("POST", "/live", 405),
        ("GET", "/assets/missing.js", 404),
    ],
)
async def test_unknown_address_is_refused(stage: Stage, method: str, path: str, status: int) -> None:
    async with stage.http() as http:
        answer = await http.request(method, path)
    assert answer.status_code == status
    assert answer.json()["success"] is False
    if status == 405:
        assert answer.headers["allow"]


@pytest.mark.parametrize("path", ["/auth/sign_in", "/", "/admin/clinics"])
async def test_call_to_the_address_of_the_console_names_the_api(stage: Stage, path: str) -> None:
    async with stage.http() as http:
        answer = await http.post(path, json={})
    assert answer.json()["errors"][0]["title"] == "The API is below /api: use that address"


@pytest.mark.proves("SEC-37.headers", "SEC-39")
@pytest.mark.parametrize(
    "path", ["/live", "/ready", "/api/openapi.json", "/api/admin/clinics", "/api/nothing", "/", "/x"]
)
async def test_every_answer_has_the_security_headers(stage: Stage, path: str) -> None:
    async with stage.http(headers={"origin": "https://evil.example"}) as http:
        answer = await http.get(path)
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value
    assert "access-control-allow-origin" not in answer.headers
    assert "sanic" not in str(answer.headers).lower()


@pytest.mark.proves("SEC-37.policy", "SEC-42.scripts")
async def test_only_inline_scripts_of_the_page_run(settings: Settings, database_url: str, tmp_path: Path) -> None:
    script = b"document.documentElement.lang = 'pa'"
    (tmp_path / "index.html").write_bytes(b"<html><script>" + script + b"</script></html>")
    (tmp_path / "robots.txt").write_text("User-agent: *")
    allowed = f"script-src 'self' 'sha256-{b64encode(sha256(script).digest()).decode()}';"
    async with running_app(settings.model_copy(update={"console_dir": tmp_path}), database_url) as app:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as http:
            page, text = await http.get("/clinics"), await http.get("/robots.txt")
    assert allowed in page.headers["content-security-policy"]
    assert "sha256" not in text.headers["content-security-policy"]


async def test_answers_of_the_api_are_not_stored(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        assert (await http.get("/api/spec_modules")).headers["cache-control"] == "no-store"


@pytest.mark.proves("SEC-62.request-id")
@pytest.mark.parametrize(
    ("request_id", "trusted"),
    [("abcdefgh-1234", True), ("short", False), ('x"}\r', False), ("a" * 65, False), ("spaces in it", False)],
)
async def test_request_id_of_a_trusted_proxy_is_used_if_harmless(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, request_id: str, trusted: bool
) -> None:
    headers = httpx.Headers([(b"x-request-id", request_id.encode())])
    async with stage.http() as http:
        from_anybody = await http.get("/live", headers=headers)
        monkeypatch.setattr(stage.settings, "trusted_proxies", frozenset({ip_network("127.0.0.0/8")}))
        from_the_proxy = await http.get("/live", headers=headers)
    assert from_anybody.headers["x-request-id"] != request_id, "else anybody could repeat another's in the trail"
    assert (from_the_proxy.headers["x-request-id"] == request_id) is trusted


@pytest.mark.proves("SEC-63.internals")
async def test_internal_error_discloses_nothing(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("secret-canary in /etc/passwd at line 3")

    monkeypatch.setattr("careops_server.areas.modules.queries.list_spec_modules", broken)
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.get("/api/spec_modules")
    assert answer.status_code == 500
    title = "There was some error while processing the request."
    assert answer.json()["errors"] == [{"source": "", "title": title, "code": "request_failed"}]
    assert "canary" not in answer.text


@pytest.mark.proves("SEC-32.large")
async def test_body_of_ten_megabytes_is_refused(stage: Stage) -> None:
    async with stage.http() as http:
        answer = await http.post(SIGN_IN, json={"user_signin_form": {"password": "x" * 10_000_000}})
    assert answer.status_code in (413, 422)


async def test_get_with_a_body_is_refused(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.request("GET", "/api/spec_modules", content=json.dumps({"a": 1}))
    assert answer.status_code == 422


async def test_ready_has_details_for_local_requests_only(stage: Stage) -> None:
    async with stage.http(headers={"host": "localhost"}) as http:
        ours = await http.get("/ready")
    async with stage.http(headers={"host": "careops.example"}) as http:
        strangers = await http.get("/ready")
    assert ours.status_code == strangers.status_code == 200
    assert {name for name, check in ours.json()["checks"].items() if check["ok"]} == {
        "database",
        "migrations",
        "clock",
        "disk",
        "store",
        "audit_trail",
    }
    assert ours.json()["installation"] == stage.settings.installation_id
    assert strangers.json() == {"status": "ok"}


@pytest.mark.proves("SEC-59.ready")
@pytest.mark.parametrize("hours", [1, -1])
async def test_readiness_with_wrong_clock_fails(stage: Stage, monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    clock = SimpleNamespace(time=lambda: time.time() + hours * 3600)
    monkeypatch.setattr("careops_server.core.health.health.time", clock)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(stage.app), base_url="http://localhost") as http:
        answer = await http.get("/ready")
    assert (answer.status_code, answer.json()["status"]) == (503, "not ready")
    assert {name for name, check in answer.json()["checks"].items() if not check["ok"]} == {"clock"}


async def test_metrics_count_by_route(stage: Stage) -> None:
    async with stage.http(headers={**await stage.bearer(), "host": "localhost:8000"}) as http:
        for clinic_id in (1, 2, 3):
            await http.get(f"/api/admin/clinics/{clinic_id}")
        page = (await http.get("/metrics")).text
    assert 'route="api/admin/clinics/<id>"' in page or "api/admin/clinics/" in page
    assert "api/admin/clinics/3" not in page
    assert "careops_database_connections_in_use " in page
    assert f'careops_build_info{{commit="{find_commit()}",version="{__version__}"}} 1.0' in page


async def test_invented_methods_and_paths_create_no_metrics(stage: Stage) -> None:
    async def lines() -> int:
        return (await http.get("/metrics", headers={"host": "localhost"})).text.count("\n")

    async with stage.http() as http:
        await http.request("INVENTED", "/api/nothing")
        before = await lines()
        for number in range(200):
            await http.request(f"INVENTED-{number}", "/api/nothing")
            await http.request(f"INVENTED-{number}", f"/live/{number}")
        assert await lines() <= before + 20


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "localhost", "x-forwarded-for": "203.0.113.9"},
        {"host": "localhost", "forwarded": "for=203.0.113.9"},
        {"host": "localhost", "via": "1.1 proxy"},
        {"host": "careops.example"},
        {"host": "localhost.evil.example"},
        {"host": "localhost", "authorization": "Bearer wrong"},
    ],
)
async def test_metrics_are_for_local_requests_or_the_token(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    monkeypatch.setattr(stage.settings, "metrics_token", SecretStr("a metrics token of some length"))
    async with stage.http() as http:
        local = await http.get("/metrics", headers={"host": "localhost"})
        with_token = await http.get(
            "/metrics", headers={**headers, "authorization": "Bearer a metrics token of some length"}
        )
        spied = await http.get("/metrics", headers=headers)
        monkeypatch.setattr(stage.settings, "trusted_proxies", frozenset({ip_network("127.0.0.1")}))
        through_a_proxy = await http.get("/metrics", headers={"host": "localhost"})
    assert (local.status_code, with_token.status_code) == (200, 200), "a token given does not lock this machine out"
    assert spied.status_code == (200 if "authorization" in headers else 404)
    assert through_a_proxy.status_code == 404


@pytest.mark.proves("SEC-38.other-paths")
async def test_every_answer_has_a_date_and_is_not_stored(stage: Stage) -> None:
    async with stage.http() as http:
        for path in ("/live", "/ready", "/metrics", "/api/nothing", "/api/admin/clinics"):
            answer = await http.get(path)
            date = parsedate_to_datetime(answer.headers["date"])
            assert abs((datetime.now(UTC) - date).total_seconds()) < 5
            assert answer.headers["cache-control"] == "no-store"


@pytest.mark.proves("SEC-38.openapi")
async def test_openapi_document_is_compressed_and_cached(stage: Stage) -> None:
    async with stage.http() as http:
        plain = await http.get("/api/openapi.json", headers={"accept-encoding": "identity"})
        packed = await http.get("/api/openapi.json", headers={"accept-encoding": "gzip"})
        refused = await http.get("/api/openapi.json", headers={"accept-encoding": "br, gzip;q=0"})
        again = await http.get("/api/openapi.json", headers={"if-none-match": packed.headers["etag"]})
        other = await http.get("/api/openapi.json", headers={"if-none-match": '"another"'})
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in refused.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.num_bytes_downloaded * 5 < len(plain.content)
    assert packed.json() == plain.json() == other.json()
    assert plain.headers["etag"] == packed.headers["etag"]
    assert packed.headers["cache-control"] == "no-cache"
    assert (again.status_code, again.content) == (304, b"")
    assert packed.json()["servers"][0]["url"] == "{server}/api"


@pytest.mark.proves("SEC-36.options")
@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/admin/users/sign_up", "POST"),
        ("/api/admin/clinics/1/clinic_admin/sign_up", "POST"),
        ("/api/admin/clinics/1/clinic_admin/2", "DELETE"),
        ("/api/admin/clinics", "GET, HEAD"),
        ("/api/careops/clinics/1/account_number", "GET"),
        ("/live", "GET, HEAD"),
        ("/clinics", "GET, HEAD"),
    ],
)
async def test_allowed_methods_of_an_address_are_listed(stage: Stage, path: str, allowed: str) -> None:
    async with stage.http() as http:
        assert (await http.options(path)).headers["allow"] == allowed


@pytest.mark.parametrize("path", ["/ready", "/live", "/api/openapi.json", "/api/admin/clinics", "/api/spec_modules"])
async def test_head_has_the_headers_of_get(stage: Stage, path: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        response, head = await http.get(path), await http.head(path)
    assert head.status_code == response.status_code == 200
    assert head.headers["content-type"] == response.headers["content-type"]
    assert head.headers.keys() == response.headers.keys()


@pytest.mark.parametrize("environment", ["demo", "staging", "production"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
async def test_page_names_the_environment(
    settings: Settings, database_url: str, tmp_path: Path, environment: str, encoding: str
) -> None:
    (tmp_path / "index.html").write_text('<html><meta name="environment" content="" /></html>')
    configured = settings.model_copy(update={"console_dir": tmp_path, "environment": environment})
    async with running_app(configured, database_url) as app:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as http:
            page = await http.get("/clinics", headers={"accept-encoding": encoding})
    assert page.headers.get("content-encoding", "identity") == encoding
    assert page.text == f'<html><meta name="environment" content="{environment}" /></html>'
