"""The two clients, ``CareOps`` and ``AsyncCareOps``: they carry out what ``conversation`` decides.

>>> with CareOps("http://127.0.0.1:8000/api") as client:
...     client.sign_in("9000000001", "demo-world-password")
...     page = client.clinics.list(search_text="navjeevan")
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from copy import copy
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import urlsplit

from pydantic import ValidationError

from careops.areas import Sends, SendsLater
from careops.calls.session import ConfirmSession, SignedIn, SignIn, SignOut, stored_account_type
from careops.contract import Call, Page, Paged, PagedByTen
from careops.conversation import (
    Conversation,
    Keep,
    Manners,
    Recall,
    Renew,
    Reply,
    Retries,
    Send,
    Silence,
    Wait,
    converse,
    renewal,
    stored,
)
from careops.errors import InvalidInput, NotSent, Unauthorized
from careops.offered import Areas
from careops.problems import not_sent
from careops.tokens import MemoryTokens, Tokens, TokenStore
from careops.transport import LONGEST_ANSWER, AsyncHttp, Http

if TYPE_CHECKING:
    import httpx

    from careops.calls.realtime import Event
    from careops.files import Upload

AnswerT = TypeVar("AnswerT")
ItemT = TypeVar("ItemT")
CallT = TypeVar("CallT", bound=Call[Any])
DEFAULT_URL = "http://127.0.0.1:8000/api"


class CareOps(Areas[Sends]):
    """The platform, blocking. Safe to share between threads.

    ``base_url`` is where the documented paths hang (ours: ``…/api``). ``tokens`` keeps the session. ``timeout`` counts
    seconds of silence, ``deadline`` those of a whole call with its tries and waits: ``NoAnswer`` when they are over.
    ``longest_answer`` is the most bytes an answer may have, unpacked; a file is read piece by piece and may have more.
    """

    def __init__(
        self,
        base_url: str = DEFAULT_URL,
        *,
        tokens: TokenStore | None = None,
        timeout: float | None = None,
        deadline: float | None = None,
        longest_answer: int = LONGEST_ANSWER,
        retries: Retries | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.base_url = _checked(base_url)
        self.tokens: TokenStore = tokens or MemoryTokens()
        self._manners = Manners(retries or Retries(), deadline=deadline)
        self._http = Http(base_url, timeout=timeout, longest_answer=longest_answer, transport=transport)
        self._renewing = threading.Lock()
        self._lent = False

    @classmethod
    def from_environment(cls, **options: Any) -> Self:
        """A client of the platform in ``CAREOPS_URL`` with the token in ``CAREOPS_TOKEN``; ``options`` as usual.

        Raises ``NotSent`` when there is no token.
        """
        return cls(_from_environment(), tokens=_environment_tokens(), **options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    def send(self, call: Call[AnswerT], *, idempotency_key: str | None = None, if_match: str | None = None) -> AnswerT:
        """Make one call. Raises the errors of ``careops.errors``.

        ``if_match`` is the ``version`` of the record as it was read: a change of what somebody else has changed
        meanwhile is refused with ``Stale``.
        """
        conversation = converse(call, self._manners, idempotency_key=idempotency_key, if_match=if_match)
        return self._carry_out(conversation)

    def store(self, url: str, file: Upload) -> None:
        """Put a file to the address the platform signed for it, without the session. Raises ``Refused``, ``NoAnswer``.

        The address may be relative to the platform's.
        """
        stored(self._http.put(url, file))

    def exchange(self, request: Send) -> Reply | Silence:
        """One bare request and what came of it: no retries, no renewal, no reading. For looking at a platform."""
        return self._http.send(request)

    def each(self, call: Call[Page[ItemT]]) -> Iterator[ItemT]:
        """Every row of a list, page by page, each once."""
        seen: set[Any] = set()
        while True:
            page = self.send(call)
            yield from _unseen(page, seen)
            following = _next_page(call, page)
            if following is None:
                return
            call = following

    def events(self, channels: Sequence[str], *, since: int | None = None) -> Iterator[Event]:
        """Events of channels as they happen, without end; a socket that is lost is opened again and nothing missed.

        ``since`` is the id of the last event that is known; without it only what is still to come is told. An event
        ``resync`` on no channel says that some between are gone for good (they are kept for 30 days). Raises
        ``Forbidden`` for channels the account may not hear, ``Unauthorized`` when the session is over.
        """
        from careops.following import Following, session_for, socket_url
        from careops.listening import follow

        following = Following(channels, since)
        yield from follow(
            socket_url(self.base_url),
            following,
            lambda: self._carry_out(session_for(following, self._manners)),
            self.send,
        )

    def acting_as(self, auth_token: str) -> CareOps:
        """The same connections with another session's token: for a server that passes its callers' calls on.

        The token is not renewed; ``""`` stands for nobody, for calls open to anyone. Closing it closes nothing.
        """
        other = copy(self)
        other._lent = True
        other.tokens = MemoryTokens(Tokens(auth_token) if auth_token else None)
        return other

    def sign_in(self, phone_number: str, password: str) -> SignedIn:
        """Sign in and keep the session in ``tokens``."""
        signed_in = self.send(_made(SignIn, phone_number=phone_number, password=password))
        self.tokens.save(_session(signed_in))
        return signed_in

    def sign_out(self) -> None:
        """End the session on the server and forget it here, even when the server no longer knows it."""
        try:
            self.send(SignOut())
        except (NotSent, Unauthorized):
            pass  # nothing to end: already over
        finally:
            self.tokens.clear()

    def confirm(self, password: str) -> None:
        """Give the password once more, after a call was refused with source ``step_up_required``; then repeat it."""
        self.send(ConfirmSession(password=password))

    def close(self) -> None:
        """Close the connections."""
        if not self._lent:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _carry_out(self, conversation: Conversation[AnswerT]) -> AnswerT:
        outcome: Any = None
        while True:
            try:
                step = conversation.send(outcome)
            except StopIteration as done:
                answer: AnswerT = done.value
                return answer
            match step:
                case Send():
                    outcome = self._http.send(step)
                case Wait(seconds):
                    time.sleep(seconds)
                case Renew(stale):
                    with self._renewing:
                        outcome = self._carry_out(renewal(stale, self._manners))
                case Recall():
                    outcome = self.tokens.load()
                case Keep(tokens):
                    self.tokens.save(tokens)


class AsyncCareOps(Areas[SendsLater]):
    """The platform, without blocking; the same in every other way as ``CareOps``."""

    def __init__(
        self,
        base_url: str = DEFAULT_URL,
        *,
        tokens: TokenStore | None = None,
        timeout: float | None = None,
        deadline: float | None = None,
        longest_answer: int = LONGEST_ANSWER,
        retries: Retries | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        from asyncio import Lock  # which nobody needs who does not wait for it

        self.base_url = _checked(base_url)
        self.tokens: TokenStore = tokens or MemoryTokens()
        self._manners = Manners(retries or Retries(), deadline=deadline)
        self._http = AsyncHttp(base_url, timeout=timeout, longest_answer=longest_answer, transport=transport)
        self._renewing = Lock()
        self._lent = False

    @classmethod
    def from_environment(cls, **options: Any) -> Self:
        """A client of the platform in ``CAREOPS_URL`` with the token in ``CAREOPS_TOKEN``; ``options`` as usual.

        Raises ``NotSent`` when there is no token.
        """
        return cls(_from_environment(), tokens=_environment_tokens(), **options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    async def send(
        self, call: Call[AnswerT], *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> AnswerT:
        """Make one call. Raises the errors of ``careops.errors``.

        ``if_match`` is the ``version`` of the record as it was read: a change of what somebody else has changed
        meanwhile is refused with ``Stale``.
        """
        conversation = converse(call, self._manners, idempotency_key=idempotency_key, if_match=if_match)
        return await self._carry_out(conversation)

    async def store(self, url: str, file: Upload) -> None:
        """Put a file to the address the platform signed for it, without the session. Raises ``Refused``, ``NoAnswer``.

        The address may be relative to the platform's.
        """
        stored(await self._http.put(url, file))

    async def exchange(self, request: Send) -> Reply | Silence:
        """One bare request and what came of it: no retries, no renewal, no reading. For looking at a platform."""
        return await self._http.send(request)

    async def each(self, call: Call[Page[ItemT]]) -> AsyncIterator[ItemT]:
        """Every row of a list, page by page, each once."""
        seen: set[Any] = set()
        while True:
            page = await self.send(call)
            for item in _unseen(page, seen):
                yield item
            following = _next_page(call, page)
            if following is None:
                return
            call = following

    async def events(self, channels: Sequence[str], *, since: int | None = None) -> AsyncIterator[Event]:
        """Events of channels as they happen, without end; a socket that is lost is opened again and nothing missed.

        ``since`` is the id of the last event that is known; without it only what is still to come is told. An event
        ``resync`` on no channel says that some between are gone for good (they are kept for 30 days). Raises
        ``Forbidden`` for channels the account may not hear, ``Unauthorized`` when the session is over.
        """
        from careops.following import Following, session_for, socket_url
        from careops.listening import follow_later

        following = Following(channels, since)
        told = follow_later(
            socket_url(self.base_url),
            following,
            lambda: self._carry_out(session_for(following, self._manners)),
            self.send,
        )
        async for event in told:
            yield event

    def acting_as(self, auth_token: str) -> AsyncCareOps:
        """The same connections with another session's token: for a server that passes its callers' calls on.

        The token is not renewed; ``""`` stands for nobody, for calls open to anyone. Closing it closes nothing.
        """
        other = copy(self)
        other._lent = True
        other.tokens = MemoryTokens(Tokens(auth_token) if auth_token else None)
        return other

    async def sign_in(self, phone_number: str, password: str) -> SignedIn:
        """Sign in and keep the session in ``tokens``."""
        signed_in = await self.send(_made(SignIn, phone_number=phone_number, password=password))
        self.tokens.save(_session(signed_in))
        return signed_in

    async def sign_out(self) -> None:
        """End the session on the server and forget it here, even when the server no longer knows it."""
        try:
            await self.send(SignOut())
        except (NotSent, Unauthorized):
            pass  # nothing to end: already over
        finally:
            self.tokens.clear()

    async def confirm(self, password: str) -> None:
        """Give the password once more, after a call was refused with source ``step_up_required``; then repeat it."""
        await self.send(ConfirmSession(password=password))

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
                case Send():
                    outcome = await self._http.send(step)
                case Wait(seconds):
                    await sleep(seconds)
                case Renew(stale):
                    async with self._renewing:
                        outcome = await self._carry_out(renewal(stale, self._manners))
                case Recall():
                    outcome = self.tokens.load()
                case Keep(tokens):
                    self.tokens.save(tokens)


def _made(call: type[CallT], **parameters: Any) -> CallT:
    """The call, or ``InvalidInput`` where its class refuses the parameters."""
    try:
        return call(**parameters)
    except ValidationError as error:
        raise not_sent(error) from None


def _checked(base_url: str) -> str:
    """An address requests can go to. Raises ``InvalidInput`` for anything else, before the first of them."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise InvalidInput(f"{base_url!r} is not the address of an API", source="base_url")
    return base_url


