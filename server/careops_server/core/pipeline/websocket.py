"""WebSocket of one client: a browser tab, a script or a terminal. The client sends its token and its channels, then
receives events.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import orjson
from pydantic import ValidationError
from sanic import Blueprint, Request
from sanic.exceptions import WebsocketClosed
from sanic.server.websockets.impl import WebsocketImplProtocol
from websockets.exceptions import ConnectionClosed

from careops.calls import realtime as calls
from careops.constants import MUST_CHANGE, SOCKET_FORBIDDEN, SOCKET_INVALID, SOCKET_OVER
from careops.contract.strict_json import AmbiguousJsonError, strict_json
from careops.contract.validation_errors import problems_from_validation
from careops.error_codes import title_of
from careops.errors import ApiError, Forbidden, InvalidInput, TooManyRequests, Unauthorized
from careops_server.core.auth.api_key_tokens import is_key
from careops_server.core.auth.session_binding import check_same_origin
from careops_server.core.http.sanic_types import SanicApp, SanicRequest
from careops_server.core.observability import logs, metrics
from careops_server.core.observability.logs import log
from careops_server.core.pipeline.pipeline import CHOOSE_FIRST, PREFIX
from careops_server.core.principal import Actor, Origin
from careops_server.core.rate_limits.limiter import TOO_MANY as TOO_MUCH
from careops_server.core.realtime import queries
from careops_server.core.services import Services

PATH: Final = PREFIX + calls.SOCKET_PATH
HELLO_SECONDS: Final = 10.0
"""Longest wait for the client's first message."""
SEND_SECONDS: Final = 20.0
"""Longest wait until the client takes one message."""
MAX_WAITING: Final = 256
"""Messages queued for a slow client. With more, the server closes the connection, and the client reconnects and replays
the rest.
"""
MESSAGES_PER_MINUTE: Final = 30
_AWAY: Final = 1013
_FAULT: Final = 1011
_CODES: Final = {
    401: SOCKET_OVER,
    403: SOCKET_FORBIDDEN,
    422: SOCKET_INVALID,
    400: SOCKET_INVALID,
    429: calls.SOCKET_TOO_MANY,
}
_MAX_REASON_LENGTH: Final = 120
"""Longest reason in a closing frame, in bytes."""


def mount_socket(app: SanicApp) -> None:
    """Register the WebSocket route. Pages of other origins are refused; clients without an origin are allowed."""

    async def check(request: SanicRequest) -> None:
        check_same_origin(request.ctx.origin)

    async def serve(request: Request[Any, Any], websocket: WebsocketImplProtocol) -> None:
        metrics.in_flight.add(-1)  # no HTTP response follows that would count it off
        with metrics.sockets.track_inprogress():
            await _serve(request, websocket)

    blueprint = Blueprint("realtime")
    blueprint.middleware(check, "request")
    blueprint.add_websocket_route(serve, PATH, name="socket")
    app.blueprint(blueprint)


@dataclass(frozen=True)
class _Replay:
    """A replay of the events on channels up to an id, from another or from the last milliseconds. The socket continues
    from there.
    """

    channels: Sequence[str]
    since: int | None
    recent_ms: int | None
    upto: int


class Socket:
    """One subscribed client.

    A server holds very many sockets that receive nothing for hours. The queue is therefore a plain list, and the task
    that sends exists only while there are messages.
    """

    def __init__(
        self, websocket: WebsocketImplProtocol, services: Services, actor: Actor, seats: Sequence[str]
    ) -> None:
        self.actor = actor
        self._seats = seats
        self.channels: frozenset[str] = frozenset()
        self._websocket = websocket
        self._services = services
        self._waiting: list[str | _Replay] = []
        self._sending: asyncio.Task[None] | None = None

    def listen(self, hello: calls.Hello) -> None:
        """Subscribe to the channels, and replay events since the given id. Raises ``Forbidden`` for channels the
        account may not read.
        """
        self.actor.check_channels(hello.channels)
        new = sorted(set(hello.channels) - self.channels)
        self.channels = frozenset(hello.channels)
        upto = self._services.hub.subscribe(self)
        self._put(_Replay(new, hello.since, hello.recent_ms, upto))

    def deliver(self, event: calls.Event, written: str) -> None:
        """Queue an event after those already queued."""
        self._put(written)

    def close(self, code: int, reason: str) -> None:
        """Close the connection, without waiting for the client."""
        self._services.hub.unsubscribe(self)
        self._websocket.fail_connection(code, _reason(reason))

    def unsubscribe(self) -> None:
        """Unsubscribe, stop sending and give up the seats, because the client is gone."""
        self._services.hub.unsubscribe(self)
        self._services.limits.release_socket(self._seats)
        if self._sending is not None:
            self._sending.cancel()

    async def receive_messages(self) -> None:
        """Handle the client's messages: changes of its channels. Raises ``ApiError``."""
        messages, began = 0, asyncio.get_running_loop().time()
        while True:
            hello = hello_in(await self._websocket.recv())
            now = asyncio.get_running_loop().time()
            messages, began = (messages + 1, began) if now - began < 60 else (1, now)
            if messages > MESSAGES_PER_MINUTE:
                raise TooManyRequests(TOO_MUCH, retry_after=60)
            if hello.token is not None:
                raise InvalidInput(title_of("socket_token_repeated"), source="token")
            self.listen(hello)

    def _put(self, waiting: str | _Replay) -> None:
        if len(self._waiting) == MAX_WAITING:
            log.info("slow subscriber disconnected", user_id=self.actor.user.id)
            self.close(calls.SOCKET_TOO_SLOW, "Too slow. Come back with the last id")
            return
        self._waiting.append(waiting)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        """Send the queued messages, as long as the client takes them."""
        try:
            while self._waiting:
                waiting = self._waiting.pop(0)
                if isinstance(waiting, str):
                    await self._send(waiting)
                else:
                    await self._replay(waiting)
        except TimeoutError:
            self.close(calls.SOCKET_TOO_SLOW, "Too slow")
        except ApiError as refusal:
            self.close(_code_of(refusal), str(refusal))
        except (ConnectionClosed, WebsocketClosed):
            pass  # the task that receives ends for the same reason
        except Exception:
            # If the subscription continued, the client would miss events unnoticed.
            log.exception("cannot deliver event to subscriber", user_id=self.actor.user.id)
            self.close(_FAULT, "Come back with the last id")
        finally:
            self._sending = None

    async def _replay(self, replay: _Replay) -> None:
        since = replay.since
        if since is None and replay.recent_ms is not None:
            since = await self._services.database.read(partial(queries.last_before, ms=replay.recent_ms))
        elif since and replay.channels:
            first, _ = await self._services.database.read(queries.bounds)
            if since < first - 1:
                await self._send(_control_message("resync", replay.upto))
        if since is not None and replay.channels:
            while events := await self._between(replay, since):
                for event in filter(self.actor.may_receive, events):
                    await self._send(event.model_dump_json())
                since = events[-1].id
        await self._send(_control_message("ready", replay.upto))

    async def _between(self, replay: _Replay, since: int) -> list[calls.Event]:
        return await self._services.database.read(
            lambda connection: queries.events_after(
                connection, since, channels=replay.channels, upto=replay.upto, most=calls.MAX_REPLAYED
            )
        )

    async def _send(self, message: str) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self._websocket.send(message)


