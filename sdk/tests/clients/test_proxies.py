"""Proxies of the environment: ignored if they do not apply, named in errors."""

from __future__ import annotations

import sys

import pytest

from careops import AsyncCareOps, CareOps
from careops.calls.session import ReadSession
from careops.client.proxies import describe_proxy, find_proxy
from careops.client.request_flow import Retries
from careops.client.tokens import MemoryTokens, Tokens
from careops.errors import ConnectionFailed, NotSent

SIGNED_IN = MemoryTokens(Tokens("token", "refresh", "super_admin"))
ONCE = Retries(attempts=1)


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the proxies of this machine. No package for SOCKS is installed."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setitem(sys.modules, "socksio", None)


def test_excluded_socks_proxy_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "localhost,127.0.0.1")
    with (
        CareOps("http://127.0.0.1:9/api", tokens=SIGNED_IN, retries=ONCE) as client,
        pytest.raises(ConnectionFailed) as raised,
    ):
        client.send(ReadSession())
    assert "proxy" not in str(raised.value)
    AsyncCareOps("http://127.0.0.1:9/api")


@pytest.mark.parametrize("kind", [CareOps, AsyncCareOps])
def test_socks_proxy_without_its_package_is_a_typed_error(
    kind: type[CareOps] | type[AsyncCareOps], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    with pytest.raises(NotSent, match=r"socks5://127\.0\.0\.1:9 \(ALL_PROXY\) needs the package socksio") as raised:
        kind("http://care.example.org/api")
    assert "pip install socksio" in raised.value.next_step


def test_proxy_of_another_scheme_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "socks5://127.0.0.1:9")
    CareOps("http://care.example.org/api").close()


@pytest.mark.parametrize("address", ["http://proxy.example:port", "gopher://proxy.example:70"])
def test_misspelled_proxy_is_named(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", address)
    with pytest.raises(NotSent, match=rf"The proxy {address} \(HTTP_PROXY\) has no usable address"):
        CareOps("http://care.example.org/api")


def test_dead_proxy_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://harpreet:secret@127.0.0.1:9")
    client = CareOps("http://care.example.org/api", tokens=SIGNED_IN, retries=ONCE)
    with (
        client,
        pytest.raises(ConnectionFailed, match=r"through the proxy http://127\.0\.0\.1:9 \(HTTP_PROXY\): ") as raised,
    ):
        client.send(ReadSession())
    assert "secret" not in str(raised.value)


async def test_dead_proxy_is_named_by_the_asynchronous_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "127.0.0.1:9")
    async with AsyncCareOps("http://care.example.org/api", tokens=SIGNED_IN, retries=ONCE) as client:
        with pytest.raises(ConnectionFailed, match=r"through the proxy http://127\.0\.0\.1:9 \(http_proxy\): "):
            await client.send(ReadSession())


@pytest.mark.parametrize(
    ("excluded", "url"),
    [
        ("127.0.0.0/8", "http://127.0.0.1:9/api"),
        ("localhost, 127.0.0.1/8", "http://127.4.5.6:9/api"),
        ("example.org,fd00::/8", "http://[fd12::1]:9/api"),
    ],
)
async def test_no_proxy_covers_ranges(excluded: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:10")
    monkeypatch.setenv("NO_PROXY", excluded)
    assert find_proxy(url) is None
    with CareOps(url, tokens=SIGNED_IN, retries=ONCE) as client, pytest.raises(ConnectionFailed) as raised:
        client.send(ReadSession())
    assert "proxy" not in str(raised.value)
    async with AsyncCareOps(url, tokens=SIGNED_IN, retries=ONCE) as other:
        with pytest.raises(ConnectionFailed) as raised:
            await other.send(ReadSession())
    assert "proxy" not in str(raised.value)


@pytest.mark.parametrize("url", ["http://10.0.0.1/api", "http://care.example.org/api"])
def test_no_proxy_range_leaves_other_hosts(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "127.0.0.0/8,not/a/range,example.net/8")
    assert find_proxy(url) == "http://proxy.example:3128"


def test_no_proxy_covers_hosts_and_their_subdomains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "example.org")
    assert find_proxy("http://care.example.org/api") is None
    assert describe_proxy("http://care.example.org/api") == ""
    assert find_proxy("http://care.example.net/api") == "http://proxy.example:3128"
