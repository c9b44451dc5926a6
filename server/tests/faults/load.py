"""Load of many users at a fixed rate, independent of response times."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from server.tests.faults.cluster import Scene, new_key, new_phone, send, sign_up
from server.tests.faults.server_process import until

from careops.calls.audit import ListAuditTrails
from careops.calls.clinics import ListClinics
from careops.calls.news import CreateNewsArticle, ListNewsArticles
from careops.calls.news_insights import ListNewsTags
from careops.calls.users import ListUsers
from careops.contract import Call

_PEOPLE = 12
_titles = itertools.count(1)


def article() -> CreateNewsArticle:
    """A new article with a new tag."""
    number = next(_titles)
    return CreateNewsArticle.model_validate(
        {
            "news_type": "GENERAL",
            "news_date": "2026-11-20",
            "title": f"Written meanwhile, number {number}",
            "news_text": "A ward was opened.",
            "source_name": "Meanwhile Daily",
            "source_link": f"https://meanwhile.example/{number}",
            "news_tags": [{"tag_name": f"Meanwhile {number}"}],
        }
    )


@dataclass
class Traffic:
    """List requests and, for every sixth, a change."""

    scene: Scene
    a_second: int
    sent: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    refused: list[str] = field(default_factory=list)
    """Requests without status 200."""
    hospitals: list[str] = field(default_factory=list)
    """Phone numbers of acknowledged hospitals."""
    articles: list[int] = field(default_factory=list)
    _end: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def going_on(self) -> Iterator[Traffic]:
        """Send requests while the block runs, and one more per user after it."""
        began = time.monotonic()
        people = [threading.Thread(target=self._act, args=(number,)) for number in range(_PEOPLE)]
        for person in people:
            person.start()
        try:
            yield self
        finally:
            self._end.set()
            for person in people:
                person.join()
            self.seconds = time.monotonic() - began

    def goes_on(self) -> None:
        """Wait for a few more rounds of requests."""
        before = self.sent
        until(lambda: self.sent >= before + 6 * _PEOPLE or self.refused, "the traffic goes on")

    def _act(self, number: int) -> None:
        pause = _PEOPLE / self.a_second
        due = time.monotonic() + pause * number / _PEOPLE
        with httpx.Client(
            base_url=f"{self.scene.served.url}/api",
            headers={"authorization": f"Bearer {self.scene.token}"},
            timeout=30,
        ) as client:
            for turn in itertools.count(number):
                if self._end.wait(max(0.0, due - time.monotonic())):
                    return
                self._once(client, turn)
                due += pause

    def _once(self, client: httpx.Client, turn: int) -> None:
        phone = new_phone()
        calls: tuple[Call[Any], ...] = (
            *(ListClinics(perpage=10), ListNewsArticles(perpage=10), ListUsers(perpage=10), ListNewsTags(perpage=10)),
            *(ListAuditTrails(), ListNewsArticles(perpage=10, published=True)),
            *(ListClinics(search_text="hospital"), ListNewsArticles(search_text="ward")),
            *(ListClinics(perpage=10, page=2), ListUsers(perpage=10, page=2)),
            *(sign_up(phone), article()),
        )
        call = calls[turn % len(calls)]
        began = time.monotonic()
        try:
            answer = send(client, call, new_key() if call.route.method == "POST" else None)
            problem = "" if answer.status_code == 200 else f"{answer.status_code} {answer.text[:200]}"
        except httpx.TransportError as error:
            problem = repr(error)
        with self._lock:
            self.sent += 1
            self.slowest = max(self.slowest, time.monotonic() - began)
            if problem:
                self.refused.append(f"{type(call).__name__}: {problem}")
            elif isinstance(call, CreateNewsArticle):
                article_id = call.read_answer(answer.json()).id
                assert article_id is not None
                self.articles.append(article_id)
            elif call.route.method == "POST":
                self.hospitals.append(phone)
