"""Where a request really comes from, and the name it is known by."""

from __future__ import annotations

import re
import secrets
from ipaddress import ip_address
from typing import Any

from sanic import Request

from careops_server.context import Origin

_GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


def origin_of(request: Request[Any, Any], trusted_proxies: frozenset[str]) -> Origin:
    """Request id, address and user agent. A proxy's word about the address counts only if the proxy is trusted."""
    return Origin(
        request_id=_request_id(request.headers.get("x-request-id", "")),
        ip_address=_address(request, trusted_proxies),
        user_agent=_printable(request.headers.get("user-agent", ""))[:300],
    )


def _request_id(given: str) -> str:
    return given if _GIVEN_ID.fullmatch(given) else secrets.token_hex(12)


def _address(request: Request[Any, Any], trusted_proxies: frozenset[str]) -> str:
    address = request.ip
    # From the nearest hop outwards: the first address no trusted proxy speaks for is the client.
    hops = [hop.strip() for hop in request.headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    while address in trusted_proxies and hops:
        try:
            address = str(ip_address(hops.pop()))
        except ValueError:
            break
    return address


def _printable(text: str) -> str:
    return text if text.isprintable() else "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
