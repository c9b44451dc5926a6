"""Rules for every path: headers, methods, paging, ownership, and content of logs."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from typing import Any

import pytest
from server.tests.support.examples import example
from server.tests.support.stage import PASSWORD, SUPER, Stage

from careops.calls import all_calls, area_of
from careops.contract import ANYONE, Call, HttpParts, Page, PageParams
from careops_server.core.http.responses import SANDBOX, SECURITY_HEADERS

pytestmark = pytest.mark.own

EVERY = all_calls()
PAGED = [call for call in EVERY if issubclass(call, PageParams) and call.route.access is not ANYONE]
METHODS_OF: dict[str, set[str]] = {}
for _call in EVERY:
    METHODS_OF.setdefault(_call.route.path, set()).add(_call.route.method)
OWNED = [
    call
    for call in EVERY
    if len(call.route.path_fields) > 1
    and call.__name__ not in {"ActivateSpecModule", "DeactivateSpecModule", "KeepRecent", "ForgetRecent"}
    and area_of(call) not in {"presence", "today"}
]
"""Calls on a nested record, such as an admin of a clinic. A module belongs to no clinic: each clinic activates it.
Recently opened records and presence belong to the account, and their path starts with a kind, as paths of Today with a
source.
"""
CANARY = "canary-in-a-mine"


def with_canaries(value: Any) -> Any:
    """Return the value with all texts replaced by canaries."""
    if isinstance(value, Mapping):
        return {name: with_canaries(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [with_canaries(each) for each in value]
    return CANARY if isinstance(value, str) else value


def sent(wire: HttpParts) -> dict[str, Any]:
    """Query and body of a call for httpx; a form without files, which is rejected."""
    return {"params": dict(wire.query), "json": wire.body}


@pytest.mark.proves("SEC-30.public")
async def test_calls_without_a_token_are_listed(stage: Stage) -> None:
    assert {call.__name__ for call in EVERY if call.route.access is ANYONE} == {
        "SignIn",
        "RefreshSession",
        "SearchCatalogue",
    }
    async with stage.http() as http:
        answers = {path: (await http.get(path)).status_code for path in ("/live", "/ready", "/api/openapi.json")}
        assert set(answers.values()) == {200}


@pytest.mark.proves("SEC-37.headers", "SEC-38.api", "SEC-39", "SEC-40.origin")
@pytest.mark.parametrize("call", EVERY, ids=lambda call: call.__name__)
async def test_every_answer_has_its_headers(stage: Stage, call: type[Call[Any]]) -> None:
    request, session, phone = await example(stage, call), stage.client(), stage.phone()
    await stage.user(phone, "super_admin")  # own account: the call may end the session or change the password
    await session.sign_in(phone, PASSWORD)
    tokens = session.tokens.load()
    assert tokens is not None
    wire, bearer = request.to_wire(), {"authorization": f"Bearer {tokens.auth_token}"}
    async with stage.http(headers=bearer) as http:

        async def ask(**headers: str) -> Any:
            return await http.request(wire.method, f"/api{wire.path}", **sent(wire), headers=headers)

        foreign = [await ask(origin=origin) for origin in ("https://evil.example", "null")]
        assert [answer.status_code for answer in foreign] == [403, 403]
        for answer in (*foreign, await ask()):
            expected = dict(SECURITY_HEADERS)
            if "content-disposition" in answer.headers:
                expected["content-security-policy"] = SANDBOX
            assert {name: answer.headers[name] for name in expected} == expected
            assert answer.headers["cache-control"] == "no-store"
            assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.proves("SEC-36.methods", "SEC-36.allow")
@pytest.mark.parametrize("path", METHODS_OF)
async def test_address_accepts_its_methods_only(stage: Stage, path: str) -> None:
    allowed = METHODS_OF[path]
    address = "/api" + path.replace("{", "").replace("}", "")
    others = {"GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "CONNECT"} - allowed
    async with stage.http() as http:
        for method in sorted(others):
            answer = await http.request(method, address)
            assert answer.status_code == 405, method
            assert set(answer.headers["allow"].split(", ")) >= allowed, "other templates may fit the address as well"
            assert method not in answer.headers["allow"].split(", ")


@pytest.mark.proves("SEC-27.sort", "SEC-27.filter")
@pytest.mark.parametrize("call", PAGED, ids=lambda call: call.__name__)
async def test_unknown_parameter_of_list_is_refused(stage: Stage, call: type[Call[Page[Any]]]) -> None:
    wire = (await example(stage, call)).to_wire()
    query = {name: value for name, value in wire.query.items() if name not in ("sort_by", "sort_order")}
    async with stage.http(headers=await stage.bearer(call=call)) as http:
        for name, value in {"password_hash": "x", "order_by": "id", "sort_by": "password_hash"}.items():
            answer = await http.get(f"/api{wire.path}", params={**query, name: value})
            assert answer.status_code == 422, name
            assert [problem["source"] for problem in answer.json()["errors"]] == [name]


@pytest.mark.proves("SEC-31.numbers")
@pytest.mark.parametrize("call", PAGED, ids=lambda call: call.__name__)
async def test_page_is_a_small_positive_integer(stage: Stage, call: type[Call[Page[Any]]]) -> None:
    wire = (await example(stage, call)).to_wire()
    query = [(name, value) for name, value in wire.query.items() if name not in ("page", "perpage")]
    async with stage.http(headers=await stage.bearer()) as http:

        async def status(*parameters: tuple[str, str]) -> int:
            return (await http.get(f"/api{wire.path}", params=[*query, *parameters])).status_code

        assert await status(("page", "1"), ("perpage", "500")) == 200
        for name, wrong in [
            *(("page", value) for value in ("0", "-1", "1e3", "1.5", "x", "1000000000", "9" * 30)),
            *(("perpage", value) for value in ("0", "-1", "501", "1e2", "x")),
        ]:
            assert await status((name, wrong)) == 422, f"{name}={wrong}"
        assert await status(("page", "1"), ("page", "2")) == 422


@pytest.mark.proves("SEC-24")
@pytest.mark.parametrize("call", OWNED, ids=lambda call: call.__name__)
async def test_record_is_found_under_its_own_parent_only(stage: Stage, call: type[Call[Any]]) -> None:
    owner = call.route.path[call.route.path.index("{") + 1 : call.route.path.index("}")]
    first, another = await example(stage, call), await example(stage, call)
    assert getattr(first, owner) != getattr(another, owner), "its factories.py makes an owner each time"
    wire = first.model_copy(update={owner: getattr(another, owner)}).to_wire()
    before = len(await stage.events())
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.request(wire.method, f"/api{wire.path}", **sent(wire))
        assert answer.status_code == 404
        assert [event["event_status"] for event in (await stage.events())[before:]] in ([], ["FAILED"])
        record = await (await stage.signed_in(SUPER)).send(first)
    assert record is not None, "and it is still where it belongs"


@pytest.mark.proves("SEC-61.requests", "SEC-17.log")
@pytest.mark.parametrize("call", EVERY, ids=lambda call: call.__name__)
async def test_logs_and_metrics_contain_no_sent_values(stage: Stage, call: type[Call[Any]]) -> None:
    request, bearer = await example(stage, call), await stage.bearer(call=call)
    wire, stderr = request.to_wire(), io.StringIO()
    if call.__name__ == "SignOut":
        bearer = {"authorization": f"Bearer {CANARY}"}
    query = dict.fromkeys(wire.query, CANARY)
    headers = {**bearer, "user-agent": CANARY, "cookie": f"session={CANARY}", "idempotency-key": CANARY}
    async with stage.http(headers=headers) as http:
        with contextlib.redirect_stderr(stderr):
            await http.request(wire.method, f"/api{wire.path}", params=query, json=with_canaries(wire.body))
            await http.request(wire.method, f"/api{wire.path}/{CANARY}", json=wire.body)
            await http.request(wire.method, f"/api{wire.path}", params=query, content=CANARY)
        page = (await http.get("/metrics", headers={"host": "localhost"})).text
    assert '"event":"answered"' in stderr.getvalue()
    assert CANARY not in stderr.getvalue()
    assert bearer["authorization"].removeprefix("Bearer ") not in stderr.getvalue()
    assert CANARY not in page
