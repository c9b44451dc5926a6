"""``careops requests``: change requests, which are proposed, reviewed and applied."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from careops.resource_names import CHANGE_REQUESTS, CHANGES
from careops_cli.auth.connection import connect
from careops_cli.commands import request_policies
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import given_values
from careops_cli.framework.errors import OK, USAGE, CliError, print_note
from careops_cli.framework.json_files import read_json
from careops_cli.framework.options import options_of
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.change_requests import (
        ApplyChangeRequest,
        ChangeRequest,
        ChangeRequestDetail,
        ResumeChangeRequest,
        RetryFailedChanges,
    )

app = Area("Propose, review and apply changes of many records.")


def _progress(item: Item) -> str:
    return f"{item['targets'] - item['left']:,} of {item['targets']:,}"


def _missing_approvals(item: Item) -> list[str]:
    return [
        f"{one['call']} ({one['condition']}): {one['approvals'] - one['missing']} of {one['approvals']} by "
        + " or ".join(one["roles"])
        for one in item["required_approvals"]
    ]


def _bypasses(item: Item) -> list[str]:
    return [
        f"{one['user_name']}: {one['reason']} (reviewed by {one['reviewed_by'] or 'nobody yet'})"
        for one in item["bypasses"]
    ]


COLUMNS = Columns(
    "ChangeRequest",
    id="id",
    status="status",
    title="title",
    calls="calls",
    progress=_progress,
    done="done",
    unchanged="unchanged",
    kept="kept",
    failed="failed",
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
)
DETAIL = Columns(
    "ChangeRequest",
    "ChangeRequestDetail",
    **COLUMNS,
    apply_from="apply_from",
    apply_until="apply_until",
    canary="canary",
    after_request="after",
    paused_at="paused_at",
    paused_by="paused_by",
    pause_reason="pause_reason",
    waits_until="waits_until",
    not_undoable="not_undoable",
    undoes="undoes",
    excluded="excluded",
    undone_by="undone_by",
    differences="differences",
    labels="labels",
    stale_targets="stale_targets",
    required_approvals=_missing_approvals,
    bypasses=_bypasses,
    approved_by="approved_by",
    objected_by="objected_by",
)
TARGETS = Columns(
    "RequestTarget",
    position="position",
    call="call",
    record=lambda item: f"{item['resource_type']}:{item['resource_id']}" if item["resource_id"] else None,
    planned="planned",
    outcome="outcome",
    before="before",
    after="after",
    undoable="undoable",
    conflicts="conflicts",
    errors="errors",
    applied_at="applied_at",
)
GROUPS = Columns(
    "ChangeGroup",
    call="call",
    planned="planned",
    count="count",
    before="before",
    after="after",
    error="error",
    undoable="undoable",
)
PROPOSED = Columns("ChangeRequest", "ChangeRequestDetail", "ChangeGroup", **DETAIL, **GROUPS)
REVIEWERS = ("approved_by", "objected_by")
"""Fields that the command adds to a request."""
Status = Literal["open", "applying", "applied", "partly_applied", "closed"]
Outcome = Literal["done", "unchanged", "kept", "failed", "left"]
DIFFERS = 2
"""Exit code of ``show --exit-code`` if a change would have an effect."""
RequestId = Annotated[int, typer.Argument(metavar="REQUEST_ID", help="The request's id, as listed.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="JSON file with title, reason and changes; - for stdin.")]
Wait = Annotated[bool, typer.Option("--wait", help="Wait until all changes are made or refused, or the run pauses.")]
Digest = Annotated[
    str | None,
    typer.Option(
        "--digest",
        metavar="SHA256",
        help="Digest of the revision that you have read; fails if the request has another one.",
        show_default="the current revision",
    ),
]


@app.verb(
    "list",
    examples=["careops requests list --status open", "careops requests list --record clinic:41 --json"],
    columns=COLUMNS,
    web="/change-requests?status={status}&author={author_id}&call={call}&record={record}&page={page}",
)
def list_requests(
    context: typer.Context,
    status: Annotated[Status | None, typer.Option(help="Filter by status.")] = None,
    author_id: Annotated[int | None, typer.Option(metavar="ID", help="Filter by the author's id.")] = None,
    call: Annotated[
        str | None, typer.Option(metavar="CALL", help="Filter by call, such as ActivateSpecModule.")
    ] = None,
    record: Annotated[
        str | None, typer.Option(metavar="TYPE:ID", help="Filter by changed record, such as clinic:41.")
    ] = None,
    review_owed: Annotated[
        bool, typer.Option("--review-owed", help="Only requests that were applied in an emergency and not reviewed.")
    ] = False,
    *,
    pages: Pages,
) -> Table:
    """List change requests whose calls you may make, newest first."""
    from careops.calls.change_requests import ListChangeRequests

    filters = {"status": status, "author_id": author_id, "call": call, "record": record}
    filters["review_owed"] = review_owed or None
    spare = ["closed_at", "closed_by", "applied_at", "applied_by", "on_conflict", "ticket", "reason", "digest"]
    spare += ["revised_at", "revision", "created_at", "failed", "kept", "unchanged", "done", "calls"]
    client = connect(context)
    return list_rows(
        client, ListChangeRequests, filters, columns=COLUMNS, spare=spare, noun=CHANGE_REQUESTS, pages=pages
    )


@app.verb(
    "show",
    examples=[
        "careops requests show 7",
        "careops requests show 7 --json > request.json",
        "careops requests show 7 --exit-code --columns id,would_change",
    ],
    columns=DETAIL,
    fields=(*REVIEWERS, "changes", "would_change"),
    web="/change-requests/{request_id}",
)
def show(
    context: typer.Context,
    request_id: RequestId,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Preview the changes now: exit with 2 if one would have an effect.")
    ] = False,
) -> Record:
    """Show a request with its progress, its reviews and the obstacles to applying it.

    With --json it contains the changes, so that "careops requests propose" accepts it as a file. With --exit-code,
    would_change is the number of changes that would have an effect now, and exit code 0 means that there is none.
    """
    from careops.calls.change_requests import PreviewChangeRequest
    from careops.client.resource import build

    client = connect(context)
    record = _record(client.change_requests.read(request_id=request_id))
    item = cast("dict[str, Any]", record.item)
    if exit_code or options_of(context).format in ("json", "jq"):
        item["changes"] = [
            {"call": one.call, "parameters": one.parameters}
            for one in client.change_requests.each_target(request_id=request_id)
        ]
    if exit_code:
        would_change = client.send(build(PreviewChangeRequest, changes=item["changes"])).changes
        item["would_change"] = would_change
        record.exit_code = lambda: DIFFERS if would_change else OK
    return record


@app.verb(
    "targets",
    examples=["careops requests targets 7 --outcome kept", "careops requests targets 7 --all --csv > outcome.csv"],
    columns=TARGETS,
    web="/change-requests/{request_id}?outcome={outcome}&page={page}",
)
def targets(
    context: typer.Context,
    request_id: RequestId,
    outcome: Annotated[Outcome | None, typer.Option(help="Filter by outcome.")] = None,
    *,
    pages: Pages,
) -> Table:
    """List the changes of a request with their outcomes, in their order."""
    from careops.calls.change_requests import ListRequestTargets

    filters = {"request_id": request_id, "outcome": outcome}
    spare = ["applied_at", "undoable", "planned", "call", "errors", "before", "after"]
    client = connect(context)
    return list_rows(client, ListRequestTargets, filters, columns=TARGETS, spare=spare, noun=CHANGES, pages=pages)


@app.verb(
    "propose",
    examples=[
        "careops requests propose changes.json --dry-run",
        "careops requests propose changes.json --title 'Billing for Ludhiana' --reason 'They signed the contract'",
    ],
    columns=PROPOSED,
    fields=REVIEWERS,
)
def propose(
    context: typer.Context,
    file: File,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="Title, instead of that of the file.")] = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Reason, instead of that of the file.")] = None,
    apply_from: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Apply nothing before this time, such as 2026-12-01T02:00+05:30."),
    ] = None,
    apply_until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Apply nothing after this time, in the same form.")
    ] = None,
    canary: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Apply N changes first, then wait or pause.")
    ] = None,
    canary_wait: Annotated[
        int | None,
        typer.Option(
            metavar="MINUTES", min=1, help="Minutes to wait after the first changes.", show_default="until resumed"
        ),
    ] = None,
    after: Annotated[int | None, typer.Option(metavar="ID", help="Apply only after this request was applied.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show equal changes with their number; propose nothing.")
    ] = False,
) -> Record | Table:
    """Propose the changes of a file: {"title": …, "reason": …, "changes": [{"call": …, "parameters": {…}}]}.

    Nothing changes until the request is applied. A file of "careops requests show --json" proposes the same changes
    again; its digest is the same if the records have the same values.
    """
    from careops.calls.change_requests import CreateChangeRequest, PreviewChangeRequest
    from careops.client.resource import build

    if canary_wait is not None and canary is None:
        raise CliError("--canary-wait needs --canary", next_step="See: careops requests propose --help", code=USAGE)
    client = connect(context)
    first = None if canary is None else {"targets": canary, "wait_minutes": canary_wait}
    content = _proposal(read_json(file, dict, "See: careops requests propose --help")) | given_values(
        title=title, reason=reason, apply_from=apply_from, apply_until=apply_until, canary=first, after=after
    )
    if dry_run:
        seen = client.send(build(PreviewChangeRequest, changes=content.get("changes", [])))
        total = len(seen.groups) + seen.more_groups
        return Table([group.model_dump(mode="json") for group in seen.groups], GROUPS, total=total)
    return _record(client.send(build(CreateChangeRequest, **content)), "proposed: nothing changes until it is applied")


@app.verb(
    "approve",
    examples=["careops requests approve 7", "careops requests approve 7 --reason 'Checked with sales' --yes"],
    columns=("request_id", "digest", "verdict"),
)
def approve(
    context: typer.Context,
    request_id: RequestId,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Reason.")] = None,
    digest: Digest = None,
    yes: Yes = False,
) -> Record:
    """Approve the current revision of a request. This also withdraws your objection."""
    client = connect(context)
    read = _agree(context, client, "Approve", request_id, digest, yes=yes)
    client.change_requests.approve(request_id=request_id, digest=read.digest, reason=reason)
    item = {"request_id": request_id, "digest": read.digest, "verdict": "approve"}
    return Record(item, sentence=f"Change request {request_id} is approved by you.")


@app.verb(
    "object",
    examples=["careops requests object 7 --reason 'Two of them have cancelled'"],
    columns=("request_id", "digest", "verdict"),
)
def object_to(
    context: typer.Context,
    request_id: RequestId,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason, for the author.")],
    digest: Digest = None,
) -> Record:
    """Object to a request, so that it cannot be applied until you approve it or a new revision is made."""
    client = connect(context)
    digest = digest or _digest(client, request_id)
    client.change_requests.object(request_id=request_id, digest=digest, reason=reason)
    item = {"request_id": request_id, "digest": digest, "verdict": "object"}
    return Record(item, sentence=f"You object to change request {request_id}.")


@app.verb(
    "apply",
    examples=["careops requests apply 7", "careops requests apply 7 --yes --wait --json"],
    columns=DETAIL,
    fields=REVIEWERS,
)
def apply(
    context: typer.Context,
    request_id: RequestId,
    digest: Digest = None,
    wait: Wait = False,
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Apply a request in the background, or continue one with changes that were not tried.

    A record that someone else has changed since the proposal stays unchanged.
    """
    from careops.calls.change_requests import ApplyChangeRequest

    return _run(context, ApplyChangeRequest, request_id, digest, wait=wait, yes=yes, password_stdin=password_stdin)


