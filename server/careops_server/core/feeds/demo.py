"""Feed of the demo data: it needs no network, and each fetch brings a few new items and sometimes a change."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Final
from xml.sax.saxutils import escape

from careops.models.feeds import UNREACHABLE
from careops_server.core.configuration.feeds import DEMO_FEED
from careops_server.core.feeds.fetcher import CacheValidators, FeedError, FetchResult

_EACH_TIME: Final = 3
_SHOWN: Final = 12
_HOME: Final = "https://news.example/sehat/"
_PICTURE: Final = f"{_HOME}pictures/"
_TOPICS: Final = (
    ("Heart", "Walking after a heart attack", "दिल के दौरे के बाद चलना", "#b3404a"),
    ("Diabetes", "Breakfast and sugar", "नाश्ता और शुगर", "#2f6f5e"),
    ("Children", "Fever at night: what helps", "ਰਾਤ ਦਾ ਬੁਖਾਰ: ਕੀ ਕਰੀਏ", "#3f6fb3"),
    ("Lungs", "Smoke in the kitchen", "रसोई का धुआँ", "#7a6a4f"),
    ("Eyes", "Reading glasses, and when", "ਪੜ੍ਹਨ ਵਾਲੀ ਐਨਕ", "#5b4a8a"),
    ("Kidneys", "Water in the hot months", "गर्मियों में पानी", "#a3672c"),
    ("Teeth", "A brush, twice a day", "ਦਿਨ ਵਿੱਚ ਦੋ ਵਾਰ ਬੁਰਸ਼", "#2c7fa3"),
)


class DemoSource:
    """Source of generated documents. The ETag counts the fetches."""

    async def fetch(self, address: str, validators: CacheValidators = CacheValidators()) -> FetchResult:  # noqa: B008 (frozen)
        """Return the next version of the feed, or one of its pictures. Raises ``FeedError``."""
        if address.startswith(_PICTURE):
            return FetchResult(address, _picture(int(address.removeprefix(_PICTURE).removesuffix(".png"))), "image/png")
        if address != DEMO_FEED:
            raise FeedError(UNREACHABLE)
        time = int(validators.etag) + 1 if validators.etag and validators.etag.isdigit() else 1
        return FetchResult(_HOME, _rss(time).encode(), "application/rss+xml; charset=utf-8", etag=str(time))

    async def close(self) -> None:
        """Do nothing; there are no connections."""


def _rss(time: int) -> str:
    newest = time * _EACH_TIME
    items = "".join(_item(number, time) for number in range(newest, max(0, newest - _SHOWN), -1))
    return f"""<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>Sehat Weekly</title><link>{_HOME}</link><description>Health, in plain words</description>{items}
</channel></rss>"""


def _item(number: int, time: int) -> str:
    topic, english, other, _ = _TOPICS[number % len(_TOPICS)]
    # The newest item of the previous fetch has been extended.
    is_changed = number % _EACH_TIME == 0 and number < time * _EACH_TIME
    update_text = "<p>Two more clinics have joined since.</p>" if is_changed else ""
    about = f"""<p>{other}.</p><p>What doctors of the district advise, part {number}.
        <a href="{_HOME}{number}/table?utm_source=feed">The figures</a> are from this year.</p>{update_text}"""
    day = datetime.now(UTC) - timedelta(hours=time * _EACH_TIME - number)
    picture = f'<media:content url="{_PICTURE}{number}.png" medium="image"/>' if number % 2 else ""
    return f"""
<item><guid isPermaLink="false">sehat-{number}</guid><title>{english} ({topic.lower()}, {number})</title>
<link>{_HOME}{number}</link><pubDate>{format_datetime(day)}</pubDate>
<description>{escape(about)}</description>{picture}</item>"""


def _picture(number: int) -> bytes:
    from PIL import Image, ImageDraw

    *_, colour = _TOPICS[number % len(_TOPICS)]
    picture = Image.new("RGB", (640, 360), colour)
    draw = ImageDraw.Draw(picture)
    for left, top, size in _circles(number):
        draw.ellipse((left, top, left + size, top + size), outline="white", width=3)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def _circles(number: int) -> Iterator[tuple[int, int, int]]:
    for at in range(5):
        yield (number * 53 + at * 97) % 540, (number * 31 + at * 61) % 280, 40 + (number * 17 + at * 23) % 90
