"""Rules of all Python tests: none of them reaches a network."""

from __future__ import annotations

import sys
from ipaddress import ip_address


class NetworkError(AssertionError):
    """A test tried to connect to another machine."""


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event != "socket.connect":
        return
    address = arguments[1]
    if not isinstance(address, tuple):
        return  # a Unix socket
    try:
        host = ip_address(str(address[0]).partition("%")[0])
    except ValueError:
        return  # a host name: its address is checked after the lookup
    if host.is_global:
        raise NetworkError(f"A test connects to {host}: whatever it needs has to be on this machine")


sys.addaudithook(_refuse)