def _run(
    context: typer.Context,
    kind: type[ApplyChangeRequest | ResumeChangeRequest | RetryFailedChanges],
    request_id: int,
    digest: str | None,
    *,
    wait: bool,
    yes: bool,
    password_stdin: bool,
) -> Record:
    """Start a run after a confirmation."""
    from careops.calls.change_requests import RetryFailedChanges
    from careops_cli.auth.step_up import send_confirmed

    client = connect(context)
    retries = issubclass(kind, RetryFailedChanges)
    request = _agree(context, client, "Retry" if retries else "Apply", request_id, digest, yes=yes, retries=retries)
    call = kind(request_id=request_id, digest=request.digest)
    started = send_confirmed(client, call, password_stdin=password_stdin)
    if not wait:
        return _record(started, "being applied")
    ended = _wait(client, request_id)
    return _record(ended, "paused" if "paused" in ended.labels else ended.request.status.replace("_", " "))


@app.verb(
    "undo",
    examples=[
        "careops requests undo 7",
        "careops requests undo 7 --reason 'The contract was cancelled' --apply --wait --yes",
    ],
    columns=DETAIL,
    fields=REVIEWERS,
)
def undo(
    context: typer.Context,
    request_id: RequestId,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Title of the new request.", show_default="Undo: and its title")
    ] = None,
    reason: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Reason, for the reviewers.", show_default="the id")
    ] = None,
    apply_now: Annotated[bool, typer.Option("--apply", help="Apply the new request at once.")] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until the records were restored and checked.")] = False,
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Propose to restore the values that a request has replaced.

    Fields that someone has edited since stay. Changes without an inverse, such as deletions and new records, are left
    out. Without --apply nothing changes until the new request is applied.
    """
    if wait and not apply_now:
        raise CliError("--wait needs --apply", next_step="See: careops requests undo --help", code=USAGE)
    client = connect(context)
    undo_request = client.change_requests.undo(request_id=request_id, title=title, reason=reason)
    if undo_request.request.excluded:
        print_note(f"{CHANGES.count_text(undo_request.request.excluded)} cannot be undone")
    if not apply_now:
        return _record(undo_request, "proposed: nothing changes until it is applied")
    from careops.calls.change_requests import ApplyChangeRequest

    return _run(
        context,
        ApplyChangeRequest,
        undo_request.request.id,
        undo_request.request.digest,
        wait=wait,
        yes=yes,
        password_stdin=password_stdin,
    )


@app.verb("pause", examples=["careops requests pause 7"], columns=DETAIL, fields=REVIEWERS)
def pause(context: typer.Context, request_id: RequestId, digest: Digest = None) -> Record:
    """Pause the run of a request before its next part of 200 changes."""
    client = connect(context)
    digest = digest or _digest(client, request_id)
    return _record(client.change_requests.pause(request_id=request_id, digest=digest), "paused")


@app.verb(
    "resume",
    examples=["careops requests resume 7", "careops requests resume 7 --yes --wait --json"],
    columns=DETAIL,
    fields=REVIEWERS,
)
def resume(
    context: typer.Context,
    request_id: RequestId,
    digest: Digest = None,
    wait: Wait = False,
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Resume a run that is paused, or that waits after its first changes."""
    from careops.calls.change_requests import ResumeChangeRequest

    return _run(context, ResumeChangeRequest, request_id, digest, wait=wait, yes=yes, password_stdin=password_stdin)


