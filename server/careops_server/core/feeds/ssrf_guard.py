"""Network restriction of feeds: only addresses of the public internet, checked when connecting (SEC-52).

Names are resolved only here, and the connection goes to the checked address. A name that resolves to another address a
moment later (DNS rebinding) has no effect.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Final

import httpcore

Resolve = Callable[[str, int], Awaitable[list[str]]]
Dial = Callable[[str, int, float | None], Awaitable[httpcore.AsyncNetworkStream]]

# Explicit, because the list of private blocks in ``ipaddress`` differs between versions of Python.
_NEVER: Final = tuple(
    IPv4Network(block)
    for block in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
        *("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
    )
)
# All global addresses are in this block. Mapped, compatible and translated IPv4 (NAT64), unique local, link-local and
# multicast addresses are outside of it and need no entries.
_GLOBAL: Final = IPv6Network("2000::/3")
# Teredo and other protocol assignments, documentation, 6to4, documentation.
_NEVER_SIX: Final = tuple(IPv6Network(block) for block in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))


class ForbiddenError(Exception):
    """A name leads to an address outside the public internet."""


def is_public(address: str) -> bool:
    """Return whether an address in the resolver's form is in the public internet."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv4Address):
        return not any(ip in block for block in _NEVER)
    return ip in _GLOBAL and not any(ip in block for block in _NEVER_SIX)


async def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a name, or of an address in any notation (2130706433 is 127.0.0.1). Raises
    ``OSError``.
    """
    addresses = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in addresses))


async def dial(address: str, port: int, seconds: float | None) -> httpcore.AsyncNetworkStream:
    """Connect to an address; names are refused."""
    ip_address(address)
    return await httpcore.AnyIOBackend().connect_tcp(address, port, timeout=seconds)


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Network backend that connects to the public internet only. It takes names as in URLs."""

    def __init__(self, *, resolve: Resolve = resolve, dial: Dial = dial) -> None:
        self._resolve = resolve
        self._dial = dial

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (the library's name for it)
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address that answers. Raises ``ForbiddenError`` if one of them is not public."""
        try:
            addresses = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from None
        # One address that is not public is enough to refuse the name, because its intention is unclear.
        if not addresses or not all(map(is_public, addresses)):
            raise ForbiddenError(host)
        failure: Exception = httpcore.ConnectError(host)
        for address in addresses[:3]:
            try:
                return await self._dial(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 (the library's name for it)
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Refuse Unix sockets."""
        raise ForbiddenError(path)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
