"""Validation of a batch of events: the valid ones are stored, the others reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Final
from uuid import UUID

from pydantic import JsonValue, ValidationError

from careops.calls import all_calls
from careops.calls.audit import OWN_EVENT, UNSTORABLE, EventProblem, NewAuditEvent, RefusedEvent
from careops.contract.validation_errors import problems_from_validation
from careops.error_codes import message_of, title_of
from careops_server.core.audit.event_queries import BULK_READ, TERMINAL_EVENTS

CLOCK_SKEW: Final = timedelta(minutes=5)
"""Tolerance for app clocks that are ahead of the server's."""


@dataclass
class ValidatedBatch:
    """Result of validating a batch. ``repeated`` counts identical events that came twice."""

    good: dict[UUID, NewAuditEvent] = field(default_factory=dict)
    repeated: int = 0
    refused: list[RefusedEvent] = field(default_factory=list)

    def refuse(self, index: int, *problems: EventProblem) -> None:
        """Add a refused event."""
        self.refused.append(RefusedEvent(index=index, problems=list(problems)))


def validate(events: Sequence[NewAuditEvent | JsonValue], *, now: datetime) -> ValidatedBatch:
    """Return the batch's valid events by id, and the problems of the others."""
    batch = ValidatedBatch()
    latest = now + CLOCK_SKEW
    for index, event in enumerate(events):
        if not isinstance(event, NewAuditEvent):
            batch.refuse(index, *_problems(event))
        elif event.timestamp > latest:
            batch.refuse(index, _problem(title_of("event_in_future"), "timestamp"))
        elif event.key in own_events():
            batch.refuse(index, _problem(OWN_EVENT, "key"))
        elif batch.good.setdefault(event.id, event) is event:
            continue
        elif batch.good[event.id] == event:
            batch.repeated += 1
        else:
            batch.refuse(index, _problem(title_of("event_repeated"), "id"))
    return batch


@cache
def own_events() -> frozenset[str]:
    """Return the keys of events that only careops writes. Programs may not send them."""
    of_calls = {call.route.event or call.__name__ for call in all_calls() if call.route.mutates}
    return frozenset({*of_calls, *TERMINAL_EVENTS, BULK_READ})


def _problem(title: str, source: str = "") -> EventProblem:
    return EventProblem(source=source, **message_of(title))


def _problems(raw: JsonValue) -> list[EventProblem]:
    if raw == UNSTORABLE:
        return [_problem(UNSTORABLE)]
    if not isinstance(raw, dict):
        return [_problem(title_of("event_not_an_object"))]
    try:
        NewAuditEvent.model_validate(raw)
    except ValidationError as error:
        return [_problem(problem.title, problem.source) for problem in problems_from_validation(error)]
    raise AssertionError("unreachable: a good event is read as one")
