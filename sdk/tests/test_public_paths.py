"""Public calls, which need no token."""

from __future__ import annotations

from careops.calls import all_calls
from careops.constants import EXEMPT_PATHS
from careops.contract import ANYONE


def test_public_calls_are_exactly_the_public_paths() -> None:
    public = {call.route.path for call in all_calls() if call.route.access is ANYONE}
    assert len(EXEMPT_PATHS) == 10
    assert public == public.intersection(EXEMPT_PATHS)
