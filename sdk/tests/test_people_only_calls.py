"""Calls that no API key can make: each has a reason, which the generated page names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from careops.calls import all_calls
from careops.contract import ANYONE, Call
from careops.scopes import people_only_reason, scope_of
from generators.people_only_calls import people_only_calls_page

PAGE = Path(__file__).parents[2] / "docs/people-only-calls.md"


@pytest.mark.parametrize("call", all_calls(), ids=lambda call: call.__name__)
def test_call_has_a_scope_or_a_reason(call: type[Call[Any]]) -> None:
    without_scope = call.route.access is ANYONE or call.route.any_key
    assert [scope_of(call) is not None, people_only_reason(call) is not None, without_scope].count(True) == 1


def test_page_names_each_call_without_scope() -> None:
    rows = [line for line in people_only_calls_page().splitlines() if line.startswith("| `")]
    assert {row.split("`")[1] for row in rows} == {call.__name__ for call in all_calls() if people_only_reason(call)}
    assert all(row.endswith(". |") for row in rows)


def test_committed_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == people_only_calls_page(), "run python sdk/generate.py"
