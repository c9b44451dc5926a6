"""``CareOps`` and ``AsyncCareOps`` against a platform inside this process: the same story, told twice."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from careops import (
    AsyncCareOps,
    CareOps,
    Forbidden,
    InvalidToken,
    MemoryTokens,
    NoAnswer,
    NotFound,
    Retries,
    ServerError,
    Tokens,
    Unauthorized,
    UnreadableAnswer,
)
from careops.calls.clinics import ListClinics
from careops.calls.modules import ActivateSpecModule, ListSpecModules
from careops.calls.session import SignIn, stored_account_type
from careops.contract import ANYONE, Call, Done, Get, Page
from careops.shapes import items
from careops.transport import AsyncHttp, Http

URL = "http://platform.test/api"
QUICK = Retries(attempts=3, first_wait=0.001, longest_wait=0.01)
Answer = Callable[[httpx.Request], httpx.Response]


class Platform:
    """Answers like the platform, and remembers what it was asked."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.asked: Counter[str] = Counter()
        self.seen: list[httpx.Request] = []
        self.good_token = "token-1"
        self.accounts = ["super_admin"]
        self.clinics = list(range(1, 26))
        self.before_page: Callable[[int], None] = lambda page: None
        self.answers: dict[str, Answer] = {}
        self.refresh_takes = 0.0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        name = request.url.path.removeprefix("/api")
        with self.lock:
            self.asked[name] += 1
            self.seen.append(request)
        if name in self.answers:
            return self.answers[name](request)
        if name == "/auth/sign_in":
            return self.pair(1, data={"user": self.user()})
        if name == "/auth/refresh":
            return self.refresh(request)
        if request.headers.get("authorization") != f"Bearer {self.good_token}":
            return refused(401, "Unauthorized!")
        if name == "/admin/clinics":
            return self.page(request)
        if name == "/spec_modules":
            return good(data=[{"id": 2, "attributes": {"id": 2, "name": "Prescriptions"}}])
        return good()

    def refresh(self, request: httpx.Request) -> httpx.Response:
        time.sleep(self.refresh_takes)
        if json.loads(request.content) != {"refresh_token": "refresh-1"}:
            return refused(401, "Used up")
        self.good_token = "token-2"
        return self.pair(2)

    def pair(self, number: int, **more: object) -> httpx.Response:
        return good(auth_token=f"token-{number}", refresh_token=f"refresh-{number}", **more)

    def user(self) -> dict[str, Any]:
        accounts = [{"account_type": kind} for kind in self.accounts]
        return {"id": 1, "name": "Harpreet", "phone_number": "9000000001", "user_accounts": accounts}

    def page(self, request: httpx.Request) -> httpx.Response:
        page, perpage = (int(request.url.params[name]) for name in ("page", "perpage"))
        self.before_page(page)
        rows = [{"id": n, "name": f"Clinic {n}"} for n in self.clinics[(page - 1) * perpage : page * perpage]]
        return good(data={"clinics": rows}, total_records=len(self.clinics), total_pages=3)


def good(**payload: object) -> httpx.Response:
    return httpx.Response(200, json={"success": True, **payload})


def refused(status: int, title: str, **headers: str) -> httpx.Response:
    errors = [{"source": "", "title": title}]
    return httpx.Response(status, json={"success": False, "errors": errors, "request_id": "r-1"}, headers=headers)


@pytest.fixture
def platform() -> Platform:
    return Platform()


def sync_client(platform: Answer, *, tokens: Tokens | None = None) -> CareOps:
    store = MemoryTokens(tokens)
    return CareOps(URL, transport=httpx.MockTransport(platform), retries=QUICK, tokens=store)


