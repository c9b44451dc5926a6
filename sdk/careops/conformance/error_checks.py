"""Compare refusals with the contract: the status, and title and source of each problem."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pydantic import ValidationError

from careops.client.request_flow import Reply
from careops.conformance.schema_diff import SchemaMismatch, find_mismatches, format_value
from careops.contract import FORM_WANTED, TAKES_NO_BODY, Call, HttpParts, PathBodyMismatch
from careops.contract.validation_errors import problems_from_validation
from careops.errors import Problem, Unauthorized, read_message

NOT_SIGNED_IN = (Problem(Unauthorized.title),)
_MAY_BE_LEFT_OUT = frozenset(
    {"request_id", "detail", "newest", "scope", "code", "change_request", "policy", "parameters", "details"}
)
"""Parts of a refusal that only careops sends."""


def wrong_parameters(call: type[Call[Any]], wire: HttpParts, path: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return the problems that the contract finds in a request."""
    if call.route.multipart:
        return (Problem(FORM_WANTED, "content-type"),)
    if wire.body and not call.route.has_body:
        return (Problem(TAKES_NO_BODY, "body"),)
    try:
        call.from_wire(path, wire.query, wire.body)
    except ValidationError as error:
        return tuple(problems_from_validation(error))
    except PathBodyMismatch as error:
        return (Problem(error.title, error.field),)
    return ()


def compare_refusal(
    reply: Reply, statuses: Collection[int], expected: Collection[Problem], schemas: Mapping[str, Any]
) -> list[SchemaMismatch]:
    """Return the differences between a refusal and the expected one."""
    mismatches = [_status(reply, statuses)] if reply.status not in statuses else []
    if reply.status < 400:
        return mismatches
    problems, shape = _read_problems(reply, schemas)
    return [*mismatches, *shape, *(_compared(problems, expected) if problems and not mismatches else ())]


def unknown_id(call: type[Call[Any]], reply: Reply, schemas: Mapping[str, Any]) -> list[SchemaMismatch]:
    """Compare the refusal of an unknown id: it must name the parameter and the kind of record."""
    if reply.status != 404:
        return [_status(reply, {404})]
    problems, shape = _read_problems(reply, schemas)
    for problem in problems[:1]:
        if problem.source not in call.route.path_fields:
            expected = " or ".join(sorted(call.route.path_fields))
            shape.append(
                SchemaMismatch("errors[].source", "refusal", f"is {format_value(problem.source)}, not {expected}")
            )
        if not (problem.code or "").endswith("_not_found"):
            shape.append(
                SchemaMismatch(
                    "errors[].title", "refusal", f"is {format_value(problem.title)}, and does not say what is not"
                )
            )
    return shape


def _status(reply: Reply, statuses: Collection[int]) -> SchemaMismatch:
    expected = " or ".join(map(str, sorted(statuses)))
    return SchemaMismatch("status", "refusal", f"is {reply.status}, not {expected}")


def _read_problems(reply: Reply, schemas: Mapping[str, Any]) -> tuple[list[Problem], list[SchemaMismatch]]:
    """Return the problems of a refusal, and the differences of its envelope."""
    errors = reply.payload.get("errors") if isinstance(reply.payload, Mapping) else None
    if not (isinstance(errors, list) and errors and all(isinstance(e, Mapping) and e.get("title") for e in errors)):
        return [], [SchemaMismatch("errors[].title", "refusal", "is missing: there is nothing to show to people")]
    shape = find_mismatches(reply.payload, schemas["Errors"], schemas, optional=_MAY_BE_LEFT_OUT)
    return [Problem(read_message(e), str(e.get("source") or "")) for e in errors], shape


def _compared(actual: Collection[Problem], expected: Collection[Problem]) -> list[SchemaMismatch]:
    left = list(actual)
    missing = []
    for problem in expected:
        if problem in left:
            left.remove(problem)
        else:
            missing.append(problem)
    mismatches = [_nearest(problem, left) for problem in missing]
    surplus = [
        SchemaMismatch("errors[]", "refusal", f"says {format_value(p.title)} of {format_value(p.source)}, unasked")
        for p in left
    ]
    return [*mismatches, *surplus]


def _nearest(problem: Problem, left: list[Problem]) -> SchemaMismatch:
    """Return the difference to the most similar problem: same source with another title, same title with another
    source, else missing. Removes the match from ``left``."""
    for other in left:
        if other.source == problem.source:
            left.remove(other)
            about = f"{format_value(other.title)}, not {format_value(problem.title)}"
            return SchemaMismatch("errors[].title", "refusal", f"of {format_value(problem.source)} is {about}")
    for other in left:
        if other.title == problem.title:
            left.remove(other)
            about = f"{format_value(other.source)}, not {format_value(problem.source)}"
            return SchemaMismatch("errors[].source", "refusal", f"of {format_value(problem.title)} is {about}")
    return SchemaMismatch(
        "errors[]", "refusal", f"does not say {format_value(problem.title)} of {format_value(problem.source)}"
    )
