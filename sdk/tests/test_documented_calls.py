"""Examples in the guide name parameters that the contract has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from careops.calls import all_calls
from careops.calls.clinics import ListClinics

GUIDE = Path(__file__).parents[2] / "docs/guide"
CALLS = {call.__name__: call for call in all_calls()}
_JSON = re.compile(r"```json\n(.*?)```", re.DOTALL)


def changes_in(value: Any) -> Iterator[dict[str, Any]]:
    """Each change with a filter in a JSON example, at any depth."""
    if isinstance(value, dict):
        if "call" in value and isinstance(value.get("where"), dict):
            yield value
        for inside in value.values():
            yield from changes_in(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from changes_in(inside)


def examples() -> Iterator[tuple[str, dict[str, Any]]]:
    """Changes with a filter in the guide, and in the examples of calls."""
    for page in sorted(GUIDE.glob("*.md")):
        for block in _JSON.findall(page.read_text()):
            try:
                content = json.loads(block)
            except ValueError:
                continue  # a part of an answer, with dots
            yield from ((page.name, change) for change in changes_in(content))
    for name, call in CALLS.items():
        yield from ((name, change) for change in changes_in(call.example.call))


@pytest.mark.parametrize(("place", "change"), list(examples()))
def test_filter_of_an_example_is_valid(place: str, change: dict[str, Any]) -> None:
    listed = CALLS[change["call"]].route.listed_by
    assert listed is not None, f"{place}: {change['call']} has no list"
    CALLS[listed.list_name].from_parameters(change["where"])


@pytest.mark.parametrize("page", ["docs/guide/change_requests.md", "sdk/careops/client/proposal.py"])
def test_filter_of_a_python_example_is_valid(page: str) -> None:
    source = (Path(__file__).parents[2] / page).read_text()
    filters = re.findall(r"clients?\.clinics\.each\((.*?)\)", source)
    assert filters
    for each in filters:
        ListClinics.from_parameters(dict(re.findall(r"(\w+)=\"([^\"]*)\"", each)))
