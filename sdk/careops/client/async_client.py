"""Asynchronous client ``AsyncCareOps``, equivalent to ``CareOps``.

>>> async with AsyncCareOps("http://127.0.0.1:8000/api") as client:
...     await client.sign_in("9000000001", "demo-world-password")
...     page = await client.clinics.list(search_text="navjeevan")
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from careops.client import request_flow as flows
from careops.client.base_client import BaseClient
from careops.client.configuration import DEFAULT_URL, tokens_from_sign_in
from careops.client.pagination import drop_duplicates, next_page
from careops.client.request_flow import NoResponse, Reply, Response, Retries, SendRequest
from careops.client.tokens import TokenStore
from careops.client.transport import MAX_ANSWER_BYTES, AsyncHttp
from careops.contract import Call, KeysetPage, Page
from careops.contract.resource import AsyncSender
from careops.errors import NotSent, Unauthorized

if TYPE_CHECKING:
    import httpx

    from careops.calls.realtime import Event
    from careops.calls.session import SignedIn
    from careops.client.proposal import AsyncChangeProposal, ProposalOptions
    from careops.files import Upload

AnswerT = TypeVar("AnswerT")
ItemT = TypeVar("ItemT")


class AsyncCareOps(BaseClient[AsyncSender]):
    """Asynchronous client of the platform. See ``CareOps``."""

    def __init__(
        self,
        base_url: str = DEFAULT_URL,
        *,
        tokens: TokenStore | None = None,
        key: str | None = None,
        timeout: float | None = None,
        deadline: float | None = None,
        longest_answer: int = MAX_ANSWER_BYTES,
        retries: Retries | None = None,
        headers: Mapping[str, str] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        from asyncio import Lock  # imported here because the blocking client does not need it

        super().__init__(base_url, tokens=tokens, key=key, deadline=deadline, retries=retries, headers=headers)
        self._http = AsyncHttp(
            base_url, timeout=timeout, longest_answer=longest_answer, transport=transport, headers=self._headers
        )
        self._renewing = Lock()

    async def send(
        self, call: Call[AnswerT], *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> AnswerT:
        """Send one call. Raises the errors of ``careops.errors``.

        ``if_match`` is the ``version`` of the record when it was read. If someone else has changed the record since,
        the change is refused with ``PreconditionFailed``.
        """
        return await self._run(self._flow(call, idempotency_key, if_match))

    async def send_for_response(
        self, call: Call[AnswerT], *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Response[AnswerT]:
        """Send one call, as ``send`` does. Return its answer with the status and the headers of the response."""
        flow = self._flow(call, idempotency_key, if_match)
        return await self._run(flows.with_response(flow))

    async def store(self, url: str, file: Upload) -> None:
        """Upload a file to a presigned URL, without the session. Raises ``ApiError``, ``ConnectionFailed``.

        The URL may be relative to the platform's.
        """
        flows.upload_result(await self._http.put(url, file))

    async def exchange(self, request: SendRequest) -> Reply | NoResponse:
        """Send one raw request and return its result, without retries, token refresh or parsing. For diagnostics."""
        return await self._http.send(request)

    async def each(self, call: Call[Page[ItemT] | KeysetPage[ItemT]]) -> AsyncIterator[ItemT]:
        """Iterate over all rows of a list, page by page, each once."""
        seen: set[Any] = set()
        while True:
            page = await self.send(call)
            for item in drop_duplicates(page, seen):
                yield item
            following = next_page(call, page)
            if following is None:
                return
            call = following

    async def events(
        self, channels: Sequence[str], *, since: int | None = None, until: threading.Event | None = None
    ) -> AsyncIterator[Event]:
        """Subscribe to channels and yield events endlessly; after a lost connection, reconnect without missing events.

        ``since`` is the id of the last known event; without it only new events are returned. An event ``resync``
        without channel reports that some events were deleted (they are stored for 30 days). Another thread ends the
        subscription by setting ``until``; it ends at its next pause. Raises ``Forbidden`` for channels that the account
        may not read, ``Unauthorized`` if the session is over.
        """
        from careops.events.event_stream import EventStream, session_for, socket_url
        from careops.events.stream_client import stream_events_async

        following = EventStream(channels, since, headers=self._headers)
        stream = stream_events_async(
            socket_url(self.base_url),
            following,
            lambda: self._run(session_for(following, self._capabilities)),
            self.send,
            until or threading.Event(),
        )
        async for event in stream:
            yield event

    def proposal(self, *, title: str, reason: str, **options: Unpack[ProposalOptions]) -> AsyncChangeProposal:
        """Return a client that collects changes, and proposes them as a change request at the end of its block.

        ``options`` are the other fields of ``CreateChangeRequest``, such as ``apply_from`` and ``canary``.
        """
        from careops.client.proposal import AsyncChangeProposal

        return AsyncChangeProposal(self, title=title, reason=reason, **options)

    async def sign_in(self, phone_number: str, password: str) -> SignedIn:
        """Sign in and store the session in ``tokens``."""
        signed_in = await self.session.sign_in(phone_number=phone_number, password=password)
        self.tokens.save(tokens_from_sign_in(signed_in))
        return signed_in

    async def sign_out(self) -> None:
        """End the session on the server and delete it here, even if the server no longer knows it."""
        try:
            await self.session.sign_out()
        except (NotSent, Unauthorized):
            pass  # the session is already over
        finally:
            self.tokens.clear()

    async def confirm(self, password: str) -> None:
        """Confirm the password after a call was refused with source ``step_up_required``; then repeat the call."""
        await self.session.confirm(password=password)

    async def close(self) -> None:
        """Close the connections."""
        if not self._shares_connections:
            await self._http.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def _run(self, flow: flows.RequestFlow[AnswerT]) -> AnswerT:
        from asyncio import sleep

        outcome: Any = None
        while True:
            try:
                step = flow.send(outcome)
            except StopIteration as done:
                answer: AnswerT = done.value
                return answer
            match step:
                case SendRequest():
                    outcome = await self._http.send(step)
                case flows.Sleep(seconds):
                    await sleep(seconds)
                case flows.RefreshTokens(stale):
                    async with self._renewing:
                        outcome = await self._run(flows.refresh_flow(stale, self._capabilities, self._options))
                case flows.LoadSession():
                    outcome = self.tokens.load()
                case flows.SaveSession(tokens):
                    self.tokens.save(tokens)
