"""Trusted sources of the client address."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from server.tests.support.stage import Stage

from careops_server.core.configuration.settings import Settings
from careops_server.core.http.client_address import Proxies

NEAR, FAR = "10.0.0.0/8", "192.0.2.7"


def proxies(*networks: str) -> Proxies:
    return frozenset(ip_network(network) for network in networks)


async def reported_address(stage: Stage, *lines: str) -> str:
    """The address in the audit event of a failed sign-in from 127.0.0.1."""
    headers = [("x-forwarded-for", line) for line in lines]
    async with stage.http() as http:
        form = {"phone_number": stage.phone(), "password": "wrong"}
        answer = await http.post("/api/auth/sign_in", json={"user_signin_form": form}, headers=headers)
    assert answer.status_code == 401
    return str((await stage.events("session.sign_in"))[-1]["ip_address"])


@pytest.mark.proves("SEC-60")
@pytest.mark.own
@pytest.mark.parametrize(
    ("lines", "address"),
    [
        ([], "127.0.0.1"),
        (["203.0.113.9"], "203.0.113.9"),
        (["9.9.9.9, 203.0.113.9"], "203.0.113.9"),
        # HAProxy keeps the client's header and adds its own.
        (["9.9.9.9", "203.0.113.9"], "203.0.113.9"),
        (["9.9.9.9, 203.0.113.9", "10.1.2.3"], "203.0.113.9"),
        (["203.0.113.9, 192.0.2.7, 10.1.2.3"], "203.0.113.9"),
        (["203.0.113.9:40312"], "203.0.113.9"),
        (["[2001:db8::9]"], "2001:db8::9"),
        (["[2001:db8::9]:40312"], "2001:db8::9"),
        (["2001:DB8:0::9"], "2001:db8::9"),
        (["::ffff:203.0.113.9"], "203.0.113.9"),
        (["203.0.113.9, ::ffff:10.1.2.3"], "203.0.113.9"),
        (["9.9.9.9, unknown"], "127.0.0.1"),
        (["9.9.9.9, unknown, 10.1.2.3"], "10.1.2.3"),
        (["9.9.9.9,"], "127.0.0.1"),
        (["9.9.9.9, [203.0.113.9"], "127.0.0.1"),
        (["10.1.2.3"], "10.1.2.3"),
    ],
)
async def test_client_address_is_the_nearest_untrusted_one(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, lines: list[str], address: str
) -> None:
    monkeypatch.setattr(stage.settings, "trusted_proxies", proxies("127.0.0.1", NEAR, FAR))
    assert await reported_address(stage, *lines) == address


@pytest.mark.proves("SEC-60")
@pytest.mark.own
async def test_untrusted_forwarding_headers_are_ignored(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await reported_address(stage, "9.9.9.9") == "127.0.0.1"
    monkeypatch.setattr(stage.settings, "trusted_proxies", proxies(NEAR))
    assert await reported_address(stage, "9.9.9.9", "10.1.2.3") == "127.0.0.1"


def test_proxies_are_addresses_and_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAREOPS_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,2001:db8::/32")
    assert Settings().trusted_proxies == proxies("127.0.0.1", "10.0.0.0/8", "2001:db8::/32")
