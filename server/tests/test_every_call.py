"""Rules that hold for every call of the contract."""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from server.tests.support.call_bodies import body, caller_of
from server.tests.support.call_bodies import passwords_as_before as passwords_as_before
from server.tests.support.examples import builder_of, example
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage

from careops import ApiError, Conflict, Unauthorized
from careops.calls import all_calls, area_of
from careops.calls.changes import ApplyBatch
from careops.contract import ANYONE, STAFF, Call, Created, Empty, Example, Get
from careops.contract.envelopes import DONE
from careops.document.openapi import openapi_document
from careops_server.core.idempotency.keys import secret_fields
from careops_server.core.pipeline.audit_parameters import event_key
from careops_server.routes import ROUTES

EVERY = all_calls()
TOKENED = [call for call in EVERY if call.route.access is not ANYONE]
CREATING = [call for call in EVERY if call.answer_type() is Created]
MUTATIONS = [call for call in TOKENED if call.route.mutates]


def test_every_call_has_exactly_one_handler() -> None:
    lines = Counter(binding.call for binding in ROUTES)
    missing = [f"{call.__name__} of the area {area_of(call)}" for call in EVERY if call not in lines]
    assert missing == [], "each needs its line in server/careops_server/routes.py"
    assert [call.__name__ for call, count in lines.items() if count > 1] == [], "answered twice in routes.py"


@pytest.mark.parametrize("call", EVERY, ids=lambda call: call.__name__)
def test_every_id_of_an_example_has_a_builder(call: type[Call[Any]]) -> None:
    for name in call.example.call:
        builder_of(call, name)


@pytest.mark.parametrize("name", ["memo_id", "memo_ids", "id", "ids"])
def test_missing_builder_names_its_file(name: str) -> None:
    class ReadMemo(Call[Empty]):
        """A call of an area without builders. Our own addition."""

        route = Get("/careops/memos/{memo_id}", access=STAFF, answer=DONE)
        example = Example(call={"memo_id": 3}, answer={})

        memo_id: int

    with pytest.raises(LookupError, match=rf"ReadMemo\.{name}: .*server/tests/test_every_call/factories\.py"):
        builder_of(ReadMemo, name)


@pytest.fixture(autouse=True)
def _one_by_one_behind_a_gateway(request: pytest.FixtureRequest) -> None:
    """A gateway has no batches and no change requests; server/tests/gateway covers its answer."""
    call = request.node.callspec.params.get("call") if "stage" in request.fixturenames else None
    if call is not None and (call is ApplyBatch or area_of(call) in ("change_requests", "today")):
        stage: Stage = request.getfixturevalue("stage")
        if not stage.knows_before and request.function is not test_missing_token_is_unauthorized:
            pytest.skip("a gateway takes changes one by one")


@pytest.mark.proves("SEC-22.no-token", "SEC-30.others")
@pytest.mark.parametrize("call", TOKENED, ids=lambda call: call.__name__)
async def test_missing_token_is_unauthorized(stage: Stage, call: type[Call[Any]]) -> None:
    wire = (await example(stage, call)).to_wire()
    async with stage.http() as http:
        answer = await http.request(wire.method, f"/api{wire.path}", params=dict(wire.query), json=wire.body)
    assert answer.status_code == 401
    assert answer.json()["errors"] == [{"source": "", "title": "Unauthorized!", "code": "unauthorized"}]


@pytest.mark.proves("SEC-22.account-types")
@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
@pytest.mark.parametrize("call", TOKENED, ids=lambda call: call.__name__)
async def test_access_is_as_declared(
    stage: Stage, call: type[Call[Any]], phone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "asking", phone)
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    account_type = (await client.session.read()).account_type
    assert call.route.access is not None
    if account_type in call.route.access:
        await client.send(await example(stage, call))
    else:
        with pytest.raises(ApiError) as refused:
            await client.send(await example(stage, call))
        assert refused.value.status == 403


def recorded_as(call: Call[Any]) -> str:
    """Key of the call's event; for a batch, the key of the change of its only target."""
    [key] = [event_key(kind) for kind in EVERY if kind.__name__ == getattr(call, "change", type(call).__name__)]
    return key


@pytest.mark.proves("SEC-55.change", "SEC-55.details")
@pytest.mark.parametrize("call", MUTATIONS, ids=lambda call: call.__name__)
async def test_mutation_writes_exactly_one_event(stage: Stage, call: type[Call[Any]]) -> None:
    client = await caller_of(stage, call)
    request = await example(stage, call)
    before = len(await stage.events())
    await client.send(request)
    events = (await stage.events())[before:]
    assert [(event["key"], event["event_status"]) for event in events] == [(recorded_as(request), "SUCCESS")]
    (event,) = events
    assert event["actor_id"] == (stage.user_ids[SUPER] if call.route.access else None)
    assert event["actor_name"]
    assert event["resource_type"]
    assert event["request_id"]
    assert event["ip_address"]


