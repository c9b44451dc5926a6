"""docs/people-only-calls.md: the calls that no API key can make, with reasons."""

from __future__ import annotations

from typing import Final

from careops.calls import all_calls
from careops.contract import ANYONE
from careops.scopes import people_only_reason

_HEAD: Final = """# Calls that API keys cannot make

<!-- Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit. -->

[API keys](guide/keys.md) make every other call, if they have its scope. A person signs in for these:

| Call | Route | Reason |
|---|---|---|
"""


def people_only_calls_page() -> str:
    """Return the page: one row for each call, then the calls without a token."""
    reasons = {call: reason for call in all_calls() if (reason := people_only_reason(call))}
    rows = [
        f"| `{call.__name__}` | `{call.route.method} {call.route.path}` | {reason} |\n"
        for call, reason in reasons.items()
    ]
    open_calls = sorted(f"`{call.__name__}`" for call in all_calls() if call.route.access is ANYONE)
    return f"{_HEAD}{''.join(rows)}\nThese calls need no token: {', '.join(open_calls)}.\n"