def async_client(platform: Answer, *, tokens: Tokens | None = None) -> AsyncCareOps:
    store = MemoryTokens(tokens)

    async def answer(request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(0)
        return platform(request)

    return AsyncCareOps(URL, transport=httpx.MockTransport(answer), retries=QUICK, tokens=store)


SESSION = Tokens("token-1", "refresh-1", "super_admin")
STALE = Tokens("token-0", "refresh-1", "super_admin", {"id": 1})


# Signing in and out


@pytest.mark.parametrize(
    ("held", "stored"),
    [
        (["super_admin"], "super_admin"),
        (["customer_care"], "customer_care"),
        (["billing_admin"], "billing_admin"),
        (["customer_care", "billing_admin"], "billing_admin"),  # decision A-1
        (["customer_care", "super_admin", "billing_admin"], "super_admin"),
        (["patient", "customer_care"], "customer_care"),
        (["patient"], ""),
        ([], ""),
    ],
)
async def test_sign_in_stores_the_session_and_its_account_type(
    platform: Platform, held: list[str], stored: str
) -> None:
    platform.accounts = held
    assert (stored_account_type(set(held)) or "") == stored
    with sync_client(platform) as client:
        assert client.sign_in("+91 90000 00001", "a password").user.name == "Harpreet"
    async with async_client(platform) as aclient:
        assert (await aclient.sign_in("9000000001", "a password")).auth_token == "token-1"
    for store in (client.tokens, aclient.tokens):
        tokens = store.load()
        assert tokens is not None
        assert (tokens.auth_token, tokens.refresh_token, tokens.account_type) == ("token-1", "refresh-1", stored)
        assert tokens.user["phone_number"] == "9000000001"


async def test_sign_in_sends_the_documented_form_and_no_token(platform: Platform) -> None:
    sync_client(platform, tokens=SESSION).sign_in("+91 90000 00001", " kept as typed ")
    await async_client(platform, tokens=SESSION).sign_in("09000000001", " kept as typed ")
    form = {"country_code": "91", "phone_number": "9000000001", "password": " kept as typed "}
    for request in platform.seen:
        assert json.loads(request.content) == {"user_signin_form": form}
        assert "authorization" not in request.headers
        assert request.headers["content-type"] == "application/json"


async def test_failed_sign_in_keeps_the_session_there_was(platform: Platform) -> None:
    platform.answers["/auth/sign_in"] = lambda request: refused(401, "Wrong")
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    with pytest.raises(Unauthorized, match="Wrong"):
        client.sign_in("9000000001", "x")
    with pytest.raises(Unauthorized, match="Wrong"):
        await aclient.sign_in("9000000001", "x")
    assert client.tokens.load() == aclient.tokens.load() == SESSION
    assert platform.asked == {"/auth/sign_in": 2}


@pytest.mark.parametrize("status", [200, 401])
async def test_sign_out_forgets_the_session_even_when_the_server_already_has(platform: Platform, status: int) -> None:
    if status == 401:
        platform.answers["/careops/sign_out"] = platform.answers["/auth/refresh"] = lambda request: refused(401, "Over")
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    for _ in range(2):  # the second time there is no session at all
        client.sign_out()
        await aclient.sign_out()
    assert client.tokens.load() is None
    assert aclient.tokens.load() is None
    assert platform.asked["/careops/sign_out"] == 2


async def test_sign_out_forgets_the_session_though_the_platform_is_away(platform: Platform) -> None:
    platform.answers["/careops/sign_out"] = silent
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    with pytest.raises(NoAnswer):
        client.sign_out()
    with pytest.raises(NoAnswer):
        await aclient.sign_out()
    assert client.tokens.load() is None
    assert aclient.tokens.load() is None


async def test_nothing_is_sent_without_a_token(platform: Platform) -> None:
    with pytest.raises(InvalidToken):
        sync_client(platform).clinics.list()
    with pytest.raises(InvalidToken):
        await async_client(platform).clinics.list()
    assert platform.seen == []


# Many at once


def test_fifty_threads_renew_once(platform: Platform) -> None:
    platform.refresh_takes = 0.05
    client = sync_client(platform, tokens=STALE)
    start = threading.Barrier(50)

    def one(_: int) -> int:
        start.wait(60)
        return len(client.modules.list())

    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(one, range(50))) == [1] * 50
    assert platform.asked["/auth/refresh"] == 1
    assert client.tokens.load() == Tokens("token-2", "refresh-2", "super_admin", {"id": 1})


async def test_fifty_tasks_renew_once(platform: Platform) -> None:
    client = async_client(platform, tokens=STALE)
    answers = await asyncio.gather(*(client.modules.list() for _ in range(50)))
    assert [len(answer) for answer in answers] == [1] * 50
    assert platform.asked == {"/spec_modules": 100, "/auth/refresh": 1}
    assert client.tokens.load() == Tokens("token-2", "refresh-2", "super_admin", {"id": 1})


