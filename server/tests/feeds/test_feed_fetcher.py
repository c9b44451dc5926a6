"""Feeds are fetched only from the public internet, with limits on time and size."""

from __future__ import annotations

import asyncio
import gzip
import zlib

import pytest
from server.tests.feeds.conftest import PUBLIC, FeedHost, document, item

from careops.models.feeds import FORBIDDEN, ODD_REDIRECTS, ODD_STATUS, PACKED_TWICE, TOO_LARGE, TOO_SLOW, UNREACHABLE
from careops_server.core.feeds import fetcher
from careops_server.core.feeds.fetcher import CacheValidators, FeedError
from careops_server.core.feeds.ssrf_guard import is_public

URL = "http://feeds.example/feed"


async def refusal(host: FeedHost, address: str = URL) -> str:
    """Return the reason why an address is refused."""
    internet = host.internet()
    try:
        with pytest.raises(FeedError) as error:
            await internet.fetch(address)
    finally:
        await internet.close()
    return str(error.value)


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.1", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.8.8.8", "169.254.169.254", "172.16.0.1"),
        *("192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
        *("224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1"),
        *("::ffff:93.184.215.14", "64:ff9b::7f00:1", "64:ff9b::5db8:d70e", "64:ff9b:1::1", "100::1", "2001::1"),
        *("2001:db8::1", "2002:7f00:1::", "2002:5db8:d70e::1", "3fff::1", "fc00::1", "fd12::1", "fe80::1"),
        *("fe80::1%eth0", "fec0::1", "ff02::1", "feeds.example", ""),
    ],
)
def test_private_address_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "172.32.0.1", "2606:2800:21f:cb07::1", "2a00:1450::1"])
def test_other_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.proves("SEC-52.addresses")
@pytest.mark.parametrize(
    "address",
    [
        *("http://127.0.0.1/feed", "http://169.254.169.254/latest/meta-data", "http://[::1]/", "http://localhost/feed"),
        *("http://[::ffff:127.0.0.1]/feed", "http://2130706433/feed", "http://0x7f.1/feed", "http://127.1/feed"),
        *("http://0/feed", "http://10.0.0.1/feed", "http://[fe80::1]/feed", "http://[64:ff9b::7f00:1]/feed"),
        *("file:///etc/passwd", "ftp://feeds.example/feed", "gopher://feeds.example/feed"),
    ],
)
async def test_private_addresses_are_refused_in_every_notation(host: FeedHost, address: str) -> None:
    assert await refusal(host, address) == FORBIDDEN
    host.moved("/feed", address)
    assert await refusal(host) == FORBIDDEN
    assert host.dialled == [PUBLIC], "only the host that redirects"


@pytest.mark.proves("SEC-52.names")
async def test_name_is_resolved_once_and_the_checked_address_is_used(host: FeedHost) -> None:
    host.page("/feed", document())
    host.names["turns.example"] = [[PUBLIC], ["127.0.0.1"]]
    internet = host.internet()
    assert (await internet.fetch("http://turns.example/feed")).content
    assert host.dialled == [PUBLIC]
    await internet.close()
    assert await refusal(host, "http://turns.example/feed") == FORBIDDEN
    host.names["both.example"] = [[PUBLIC, "10.0.0.1"]]
    assert await refusal(host, "http://both.example/feed") == FORBIDDEN
    assert host.dialled == [PUBLIC]


@pytest.mark.proves("SEC-52.redirects")
async def test_each_redirect_is_checked_and_the_fourth_refused(host: FeedHost) -> None:
    for step in range(3):
        host.moved(f"/{step}", f"/{step + 1}" if step < 2 else "http://later.example/feed")
    host.names["later.example"] = [["93.184.215.15"]]
    host.page("/feed", document(item(1)))
    internet = host.internet()
    brought = await internet.fetch("http://feeds.example/0")
    assert (brought.address, b"Item 1" in (brought.content or b"")) == ("http://later.example/feed", True)
    await internet.close()
    host.moved("/again", "/again")
    assert await refusal(host, "http://feeds.example/again") == ODD_REDIRECTS
    host.names["later.example"] = [["192.168.0.1"]]
    assert await refusal(host, "http://feeds.example/0") == FORBIDDEN
    assert set(host.dialled) == {PUBLIC, "93.184.215.15"}


@pytest.mark.proves("SEC-52.size", "FAULT-35.endless", "FAULT-35.compressed")
@pytest.mark.parametrize("packed", ["", "gzip", "deflate"])
async def test_endless_feed_is_cut_off_at_its_limit(host: FeedHost, packed: str) -> None:
    packer = zlib.compressobj(9, wbits=31 if packed == "gzip" else 15) if packed else None
    sent = 0

    async def endless(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(f"HTTP/1.1 200 OK\r\ncontent-encoding: {packed or 'identity'}\r\n\r\n".encode())
        blank = b" " * 1_000_000
        while True:
            piece = blank if packer is None else packer.compress(blank) + packer.flush(zlib.Z_SYNC_FLUSH)
            writer.write(piece)
            await writer.drain()
            sent += len(piece)
            await asyncio.sleep(0)  # small pieces never fill the buffer, so yield to the event loop

    host.answers["/feed"] = endless
    assert await refusal(host) == TOO_LARGE
    assert sent < 30_000_000


@pytest.mark.proves("SEC-52.time", "FAULT-35.slow")
async def test_feed_of_one_byte_a_second_is_abandoned(host: FeedHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetcher, "SECONDS", 0.5)

    async def slow(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.05)

    host.answers["/feed"] = slow
    assert await refusal(host) == TOO_SLOW


async def test_nested_unknown_or_broken_compression_is_refused(host: FeedHost) -> None:
    once = gzip.compress(document().encode())
    host.page("/feed", gzip.compress(once), content_encoding="gzip")
    assert await refusal(host) == PACKED_TWICE
    host.page("/feed", gzip.compress(once), content_encoding="gzip, gzip")
    assert await refusal(host) == PACKED_TWICE
    host.page("/feed", b"no gzip at all", content_encoding="gzip")
    assert await refusal(host) == UNREACHABLE


async def test_errors_and_timeouts_are_reported(host: FeedHost) -> None:
    host.page("/feed", "gone", status="410 Gone")
    assert await refusal(host) == ODD_STATUS
    assert await refusal(host, "http://feeds.example/nowhere") == UNREACHABLE
    host.moved("/feed", "http://[broken")
    assert await refusal(host) == UNREACHABLE
    host.names["nobody.example"] = [[]]
    assert await refusal(host, "http://nobody.example/") == FORBIDDEN


async def test_unchanged_document_is_not_downloaded_again(host: FeedHost) -> None:
    host.page("/feed", gzip.compress(document().encode()), content_encoding="gzip", etag='"7"', last_modified="Friday")
    internet = host.internet()
    first = await internet.fetch(URL)
    assert (first.content, first.etag, first.last_modified) == (document().encode(), '"7"', "Friday")
    host.page("/feed", "", status="304 Not Modified")
    again = await internet.fetch(URL, CacheValidators(first.etag, first.last_modified))
    assert (again.content, again.etag, again.last_modified) == (None, '"7"', "Friday")
    assert host.headers[1]["if-none-match"] == '"7"'
    assert host.headers[1]["if-modified-since"] == "friday"
    assert host.headers[0]["host"] == "feeds.example"
    assert {"cookie", "authorization", "referer"}.isdisjoint(host.headers[0])
    await internet.close()
