"""Diagrams of pages: Mermaid in the repository, pictures on the site, which loads no renderer."""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Final

from tools.docs_site.links import PICTURES
from tools.files import ROOT

_BLOCK: Final = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)


class MissingDiagram(ValueError):
    """A diagram has no picture, because it is new or has changed."""


def diagrams(text: str) -> list[str]:
    """Return the paths of the pictures of a page's diagrams in the repository."""
    return [_picture(source) for source in _BLOCK.findall(text)]


def replace_diagrams(text: str, source: str) -> str:
    """Return a page with a picture in place of each diagram, described by its heading. Raises ``MissingDiagram``."""

    def replace(match: re.Match[str]) -> str:
        path = _picture(match[1])
        heading = _HEADING.findall(text, 0, match.start())[-1]
        if not (ROOT / path).exists():
            raise MissingDiagram(f"{source}: the diagram of {heading} has changed. Run: nox -s docs -- --diagrams")
        return f"![Diagram: {heading}]({os.path.relpath(path, PurePosixPath(source).parent)})"

    return _BLOCK.sub(replace, text)


def _picture(source: str) -> str:
    """Return the path of the picture that ``e2e/pictures/diagrams.ts`` writes."""
    return f"{PICTURES}diagram-{sha256(source.encode()).hexdigest()[:12]}.svg"
