"""Columns, options and output that the commands of change requests share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from careops.resource_names import CHANGES
from careops_cli.framework.prompts import confirm_on_platform
from careops_cli.output.results import Columns, Item, Record, field_columns, to_text

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.change_requests import ChangeRequest, ChangeRequestDetail, RevisionDifference

RequestId = Annotated[int, typer.Argument(metavar="REQUEST_ID", help="The request's id, as listed.")]
Digest = Annotated[
    str | None,
    typer.Option(
        "--digest",
        metavar="SHA256",
        help="Digest of the revision that you have read; fails if the request has another one.",
        show_default="the current revision",
    ),
]


def _progress(item: Item) -> str:
    return f"{item['targets'] - item['left']:,} of {item['targets']:,}"


def _missing_approvals(item: Item) -> list[str]:
    return [
        f"{approval['call']} ({approval['condition']}): "
        f"{approval['approvals'] - approval['missing']} of {approval['approvals']} by " + " or ".join(approval["roles"])
        for approval in item["required_approvals"]
    ]


def _bypasses(item: Item) -> list[str]:
    return [
        f"{bypass['user_name']}: {bypass['reason']} (reviewed by {bypass['reviewed_by'] or 'nobody yet'})"
        for bypass in item["bypasses"]
    ]


def _filters(item: Item) -> list[str]:
    return [
        f"{request_filter['call']}: "
        f"{' '.join(f'{name}={value}' for name, value in request_filter['where'].items()) or 'all records'}"
        f" ({_matches(request_filter['matched'], request_filter['matches_now'])})"
        for request_filter in item["filters"]
    ]


def _matches(matched: int, now: int | None) -> str:
    return f"{matched:,} matched" if now is None else f"{matched:,} matched, {now:,} match now"


def _stale_records(item: Item) -> list[str]:
    return [
        f"{record['name'] or record['resource_type'] + ' ' + record['resource_id']}: {', '.join(record['fields'])},"
        f" by {record['changed_by'] or '?'}"
        for record in item["stale_records"]
    ]


REQUEST = Columns(
    "ChangeRequest",
    **field_columns("id", "status", "title", "calls"),
    progress=_progress,
    **field_columns("done", "unchanged", "kept", "failed"),
    author="author_name",
    created_at="created_at",
    revision="revision",
    revised_at="revised_at",
    digest="digest",
    reason="reason",
    ticket="ticket",
    on_conflict="on_conflict",
    applied_by="applied_by",
    applied_at="applied_at",
    closed_by="closed_by",
    closed_at="closed_at",
    **field_columns("ended_at", "end_reason", "end_note", "proposed_from", "proposed_again_as"),
)
LISTED = Columns("ListedRequest", "ChangeRequest", **{"id": "id", "status": "status", "label": "label"} | REQUEST)
DETAIL = Columns(
    "ChangeRequest",
    "ChangeRequestDetail",
    **REQUEST,
    **field_columns("apply_from", "apply_until", "canary"),
    after_request="after",
    paused_at="paused_at",
    paused_by="paused_by",
    pause_reason="pause_reason",
    waits_until="waits_until",
    not_undoable="not_undoable",
    undoes="undoes",
    undoes_run="undoes_run",
    excluded="excluded",
    undone_by="undone_by",
    differences="differences",
    labels="labels",
    stale_targets="stale_targets",
    stale_records=_stale_records,
    required_approvals=_missing_approvals,
    bypasses=_bypasses,
    filters=_filters,
    approved_by="approved_by",
    objected_by="objected_by",
)
MAX_CHANGES: Final = 20
"""Most changes that ``show`` prints with their values."""


def describe_changes(targets: Sequence[Item], total: int) -> list[str]:
    """Return the first changes of a request with the values before and after."""
    lines = [describe_change(target) for target in targets]
    remaining_count = total - len(lines)
    return [*lines, f"and {remaining_count:,} more: see --targets"] if lines and remaining_count > 0 else lines


def describe_change(target: Item) -> str:
    """Return a change as text: ``clinic:41 Basant Clinic: Billing: no → yes``."""
    record = f"{target['resource_type']}:{target['resource_id']}" if target["resource_id"] else target["call"]
    record = f"{record} {target['name']}" if target["name"] else record
    before, after = target["before"] or {}, target["after"] or {}
    names = dict.fromkeys([*before, *after])
    changes = (
        f"{name}: {to_text(before.get(name)) or 'empty'} → {to_text(after.get(name)) or 'empty'}" for name in names
    )
    return f"{record}: {', '.join(changes) or target['planned']}"


def describe_difference(difference: RevisionDifference) -> list[str]:
    """Return the difference to the previous revision, if it is short; otherwise its numbers."""
    lines = [
        f"{text.field}: {to_text(text.before) or 'empty'} → {to_text(text.after) or 'empty'}"
        for text in difference.texts
    ]
    count = difference.added + difference.removed + difference.changed
    if count > MAX_CHANGES:
        numbers = {"added": difference.added, "removed": difference.removed, "changed": difference.changed}
        return [*lines, ", ".join(f"{number:,} records {kind}" for kind, number in numbers.items() if number)]
    return lines + [
        f"{record.kind}: {describe_change({**_NO_CALL, **record.model_dump(mode='json')})}"
        for record in difference.records
    ]


_NO_CALL: Final = {"call": "new record", "planned": "no values"}
SHOWN = Columns(
    "ChangeRequest",
    "ChangeRequestDetail",
    **DETAIL,
    changed_values="changed_values",
    difference=lambda item: item.get("difference"),
)
REVIEWERS = ("approved_by", "objected_by")
"""Fields that the command adds to a request."""


def confirm_revision(
    context: typer.Context,
    client: CareOps,
    verb: str,
    request_id: int,
    digest: str | None,
    *,
    yes: bool,
) -> ChangeRequest:
    """Ask for confirmation with the content of the current revision, and return it with the digest that was read."""
    read = client.change_requests.read(request_id=request_id).request
    sentence = f"{verb} change request {request_id}, {read.title!r} by {read.author_name}: "
    confirm_on_platform(context, sentence + CHANGES.count_text(read.left), yes=yes)
    return read if digest is None else read.model_copy(update={"digest": digest})


def current_digest(client: CareOps, request_id: int) -> str:
    """Return the digest of the current revision."""
    return client.change_requests.read(request_id=request_id).request.digest


def detail_record(detail: ChangeRequestDetail, done: str = "") -> Record:
    """Return the request with labels and reviewers beside its fields."""
    verdicts = {"approve": list[str](), "object": list[str]()}
    for review in detail.reviews:
        if review.counts:
            verdicts.setdefault(review.verdict, []).append(review.user_name)
    detail_fields = detail.model_dump(mode="json", exclude={"request"})
    item = {
        **detail.request.model_dump(mode="json"),
        **detail_fields,
        "approved_by": verdicts["approve"],
        "objected_by": verdicts["object"],
    }
    sentence = f"Change request {detail.request.id} is {done}." if done else ""
    return Record(item, DETAIL, sentence=sentence, only_filled=True)
