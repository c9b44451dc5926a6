"""Demo change requests in each status: open with and without an objection, applied, partly applied, closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from psycopg.types.json import Jsonb

from careops.calls.change_requests import FieldConflict, PlannedTarget, Revision
from careops.calls.changes import Complaint
from careops.error_codes import title_of
from careops_server.core.approvals.revisions import PlannedChange, digest_of, group_changes
from careops_server.core.demo_accounts import DEMO_USERS
from careops_server.demo.seeders import Connection, Row, SeedContext, Seeder

_MODULE: Final = """
    select c.id, m.id, m.name from clinics c cross join (select id, name from spec_modules where name = 'Billing') m
    where exists (select from clinic_spec_modules s where s.clinic_id = c.id and s.spec_module_id = m.id) = %s
    order by c.id limit 12
"""
_ROOMS: Final = "select id, rooms_count from clinics where rooms_count >= 6 and state = 'Punjab' order by id limit 8"
_STAFF: Final = """
    select distinct on (a.account_type) a.account_type, u.id, u.name
    from users u join user_accounts a on a.user_id = u.id
    where u.phone_number = any(%s) order by a.account_type, u.id
"""
_SUPER, _CARE, _BILLING = "super_admin", "customer_care", "billing_admin"


@dataclass(frozen=True)
class _Request:
    title: str
    reason: str
    author: str
    """Account type of the author."""
    hours: float
    """Age in hours."""
    changes: Callable[[Connection], list[PlannedChange]]
    status: str = "open"
    verdict: tuple[str, str, str | None] | None = None
    """Account type, verdict and reason of a reviewer."""
    outcomes: tuple[str, ...] = ("left",)
    """Outcomes of the first changes; the last one is that of all further ones."""


def _switch_module(connection: Connection, *, was_on: bool, on: bool) -> list[PlannedChange]:
    """Return a switch of the billing module for clinics that have it now, or do not."""
    call = "ActivateSpecModule" if on else "DeactivateSpecModule"
    rows: list[Any] = connection.execute(_MODULE, [was_on]).fetchall()
    return [
        _planned(at, call, clinic_id, {"clinic_id": clinic_id, "module_id": module_id}, {name: not on}, {name: on})
        for at, (clinic_id, module_id, name) in enumerate(rows, 1)
    ]


def _add_rooms(connection: Connection, *, added_rooms: int, applied: bool) -> list[PlannedChange]:
    """Return an update of the number of rooms, to the present number if it was applied."""
    rows: list[Any] = connection.execute(_ROOMS).fetchall()
    numbers = [(id, rooms - added_rooms, rooms) if applied else (id, rooms, rooms + added_rooms) for id, rooms in rows]
    return [
        _planned(at, "UpdateClinic", id, {"id": id, "rooms_count": new}, {"rooms_count": old}, {"rooms_count": new})
        for at, (id, old, new) in enumerate(numbers, 1)
    ]


def _planned(
    at: int,
    call: str,
    clinic_id: int,
    parameters: Mapping[str, Any],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> PlannedChange:
    target = PlannedTarget(
        position=at,
        call=call,
        parameters=dict(parameters),
        planned="change",
        resource_type="clinic",
        resource_id=str(clinic_id),
        before=dict(before),
        after=dict(after),
    )
    return PlannedChange(target, clinic_id)


_REQUESTS: Final = (
    _Request(
        "Billing off for clinics that left",
        "They have moved to another system",
        _CARE,
        21 * 24,
        lambda connection: _switch_module(connection, was_on=True, on=False),
        status="closed",
        verdict=(_SUPER, "object", "Most of these clinics still use it every day"),
    ),
    _Request(
        "Billing for new clinics",
        "It is part of their contract",
        _BILLING,
        9 * 24,
        lambda connection: _switch_module(connection, was_on=True, on=True),
        status="applied",
        verdict=(_SUPER, "approve", None),
        outcomes=("done", "done", "unchanged", "done"),
    ),
    _Request(
        "Rooms after the survey in Punjab",
        "Numbers of the field team, October",
        _CARE,
        3 * 24,
        lambda connection: _add_rooms(connection, added_rooms=2, applied=True),
        status="partly_applied",
        verdict=(_BILLING, "approve", "Compared with the survey"),
        outcomes=("done", "kept", "done", "failed", "done"),
    ),
    _Request(
        "More rooms for clinics in Punjab",
        "Second survey of the field team",
        _BILLING,
        30,
        lambda connection: _add_rooms(connection, added_rooms=4, applied=False),
        verdict=(_CARE, "object", "The survey of two clinics is from last year"),
    ),
    _Request(
        "Billing for more clinics",
        "They signed the new contract",
        _CARE,
        3,
        lambda connection: _switch_module(connection, was_on=False, on=True),
        verdict=(_BILLING, "approve", None),
    ),
)
_COUNTED: Final = ("done", "unchanged", "kept", "failed")


def _rows(context: SeedContext, table: str) -> list[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    phones = [user.phone_number for user in DEMO_USERS]
    people: dict[str, tuple[int, str]] = {
        str(kind): (int(str(id)), str(name)) for kind, id, name in context.connection.execute(_STAFF, [phones])
    }
    if len(people) < len(DEMO_USERS):
        return []
    ids = [id for (id,) in context.connection.execute("select id from change_requests order by created_at").fetchall()]
    planned = [demo_request.changes(context.connection) for demo_request in _REQUESTS]
    rows: list[Row] = []
    for number, (request, changes) in enumerate(zip(_REQUESTS, planned, strict=True)):
        at = context.until - timedelta(hours=request.hours)
        if table == "change_requests":
            rows.append(_request(request, changes, people, at))
        elif table == "change_request_revisions":
            rows.append((ids[number], *_revision(request, changes, people, at)))
        elif table == "change_request_targets":
            rows += [(ids[number], *row) for row in _targets(request, changes, people, at)]
        elif request.verdict:
            kind, verdict, reason = request.verdict
            rows.append((ids[number], 1, *people[kind], verdict, reason, at + timedelta(hours=1)))
    return rows


def _outcomes(request: _Request, changes: Sequence[PlannedChange]) -> list[str]:
    first = list(request.outcomes)
    return (first + [first[-1]] * len(changes))[: len(changes)]


def _request(
    request: _Request, changes: Sequence[PlannedChange], people: Mapping[str, tuple[int, str]], at: datetime
) -> Row:
    counts = Counter(_outcomes(request, changes))
    applied = (people[_SUPER][1], at + timedelta(hours=2)) if request.status.endswith("applied") else (None, None)
    closed = (people[_CARE][1], at + timedelta(hours=2)) if request.status == "closed" else (None, None)
    numbers = [counts[name] for name in _COUNTED]
    reason = {"closed": "closed", "open": None}.get(request.status, "finished")
    ended = (at + timedelta(hours=2) if reason else None, reason)
    return (request.status, *people[request.author], at, *numbers, *applied, *closed, *ended)


def _revision(
    request: _Request, changes: Sequence[PlannedChange], people: Mapping[str, tuple[int, str]], at: datetime
) -> Row:
    proposed = [{"call": change.target.call, "parameters": change.target.parameters} for change in changes]
    # Without validation, because a small district may have no clinics for a request.
    revision = Revision.model_construct(
        title=request.title, reason=request.reason, ticket=None, on_conflict="skip", changes=proposed
    )
    groups = group_changes(changes)
    return (
        *(1, digest_of(revision, changes), request.title, request.reason, "skip"),
        list(dict.fromkeys(change.target.call for change in changes)),
        len(changes),
        *(Jsonb([group.model_dump(mode="json") for group in groups]), 0),
        *(at, people[request.author][1]),
    )


def _targets(
    request: _Request, changes: Sequence[PlannedChange], people: Mapping[str, tuple[int, str]], at: datetime
) -> Iterator[Row]:
    for change, outcome in zip(changes, _outcomes(request, changes), strict=True):
        target = change.target
        conflicts = [
            FieldConflict(
                field=name,
                base=value,
                current=(target.after or {}).get(name),
                changed_by=people[_BILLING][1],
                changed_at=at + timedelta(minutes=90),
            ).model_dump(mode="json")
            for name, value in (target.before or {}).items()
            if outcome == "kept"
        ]
        errors = [Complaint(source="id", title=title_of("clinic_not_found"), code="clinic_not_found").model_dump()]
        yield (
            *(1, target.position, target.call, Jsonb(target.parameters), target.planned),
            *(target.resource_type, target.resource_id, change.clinic_id, Jsonb(target.before), Jsonb(target.after)),
            *(Jsonb([]), outcome, Jsonb(errors if outcome == "failed" else []), Jsonb(conflicts)),
            *(None if outcome == "left" else at + timedelta(hours=2), True),
        )


SEEDER: Final = Seeder(
    {
        "change_requests": (
            *("status", "author_id", "author_name", "created_at", "done", "unchanged", "kept", "failed"),
            *("applied_by", "applied_at", "closed_by", "closed_at", "ended_at", "end_reason"),
        ),
        "change_request_revisions": (
            *("request_id", "revision", "digest", "title", "reason", "on_conflict", "calls", "targets"),
            *("groups", "more_groups", "revised_at", "revised_by"),
        ),
        "change_request_targets": (
            *("request_id", "revision", "position", "call", "parameters", "planned"),
            *("resource_type", "resource_id", "clinic_id", "before", "after"),
            *("plan_errors", "outcome", "errors", "conflicts", "applied_at", "undoable"),
        ),
        "change_request_reviews": (
            *("request_id", "revision", "user_id", "user_name", "verdict", "reason", "reviewed_at"),
        ),
    },
    _rows,
)
