"""A feed is read in a process of its own, which comes to an end whatever is in it."""

from __future__ import annotations

import time

import pytest
from server.tests.feeds.conftest import document, item

from careops.errors import Unavailable
from careops.feeds import NO_FEED
from careops_server.feeds import reading
from careops_server.feeds.fetching import Brought, FeedError
from careops_server.feeds.paragraphs import plain
from careops_server.feeds.reading import SECONDS, Document, read_document

HOME = "http://feeds.example/"
ATOM = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>
<link href="/blog" rel="alternate"/><entry><id>tag:1</id><title type="html">Hearts &amp;amp; lungs</title>
<link href="/1"/><updated>2026-11-19T20:00:00Z</updated>
<content type="html">&lt;p&gt;Long&lt;/p&gt;</content></entry></feed>"""
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 16}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + ']><rss version="2.0"><channel><item><title>&i;</title></item></channel></rss>'
)
OUTSIDE = (
    '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    '<rss version="2.0"><channel><item><title>One</title><description>&x;</description></item></channel></rss>'
)


async def read(content: bytes | str, content_type: str = "application/rss+xml") -> Document:
    """What a document says."""
    content = content.encode() if isinstance(content, str) else content
    return await read_document(Brought(f"{HOME}feed", content, content_type))


async def refusal(content: bytes | str, content_type: str = "application/rss+xml") -> str:
    """Why a document cannot be read."""
    with pytest.raises(FeedError) as error:
        await read(content, content_type)
    return str(error.value)


async def test_rss_and_atom_are_read_as_plain_texts() -> None:
    [one] = (await read(document(item(1, "&lt;p&gt;First.&lt;/p&gt;&lt;p&gt;Second.&lt;/p&gt;")))).items
    assert (one.guid, one.title, one.link) == ("http://feeds.example/guid-1", "Item 1", "http://feeds.example/1")
    assert (one.text, str(one.day), one.picture) == ("First.\n\nSecond.", "2026-11-20", None)
    found = await read(ATOM, "application/atom+xml")
    assert found.home == "http://feeds.example/blog"
    [two] = found.items
    assert (two.title, two.link, two.text) == ("Hearts & lungs", "http://feeds.example/1", "Long")
    assert str(two.day) == "2026-11-20", "in India"


@pytest.mark.parametrize("content", ["", "  \n", "<!doctype html><html><body><h1>Hello</h1></body></html>", "{}", "\0"])
async def test_what_is_no_feed_is_called_none(content: str) -> None:
    assert await refusal(content) == NO_FEED


async def test_letters_survive_a_wrong_charset() -> None:
    punjabi = document(item(1, title="ਦਿਲ ਦੀ ਜਾਂਚ"))
    for content_type in ("application/rss+xml; charset=us-ascii", "text/xml; charset=nonsense", ""):
        assert (await read(punjabi, content_type)).items[0].title == "ਦਿਲ ਦੀ ਜਾਂਚ"
    wide = punjabi.replace("utf-8", "utf-16").encode("utf-16")
    assert (await read(wide)).items[0].title == "ਦਿਲ ਦੀ ਜਾਂਚ"
    assert len((await read(document(item(1, title="Caf\xe9")).encode("latin-1"))).items) == 1


@pytest.mark.proves("FAULT-35")
async def test_bombs_and_mountains_come_to_an_end() -> None:
    began = time.monotonic()
    many = document(*(f"<item><title>{at}</title></item>" for at in range(100_000)))
    deep = document(item(1, "<![CDATA[" + "<b>" * 200_000 + "]]>"))
    nested = document("<item>" + "<x>" * 200_000 + "</x>" * 200_000 + "</item>")
    for content in (BOMB, many, deep, nested):
        try:
            items = (await read(content)).items
        except (FeedError, Unavailable):  # on a machine with much to do the clock may be first
            items = []
        assert len(items) <= 500
        assert all(len(each.title) <= 300 and len(each.text) <= 20_000 for each in items)
    assert time.monotonic() - began < 4 * (SECONDS + 5)


async def test_nothing_outside_the_document_is_read() -> None:
    [one] = (await read(OUTSIDE)).items
    assert "root" not in one.text


async def test_five_hundred_items_are_read_and_the_others_counted() -> None:
    found = await read(document(*(item(at) for at in range(510))))
    assert (len(found.items), found.left) == (500, 10)


def test_html_becomes_paragraphs_with_its_links_written_out() -> None:
    html = """<h2>One</h2><script>alert(1)</script><p>Two <a href="/there?a=1&amp;b=2">over there</a>.<br>Three</p>
        <ul><li>First</li><li>Second <a href="javascript:alert(1)">here</a></li></ul><p>Five &amp; six</p>
        <a href="https://a.example/x">https://a.example/x</a><style>p {}</style><img src="data:image/png;base64,x">"""
    text, picture = plain(html, HOME, most=1000)
    assert text == (
        "One\n\nTwo over there (http://feeds.example/there?a=1&b=2).\nThree\n\n- First\n- Second here\n\n"
        "Five & six\n\nhttps://a.example/x"
    )
    assert picture is None
    assert plain('<img src="/a.png">\x07', HOME, most=100) == ("", "http://feeds.example/a.png")


async def test_a_machine_too_busy_to_read_it_says_nothing_against_a_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SECONDS", 0.001)
    with pytest.raises(Unavailable):
        await read(document(item(1)))
