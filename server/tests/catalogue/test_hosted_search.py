"""Search in OpenSearch or Elasticsearch instead of our own catalogue."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from server.tests.support.fake_service import HostedService, hosted_service
from server.tests.support.log_lines import read_log_lines
from server.tests.support.stage import Stage, running_app

from careops import AsyncCareOps, Retries
from careops_server.core.configuration.settings import Settings
from careops_server.core.search.opensearch import UNREACHABLE
from careops_server.testing.postgres import TestPostgres

KEY = "ApiKey search-key-canary"
FOUND = {
    "took": 2,
    "timed_out": False,
    "hits": {
        "total": {"value": 1, "relation": "eq"},
        "max_score": 1,
        "hits": [
            {"_index": "careops-specialities", "_id": "8", "_score": 1, "_source": {"id": 8, "name": "Cardiology"}}
        ],
    },
}
QUERY = {"index": "specialities", "size": 20, "query": {"match_phrase_prefix": {"name": "card"}}}
BAD: dict[str, tuple[int, Any]] = {
    "a wrong key": (401, {"error": "security_exception"}),
    "no such index": (404, {"error": {"type": "index_not_found_exception"}}),
    "a cluster in trouble": (503, {"error": "all shards failed"}),
    "a web page": (200, "<h1>Welcome</h1>"),
    "another form": (200, {"hits": []}),
    "entries without names": (200, {"hits": {"hits": [{"_source": {"id": 8}}]}}),
}


@pytest.fixture(scope="module")
def service() -> Iterator[HostedService]:
    with hosted_service() as running:
        yield running


@pytest.fixture(scope="module")
def asking(settings: Settings, service: HostedService) -> Settings:
    """Settings with the search service."""
    return settings.model_copy(
        update={
            "search_url": f"{service.url}/search",
            "search_authorization": SecretStr(KEY),
            "search_index_prefix": "careops-",
            "search_seconds": 3,
        }
    )


@pytest.fixture(scope="module", params=["own", "gateway"])
async def front(request: pytest.FixtureRequest, asking: Settings, postgres: TestPostgres) -> AsyncIterator[Stage]:
    """An application that uses the service; as a gateway, it never asks its platform."""
    refuse = httpx.MockTransport(lambda _: httpx.Response(500))
    upstream = AsyncCareOps("http://platform/api", retries=Retries(attempts=1), transport=refuse)
    url = postgres.new_database()
    async with running_app(asking, url, upstream=upstream if request.param == "gateway" else None) as app:
        yield Stage(app, app, asking)
    postgres.drop(url)


@pytest.fixture(autouse=True)
async def _fresh(front: Stage, service: HostedService) -> None:
    service.status, service.answer, service.silent = 200, FOUND, False
    service.requests.clear()
    await front.sql("delete from search_counts")


async def search(front: Stage, body: dict[str, Any]) -> httpx.Response:
    async with front.http() as http:
        return await http.post("/api/_search", json=body)


async def test_search_is_sent_in_the_documented_form(front: Stage, service: HostedService) -> None:
    answer = await search(front, QUERY)
    assert [hit["_source"] for hit in answer.json()["hits"]["hits"]] == [{"id": 8, "name": "Cardiology"}]
    (request,) = service.requests
    assert (request.method, request.path) == ("POST", "/search/careops-specialities/_search")
    assert request.headers["authorization"] == KEY
    assert request.body == {"size": 20, "query": QUERY["query"], "_source": ["id", "name"]}


async def test_other_index_and_form_are_sent(front: Stage, service: HostedService) -> None:
    body = {"index": "clinic_specialities", "size": 50, "query": {"match": {"name": "heart surgery"}}}
    assert (await search(front, body)).status_code == 200
    assert service.requests[0].path == "/search/careops-clinic_specialities/_search"
    assert service.requests[0].body["query"] == body["query"]


async def test_other_queries_are_refused_before_sending(front: Stage, service: HostedService) -> None:
    answer = await search(front, {"index": "specialities", "query": {"match_all": {}}})
    assert (answer.status_code, service.requests) == (422, [])


@pytest.mark.proves("SEC-61.search")
@pytest.mark.parametrize("trouble", BAD)
async def test_failed_service_is_reported_without_results(
    front: Stage, service: HostedService, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    service.status, service.answer = BAD[trouble]
    answer = await search(front, QUERY)
    assert (answer.status_code, answer.json()["errors"][0]["title"]) == (503, UNREACHABLE)
    text = str(read_log_lines(caplog))
    assert "search service failed" in text
    assert "canary" not in text + answer.text


async def test_silent_service_is_reported(front: Stage, service: HostedService) -> None:
    service.silent = True
    answer = await search(front, QUERY)
    service.released.set()
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")


async def test_throttling_precedes_the_request(front: Stage, service: HostedService) -> None:
    for _ in range(front.settings.searches_per_minute):
        assert (await search(front, QUERY)).status_code == 200
    await front.count_for_the_next_minute_too()
    assert (await search(front, QUERY)).status_code == 429
    assert len(service.requests) == front.settings.searches_per_minute
