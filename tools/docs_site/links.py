"""Links of a page. The site has fewer files than the repository, so some links change on their way."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path, PurePosixPath

from tools.files import ROOT

LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\[\]]*)\]\((?P<target>[^()\s]+)\)")
_CODE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
PICTURES = "docs/pictures/"
"""Folder of screenshots: ``NAME.webp`` in light colours, ``NAME-dark.webp`` in dark ones."""
ASSETS = (".sql", "Containerfile", "Caddyfile", ".conf", ".json", ".yaml", ".yml")
"""Ends of the names of files below docs/ that pages link to and the site offers."""


class BrokenLink(ValueError):
    """A link of a page leads to no file of the repository."""


def rewrite_links(text: str, source: str, places: Mapping[str, str], linked: Callable[[str], None]) -> str:
    """Return a page with the links of its place on the site. Raises ``BrokenLink``.

    ``source`` is the path of the page in the repository, and ``places`` maps those of all pages to their places on the
    site. ``linked`` is called with the path of each other file that the site has to offer. A link to a file that is not
    on the site, such as a test, becomes plain text.
    """

    def rewrite(match: re.Match[str]) -> str:
        target, mark, anchor = match["target"].partition("#")
        if not target or "://" in target or target.startswith("mailto:"):
            return match[0]
        path = _repository_path(source, target, places)
        if path in places:
            place = places[path]
        elif path.startswith(PICTURES):
            return _both_pictures(match["text"], target, path, linked)
        elif path.startswith("docs/") and path.endswith(ASSETS):
            linked(path)
            place = path.removeprefix("docs/")
        else:
            return match["text"]
        relative = os.path.relpath(place, PurePosixPath(places[source]).parent)
        return f"{match['image']}[{match['text']}]({PurePosixPath(relative).as_posix()}{mark}{anchor})"

    parts = _CODE.split(text)
    return "".join(segment if number % 2 else LINK.sub(rewrite, segment) for number, segment in enumerate(parts))


def _both_pictures(text: str, target: str, path: str, linked: Callable[[str], None]) -> str:
    """Return the picture in light and in dark colours. The theme shows one of them, and browsers load only that one."""
    both = {"light": "", "dark": "-dark"}
    kind = PurePosixPath(path).suffix
    for suffix in both.values():
        linked(f"{path.removesuffix(kind)}{suffix}{kind}")
    return "".join(
        f"![{text}]({target.removesuffix(kind)}{suffix}{kind}#only-{colours}){{ loading=lazy }}"
        for colours, suffix in both.items()
    )


def _repository_path(source: str, target: str, pages: Collection[str], root: Path = ROOT) -> str:
    """Return the path of a link's target, or of the page that describes a folder."""
    path = PurePosixPath(os.path.normpath(PurePosixPath(source).parent / target)).as_posix()
    if path in pages:
        return path
    if f"{path}/README.md" in pages:
        return f"{path}/README.md"
    if not (root / path).exists():
        raise BrokenLink(f"{source}: {target} does not exist")
    return path