async def _serve(request: SanicRequest, websocket: WebsocketImplProtocol) -> None:
    services: Services = request.app.ctx.services
    try:
        try:
            socket = await _accept_client(request, websocket, services)
            try:
                await socket.receive_messages()
            finally:
                socket.unsubscribe()
        except (ConnectionClosed, WebsocketClosed):
            return
        except TimeoutError:
            websocket.fail_connection(calls.SOCKET_TOO_SLOW, "Too slow")
        except ApiError as refusal:
            websocket.fail_connection(_code_of(refusal), _reason(_explain(refusal)))
    except asyncio.CancelledError:
        # Sanic cancels when the client is gone, and when the server stops.
        websocket.end_connection(1001)  # type: ignore[no-untyped-call]  # Sanic leaves it untyped


async def _accept_client(request: SanicRequest, websocket: WebsocketImplProtocol, services: Services) -> Socket:
    """Authenticate a client by its first message, and subscribe it."""
    cookies = services.browsers.cookie_hashes(request.headers.get("cookie", ""))
    origin: Origin = replace(request.ctx.origin, browsers=cookies)
    message = await websocket.recv(HELLO_SECONDS)
    if message is None:
        raise TimeoutError
    hello = hello_in(message)
    actor = await _actor(hello, services, origin)
    socket = Socket(websocket, services, actor, services.limits.reserve_socket(actor, origin))
    try:
        await services.hub.ready()
        socket.listen(hello)
    except BaseException:
        socket.unsubscribe()
        raise
    return socket


async def _actor(hello: calls.Hello, services: Services, origin: Origin) -> Actor:
    if hello.token is None:
        raise Unauthorized
    token = hello.token.get_secret_value()
    authenticator = services.keys if is_key(token) else services.sessions
    actor = await authenticator.authenticate(token, origin)
    if actor.api_client is None:
        logs.add_context(user_id=actor.user.id)
    else:
        logs.add_context(key_id=actor.api_client.key_id)
    if not actor.may_call(calls.ListEvents):
        raise actor.access_error(calls.ListEvents)
    if actor.must_change_password:
        raise Forbidden(CHOOSE_FIRST, source=MUST_CHANGE)
    return actor


def _code_of(refusal: ApiError) -> int:
    return _CODES.get(refusal.status, _AWAY)


def _explain(refusal: ApiError) -> str:
    """Return the reason for the closing frame: the missing scope of an API key, or the message."""
    scope = next((problem.scope for problem in refusal.problems if problem.scope), None)
    return f"The key lacks the scope {scope}" if scope else str(refusal)


def _reason(text: str) -> str:
    return text.encode()[:_MAX_REASON_LENGTH].decode(errors="ignore")


def hello_in(message: str | bytes | None) -> calls.Hello:
    """Parse a client's message. Raises ``InvalidInput``."""
    try:
        if not isinstance(message, str):
            raise ValueError
        value = strict_json(message)
    except ValueError as error:
        title = error.title if isinstance(error, AmbiguousJsonError) else title_of("socket_message_invalid")
        raise InvalidInput(title, source="message") from None
    try:
        return calls.Hello.model_validate(value)
    except ValidationError as error:
        raise InvalidInput(*problems_from_validation(error)) from None


def _control_message(event: str, position: int) -> str:
    """Return a message about the subscription itself. It is no event and has no channel."""
    return orjson.dumps({"event": event, "id": position}).decode()
