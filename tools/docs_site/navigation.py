"""Navigation of the site, written in ``docs/navigation.yml``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # untyped

from tools.files import ROOT

NAVIGATION = ROOT / "docs/navigation.yml"


class IncompleteNavigation(ValueError):
    """A page is not in the navigation, is there twice, or does not exist."""


def read_navigation(places: Collection[str], file: Path = NAVIGATION) -> list[Any]:
    """Return the navigation over all pages, with the folders filled in. Raises ``IncompleteNavigation``.

    ``specification/*`` stands for all pages of the folder that are not listed themselves, in the order of their names.
    """
    written = yaml.safe_load(file.read_text("utf-8"))
    listed = {entry for entry in _pages(written) if not entry.endswith("/*")}
    filled = _fill(written, places, listed)
    counts = Counter(_pages(filled))
    problems = [f"{page} is not in {file.name}" for page in sorted(set(places) - counts.keys())]
    problems += [f"{page} is in {file.name}, but does not exist" for page in sorted(counts.keys() - set(places))]
    problems += [f"{page} is in {file.name} twice" for page, count in sorted(counts.items()) if count > 1]
    if problems:
        raise IncompleteNavigation("\n".join(problems))
    return filled


def to_toml(navigation: Any) -> str:
    """Return the navigation as an inline TOML value."""
    if isinstance(navigation, str):
        return json.dumps(navigation, ensure_ascii=False)
    if isinstance(navigation, dict):
        return "{" + ", ".join(f"{to_toml(title)} = {to_toml(inside)}" for title, inside in navigation.items()) + "}"
    return "[" + ", ".join(to_toml(entry) for entry in navigation) + "]"


def _fill(entries: list[Any], places: Collection[str], listed: Collection[str]) -> list[Any]:
    filled: list[Any] = []
    for entry in entries:
        if isinstance(entry, dict):
            ((title, inside),) = entry.items()
            filled.append({title: inside if isinstance(inside, str) else _fill(inside, places, listed)})
        elif entry.endswith("/*"):
            filled += sorted(place for place in places if place.startswith(entry[:-1]) and place not in listed)
        else:
            filled.append(entry)
    return filled


def _pages(entries: list[Any]) -> Iterator[str]:
    """Yield every page of a navigation."""
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            for inside in entry.values():
                yield from _pages([inside] if isinstance(inside, str) else inside)