async def test_when_the_renewal_is_refused_everybody_hears_it(platform: Platform) -> None:
    platform.answers["/auth/refresh"] = lambda request: refused(401, "Used up")
    aclient = async_client(platform, tokens=STALE)
    answers = await asyncio.gather(*(aclient.modules.list() for _ in range(5)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [Unauthorized] * 5
    client = sync_client(platform, tokens=STALE)
    with pytest.raises(Unauthorized):
        client.modules.list()
    assert client.tokens.load() == STALE  # signing out is the caller's to decide


async def test_403_renews_nothing(platform: Platform) -> None:
    platform.answers["/spec_modules"] = lambda request: refused(403, "Your account may not do this")
    with pytest.raises(Forbidden) as error:
        sync_client(platform, tokens=SESSION).modules.list()
    assert error.value.request_id == "r-1"
    with pytest.raises(Forbidden):
        await async_client(platform, tokens=SESSION).modules.list()
    assert platform.asked == {"/spec_modules": 2}


# Walking lists


async def test_each_walks_every_page(platform: Platform) -> None:
    call = ListClinics(search_text="50% off_&?#", perpage=10)
    assert [clinic.id for clinic in sync_client(platform, tokens=SESSION).each(call)] == platform.clinics
    aclient = async_client(platform, tokens=SESSION)
    assert [clinic.id async for clinic in aclient.each(call)] == platform.clinics
    assert [request.url.params["page"] for request in platform.seen] == ["1", "2", "3"] * 2
    assert {request.url.params["search_text"] for request in platform.seen} == {"50% off_&?#"}


@pytest.mark.parametrize("added", [1, 9, 10, 15, 25])
async def test_each_yields_a_row_once_though_others_were_added(platform: Platform, added: int) -> None:
    """The list is newest first, so what is added pushes the rest down, over one page's end or several."""

    def add(page: int) -> None:
        if page == 2:
            platform.clinics = [*range(1000, 1000 + added), *range(1, 26)]

    platform.before_page = add
    walked = [clinic.id for clinic in sync_client(platform, tokens=SESSION).each(ListClinics(perpage=10))]
    platform.clinics = list(range(1, 26))
    awalked = [clinic.id async for clinic in async_client(platform, tokens=SESSION).each(ListClinics(perpage=10))]
    for rows in (walked, awalked):
        assert len(rows) == len(set(rows))
        assert set(rows) >= set(range(1, 26))


async def test_each_starts_where_it_is_told_and_ends_at_once_on_nothing(platform: Platform) -> None:
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    assert [clinic.id for clinic in client.each(ListClinics(page=3))] == [21, 22, 23, 24, 25]
    platform.clinics = []
    assert list(client.each(ListClinics())) == []
    assert [clinic async for clinic in aclient.each(ListClinics())] == []
    assert platform.asked == {"/admin/clinics": 3}


async def test_each_ends_when_the_list_shrinks(platform: Platform) -> None:
    def shrink(page: int) -> None:
        if page == 2:
            platform.clinics = platform.clinics[:5]

    platform.before_page = shrink
    assert len(list(sync_client(platform, tokens=SESSION).each(ListClinics()))) == 10
    assert platform.asked == {"/admin/clinics": 2}


class UnpagedList(Call[Page[dict[str, int]]]):
    """A list that forgot to be ``Paged``, of rows without an id."""

    route = Get("/unpaged", access=ANYONE, answer=items("data"))


async def test_each_needs_pages(platform: Platform) -> None:
    platform.answers["/unpaged"] = lambda request: good(data=[{"a": 1}, {"a": 1}], total_records=2, total_pages=1)
    walk = sync_client(platform).each(UnpagedList())
    assert [next(walk), next(walk)] == [{"a": 1}, {"a": 1}]
    with pytest.raises(TypeError, match="UnpagedList has no pages"):
        next(walk)
    with pytest.raises(TypeError, match="has no pages"):
        [row async for row in async_client(platform).each(UnpagedList())]


# The wire


def silent(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("", request=request)


def unreachable(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("connection refused", request=request)


def damaged(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, content=gzip.compress(b"{}")[:-6] + b"xxxxxx", headers={"content-encoding": "gzip"})


@pytest.mark.parametrize(
    ("answer", "kind", "sent"),
    [
        (silent, NoAnswer, 3),
        (unreachable, NoAnswer, 3),
        (damaged, NoAnswer, 3),
        (lambda request: httpx.Response(200, html="<h1>Sign in to the Wi-Fi</h1>"), UnreadableAnswer, 1),
        (lambda request: httpx.Response(200), UnreadableAnswer, 1),
        (lambda request: httpx.Response(200, content=b"\xff\xfe\x00"), UnreadableAnswer, 1),
        (lambda request: httpx.Response(200, content=b"[" * 100_000), UnreadableAnswer, 1),
        (lambda request: httpx.Response(302, headers={"location": "http://elsewhere.test"}), UnreadableAnswer, 1),
        (lambda request: httpx.Response(502, html="<h1>Bad gateway</h1>"), ServerError, 3),
        (lambda request: httpx.Response(404, html="<h1>nginx</h1>"), NotFound, 1),
    ],
    ids=["silent", "unreachable", "damaged", "page", "empty", "binary", "deep", "redirect", "gateway", "not found"],
)
async def test_whatever_comes_back_is_one_of_our_errors(
    platform: Platform, answer: Answer, kind: type[Exception], sent: int
) -> None:
    platform.answers["/spec_modules"] = answer
    with pytest.raises(kind) as error:
        sync_client(platform, tokens=SESSION).modules.list()
    assert type(error.value) is kind
    with pytest.raises(kind):
        await async_client(platform, tokens=SESSION).modules.list()
    assert platform.asked == {"/spec_modules": 2 * sent}


async def test_a_bare_post_is_sent_again_only_when_it_never_left(platform: Platform) -> None:
    call = ActivateSpecModule(clinic_id=41, module_id=2)
    path = call.to_wire().path
    for answer, sent in ((silent, 1), (unreachable, 3)):
        platform.answers[path] = answer
        platform.asked.clear()
        with pytest.raises(NoAnswer):
            sync_client(platform, tokens=SESSION).send(call)
        with pytest.raises(NoAnswer):
            await async_client(platform, tokens=SESSION).send(call)
        assert platform.asked == {path: 2 * sent}


async def test_own_idempotency_key_travels(platform: Platform) -> None:
    call = ActivateSpecModule(clinic_id=41, module_id=2)
    assert sync_client(platform, tokens=SESSION).send(call, idempotency_key="import-42") == Done()
    assert await async_client(platform, tokens=SESSION).send(call, idempotency_key="import-42") == Done()
    assert [request.headers["idempotency-key"] for request in platform.seen] == ["import-42"] * 2
    assert [request.content for request in platform.seen] == [b""] * 2


async def test_a_wrong_address_never_leaves() -> None:
    with pytest.raises(NoAnswer, match="protocol"):
        CareOps("platform.test/api", retries=Retries(attempts=1)).session.refresh(refresh_token="r")
    with pytest.raises(NoAnswer, match="protocol"):
        await AsyncCareOps("platform.test/api", retries=Retries(attempts=1)).session.refresh(refresh_token="r")


async def test_timeouts_are_explicit() -> None:
    waits = [
        client._http._http.timeout
        for client in (CareOps(), AsyncCareOps(), CareOps(timeout=2), AsyncCareOps(timeout=60))
    ]
    assert [(wait.connect, wait.read) for wait in waits] == [(5, 30), (5, 30), (2, 2), (5, 60)]


async def test_closed_is_closed(platform: Platform) -> None:
    with sync_client(platform, tokens=SESSION) as client:
        pass
    async with async_client(platform, tokens=SESSION) as aclient:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        client.send(ListSpecModules())
    with pytest.raises(RuntimeError, match="closed"):
        await aclient.send(ListSpecModules())


async def test_further_headers_travel_for_the_gateway(platform: Platform) -> None:
    from careops.conversation import Reply, Send

    step = Send(SignIn(phone_number="9000000001", password="x").to_wire())
    http = Http(URL, transport=httpx.MockTransport(platform), headers={"x-forwarded-for": "10.0.0.1"})
    ahttp = AsyncHttp(URL, transport=httpx.MockTransport(platform), headers={"x-forwarded-for": "10.0.0.1"})
    for reply in (http.send(step), await ahttp.send(step)):
        assert isinstance(reply, Reply)
        assert reply.status == 200
    for request in platform.seen:
        assert request.headers["x-forwarded-for"] == "10.0.0.1"
        assert re.fullmatch(r"careops-sdk\S*", request.headers["user-agent"])
    http.close()
    await ahttp.close()
