"""Undo of bulk runs by change requests of the platform."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from careops.constants import MAX_NAME_LENGTH
from careops.resource_names import CHANGES
from careops_cli.auth.connection import connect
from careops_cli.auth.profiles import selected_profile
from careops_cli.bulk.proposals import print_next_steps
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.errors import FAILED, OK, PARTLY, USAGE, CliError, print_message, print_note
from careops_cli.framework.options import options_of
from careops_cli.framework.prompts import confirm_on_platform
from careops_cli.output.results import Item, Record, Table, field_columns, to_text
from careops_cli.request_records import detail_record

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.change_requests import ChangeRequestDetail, RequestTarget
    from careops_cli.bulk.history import StoredRun

_OBSTACLES = frozenset({"needs_approval", "frozen"})


def undo_by_request(context: typer.Context, run: StoredRun, *, propose: bool, yes: bool) -> Record | Table | None:
    """Propose the undo of a run, and apply it unless ``propose``.

    Return None if the platform does not know the changes of the run: it has no change requests, or the run is older
    than they are. Raises ``CliError`` if the run changed nothing, or on another platform.
    """
    changed = len(run.changed_ids())
    context.obj = run.with_platform(options_of(context))
    platform = run.header.get("says", {}).get("platform")
    if platform and selected_profile(options_of(context)).url != platform:
        step = f"Add --url {platform}, or choose its profile."
        raise CliError(f"The run {run.name} was made on {platform}", next_step=step, code=USAGE)
    if not propose:
        confirm_on_platform(context, f"Undo the run {run.name} ({CHANGES.count_text(changed)})", yes=yes)
    client = connect(context)
    detail = _create(client, run)
    if detail is None:
        return None
    if detail.request.excluded:
        print_message(f"{CHANGES.count_text(detail.request.excluded)} cannot be undone")
    obstacles = _OBSTACLES.intersection(detail.labels)
    if propose or obstacles:
        record = detail_record(detail, "proposed: nothing changes until it is applied")
        record.exit_code = lambda: _after_proposal(detail, run, code=OK if propose else FAILED)
        return record
    return _apply(client, detail)


def _create(client: CareOps, run: StoredRun) -> ChangeRequestDetail | None:
    """Propose the undo. Return None if the platform knows no changes of the run."""
    from careops.errors import Conflict, NotSupported
    from careops_cli.commands.request_runs import wait_for_plan

    try:
        title = f"Undo: {run.command or run.name}"[:MAX_NAME_LENGTH].rstrip()
        return wait_for_plan(client, client.change_requests.undo_run(run=str(run.header["id"]), title=title))
    except NotSupported:
        return None
    except Conflict as error:
        problem = error.problems[0]
        is_unknown = problem.code == "run_nothing_to_undo" and problem.detail == "0"
        if is_unknown or problem.code == "changes_not_batched":
            return None
        if problem.code == "change_request_undone":
            title = f"Change request {problem.detail} undoes the run {run.name} already"
            raise CliError(title, next_step=f"See: careops requests show {problem.detail}") from None
        raise


def _after_proposal(detail: ChangeRequestDetail, run: StoredRun, *, code: int) -> int:
    print_next_steps(detail, run.platform_words)
    return code


def _apply(client: CareOps, detail: ChangeRequestDetail) -> Table:
    """Apply the request, wait for its end, and return its changes as the rows of a run."""
    from careops.calls.change_requests import ApplyChangeRequest
    from careops_cli.auth.step_up import send_confirmed
    from careops_cli.commands.request_runs import wait_for_run

    request_id = detail.request.id
    call = ApplyChangeRequest(request_id=request_id, digest=detail.request.digest)
    send_confirmed(client, call, password_stdin=False)
    ended = wait_for_run(client, request_id)
    counts = Counter({name: getattr(ended.request, name) for name in ("done", "unchanged", "kept", "failed", "left")})

    def after() -> int:
        words = {"undone": counts["done"], "edited since": counts["kept"] + counts["unchanged"]}
        words |= {"failed": counts["failed"], "not tried": counts["left"]}
        title = ", ".join(f"{count:,} {word}" for word, count in words.items() if count)
        print_note(f"{title} (change request {request_id}).")
        if ended.request.differences:
            print_message(f"{ended.request.differences:,} of them have other values by now.")
        if not (counts["failed"] or counts["left"] or ended.request.differences):
            return OK
        return PARTLY if counts["done"] + counts["unchanged"] else FAILED

    return Table(
        _rows(client, request_id),
        field_columns(*REPORT),
        noun=CHANGES,
        exit_code=after,
    )


_OUTCOMES = {"left": "not tried"}


def _rows(client: CareOps, request_id: int) -> Iterator[Item]:
    for target in client.change_requests.each_target(request_id=request_id):
        id = target.resource_id or ""
        yield {
            "row": target.position,
            "target": int(id) if id.isdecimal() else id,
            "outcome": _OUTCOMES.get(target.outcome, target.outcome),
            "reason": _reason(target),
        }


def _reason(target: RequestTarget) -> str:
    """Return the values that are back and who had changed them in between, or the reason why none are."""
    if target.errors:
        return "; ".join(error.title for error in target.errors)
    edited = [
        f"{conflict.field}: {to_text(conflict.current)} by {conflict.changed_by or 'someone'}"
        for conflict in target.conflicts
        if conflict.kept
    ]
    if edited:
        return "; ".join(edited)
    if target.outcome != "done":
        return ""
    before, after = (target.before or {}), (target.after or {})
    between = {conflict.field: f" (changed and changed back by {conflict.changed_by})" for conflict in target.conflicts}
    return ", ".join(
        f"{name}: {_text(before.get(name))} → {_text(value)}{between.get(name, '')}" for name, value in after.items()
    )


def _text(value: Any) -> str:
    return to_text(value) or "empty"
