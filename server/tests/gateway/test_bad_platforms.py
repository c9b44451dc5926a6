"""A gateway in front of a faulty platform: all of its answers are valid and clear."""

from __future__ import annotations

import json
from collections.abc import Awaitable

import httpx
import pytest
from server.tests.gateway.conftest import SIGNED_IN, Answer
from server.tests.support.stage import Stage, running_app

from careops import ApiError, AsyncCareOps, Retries, Unavailable
from careops_server.core.configuration.settings import Settings
from careops_server.testing.postgres import TestPostgres


def silent(request: httpx.Request) -> httpx.Response:
    """A platform that times out."""
    raise httpx.ReadTimeout("nothing", request=request)


def gone(request: httpx.Request) -> httpx.Response:
    """A platform that refuses the connection."""
    raise httpx.ConnectError("refused", request=request)


BAD: dict[str, tuple[Answer, int]] = {
    "a web page": (lambda _: httpx.Response(200, html="<h1>Welcome</h1>"), 503),
    "a redirect": (lambda _: httpx.Response(302, headers={"location": "https://elsewhere.example"}), 503),
    "an error page": (lambda _: httpx.Response(500, html="<h1>Oops: secret-canary</h1>"), 500),
    "a bad gateway": (lambda _: httpx.Response(502, text="bad gateway"), 502),
    "an empty answer": (lambda _: httpx.Response(200, content=b""), 503),
    "another shape": (lambda _: httpx.Response(200, json={"success": True, "items": []}), 503),
    "a list": (lambda _: httpx.Response(200, json=[1, 2]), 503),
    "half an answer": (lambda _: httpx.Response(200, content=b'{"success": true, "data'), 503),
    "silence": (silent, 503),
    "nobody": (gone, 503),
    "a refusal": (
        lambda _: httpx.Response(
            409, json={"success": False, "errors": [{"source": "clinic", "title": "It is closed"}], "request_id": "u1"}
        ),
        409,
    ),
}


@pytest.mark.parametrize("what", BAD)
async def test_invalid_answer_of_the_platform_is_reported(front: Stage, answer: list[Answer], what: str) -> None:
    answer[0], status = BAD[what]
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    attempts: list[Awaitable[object]] = [client.clinics.list()]
    if what != "another shape":  # a switch accepts any success without content
        attempts.append(client.modules.activate(clinic_id=4, module_id=7))
    for attempt in attempts:
        with pytest.raises(ApiError) as refused:
            await attempt
        assert refused.value.status == status
        assert refused.value.problems[0].title
        assert "canary" not in str(refused.value.problems)
        if status == 503:
            assert isinstance(refused.value, Unavailable)
            assert refused.value.retry_after
    if len(attempts) == 1:
        return
    last = (await front.events("module.activate"))[-1]
    assert (last["event_status"], last["actor_id"], last["actor_name"]) == ("FAILED", 7, "Gurpreet")


async def test_known_sentences_receive_their_code(front: Stage, answer: list[Answer]) -> None:
    problems = [
        {"source": "id", "title": "There is no clinic with this id"},
        {"source": "name", "title": "Name can have at most 5 characters", "code": "their_own"},
        {"source": "", "title": "It is closed"},
    ]
    answer[0] = lambda _: httpx.Response(422, json={"success": False, "errors": problems, "request_id": "u1"})
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    async with front.http(headers={"authorization": "Bearer upstream-token"}) as http:
        refused = await http.get("/api/admin/clinics")
    assert refused.json()["errors"] == [{**problems[0], "code": "clinic_not_found"}, *problems[1:]]


async def test_token_and_key_of_the_caller_are_forwarded(front: Stage, answer: list[Answer]) -> None:
    requests: list[httpx.Request] = []

    def note(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json={"success": True})

    answer[0] = note
    client = front.client()
    await client.sign_in("9000000001", "whatever it is")
    from careops.calls.modules import ActivateSpecModule

    await client.send(ActivateSpecModule(clinic_id=4, module_id=7), idempotency_key="travels-along")
    (request,) = requests
    assert request.url.path == "/api/clinics/4/spec_modules/7/activate"
    assert request.headers["authorization"] == "Bearer upstream-token"
    assert request.headers["idempotency-key"] == "travels-along"


async def test_token_unknown_to_the_gateway_is_refused(front: Stage) -> None:
    async with front.http(headers={"authorization": "Bearer somebody-elses"}) as http:
        answer = await http.get("/api/admin/clinics")
    assert answer.status_code == 401


async def test_doctor_of_the_platform_is_refused(settings: Settings, postgres: TestPostgres) -> None:
    doctor = json.loads(json.dumps(SIGNED_IN).replace("super_admin", "doctor"))
    upstream = AsyncCareOps(
        "http://platform/api",
        retries=Retries(attempts=1),
        transport=httpx.MockTransport(lambda _: httpx.Response(200, json=doctor)),
    )
    url = postgres.new_database()
    async with running_app(settings, url, upstream=upstream) as app:
        with pytest.raises(ApiError, match="You need admin access to sign in"):
            await Stage(app, app, settings).client().sign_in("9000000001", "whatever it is")
    postgres.drop(url)