@pytest.mark.proves("SEC-25.unknown", "SEC-55.refusal")
@pytest.mark.parametrize("call", MUTATIONS, ids=lambda call: call.__name__)
async def test_refused_mutation_writes_exactly_one_failed_event(stage: Stage, call: type[Call[Any]]) -> None:
    wire, bearer = (await example(stage, call)).to_wire(), await stage.bearer(call=call)
    before = len(await stage.events())
    async with stage.http(headers=bearer) as http:
        answer = await http.request(wire.method, f"/api{wire.path}", **body(wire, {"nonsense": "true"}))
    assert answer.status_code == 422
    events = (await stage.events())[before:]
    assert [(event["key"], event["event_status"]) for event in events] == [(event_key(call), "FAILED")]


@pytest.mark.proves("SEC-55.repeated")
@pytest.mark.parametrize("call", MUTATIONS, ids=lambda call: call.__name__)
async def test_repeated_key_changes_once(stage: Stage, call: type[Call[Any]]) -> None:
    if call.__name__ == "SignOut":
        client = stage.client()
        await client.sign_in(SUPER, PASSWORD)
        await client.send(call(), idempotency_key="the-same-key")
        with pytest.raises(Unauthorized):
            await client.send(call(), idempotency_key="the-same-key")
        return
    client, request = await stage.caller_of(call), await example(stage, call)
    before = len(await stage.events())
    if secret_fields(call.answer_type()):
        await client.send(request, idempotency_key=f"once-{call.__name__}")
        with pytest.raises(Conflict):
            await client.send(request, idempotency_key=f"once-{call.__name__}")
        done = (await stage.events())[before:]
        assert [event["event_status"] for event in done] == ["SUCCESS", "FAILED"]
        return
    if call.route.answer.file:  # a file is not stored: a repeated request creates it again
        for _ in range(2):
            await (await client.send(request, idempotency_key=f"once-{call.__name__}")).aclose()
        done = (await stage.events())[before:]
        assert [event["event_status"] for event in done] == ["SUCCESS", "SUCCESS"]
        return
    answers = [await client.send(request, idempotency_key=f"once-{call.__name__}") for _ in range(3)]
    if call.route.items_have_keys:  # each target reports that it was already changed
        answers = answers[1:]
    assert len({repr(answer) for answer in answers}) == 1
    assert len(await stage.events()) == before + 1


@pytest.mark.parametrize("call", CREATING, ids=lambda call: call.__name__)
async def test_event_names_the_created_record(stage: Stage, call: type[Call[Any]]) -> None:
    client, request = await caller_of(stage, call), await example(stage, call)
    before = len(await stage.events())
    answer = await client.send(request)
    [event] = (await stage.events())[before:]
    assert answer.id > 0
    if stage.knows_before:  # a gateway's event names the record in the path
        assert event["resource_id"] == str(answer.id)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The OpenAPI document, built once because it takes most of a second."""
    return openapi_document()


@pytest.fixture(scope="module")
def registry(document: dict[str, Any]) -> Registry[Any]:
    """The document for resolving references, indexed once."""
    resources: Registry[Any] = Registry().with_resource("urn:careops", DRAFT202012.create_resource(document))
    return resources


@pytest.mark.parametrize("call", EVERY, ids=lambda call: call.__name__)
async def test_answer_matches_the_document(
    stage: Stage, call: type[Call[Any]], document: dict[str, Any], registry: Registry[Any]
) -> None:
    client = await caller_of(stage, call)
    tokens = client.tokens.load()
    assert tokens is not None
    request = await example(stage, call)
    wire = request.to_wire()
    async with stage.http(headers={"authorization": f"Bearer {tokens.auth_token}"}) as http:
        answer = await http.request(wire.method, f"/api{wire.path}", params=dict(wire.query), **body(wire, wire.body))
    assert answer.status_code == 200
    method = call.route.method.lower()
    operation = document["paths"][call.route.path][method]
    if call.route.answer.file:
        assert "content-disposition" in answer.headers
        kind = answer.headers["content-type"].partition(";")[0]
        assert kind in operation["responses"]["200"]["content"]
        return
    place = [call.route.path, method, "responses", "200", "content", "application/json", "schema"]
    pointer = "/".join(quote(segment.replace("/", "~1"), safe="~") for segment in place)
    schema = {"$ref": f"urn:careops#/paths/{pointer}"}
    Draft202012Validator(schema, registry=registry).validate(answer.json())
