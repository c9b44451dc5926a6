"""What holds for every Python test: none of them reaches a network."""

from __future__ import annotations

import sys
from ipaddress import ip_address


class NetworkError(AssertionError):
    """A test wanted something that is not on this machine."""


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event != "socket.connect":
        return
    address = arguments[1]
    if not isinstance(address, tuple):
        return  # a socket of the file system
    try:
        host = ip_address(str(address[0]).partition("%")[0])
    except ValueError:
        return  # a name: looked up, it comes here again
    if host.is_global:
        raise NetworkError(f"A test connects to {host}: whatever it needs has to be on this machine")


sys.addaudithook(_refuse)
