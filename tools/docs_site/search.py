"""Search of the built site: the guide comes first, its headings have synonyms, and each error code is an entry.

The theme has no setting for any of these, so the index gets a field that its search weighs above titles.
"""

from __future__ import annotations

import html
import json
import re
import tomllib
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from careops.error_codes import ERROR_CODES
from generators.error_codes import in_plural
from tools.files import ROOT

CONFIGURATION: Final = ROOT / "docs/search.toml"
_GUIDE: Final = ("guide/", "tutorials/")
_COMMANDS: Final = "guide/cli.html"
"""Page of the guide with a heading per command, which would hide the others."""
_CODES: Final = "error-codes.html"
_TITLE_FIELD: Final = 'C("title",n=>n.title,{weight:3})'
_FIRST_FIELD: Final = 'C("first",n=>n.first,{weight:4})'
_TAG = re.compile(r"<[^>]*>")


class UnknownSearch(ValueError):
    """The search of the theme has another form than this module expects."""


def improve_search(site: Path) -> None:
    """Change the index and the search of a built site. Raises ``UnknownSearch``."""
    _add_field(site)
    index = site / "search.json"
    content = json.loads(index.read_text("utf-8"))
    synonyms = tomllib.loads(CONFIGURATION.read_text("utf-8"))["synonyms"]
    items: list[dict[str, Any]] = content["items"]
    for item in items:
        if item["location"].startswith(_GUIDE) and not item["location"].startswith(_COMMANDS):
            item["first"] = with_synonyms(item["title"], synonyms)
    [path] = [item["path"] for item in items if item["location"] == _CODES]
    items += error_codes(path)
    index.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")


def with_synonyms(title: str, synonyms: Sequence[Sequence[str]]) -> str:
    """Return a title, followed by the synonyms of its words."""
    words = _TAG.sub("", title).lower()
    groups = (group for group in synonyms if any(re.search(rf"\b{word}\b", words) for word in group))
    return " ".join([title, *(word for group in groups for word in group)])


def error_codes(path: Sequence[str]) -> list[dict[str, Any]]:
    """Return an entry of the index for each error code, which leads to its row."""
    return [
        {
            "location": f"{_CODES}#{code}",
            "level": 2,
            "title": code,
            "text": html.escape(f"{in_plural(defined.title)} – {defined.meaning}", quote=False),
            "path": path,
            "tags": [],
            # After headings of the guide that begin with the same word.
            "first": f"error code {code}",
        }
        for code, defined in ERROR_CODES.items()
    ]


def _add_field(site: Path) -> None:
    """Add the field to the search. Its file gets a new name, because browsers store it by its name forever."""
    files = [*site.glob("assets/javascripts/workers/search.*.min.js")]
    if len(files) != 1 or _TITLE_FIELD not in (text := files[0].read_text("utf-8")):
        raise UnknownSearch("the search of the theme has other fields")
    text = text.replace(_TITLE_FIELD, f"{_FIRST_FIELD},{_TITLE_FIELD}")
    name = f"search.{sha256(text.encode()).hexdigest()[:8]}.min.js"
    files[0].with_name(name).write_text(text, "utf-8")
    for page in site.rglob("*.html"):
        page.write_text(page.read_text("utf-8").replace(files[0].name, name), "utf-8")
    files[0].unlink()
