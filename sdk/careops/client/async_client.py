"""Asynchronous client ``AsyncCareOps``, equivalent to ``CareOps``.

>>> async with AsyncCareOps("http://127.0.0.1:8000/api") as client:
...     await client.sign_in("9000000001", "demo-world-password")
...     page = await client.clinics.list(search_text="navjeevan")
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from copy import copy
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Self, TypeVar

from careops.client.configuration import (
    DEFAULT_URL,
    read_environment,
    tokens_for,
    tokens_from_sign_in,
    validate_base_url,
)
from careops.client.pagination import drop_duplicates, next_page
from careops.client.request_flow import (
    Conversation,
    LoadSession,
    NoResponse,
    RefreshTokens,
    Reply,
    Response,
    Retries,
    SaveSession,
    SendRequest,
    ServerCapabilities,
    Sleep,
    refresh_flow,
    request_flow,
    upload_result,
    with_response,
)
from careops.client.resource import AsyncSender
from careops.client.resources import Resources
from careops.client.tokens import MemoryTokens, Tokens, TokenStore
from careops.client.transport import LONGEST_ANSWER, AsyncHttp, client_headers
from careops.contract import Call, Page
from careops.errors import NotSent, Unauthorized

if TYPE_CHECKING:
    import httpx

    from careops.calls.realtime import Event
    from careops.calls.session import SignedIn
    from careops.client.proposal import AsyncChangeProposal
    from careops.files import Upload

AnswerT = TypeVar("AnswerT")
ItemT = TypeVar("ItemT")


class AsyncCareOps(Resources[AsyncSender]):
    """Asynchronous client of the platform. See ``CareOps``."""

    def __init__(
        self,
        base_url: str = DEFAULT_URL,
        *,
        tokens: TokenStore | None = None,
        key: str | None = None,
        timeout: float | None = None,
        deadline: float | None = None,
        longest_answer: int = LONGEST_ANSWER,
        retries: Retries | None = None,
        headers: Mapping[str, str] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        from asyncio import Lock  # imported here because the blocking client does not need it

        self.base_url = validate_base_url(base_url)
        self.tokens: TokenStore = tokens_for(tokens, key)
        self._manners = ServerCapabilities(retries or Retries(), deadline=deadline)
        self._headers = client_headers(headers)
        self._http = AsyncHttp(
            base_url, timeout=timeout, longest_answer=longest_answer, transport=transport, headers=self._headers
        )
        self._renewing = Lock()
        self._lent = False

    @classmethod
    def from_environment(cls, **options: Any) -> Self:
        """Create a client of the platform in ``CAREOPS_URL`` with the token in ``CAREOPS_TOKEN``; ``options`` as usual.

        Without a token, use the platform and session of the command ``careops``; both programs refresh that session.
        Raises ``NotSent`` if there is no session either.
        """
        address, tokens = read_environment()
        return cls(address, tokens=tokens, **options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    async def send(
        self, call: Call[AnswerT], *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> AnswerT:
        """Send one call. Raises the errors of ``careops.errors``.

        ``if_match`` is the ``version`` of the record when it was read. If someone else has changed the record since,
        the change is refused with ``PreconditionFailed``.
        """
        conversation = request_flow(call, self._manners, idempotency_key=idempotency_key, if_match=if_match)
        return await self._carry_out(conversation)

    async def send_for_response(
        self, call: Call[AnswerT], *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Response[AnswerT]:
        """Send one call, as ``send`` does. Return its answer with the status and the headers of the response."""
        conversation = request_flow(call, self._manners, idempotency_key=idempotency_key, if_match=if_match)
        return await self._carry_out(with_response(conversation))

    async def store(self, url: str, file: Upload) -> None:
        """Upload a file to a presigned URL, without the session. Raises ``ApiError``, ``ConnectionFailed``.

        The URL may be relative to the platform's.
        """
        upload_result(await self._http.put(url, file))

    async def exchange(self, request: SendRequest) -> Reply | NoResponse:
        """Send one raw request and return its result, without retries, token refresh or parsing. For diagnostics."""
        return await self._http.send(request)

    async def each(self, call: Call[Page[ItemT]]) -> AsyncIterator[ItemT]:
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

    async def events(self, channels: Sequence[str], *, since: int | None = None) -> AsyncIterator[Event]:
        """Subscribe to channels and yield events endlessly; after a lost connection, reconnect without missing events.

        ``since`` is the id of the last known event; without it only new events are returned. An event ``resync``
        without channel reports that some events were deleted (they are stored for 30 days). Raises ``Forbidden`` for
        channels that the account may not read, ``Unauthorized`` if the session is over.
        """
        from careops.events.event_stream import EventStream, session_for, socket_url
        from careops.events.stream_client import stream_events_async

        following = EventStream(channels, since, headers=self._headers)
        told = stream_events_async(
            socket_url(self.base_url),
            following,
            lambda: self._carry_out(session_for(following, self._manners)),
            self.send,
        )
        async for event in told:
            yield event

    def with_options(
        self, *, timeout: float | None = None, deadline: float | None = None, retries: Retries | None = None
    ) -> AsyncCareOps:
        """Return the same client with other limits: ``client.with_options(timeout=3).clinics.list()``.

        ``timeout`` and ``deadline`` are seconds, as for the client. Omitted options are unchanged. Closing the copy has
        no effect.
        """
        other = copy(self)
        other._manners = self._manners.with_limits(timeout=timeout, deadline=deadline, retries=retries)
        return other

    def proposal(
        self, *, title: str, reason: str, ticket: str | None = None, on_conflict: Literal["skip", "stop"] = "skip"
    ) -> AsyncChangeProposal:
        """Return a client that collects changes, and proposes them as a change request at the end of its block."""
        from careops.client.proposal import AsyncChangeProposal

        return AsyncChangeProposal(self, title=title, reason=reason, ticket=ticket, on_conflict=on_conflict)

    def within(self, seconds: float) -> AsyncCareOps:
        """Return the same client with this deadline for each call: ``client.within(5).clinics.list()``.

        Closing the copy has no effect.
        """
        return self.with_options(deadline=seconds)

    def acting_as(self, auth_token: str) -> AsyncCareOps:
        """Return a client with the same connections and another session's token, for servers that forward calls.

        The token is not refreshed; ``""`` sends no token, for public calls. Closing the copy has no effect.
        """
        other = copy(self)
        other.tokens = MemoryTokens(Tokens(auth_token) if auth_token else None)
        return other

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

    def __copy__(self) -> Self:
        """Return a client with the same connections. Closing the copy has no effect."""
        other = object.__new__(type(self))
        vars(other).update(vars(self), _lent=True)
        return other

    def __reduce__(self) -> NoReturn:
        raise TypeError("A client holds connections and cannot be pickled: create one in each process")

    async def close(self) -> None:
        """Close the connections."""
        if not self._lent:
            await self._http.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _carry_out(self, conversation: Conversation[AnswerT]) -> AnswerT:
        from asyncio import sleep

        outcome: Any = None
        while True:
            try:
                step = conversation.send(outcome)
            except StopIteration as done:
                answer: AnswerT = done.value
                return answer
            match step:
                case SendRequest():
                    outcome = await self._http.send(step)
                case Sleep(seconds):
                    await sleep(seconds)
                case RefreshTokens(stale):
                    async with self._renewing:
                        outcome = await self._carry_out(refresh_flow(stale, self._manners))
                case LoadSession():
                    outcome = self.tokens.load()
                case SaveSession(tokens):
                    self.tokens.save(tokens)
