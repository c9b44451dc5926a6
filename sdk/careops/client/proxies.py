"""Proxies from the environment: ``HTTP_PROXY``, ``HTTPS_PROXY``, ``ALL_PROXY`` and ``NO_PROXY``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass


def find_proxy(url: str) -> str | None:
    """Return the address of the proxy that requests to a URL go through; None without one."""
    scheme = _scheme(url)
    address = getproxies()[scheme] if scheme else ""
    return (address if "://" in address else f"http://{address}") if address else None


def describe_proxy(url: str) -> str:
    """Return the proxy of a URL for a message: its address without credentials and the variable that names it."""
    address = find_proxy(url)
    if address is None:
        return ""
    scheme, _, authority = address.partition("://")
    shown = f"{scheme}://{authority.rpartition('@')[2]}"
    names = (f"{_scheme(url)}_proxy", f"{_scheme(url)}_proxy".upper())
    variable = next((name for name in names if os.environ.get(name)), "")
    return f"{shown} ({variable})" if variable else shown


def is_in_excluded_range(url: str) -> bool:
    """Return whether ``NO_PROXY`` contains a range such as ``10.0.0.0/8`` with the address of a URL."""
    try:
        address = ip_address(urlsplit(url).hostname or "")
    except ValueError:
        return False
    return any(address in network for network in _excluded_ranges())


def _excluded_ranges() -> Iterator[IPv4Network | IPv6Network]:
    for entry in getproxies().get("no", "").split(","):
        if "/" in entry:
            with suppress(ValueError):
                yield ip_network(entry.strip(), strict=False)


def _scheme(url: str) -> str:
    parts = urlsplit(url)
    if proxy_bypass(parts.netloc.rpartition("@")[2]) or is_in_excluded_range(url):
        return ""
    proxies = getproxies()
    return next((scheme for scheme in (parts.scheme, "all") if proxies.get(scheme)), "")