def _from_environment() -> str:
    return os.environ.get("CAREOPS_URL") or DEFAULT_URL


def _environment_tokens() -> TokenStore:
    token = os.environ.get("CAREOPS_TOKEN")
    if not token:
        raise NotSent("There is no token in CAREOPS_TOKEN")
    return MemoryTokens(Tokens(token))


def _session(signed_in: SignedIn) -> Tokens:
    user = signed_in.user
    account_type = stored_account_type({account.account_type for account in user.user_accounts})
    return Tokens(signed_in.auth_token, signed_in.refresh_token, account_type or "", user.model_dump(mode="json"))


def _unseen(page: Page[ItemT], seen: set[Any]) -> list[ItemT]:
    """The page's rows that came on no page before: rows added meanwhile push the list's rows down."""
    keyed = [(getattr(item, "id", None), item) for item in page.items]
    new = [item for key, item in keyed if key is None or key not in seen]
    seen.update(key for key, _ in keyed)
    return new


def _next_page(call: Call[Page[ItemT]], page: Page[ItemT]) -> Call[Page[ItemT]] | None:
    if not isinstance(call, (Paged, PagedByTen)):
        raise TypeError(f"{type(call).__name__} has no pages to walk")
    if not page.items or call.page * call.perpage >= page.total_records:
        return None
    following: Call[Page[ItemT]] = call.model_copy(update={"page": call.page + 1})
    return following
