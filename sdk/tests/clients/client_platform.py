"""In-process platform with both clients; every test runs with each."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx

from careops import AsyncCareOps, CareOps, MemoryTokens, Retries, Tokens

URL = "http://platform.test/api"
QUICK = Retries(attempts=3, first_wait=0.001, longest_wait=0.01)
Answer = Callable[[httpx.Request], httpx.Response]


class Platform:
    """Answers like the platform, and records requests."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.request_counts: Counter[str] = Counter()
        self.seen: list[httpx.Request] = []
        self.good_token = "token-1"
        self.accounts = ["super_admin"]
        self.clinics = list(range(1, 26))
        self.before_page: Callable[[int], None] = lambda page: None
        self.answers: dict[str, Answer] = {}
        self.before_refresh: Callable[[], None] = lambda: None

    def __call__(self, request: httpx.Request) -> httpx.Response:
        name = request.url.path.removeprefix("/api")
        with self.changed:
            self.request_counts[name] += 1
            self.seen.append(request)
            self.changed.notify_all()
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

    def wait_until_asked(self, name: str, times: int) -> None:
        """Wait until other requests have arrived."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.request_counts[name] >= times, 60)

    def refresh(self, request: httpx.Request) -> httpx.Response:
        self.before_refresh()
        if json.loads(request.content) != {"refresh_token": "refresh-1"}:
            return refused(401, "Used up")
        self.good_token = "token-2"
        return self.pair(2)

    def pair(self, number: int, **fields: object) -> httpx.Response:
        return good(auth_token=f"token-{number}", refresh_token=f"refresh-{number}", **fields)

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


def silent(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("", request=request)
