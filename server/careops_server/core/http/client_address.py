"""Origin of requests: address, request id and user agent."""

from __future__ import annotations

import re
import secrets
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, TypeAlias

from sanic import Request

from careops.contract.headers import RUN_ID, RUN_ID_HEADER
from careops_server.core.principal import Origin

Proxies: TypeAlias = frozenset[IPv4Network | IPv6Network]
_GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
_RUN_ID = re.compile(RUN_ID.strip("^$"))
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
_HOP = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5}|([0-9A-Fa-f:.]+)")
"""An address in the formats of proxies: bare, ``[2001:db8::1]``, or with a port."""


def origin_of(request: Request[Any, Any], trusted: Proxies) -> Origin:
    """Return request id, address and user agent. Proxy headers for the first two count only from trusted proxies."""
    given_id = request.headers.get("x-request-id", "") if trusted and is_trusted(request.ip, trusted) else ""
    return Origin(
        request_id=given_id if _GIVEN_ID.fullmatch(given_id) else secrets.token_hex(12),
        ip_address=_address(request, trusted) if trusted else request.ip,
        user_agent=_printable(request.headers.get("user-agent", "")[:300]),
        from_browser="origin" in request.headers,
        foreign_page=_is_foreign(request),
        host=_called(request, trusted),
        run_id=run_id if (run_id := request.headers.get(RUN_ID_HEADER)) and _RUN_ID.fullmatch(run_id) else None,
    )


def _called(request: Request[Any, Any], trusted: Proxies) -> str:
    host = request.headers.get("host", "")
    proxied = bool(trusted) and is_trusted(request.ip, trusted)
    scheme = request.headers.get("x-forwarded-proto", "") if proxied else ""
    return f"{'https' if scheme == 'https' else 'http'}://{host}" if _HOST.fullmatch(host) else ""


def _is_foreign(request: Request[Any, Any]) -> bool:
    """Return whether a browser marks the request as sent by a page of another site.

    On https and localhost, ``Sec-Fetch-Site`` says so independently of proxies; otherwise ``Origin`` and host are
    compared. Pages cannot change either header.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in ("cross-site", "same-site")
    page = request.headers.get("origin")
    return page is not None and page.partition("://")[2] != request.headers.get("host", "")


@lru_cache(1024)
def is_trusted(address: str, trusted: Proxies) -> bool:
    """Return whether the address belongs to a trusted proxy."""
    ip = _read(address)
    return ip is not None and any(ip in network for network in trusted)


def _address(request: Request[Any, Any], trusted: Proxies) -> str:
    address: str = request.ip
    # A proxy may add a second X-Forwarded-For header instead of extending the first. Together they form the path.
    hops = ",".join(request.headers.getall("x-forwarded-for", [])).split(",")
    # From the nearest hop outwards: the first address that is not a trusted proxy is the client.
    while hops and is_trusted(address, trusted):
        hop = _HOP.fullmatch(hops.pop().strip())
        ip = _read(hop[1] or hop[2] or hop[3]) if hop else None
        if ip is None:
            break
        address = str(ip)
    return address


def _read(address: str) -> IPv4Address | IPv6Address | None:
    try:
        ip = ip_address(address)
    except ValueError:
        return None
    mapped = ip.ipv4_mapped if isinstance(ip, IPv6Address) else None
    return mapped or ip


def _printable(text: str) -> str:
    return text if text.isprintable() else "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
