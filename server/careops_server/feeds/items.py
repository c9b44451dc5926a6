"""Which item of a feed is which, from one fetch to the next."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from careops_server.feeds.reading import Item

_TRACKING: Final = re.compile(r"utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|cmpid|source|spm")


@dataclass(frozen=True)
class Marked:
    """An item and what it is known by; each a fingerprint, so that none is too long to be looked up."""

    item: Item
    guid: str | None
    """None where the feed gives several items the same."""
    link: str | None
    """Its address without what follows readers around; None where it has none."""
    heading: str
    """Its title and day; also its text if the document has several of one title and day without guid and link."""
    plain: str
    """Its title and day."""
    said: str
    """Its title, day and text."""

    @property
    def identity(self) -> str:
        """The first of them that it has."""
        return self.guid or self.link or self.heading


def marked(items: list[Item]) -> Iterator[Marked]:
    """The items of one document with what they are known by; what stands in it twice, once."""
    guids = Counter(item.guid for item in items)
    headings = Counter(_heading(item) for item in items if not item.guid and not item.link)
    seen = set()
    for item in items:
        heading = _heading(item)
        plain = _fingerprint("heading", heading)
        said = _fingerprint("heading", f"{heading}|{' '.join(item.text.split())}")
        one = Marked(
            item,
            _fingerprint("guid", item.guid) if item.guid and guids[item.guid] == 1 else None,
            _fingerprint("link", without_tracking(item.link)) if item.link else None,
            said if headings[heading] > 1 and not item.guid and not item.link else plain,
            plain,
            said,
        )
        if one.identity not in seen:
            seen.add(one.identity)
            yield one


def _heading(item: Item) -> str:
    title = " ".join((item.title or item.text[:200]).lower().split())
    return f"{title}|{item.day or ''}"


def without_tracking(address: str) -> str:
    """The same page, whoever sent the reader there."""
    parts = urlsplit(address)
    query = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if _means(name)]
    path = parts.path.rstrip("/") or "/"
    return urlunsplit(("https", parts.netloc.lower().removeprefix("www."), path, urlencode(sorted(query)), ""))


def _means(name: str) -> bool:
    return _TRACKING.fullmatch(name.lower()) is None


def _fingerprint(kind: str, text: str) -> str:
    return f"{kind}:{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:40]}"
