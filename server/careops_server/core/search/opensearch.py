"""Hosted OpenSearch or Elasticsearch that replaces the bundled catalogues.

It gets the two documented forms of a query only. If it fails, the search fails: the bundled catalogue has other ids,
which must not be stored in a clinic.
"""

from __future__ import annotations

from typing import Protocol

from pydantic import BaseModel, Field, ValidationError

from careops.calls.catalogue import CatalogueEntry, SearchCatalogue
from careops.client.request_flow import NoResponse, SendRequest
from careops.contract import HttpParts
from careops.error_codes import title_of
from careops.errors import Unavailable
from careops_server.core.configuration.settings import Settings
from careops_server.core.observability.logs import log

UNREACHABLE = title_of("search_unreachable")


class SearchService(Protocol):
    """Interface of a hosted search service."""

    async def search(self, call: SearchCatalogue) -> list[CatalogueEntry]:
        """Return entries by name, best first. Raises ``Unavailable`` if the service fails."""

    async def close(self) -> None:
        """Close its connections."""


class _Hit(BaseModel):
    source: CatalogueEntry = Field(alias="_source")


class _Hits(BaseModel):
    hits: list[_Hit]


class _Answer(BaseModel):
    hits: _Hits


class HostedSearch:
    """Client of the configured service. Its index of a catalogue has the catalogue's name after a prefix."""

    def __init__(self, settings: Settings) -> None:
        if settings.search_url is None:
            raise LookupError("no search service is configured")
        from careops.client.transport import AsyncHttp  # httpx, which most installations do not need

        authorization = settings.search_authorization
        self._prefix = settings.search_index_prefix
        self._http = AsyncHttp(
            settings.search_url,
            timeout=settings.search_seconds,
            headers={
                "user-agent": "careops-server",
                **({"authorization": authorization.get_secret_value()} if authorization else {}),
            },
        )

    async def search(self, call: SearchCatalogue) -> list[CatalogueEntry]:
        """Return the service's entries. Raises ``Unavailable``; the log contains the reason without the key."""
        query = call.query.model_dump(exclude_none=True)
        body = {"size": call.size, "query": query, "_source": ["id", "name"]}
        reply = await self._http.send(SendRequest(HttpParts("POST", f"/{self._prefix}{call.index}/_search", {}, body)))
        if isinstance(reply, NoResponse):
            raise self._failed("no answer")
        if reply.status != 200:
            raise self._failed(f"status {reply.status}")
        try:
            return [hit.source for hit in _Answer.model_validate(reply.payload).hits.hits]
        except ValidationError as error:
            raise self._failed(f"an answer in another form ({error.error_count()} problems)") from None

    def _failed(self, reason: str) -> Unavailable:
        log.error("search service failed", reason=reason)
        return Unavailable(UNREACHABLE, retry_after=2)

    async def close(self) -> None:
        """Close its connections."""
        await self._http.close()