@app.verb("stop", examples=["careops requests stop 7 --yes"], columns=DETAIL, fields=REVIEWERS)
def stop(context: typer.Context, request_id: RequestId, digest: Digest = None, yes: Yes = False) -> Record:
    """End the run of a request before its next part of 200 changes.

    Changes that were made stay, and the others can be applied later.
    """
    client = connect(context)
    confirm_on_platform(context, f"Stop change request {request_id}", yes=yes)
    digest = digest or _digest(client, request_id)
    return _record(client.change_requests.stop(request_id=request_id, digest=digest), "stopped")


@app.verb(
    "retry",
    examples=["careops requests retry 7", "careops requests retry 7 --yes --wait --json"],
    columns=DETAIL,
    fields=REVIEWERS,
)
def retry(
    context: typer.Context,
    request_id: RequestId,
    digest: Digest = None,
    wait: Wait = False,
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Apply the changes again that the server has refused, and those that were not tried."""
    from careops.calls.change_requests import RetryFailedChanges

    return _run(context, RetryFailedChanges, request_id, digest, wait=wait, yes=yes, password_stdin=password_stdin)


@app.verb("take-over", examples=["careops requests take-over 7"], columns=("request_id", "author"))
def take_over(context: typer.Context, request_id: RequestId, yes: Yes = False) -> Record:
    """Become the author of an open request. Your own review is withdrawn."""
    confirm_on_platform(context, f"Take over change request {request_id}", yes=yes)
    client = connect(context)
    client.change_requests.take_over(request_id=request_id)
    author = client.change_requests.read(request_id=request_id).request.author_name
    return Record({"request_id": request_id, "author": author}, sentence=f"Change request {request_id} is yours now.")


@app.verb("close", examples=["careops requests close 7"], columns=("request_id", "status"))
def close(context: typer.Context, request_id: RequestId, yes: Yes = False) -> Record:
    """Close a request that shall not be applied any more. Changes that were made stay."""
    confirm_on_platform(context, f"Close change request {request_id}", yes=yes)
    connect(context).change_requests.close(request_id=request_id)
    item = {"request_id": request_id, "status": "closed"}
    return Record(item, sentence=f"Change request {request_id} is closed.")


app.include(request_policies.verbs)


def _proposal(content: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a proposal. Those that ``show --json`` adds are left out.

    Raises ``CliError`` for an undo, whose base is what the undone request has written.
    """
    from careops.calls.change_requests import CreateChangeRequest

    if not {"id", "digest", "revision"} <= content.keys():
        return content
    if content.get("undoes") is not None:
        raise CliError(
            "The file contains an undo",
            next_step=f"Undo the request itself: careops requests undo {content['undoes']}",
            code=USAGE,
        )
    return {name: content[name] for name in CreateChangeRequest.model_fields if name in content}


def _agree(
    context: typer.Context,
    client: CareOps,
    verb: str,
    request_id: int,
    digest: str | None,
    *,
    yes: bool,
    retries: bool = False,
) -> ChangeRequest:
    """Ask for confirmation with the content of the current revision, and return it with the digest that was read."""
    read = client.change_requests.read(request_id=request_id).request
    sentence = f"{verb} change request {request_id}, {read.title!r} by {read.author_name}: "
    count = read.left + read.failed if retries else read.left
    confirm_on_platform(context, sentence + CHANGES.count_text(count), yes=yes)
    return read if digest is None else read.model_copy(update={"digest": digest})


def _digest(client: CareOps, request_id: int) -> str:
    """Return the digest of the current revision."""
    return client.change_requests.read(request_id=request_id).request.digest


def _wait(client: CareOps, request_id: int) -> ChangeRequestDetail:
    """Return the request at the end of its run."""
    import time

    while True:
        read = client.change_requests.read(request_id=request_id)
        has_ended = read.request.status != "applying" and "checking" not in read.labels
        if has_ended or not {"interrupted", "paused"}.isdisjoint(read.labels):
            return read
        time.sleep(1)


def _record(detail: ChangeRequestDetail, done: str = "") -> Record:
    """Return the request with labels and reviewers beside its fields."""
    verdicts = {"approve": list[str](), "object": list[str]()}
    for review in detail.reviews:
        if review.digest == detail.request.digest:
            verdicts.setdefault(review.verdict, []).append(review.user_name)
    more = detail.model_dump(mode="json", exclude={"request"})
    item = {
        **detail.request.model_dump(mode="json"),
        **more,
        "approved_by": verdicts["approve"],
        "objected_by": verdicts["object"],
    }
    sentence = f"Change request {detail.request.id} is {done}." if done else ""
    return Record(item, DETAIL, sentence=sentence)
