"""WebSocket transport. The only module that imports websockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator
from typing import Any

from websockets.asyncio.client import connect as connect_later
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidProxy, InvalidURI
from websockets.sync.client import connect

from careops import __version__
from careops.calls.realtime import Event
from careops.client.tokens import Tokens
from careops.errors import ConnectionFailed, NotSent
from careops.events.event_stream import EventStream

_MANNERS: dict[str, Any] = {
    "user_agent_header": f"careops-sdk/{__version__}",
    "open_timeout": 10,
    "close_timeout": 2,
    "max_size": 2**20,
}
_LOST = (OSError, TimeoutError, InvalidHandshake)
_NO_SOCKS = "The SOCKS proxy of the environment cannot be used for events"
Closed = tuple[int | None, str]
"""Reason why a socket closed: the code, or None for a lost connection, and the text."""


def socket_events(url: str, following: EventStream, tokens: Tokens) -> Generator[Event, None, Closed]:
    """Yield the events of one socket until it closes, and return the reason."""
    try:
        with connect(url, additional_headers=following.headers, **_MANNERS) as socket:
            socket.send(following.hello(tokens))
            for message in socket:
                event = following.on_message(message)
                if event is not None:
                    yield event
            return socket.close_code, socket.close_reason or ""
    except (InvalidURI, InvalidProxy) as error:
        raise ConnectionFailed(str(error)) from error
    except ImportError as error:  # websockets imports python-socks for a SOCKS proxy only
        raise NotSent(f"{_NO_SOCKS}: {error}") from error
    except ConnectionClosed as error:
        return _why(error)
    except _LOST as error:
        return None, str(error)


class AsyncSocket:
    """Asynchronous version; ``code`` and ``reason`` are set after the close."""

    def __init__(self, url: str, following: EventStream, tokens: Tokens) -> None:
        self.code: int | None = None
        self.reason = ""
        self._url = url
        self._following = following
        self._tokens = tokens

    async def events(self) -> AsyncIterator[Event]:
        """Yield events until the socket closes."""
        try:
            async with connect_later(self._url, additional_headers=self._following.headers, **_MANNERS) as socket:
                await socket.send(self._following.hello(self._tokens))
                async for message in socket:
                    event = self._following.on_message(message)
                    if event is not None:
                        yield event
                self.code, self.reason = socket.close_code, socket.close_reason or ""
        except (InvalidURI, InvalidProxy) as error:
            raise ConnectionFailed(str(error)) from error
        except ImportError as error:  # websockets imports python-socks for a SOCKS proxy only
            raise NotSent(f"{_NO_SOCKS}: {error}") from error
        except ConnectionClosed as error:
            self.code, self.reason = _why(error)
        except _LOST as error:
            self.code, self.reason = None, str(error)


def _why(error: ConnectionClosed) -> Closed:
    return (error.rcvd.code, error.rcvd.reason) if error.rcvd else (None, str(error))
