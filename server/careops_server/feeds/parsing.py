"""Taking a feed apart, in a process of its own with limits: ``python -m …parsing ADDRESS CONTENT_TYPE``.

Reads the document from stdin and writes one line of JSON: its items as plain texts, or why it is no feed, as ``error``.
"""

from __future__ import annotations

import json
import sys
from calendar import timegm
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from careops.constants import NEWS_TEXT_MAX, TITLE_MAX, URL_MAX
from careops.days import INDIA
from careops_server.feeds.paragraphs import plain, web_address
from careops_server.shelter import limit

MEMORY: Final = 1 << 29
SECONDS: Final = 5
MOST_ITEMS: Final = 500
_PICTURES: Final = ("image/jpeg", "image/jpg", "image/png")


def parsed(document: bytes, address: str, content_type: str) -> dict[str, Any]:
    """The items of a feed of any kind, as far as 500 of them; only ``error`` where it is none."""
    import feedparser  # type: ignore[import-untyped]  # it has no types, and what it finds is looked at one by one

    headers = {"content-type": content_type, "content-location": address} if content_type else {}
    found = feedparser.parse(document, response_headers=headers, sanitize_html=False)
    if not found.get("version"):
        return {"error": "no feed"}
    entries: Sequence[Mapping[str, Any]] = found.entries
    home = web_address(found.feed.get("link"), address) or address
    items = [_item(entry, home) for entry in entries[:MOST_ITEMS]]
    return {"home": home, "items": items, "left": max(0, len(entries) - MOST_ITEMS)}


def _item(entry: Mapping[str, Any], home: str) -> dict[str, Any]:
    title, _ = plain(_text(entry.get("title")), home, most=TITLE_MAX)
    text, picture = plain(_body(entry), home, most=NEWS_TEXT_MAX)
    return {
        "guid": _text(entry.get("id"))[:URL_MAX] or None,
        "title": _cut(" ".join(title.split()), TITLE_MAX),
        "link": web_address(_text(entry.get("link")), home),
        "text": _cut(text, NEWS_TEXT_MAX),
        "day": _day(entry),
        "picture": _picture(entry, home) or picture,
    }


def _body(entry: Mapping[str, Any]) -> str:
    """The longest that an item says of itself: some give the whole text beside a summary of it."""
    bodies = [_text(entry.get("summary")), *(_text(part.get("value")) for part in entry.get("content") or ())]
    return max(bodies, key=len)


def _picture(entry: Mapping[str, Any], home: str) -> str | None:
    named = [
        *((each, "url") for each in entry.get("media_content") or () if _is_picture(each)),
        *((each, "url") for each in entry.get("media_thumbnail") or ()),
        *((each, "href") for each in entry.get("links") or () if each.get("rel") == "enclosure" and _is_picture(each)),
    ]
    found = (web_address(_text(each.get(name)), home) for each, name in named)
    return next((address for address in found if address), None)


def _is_picture(each: Mapping[str, Any]) -> bool:
    return each.get("medium") == "image" or _text(each.get("type")).lower() in _PICTURES


def _day(entry: Mapping[str, Any]) -> str | None:
    """The day in India on which it was published."""
    for name in ("published_parsed", "updated_parsed"):
        if moment := entry.get(name):
            try:
                return datetime.fromtimestamp(timegm(moment), INDIA).date().isoformat()
            except (ValueError, OverflowError, OSError):
                continue
    return None


def _text(given: object) -> str:
    return given if isinstance(given, str) else ""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def main() -> None:
    """Take apart what stdin holds."""
    limit(memory=MEMORY, seconds=SECONDS)
    address, content_type = sys.argv[1:]
    try:
        said = parsed(sys.stdin.buffer.read(), address, content_type)
    except (MemoryError, RecursionError):
        said = {"error": "too much"}
    sys.stdout.write(json.dumps(said, ensure_ascii=True))


if __name__ == "__main__":
    main()
