"""Headers of both clients: defaults, user agent, and response headers; pickling."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from io import BytesIO
from itertools import islice
from typing import Any

import httpx
import pytest
from sdk.tests.clients.client_platform import QUICK, SESSION, STALE, URL, Platform, async_client, good, refused
from sdk.tests.clients.client_platform import sync_client as sync
from sdk.tests.shape_calls import ExportThings

import careops
from careops import AsyncCareOps, CareOps, Forbidden, MemoryTokens, Page, Response, Unavailable
from careops.calls.clinics import ListClinics
from careops.calls.modules import ActivateSpecModule, ListSpecModules
from careops.client.request_flow import RunContext
from careops.contract.headers import CHANGES_HEADER, HONOURED_HEADER, RUN_HEADER, RUN_ID_HEADER, RUN_TARGETS_HEADER
from careops.events import websocket_transport
from careops.files import Upload

GIVEN = {"X-Tenant": "north", "User-Agent": "clinic-report/1.2"}
AGENT = f"clinic-report/1.2 careops-sdk/{careops.__version__}"
RUN_HEADERS = (RUN_ID_HEADER, RUN_TARGETS_HEADER, RUN_HEADER)
PHOTO = Upload.of(BytesIO(b"bytes"), name="photo.png")


def clients(platform: Platform, tokens: careops.Tokens = SESSION) -> tuple[CareOps, AsyncCareOps]:
    """Return both clients with default headers."""

    async def answer(request: httpx.Request) -> httpx.Response:
        return platform(request)

    options: dict[str, Any] = {"headers": GIVEN, "retries": QUICK}
    return (
        CareOps(URL, tokens=MemoryTokens(tokens), transport=httpx.MockTransport(platform), **options),
        AsyncCareOps(URL, tokens=MemoryTokens(tokens), transport=httpx.MockTransport(answer), **options),
    )


async def test_default_headers_are_sent_with_every_request(platform: Platform) -> None:
    platform.answers["/uploads/key"] = lambda request: httpx.Response(200)
    client, aclient = clients(platform, STALE)
    client.clinics.list()
    client.with_options(timeout=3).modules.activate(clinic_id=1, module_id=2)
    client.store("http://platform.test/uploads/key", PHOTO)
    platform.good_token = "token-1"
    await aclient.clinics.list()
    await aclient.store("/uploads/key", PHOTO)
    assert platform.request_counts["/auth/refresh"] == 2
    assert {(request.headers["x-tenant"], request.headers["user-agent"]) for request in platform.seen} == {
        ("north", AGENT)
    }
    assert all(len(request.headers.get_list("user-agent")) == 1 for request in platform.seen)


async def test_other_storage_receives_no_default_headers(platform: Platform) -> None:
    platform.answers["/key"] = lambda request: httpx.Response(200)
    client, aclient = clients(platform)
    client.store("https://storage.test/key", PHOTO)
    await aclient.store("https://storage.test/key", PHOTO)
    for request in platform.seen:
        assert "x-tenant" not in request.headers
        assert "authorization" not in request.headers
        assert request.headers["user-agent"] == f"careops-sdk/{careops.__version__}"
        assert (request.headers["content-length"], request.read()) == ("5", b"bytes")
        assert request.extensions["timeout"]["read"] == 30


async def test_default_headers_never_replace_the_token(platform: Platform) -> None:
    headers = {"Authorization": "Basic cHJveHk6"}
    tokens = MemoryTokens(SESSION)
    with CareOps(URL, tokens=tokens, headers=headers, transport=httpx.MockTransport(platform)) as client:
        client.clinics.list()
    assert platform.seen[0].headers.get_list("authorization") == ["Bearer token-1"]


async def test_socket_sends_default_headers(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[dict[str, Any]] = []

    class Stop(Exception):
        """Ends the test early."""

    def connect(url: str, **options: Any) -> None:
        opened.append(options)
        raise Stop

    monkeypatch.setattr(websocket_transport, "connect", connect)
    monkeypatch.setattr(websocket_transport, "connect_later", connect)
    client, aclient = clients(platform)
    with pytest.raises(Stop):
        list(islice(client.events(["admin"]), 1))
    with pytest.raises(Stop):
        await anext(aclient.events(["admin"]))
    assert [options["additional_headers"]["x-tenant"] for options in opened] == ["north", "north"]
    assert [options["additional_headers"]["user-agent"] for options in opened] == [AGENT, AGENT]


@pytest.fixture
def answering(platform: Platform) -> Platform:
    """Return a platform that answers the second time, with headers."""

    def answer(request: httpx.Request) -> httpx.Response:
        if platform.request_counts["/spec_modules"] % 2:
            return refused(503, "Busy")
        response = good(data=[])
        response.headers.update({"x-request-id": "r-7", "RateLimit": '"reads";r=599;t=60'})
        return response

    platform.answers["/spec_modules"] = answer
    return platform


async def test_answer_is_returned_with_its_response(answering: Platform) -> None:
    for response in (
        sync(answering, tokens=SESSION).send_for_response(ListSpecModules()),
        await async_client(answering, tokens=SESSION).send_for_response(ListSpecModules()),
    ):
        assert isinstance(response, Response)
        assert (response.answer, response.status, response.request_id) == ([], 200, "r-7")
        assert response.headers["ratelimit"] == '"reads";r=599;t=60'


def test_file_is_returned_with_its_response(platform: Platform) -> None:
    platform.answers["/careops/test/things"] = lambda request: httpx.Response(
        200, content=b"a,b\n", headers={"content-type": "text/csv", "content-disposition": "attachment", "etag": '"7"'}
    )
    response = sync(platform, tokens=SESSION).send_for_response(ExportThings())
    assert response.headers["etag"] == '"7"'
    assert b"".join(response.answer) == b"a,b\n"


def test_refusal_is_raised_with_its_response(platform: Platform) -> None:
    platform.answers["/spec_modules"] = lambda request: refused(403, "Not allowed")
    with pytest.raises(Forbidden) as refusal:
        sync(platform, tokens=SESSION).send_for_response(ListSpecModules())
    assert (refusal.value.status, refusal.value.request_id) == (403, "r-1")


@pytest.mark.parametrize("kind", [CareOps, AsyncCareOps])
def test_pickling_a_client_is_refused(kind: type[CareOps] | type[AsyncCareOps]) -> None:
    attempts: tuple[Callable[[object], object], ...] = (pickle.dumps, copy.deepcopy)
    for attempt in attempts:
        with pytest.raises(TypeError, match="create one in each process"):
            attempt(kind(URL))


async def test_client_of_a_run_names_it_and_never_retries(platform: Platform) -> None:
    platform.answers["/clinics/1/spec_modules/2/activate"] = lambda request: refused(
        503, "Busy", **{CHANGES_HEADER: "500"}
    )
    context = RunContext("0123456789abcdef", batch=20)
    owner, async_owner = clients(platform)  # of the connections
    client, aclient = owner.for_run(context), async_owner.for_run(context)
    with pytest.raises(Unavailable):
        client.modules.activate(clinic_id=1, module_id=2)
    context.targets, context.token = 3, "budget"
    with pytest.raises(Unavailable):
        await aclient.modules.activate(clinic_id=1, module_id=2)
    sent = [[request.headers.get(name) for name in RUN_HEADERS] for request in platform.seen]
    assert sent == [["0123456789abcdef", None, None], ["0123456789abcdef", "3", "budget"]]


def test_client_of_a_run_shares_what_its_client_learns(platform: Platform) -> None:
    platform.answers["/spec_modules"] = lambda request: httpx.Response(
        200, json={"success": True, "data": []}, headers={CHANGES_HEADER: "500", HONOURED_HEADER: "yes"}
    )
    client = sync(platform, tokens=SESSION)
    of_run = client.for_run(RunContext("0123456789abcdef", batch=20))
    client.modules.list()
    assert (client.batch_size, of_run.batch_size, of_run.capabilities.honours_keys) == (500, 20, True)
    assert not any(name in platform.seen[0].headers for name in RUN_HEADERS)


def test_copy_shares_connections_and_closes_none(platform: Platform) -> None:
    client = sync(platform, tokens=SESSION)
    copy.copy(client).close()
    client.send(ListSpecModules())


def test_calls_and_answers_can_be_pickled(platform: Platform) -> None:
    call = ActivateSpecModule(clinic_id=1, module_id=2)
    assert pickle.loads(pickle.dumps(call)) == call  # noqa: S301 (written by this test)
    page = sync(platform, tokens=SESSION).send(ListClinics()).noted(version="v", request_id="r-9")
    copied = pickle.loads(pickle.dumps(page))  # noqa: S301 (written by this test)
    assert (copied, copied.version, copied.request_id) == (page, "v", "r-9")


def test_completion_hides_names_of_pydantic_1() -> None:
    page = Page[int].of([1], total=1, perpage=10).noted(request_id="r-1")
    offered = set(dir(page))
    assert {"items", "total_records", "request_id", "model_dump"} <= offered
    assert not offered & {"dict", "json", "parse_obj", "copy", "schema", "validate"}
    assert all(name.isidentifier() for name in offered)
