"""Preview of changes: run handlers in transactions that are rolled back, and return the values they would replace."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any, Final

from careops.calls import area_of
from careops.calls.change_requests import (
    FIELD_TWICE,
    UNSUPPORTED,
    ChangePreview,
    PlannedTarget,
    ProposedChange,
    RequestFilter,
)
from careops.calls.clinic_doctors import UpdateClinicDoctor
from careops.calls.doctors import UpdateDoctor
from careops.calls.news import UpdateNewsArticle
from careops.calls.payments import AddManualPayment
from careops.calls.subscriptions import AddManualSubscription
from careops.calls.users import UpdateUser
from careops.constants import MAX_PLANNED_AT_ONCE
from careops.contract import Binding
from careops.error_codes import title_of
from careops.errors import ApiError, Conflict, InvalidInput, Problem
from careops.scopes import is_batchable
from careops_server.areas.change_requests.inverses import with_undoable
from careops_server.areas.uploads.attachments import is_upload
from careops_server.core.approvals.looser_lists import LOOSENING_CALLS
from careops_server.core.approvals.revisions import PlannedChange, count_not_undoable, group_changes
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.idempotency.keys import secret_fields
from careops_server.core.pipeline import batch
from careops_server.core.principal import Actor, Change
from careops_server.core.rate_limits.throttling import in_slices, taking_turns

NEW_PICTURE: Final = title_of("change_request_new_picture")
ONE_BY_ONE: Final = title_of("changes_not_batched")
PART: Final = 250
"""Changes of one transaction, which limits how long their records are locked."""
PART_SECONDS: Final = 1.5
"""Time limit for starting the changes of one transaction."""
MAX_GROUPS: Final = 50
MAX_SHOWN: Final = 100
MAX_PROBLEMS: Final = 20
_UNSUPPORTED_AREAS: Final = frozenset({"jobs", "uploads"})
_OF_PEOPLE: Final = frozenset({UpdateUser, AddManualPayment, AddManualSubscription})
"""Calls that keys may not make, and a person may propose."""
_WITH_PICTURES: Final = frozenset({UpdateNewsArticle, UpdateDoctor, UpdateClinicDoctor})
"""Calls whose preparation accepts a new picture, which a request cannot contain."""
_EFFECTS: Final = {"ActivateSpecModule": "modules", "DeactivateSpecModule": "modules"}
"""Calls with the same effect on a field, or the opposite one."""
Bindings = Mapping[str, Binding[Context]]


@dataclass(frozen=True)
class ResolvedChanges:
    """Changes with one change for each record that matched a filter."""

    changes: Sequence[ProposedChange]
    origins: Sequence[int]
    """Index in the request of the caller, for each change."""
    filters: Sequence[RequestFilter]


@dataclass(frozen=True)
class LaterPlan:
    """Number and calls of changes that a job lists and previews."""

    count: int
    calls: Sequence[str]
    asked: Sequence[ProposedChange] | None = None
    """Changes and filters of the caller; None if they come from another request or from a bulk run."""


@dataclass(frozen=True)
class PlannedRevision:
    """Changes of a revision, and the filters that selected their records."""

    planned: Sequence[PlannedChange] = ()
    filters: Sequence[RequestFilter] = ()
    excluded: int = 0
    """Number of changes that cannot be undone."""
    later: LaterPlan | None = None
    """Plan of the job, if there are too many changes to preview them at once."""

    @property
    def calls(self) -> Sequence[str]:
        """Names of the calls."""
        return (
            list(dict.fromkeys(change.target.call for change in self.planned))
            if self.later is None
            else self.later.calls
        )

    @property
    def count(self) -> int:
        """Number of changes."""
        return len(self.planned) if self.later is None else self.later.count


def supported_bindings(bindings: Iterable[Binding[Context]]) -> Bindings:
    """Return the calls that a request may contain: changes of records, without secrets and long jobs."""
    return {binding.call.__name__: binding for binding in bindings if _is_supported(binding)}


def _is_supported(binding: Binding[Context]) -> bool:
    call = binding.call
    has_secrets = bool(secret_fields(call) or secret_fields(call.answer_type()))
    has_steps_outside = (binding.prepare is not None and call not in _WITH_PICTURES) or binding.follow is not None
    is_excluded = (call.route.personal and call not in _OF_PEOPLE) or area_of(call) in _UNSUPPORTED_AREAS
    if call.__name__ in LOOSENING_CALLS:
        return True
    return is_batchable(call) and not (has_secrets or has_steps_outside or is_excluded)


def check_permissions(bindings: Bindings, calls: Iterable[str], actor: Actor) -> None:
    """Raise ``InvalidInput`` for an unsupported call, and ``Forbidden`` for one that the caller may not make."""
    for name in calls:
        binding = bindings.get(name)
        if binding is None:
            raise InvalidInput(Problem(UNSUPPORTED, "changes", name))
        if not actor.may_call(binding.call):
            raise actor.access_error(binding.call, source="changes")


def check_supported(bindings: Bindings, changes: Sequence[ProposedChange], context: Context) -> None:
    """Raise an error if this server cannot preview the changes, or if the caller may not make them."""
    if context.services.upstream is not None:
        raise Conflict(ONE_BY_ONE, source="changes")
    check_permissions(bindings, dict.fromkeys(change.call for change in changes), context.actor)


def needs_job(count: int) -> bool:
    """Return whether a job previews this number of changes."""
    return count > MAX_PLANNED_AT_ONCE


def list_changes(changes: Sequence[ProposedChange]) -> list[PlannedChange]:
    """Return changes that were not previewed, in their order."""
    return [
        PlannedChange(
            PlannedTarget.model_construct(
                position=position, call=change.call, parameters=change.parameters, planned="change", errors=[]
            ),
            None,
        )
        for position, change in enumerate(changes, 1)
    ]


async def preview_changes(
    bindings: Bindings, resolved: ResolvedChanges, context: Context, *, strict: bool
) -> list[PlannedChange]:
    """Return the effect of each change, without making any.

    With ``strict`` a change with invalid parameters is refused with ``InvalidInput``; otherwise its errors are listed.
    Two changes of the same field of a record are always refused.
    """
    listed = list_changes(resolved.changes)
    targets = await _parse(bindings, listed, context.actor)
    if strict:
        _check_parsed(targets, resolved.origins)
    planned = await _preview(bindings, listed, targets, context)
    check_fields(planned, resolved.origins)
    return planned


async def prepare_targets(
    bindings: Bindings, calls: Sequence[str], targets: Sequence[batch.BatchTarget], context: Context
) -> None:
    """Run the preparations of calls with pictures."""
    for name, target in zip(calls, targets, strict=True):
        if bindings[name].prepare is not None and target.call is not None:
            await batch.prepare_target(bindings[name], target, context)


def parse_change(
    bindings: Bindings, name: str, key: str, parameters: Mapping[str, Any], actor: Actor
) -> batch.BatchTarget:
    """Build the call of a change. A new picture is refused, because it may be gone at the review."""
    target = batch.parse_target(bindings[name].call, key, parameters, actor)
    if bindings[name].prepare is not None and target.call is not None:
        uploads = [key for key, value in target.parameters.items() if isinstance(value, str) and is_upload(value)]
        if uploads:
            target.refusal, target.call = InvalidInput(NEW_PICTURE, source=uploads[0]), None
    return target


async def preview_listed(bindings: Bindings, listed: Sequence[PlannedChange], context: Context) -> list[PlannedChange]:
    """Return changes with their effect. The handlers run in transactions that are rolled back."""
    return await _preview(bindings, listed, await _parse(bindings, listed, context.actor), context)


async def _preview(
    bindings: Bindings, listed: Sequence[PlannedChange], targets: Sequence[batch.BatchTarget], context: Context
) -> list[PlannedChange]:
    await prepare_targets(bindings, [change.target.call for change in listed], targets, context)
    results = await run_and_roll_back(bindings, targets, context)
    return [
        _planned(bindings, change, target, results[target.key])
        async for chunk in in_slices(list(zip(listed, targets, strict=True)))
        for change, target in chunk
    ]


async def _parse(bindings: Bindings, listed: Sequence[PlannedChange], actor: Actor) -> list[batch.BatchTarget]:
    return [
        parse_change(bindings, change.target.call, str(change.target.position), change.target.parameters, actor)
        async for chunk in in_slices(listed)
        for change in chunk
    ]


async def check_parameters(
    bindings: Bindings, listed: Sequence[PlannedChange], origins: Sequence[int], actor: Actor
) -> None:
    """Raise ``InvalidInput`` for changes with invalid parameters. ``origins`` are their indexes in the request."""
    _check_parsed(await _parse(bindings, listed, actor), origins)


def _check_parsed(targets: Sequence[batch.BatchTarget], origins: Sequence[int]) -> None:
    problems = (
        replace(problem, source=f"changes.{origin}.{problem.source}".rstrip("."))
        for target, origin in zip(targets, origins, strict=True)
        if isinstance(target.refusal, ApiError)
        for problem in target.refusal.problems
    )
    # The parameters of a filter are invalid for each of its records.
    first = list(islice(dict.fromkeys(problems), MAX_PROBLEMS))
    if first:
        raise InvalidInput(*first)


async def run_and_roll_back(
    bindings: Bindings, targets: Sequence[batch.BatchTarget], context: Context
) -> dict[str, batch.TargetResult]:
    """Run the handlers in transactions that are rolled back, and return the results by key."""
    limits, clock = context.services.limits, asyncio.get_running_loop().time
    results = {target.key: batch.refused_result(target.refusal) for target in targets if target.refusal is not None}
    parsed = (target for target in targets if target.call is not None)
    for name, group in groupby(parsed, key=lambda target: type(target.call).__name__):
        left = list(group)
        while left:
            began = clock()
            async with taking_turns(limits):
                chunk_results = await _roll_back(bindings[name], left[:PART], context)
            results |= chunk_results
            left = [target for target in left[:PART] if target.key not in chunk_results] + left[PART:]
            # Half of the time remains for others, as between the parts of a batch.
            await asyncio.sleep(clock() - began if limits.has_interactive_load else 0)
    return results


async def _roll_back(
    binding: Binding[Context], targets: Sequence[batch.BatchTarget], context: Context
) -> dict[str, batch.TargetResult]:
    until = asyncio.get_running_loop().time() + PART_SECONDS

    async def work(connection: Connection) -> dict[str, batch.TargetResult]:
        async with connection.preview():
            return await batch.run_targets(binding, targets, context.with_connection(connection), until=until)

    return await context.services.database.change(work)


def _planned(
    bindings: Bindings, listed: PlannedChange, target: batch.BatchTarget, result: batch.TargetResult
) -> PlannedChange:
    if listed.target.after is not None:
        return _planned_undo(bindings, listed, result)
    facts = result.change or Change()
    is_refused = result.outcome.outcome == "refused"
    is_new = not is_refused and not facts.before and bool(facts.after)
    planned = PlannedTarget(
        position=listed.target.position,
        call=listed.target.call,
        parameters=listed.target.parameters if target.call is None else target.call.parameters,
        planned="refused" if is_refused else "unchanged" if facts.is_none else "change",
        # The id of a new record was rolled back with it.
        resource_type=None if is_new else facts.resource_type,
        resource_id=None if is_new else facts.resource_id,
        before=dict(facts.before) if facts.before else None,
        after=dict(facts.after) if facts.after else None,
        errors=result.outcome.errors,
    )
    return PlannedChange(with_undoable(bindings, planned), facts.clinic_id)


def _planned_undo(bindings: Bindings, listed: PlannedChange, result: batch.TargetResult) -> PlannedChange:
    """Return the change of an undo, whose base is what the undone request wrote."""
    facts, target = result.change or Change(), listed.target
    written, restored = target.before or {}, target.after or {}
    edited = [name for name, current in (facts.before or {}).items() if written.get(name, current) != current]
    is_refused = result.outcome.outcome == "refused"
    is_kept = not is_refused and bool(edited) and set(edited) >= set(restored)
    planned = target.model_copy(
        update={
            "planned": "refused" if is_refused else "kept" if is_kept else "unchanged" if facts.is_none else "change",
            "resource_type": target.resource_type or facts.resource_type,
            "resource_id": target.resource_id or facts.resource_id,
            "errors": result.outcome.errors,
        }
    )
    return replace(listed, target=with_undoable(bindings, planned))


def check_fields(planned: Sequence[PlannedChange], origins: Sequence[int]) -> None:
    """Raise ``InvalidInput`` if two changes concern the same field of a record, because the second one would undo or
    repeat the first.
    """
    first: dict[tuple[object, ...], int] = {}
    for change in planned:
        target = change.target
        is_new = target.planned == "change" and target.resource_id is None
        fields = (target.before or {}) if target.planned == "change" else {}
        keys: list[tuple[object, ...]] = [(target.resource_type, target.resource_id, name) for name in fields]
        if not is_new:  # a change without an effect now has no fields, but perhaps one after the other change
            keys += _parameter_keys(target)
        for key in keys:
            earlier = first.setdefault(key, target.position)
            if earlier != target.position:
                detail = f"{key[-1]}, as in change {origins[earlier - 1] + 1}"
                raise InvalidInput(Problem(FIELD_TWICE, f"changes.{origins[target.position - 1]}", detail))


def _parameter_keys(target: PlannedTarget) -> list[tuple[object, ...]]:
    """Return what a change concerns according to its parameters: its ids, and each other parameter."""
    ids = tuple(sorted((name, str(value)) for name, value in target.parameters.items() if _is_id(name)))
    others = [name for name in target.parameters if not _is_id(name)]
    effect = _EFFECTS.get(target.call, target.call)
    return [(effect, ids, name) for name in others or [""]] if ids else []


def _is_id(name: str) -> bool:
    return name in ("id", "ids") or name.endswith(("_id", "_ids"))


def summarize(planned: Sequence[PlannedChange]) -> ChangePreview:
    """Return the preview of changes: their numbers, equal changes and the first ones."""
    groups = group_changes(planned)
    numbers = Counter(change.target.planned for change in planned)
    return ChangePreview(
        targets=len(planned),
        changes=numbers["change"],
        unchanged=numbers["unchanged"],
        refused=numbers["refused"],
        not_undoable=count_not_undoable(planned),
        groups=groups[:MAX_GROUPS],
        more_groups=max(0, len(groups) - MAX_GROUPS),
        first=[change.target for change in planned[:MAX_SHOWN]],
    )
