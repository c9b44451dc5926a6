"""States of change requests, and the steps between them. The guide has the same table; a test compares them.

Revisions and reviews exist only while a request is open, and an end is final. Everything else that a page shows
(paused, scheduled, stale, …) is a label that is computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from careops.calls.change_requests import NOT_OPEN, NOT_RUNNING, PLANNING
from careops.errors import Conflict

OPEN: Final = "open"
APPLYING: Final = "applying"
ENDED: Final = frozenset({"applied", "partly_applied", "closed"})


class Step(NamedTuple):
    """A step: the states in which it is possible, and those after it."""

    before: frozenset[str]
    after: frozenset[str]


def _step(before: str, after: str) -> Step:
    return Step(frozenset(before.split()), frozenset(after.split()))


STEPS: Final[Mapping[str, Step]] = {
    "plan": _step("open", "open closed"),
    "revise": _step("open", "open"),
    "approve": _step("open", "open"),
    "object": _step("open", "open"),
    "withdraw": _step("open", "open"),
    "dismiss": _step("open", "open"),
    "close": _step("open", "closed"),
    "start": _step("open", "open applying"),
    "apply": _step("open", "applying"),
    "bypass": _step("open", "applying"),
    "pause": _step("applying", "applying"),
    "resume": _step("applying", "applying"),
    "part": _step("applying", "applying applied partly_applied closed"),
    "stop": _step("applying", "partly_applied closed"),
    "propose_again": _step("open applied partly_applied closed", "closed applied partly_applied"),
    "undo": _step("applied partly_applied closed", "applied partly_applied closed"),
}
"""``plan`` is the plan of a large revision, ``start`` the start at ``apply_from``, ``part`` a part of a run; all others
are calls.
"""
WHILE_PLANNING: Final = frozenset({"plan", "close"})


class HasState(Protocol):
    """A request, as far as its state needs it."""

    @property
    def status(self) -> str: ...
    @property
    def job_id(self) -> int | None: ...


def is_planning(request: HasState) -> bool:
    """Return whether a job previews the changes. An open request has no other job."""
    return request.status == OPEN and request.job_id is not None


def check_step(name: str, request: HasState) -> None:
    """Raise ``Conflict`` if a step is not possible in this state, or until the changes are planned."""
    step = STEPS[name]
    if request.status not in step.before:
        raise Conflict(NOT_RUNNING if step.before == {APPLYING} else NOT_OPEN, source="request_id")
    if is_planning(request) and name not in WHILE_PLANNING:
        raise Conflict(PLANNING, source="request_id")
